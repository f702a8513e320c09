"""What one change can do to a claim: one tag edited, one record added, one record removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from typing import Literal, NamedTuple

from ..statements import Condition, State
from ..statements.queries import possible, state, states
from ..taxonomy import Field, Tag
from .seen import Seen, Sorts
from .subjects import Subject, SubjectKind
from .sums import Vector
from .worlds import Run

StepKind = Literal["add", "remove", "retag"]
_KINDS: tuple[SubjectKind, ...] = ("papers", "exclusions")
_ORDER: dict[StepKind, int] = {"add": 0, "remove": 1, "retag": 2}


class Edit(NamedTuple):
    """A tag that is, or would be, other than before."""

    field: str
    before: Tag | None
    after: Tag | None
    """None for no tag."""


class Step(NamedTuple):
    """One change, as it can be written down."""

    kind: StepKind
    key: str
    """The record; empty for one that is added."""
    edits: tuple[Edit, ...]
    """The one tag that is edited, or what an added record must hold at least."""


class Move(NamedTuple):
    """One change, as arithmetic."""

    gain: int
    """By how much it raises the sum that was asked about."""
    kind: StepKind
    key: str
    field: str
    seen: Seen
    """The record afterwards, or the record that is removed."""


class Moves:
    """Every change of one record that makes a difference to a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._retained = {subject.key: subject for subject, _ in _worst(run)}
        self.sorts: Sorts = _with_retained(run, dict(_worst(run))) if self._retained else run.sorts
        imagined = sorted((seen for of in _kinds(run) for seen in self._imagined(of)), key=lambda seen: -len(seen.state))
        self.additions = {run.tally.adds(seen): seen for seen in imagined}
        self._options = {of: tuple(self._asked(of)) for of in _KINDS}
        self._tags: dict[tuple[str, Seen], Tag | None] = {}
        self._edits: dict[Seen, list[tuple[str, Seen, Vector]]] = {}

    def fields(self, of: SubjectKind) -> Mapping[str, Field]:
        """Return the fields of a kind of record."""
        return self.run.known.papers if of == "papers" else self.run.known.exclusions

    def _imagined(self, of: SubjectKind) -> Iterator[Seen]:
        for one in states(self.run.tally.asked, self.fields(of)):
            yield Seen("", of, one)

    def _conditions(self, name: str) -> frozenset[Condition]:
        return frozenset(condition for condition in self.run.tally.asked if condition.field == name)

    def _asked(self, of: SubjectKind) -> Iterator[tuple[str, frozenset[Condition], tuple[State, ...]]]:
        for name in sorted({condition.field for condition in self.run.tally.asked} & self.fields(of).keys()):
            conditions = self._conditions(name)
            yield name, conditions, possible(self.fields(of)[name], conditions)

    def edits(self, sort: Seen) -> list[tuple[str, Seen, Vector]]:
        """Return field, record and vector for everything that an edit of one tag can make of a record."""
        if sort not in self._edits:
            self._edits[sort] = list(self._edited(sort))
        return self._edits[sort]

    def _edited(self, sort: Seen) -> Iterator[tuple[str, Seen, Vector]]:
        for name, conditions, options in self._options[sort.of]:
            for one in options:
                after = Seen(sort.key, sort.of, sort.state - conditions | one)
                if after != sort:
                    yield name, after, self.run.tally.adds(after)

    def raising(self, value: Callable[[Vector], int]) -> Iterator[Move]:
        """Yield the changes that raise a sum, best first: of each record the best one, and the best addition."""
        found = sorted(self._raising(value), key=lambda pair: (-pair[0].gain, _ORDER[pair[0].kind]))
        for _, like in groupby(found, key=lambda pair: (pair[0].gain, pair[0].kind)):
            yield from merge(*(_each(move, keys) for move, keys in like), key=lambda move: move.key)

    def _raising(self, value: Callable[[Vector], int]) -> Iterator[tuple[Move, Sequence[str]]]:
        """Yield the best change of each sort of records, with their keys."""
        best = max(self.additions, key=value)
        if value(best) > 0:
            yield Move(value(best), "add", "", "", self.additions[best]), ("",)
        for sort, keys in self.sorts.items():
            now = value(self.run.tally.adds(sort))
            options = [Move(-now, "remove", "", "", sort)]
            options += [Move(value(after) - now, "retag", "", name, seen) for name, seen, after in self.edits(sort)]
            chosen = max(options, key=lambda move: move.gain)
            if chosen.gain > 0:
                yield chosen, keys

    def step(self, move: Move) -> Step:
        """Return a move as it can be written down."""
        if move.kind == "remove":
            return Step("remove", move.key, ())
        names = [move.field] if move.field else sorted({condition.field for condition in move.seen.state})
        held = self._subject(move.key).tags if move.key else {}
        return Step(move.kind, move.key, tuple(Edit(name, held.get(name), self._tag(name, move.seen)) for name in names))

    def _subject(self, key: str) -> Subject:
        return self._retained.get(key) or self.run.world.certain.by_key[key]

    def _tag(self, name: str, seen: Seen) -> Tag | None:
        if (name, seen) not in self._tags:
            conditions = self._conditions(name)
            self._tags[name, seen] = _a_tag(self.fields(seen.of)[name], conditions, seen.state & conditions)
        return self._tags[name, seen]


def _kinds(run: Run) -> tuple[SubjectKind, ...]:
    """The kinds of records that the claim looks at."""
    other = run.tally.expectation.other
    selections = [run.tally.selection, *([other] if other else [])]
    return tuple(of for of in _KINDS if any(selection.takes(of) for selection in selections))


def _each(move: Move, keys: Sequence[str]) -> Iterator[Move]:
    return (Move(move.gain, move.kind, key, move.field, move.seen) for key in keys)


def _with_retained(run: Run, papers: Mapping[Subject, Seen]) -> Sorts:
    """Return the sorts of a run with some exclusions as the papers that they would be."""
    moved = {subject.key for subject in papers}
    found = {sort: [key for key in keys if key not in moved] for sort, keys in run.sorts.items()}
    for subject, seen in papers.items():
        sort = seen if seen.key in run.tally.named else seen._replace(key="")
        found.setdefault(sort, []).append(subject.key)
    return {sort: sorted(keys) for sort, keys in found.items() if keys}


def _worst(run: Run) -> Iterator[tuple[Subject, Seen]]:
    """Yield the optional papers that push the one bound of a claim about every subset towards breaking."""
    for candidate in run.world.optional.all:
        (bound,) = run.tally.bounds
        sign = 1 if bound.high is not None else -1
        worst = max(run.tally.possible(candidate.paper, run.known.papers), key=lambda seen: sign * bound.value(run.tally.adds(seen)))
        if sign * bound.value(run.tally.adds(worst)) > 0:
            yield candidate.paper, worst


def _a_tag(declared: Field, conditions: frozenset[Condition], wanted: State) -> Tag | None:
    """Return a tag that meets just these of the conditions; None where no tag does."""
    if not wanted and not declared.required:
        return None
    if declared.kind == "one":
        return next((value for value in declared.by_name if _met(value, declared, conditions) == wanted), None)
    chosen: dict[str, str] = {}
    met: State = frozenset()
    for value in declared.by_name:
        for level in declared.level_by_name or ("",):
            gained = _met({value: level}, declared, conditions)
            if value not in chosen and gained <= wanted and not gained <= met:
                chosen[value], met = level, met | gained
    return chosen if declared.kind == "map" else tuple(chosen)


def _met(tag: Tag, declared: Field, conditions: frozenset[Condition]) -> State:
    return state({declared.name: tag}, conditions)
