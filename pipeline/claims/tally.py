"""An expectation as arithmetic: what each record adds to a few numbers, and the bounds that their sums must keep.

Every kind of expectation comes down to this, so that verdicts, scenarios and least changes each need one way only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from operator import mul
from typing import NamedTuple

from ..statements import Condition, Expectation, Selection, State
from ..statements.queries import state
from ..taxonomy import Field
from .subjects import Records, Subject, SubjectKind, completions

Vector = tuple[int, ...]


class Bound(NamedTuple):
    """A sum that must lie between two numbers."""

    weights: Vector
    """One for each number of the tally, each -1, 0 or 1."""
    low: int | None = None
    high: int | None = None

    def value(self, vector: Vector) -> int:
        """Return the weighted sum of a vector."""
        return sum(map(mul, self.weights, vector))

    def excess(self, value: int) -> int:
        """Return by how much a sum is too great, or, below zero, too small; 0 where it lies between the two."""
        if self.high is not None and value > self.high:
            return value - self.high
        return min(value - self.low, 0) if self.low is not None else 0

    def keeps(self, value: int) -> bool:
        """Say whether a sum lies between the two."""
        return self.excess(value) == 0


class Seen(NamedTuple):
    """A record as a tally sees it."""

    key: str
    """Empty for a record that is only thought of, and for all records of a sort."""
    of: SubjectKind
    state: State


Sorts = Mapping[Seen, Sequence[str]]
"""Keys of the records that a tally treats alike, by what they are to it, sorted. A record that the
expectation names is a sort of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """How an expectation is counted. Keeps what it has worked out, since records recur from scenario to scenario."""

    selection: Selection
    expectation: Expectation
    asked: frozenset[Condition]
    """Every condition that it looks at."""
    fields: tuple[str, ...]
    """The fields of these, sorted."""
    named: frozenset[str]
    """Keys of the records that the expectation names."""
    parts: tuple[Callable[[Seen], bool], ...]
    """Say whether a record adds one, for each number."""
    bounds: tuple[Bound, ...]
    _sorted: dict[Records, Sorts] = dataclass_field(default_factory=dict, repr=False)
    _vectors: dict[Seen, Vector] = dataclass_field(default_factory=dict, repr=False)
    _possible: dict[tuple[State, frozenset[str]], tuple[State, ...]] = dataclass_field(default_factory=dict, repr=False)

    def sorts(self, records: Records) -> Sorts:
        """Return records by sort."""
        if records not in self._sorted:
            found: dict[Seen, list[str]] = {}
            for subject, keys in records.alike(self.fields):
                met = state(subject.tags, self.asked)
                found.setdefault(Seen("", subject.of, met), []).extend(keys)
                for key in self.named.intersection(keys):
                    found.setdefault(Seen(key, subject.of, met), []).append(key)
            named = self.named
            kept = {sort: keys if sort.key or not named else [key for key in keys if key not in named] for sort, keys in found.items()}
            self._sorted[records] = {sort: sorted(keys) for sort, keys in kept.items() if keys}
        return self._sorted[records]

    def sort(self, subject: Subject) -> Seen:
        """Return the sort of a record all of whose tags are known."""
        return Seen(subject.key if subject.key in self.named else "", subject.of, state(subject.tags, self.asked))

    def possible(self, subject: Subject, fields: Mapping[str, Field]) -> tuple[Seen, ...]:
        """Return a record in every state that its unknown tags leave open. ``fields`` are those of its kind."""
        settled = state(subject.tags, (condition for condition in self.asked if condition.field not in subject.unknown))
        if (settled, subject.unknown) not in self._possible:
            self._possible[settled, subject.unknown] = tuple(completions(settled, subject.unknown, self.asked, fields))
        return tuple(Seen(subject.key, subject.of, one) for one in self._possible[settled, subject.unknown])

    def choices(self, subject: Subject, before: Vector, fields: Mapping[str, Field]) -> frozenset[Vector]:
        """Return by what vectors the sums may change if a record takes the place of one that added ``before``."""
        after = {self.adds(seen) for seen in self.possible(subject, fields)}
        return frozenset(tuple(a - b for a, b in zip(vector, before, strict=True)) for vector in after)

    def adds(self, seen: Seen) -> Vector:
        """Return what a record adds to each number."""
        sort = seen if not seen.key or seen.key in self.named else Seen("", seen.of, seen.state)
        if sort not in self._vectors:
            self._vectors[sort] = tuple(int(part(sort)) for part in self.parts)
        return self._vectors[sort]

    def selects(self, seen: Seen) -> bool:
        """Say whether the claim's query means the record."""
        return _selects(self.selection, seen)

    def holds(self, vector: Vector) -> bool:
        """Say whether the sums keep every bound."""
        return all(bound.keeps(bound.value(vector)) for bound in self.bounds)


def total(counted: Iterable[tuple[Vector, int]], length: int) -> Vector:
    """Return the sum of vectors of a length, each taken so many times."""
    sums = [0] * length
    for vector, times in counted:
        for position, number in enumerate(vector):
            sums[position] += number * times
    return tuple(sums)


def _selects(selection: Selection, seen: Seen) -> bool:
    return selection.takes(seen.of) and selection.query.holds(seen.state)


def tally(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Tally:
    """Return how an expectation of the records that a query means is counted.

    ``fields`` are those that the query may name.
    """
    parts, bounds = _MAKERS[expectation.kind](selection, expectation, fields)
    other = expectation.other
    asked = {*selection.query.conditions(), *(other.query.conditions() if other else ())}
    asked |= {Condition(expectation.field, "", (value,)) for value in counted_values(expectation, fields)}
    names = tuple(sorted({condition.field for condition in asked}))
    return Tally(selection, expectation, frozenset(asked), names, frozenset(expectation.keys), tuple(parts), tuple(bounds))


def counted_values(expectation: Expectation, fields: Mapping[str, Field]) -> tuple[str, ...]:
    """Return the values of a field that an expectation counts, in the order of the tally's numbers; none for other kinds."""
    if expectation.kind == "most_common":
        declared = fields[expectation.field]
        leader = next(iter(expectation.numbers))
        return (leader, *(value for value in declared.by_name if value not in (leader, declared.none)))
    return tuple(expectation.numbers) if expectation.field else ()


Part = Callable[[Seen], bool]
Made = tuple[list[Part], list[Bound]]


def _selected(selection: Selection) -> Part:
    return lambda seen: _selects(selection, seen)


def _number(low: bool, high: bool) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        number = expectation.number
        return [_selected(selection)], [Bound((1,), number if low else None, number if high else None)]

    return make


def _exactly(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    keys = frozenset(expectation.keys)
    named: Part = lambda seen: seen.key in keys and _selects(selection, seen)  # noqa: E731 -- one of two alike
    extra: Part = lambda seen: seen.key not in keys and _selects(selection, seen)  # noqa: E731
    return [named, extra], [Bound((1, 0), low=len(keys)), Bound((0, 1), high=0)]


def _relation(low: int | None, high: int) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        assert expectation.other
        return [_selected(selection), _selected(expectation.other)], [Bound((1, -1), low, high)]

    return make


def _every(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    assert expectation.other
    target = expectation.other.query
    return [lambda seen: _selects(selection, seen) and not target.holds(seen.state)], [Bound((1,), high=0)]


def _with_value(selection: Selection, expectation: Expectation, value: str) -> Part:
    condition = Condition(expectation.field, "", (value,))
    return lambda seen: condition in seen.state and _selects(selection, seen)


def _by_value(exact: bool) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        values = counted_values(expectation, fields)
        bounds = [
            Bound(unit(position, len(values)), number, number if exact else None)
            for position, number in enumerate(expectation.numbers[value] for value in values)
        ]
        return [_with_value(selection, expectation, value) for value in values], bounds

    return make


def _most_common(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    values = counted_values(expectation, fields)
    bounds = [Bound(tuple((place == 0) - (place == position) for place in range(len(values))), low=1) for position in range(1, len(values))]
    return [_with_value(selection, expectation, value) for value in values], bounds


def unit(position: int, length: int) -> Vector:
    """Return a vector of zeros with one at a position."""
    return tuple(int(place == position) for place in range(length))


_MAKERS: dict[str, Callable[[Selection, Expectation, Mapping[str, Field]], Made]] = {
    "count": _number(low=True, high=True), "at_most": _number(low=False, high=True), "at_least": _number(low=True, high=False),
    "none": _number(low=False, high=True), "exactly": _exactly, "fewer_than": _relation(None, -1), "equal_to": _relation(0, 0),
    "every": _every, "counts": _by_value(exact=True), "each": _by_value(exact=False), "most_common": _most_common,
}  # fmt: skip
"""One for each kind of expectation but ``valid``, which counts nothing that carries tags."""
