"""Queries over records, as data: conditions on fields, and which of them a record can meet together."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..taxonomy import Field, Tag, values_in


class Condition(NamedTuple):
    """One thing asked of one field."""

    field: str
    within: str
    """The value of a map whose level is asked for; empty where the field itself is asked."""
    wanted: tuple[str, ...]
    """Of these values or levels a record must hold one."""

    def met_by(self, tag: Tag | None) -> bool:
        """Say whether what a record holds in the field meets the condition; an absent tag meets none."""
        if self.within:
            return isinstance(tag, dict) and tag.get(self.within) in self.wanted
        if isinstance(tag, str):
            return tag in self.wanted
        return any(value in self.wanted for value in values_in(tag))


State = frozenset[Condition]
"""A record as a query sees it: those of the asked conditions that it meets."""


@dataclass(frozen=True, slots=True)
class Query:
    """Which records are meant. A query that asks nothing means all."""

    where: tuple[Condition, ...] = ()
    """All must be met."""
    without: tuple[Condition, ...] = ()
    """A record that meets all of these is left out."""
    any_of: tuple[Query, ...] = ()
    """Where there are some, one of them must hold."""

    def holds(self, met: State) -> bool:
        """Say whether a record that meets these conditions, and no other that is asked, is meant."""
        if not met.issuperset(self.where) or (self.without and met.issuperset(self.without)):
            return False
        return not self.any_of or any(query.holds(met) for query in self.any_of)

    def conditions(self) -> Iterator[Condition]:
        """Yield every condition that the query asks."""
        yield from self.where
        yield from self.without
        for query in self.any_of:
            yield from query.conditions()


def state(tags: Mapping[str, Tag], asked: Iterable[Condition]) -> State:
    """Return a record's state from its tags."""
    return frozenset(condition for condition in asked if condition.met_by(tags.get(condition.field)))


def possible(declared: Field, conditions: Collection[Condition]) -> tuple[State, ...]:
    """Return every set of these conditions, all on one field, that some tag of the field meets together, sorted."""
    options = [{state({declared.name: tag}, conditions) for tag in _tags(declared, value)} for value in declared.by_name]
    if declared.kind == "one":
        found = set().union(*options)
    else:
        found = _unions(options)
        if declared.required and all(state for one in options for state in one):
            found.discard(frozenset())
    if not declared.required:
        found.add(frozenset())
    return tuple(sorted(found, key=sorted))


def _tags(declared: Field, value: str) -> Iterator[Tag]:
    """Yield the tags that hold one value and no other."""
    if declared.kind == "one":
        yield value
    elif declared.kind == "many":
        yield (value,)
    else:
        for level in declared.level_by_name or ("text",):
            yield {value: level}


def _unions(options: Iterable[Iterable[State]]) -> set[State]:
    found: set[State] = {frozenset()}
    for one in options:
        found |= {before | state for before in found for state in one}
    return found


def states(asked: Iterable[Condition], fields: Mapping[str, Field]) -> Iterator[State]:
    """Yield every set of the conditions that a record with these fields could meet together, each once, in a fixed order."""
    grouped: dict[str, set[Condition]] = defaultdict(set)
    for condition in asked:
        grouped[condition.field].add(condition)
    parts = [possible(fields[name], grouped[name]) for name in sorted(grouped) if name in fields]
    for chosen in itertools.product(*parts):
        yield frozenset().union(*chosen)


MOST_STATES = 20_000
"""A query whose conditions can be met in more ways than this is refused; those of a real survey have some hundred."""


def too_many(asked: Iterable[Condition], fields: Mapping[str, Field]) -> bool:
    """Say whether the conditions can be met together in too many ways to look at each."""
    grouped = Counter(condition.field for condition in set(asked) if condition.field in fields)
    ways = (len(fields[name].values) + 1 if fields[name].kind == "one" else 2**count for name, count in grouped.items())
    return math.prod(ways) > MOST_STATES


def satisfiable(queries: Iterable[Query], fields: Mapping[str, Field]) -> bool:
    """Say whether a record with these fields could be meant by all the queries at once.

    A field that only some entries can carry is asked for together with what makes it apply.
    """
    premised = tuple(_premised(query, fields) for query in queries)
    if _plain(premised):
        return all(condition.field in fields for condition in premised[0].where)
    asked = {condition for query in premised for condition in query.conditions()}
    return any(all(query.holds(met) for query in premised) for met in states(asked, fields))


def _plain(queries: tuple[Query, ...]) -> bool:
    """Say whether there is one query that asks each field once and leaves nothing out, so that it can surely match."""
    if len(queries) != 1 or queries[0].without or queries[0].any_of:
        return False
    names = [condition.field for condition in queries[0].where]
    return len(set(names)) == len(names)


def _premised(query: Query, fields: Mapping[str, Field]) -> Query:
    premises = [
        Condition(name, "", tuple(values))
        for condition in query.where
        if condition.field in fields
        for name, values in fields[condition.field].applies_to.items()
    ]
    return Query((*query.where, *premises), query.without, tuple(_premised(one, fields) for one in query.any_of))
