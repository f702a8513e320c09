"""What a claim comes to in a pool where some records are certain and others may be retained, in one way or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import NamedTuple

from ..statements import Vocabulary
from ..taxonomy import hashable
from .outcomes import Choice, Subsets, empties, spans, subsets, subsets_of_cells
from .seen import Sorts
from .subjects import Records, Subject, SubjectKind
from .sums import Bound, total, unit
from .tally import Tally


class Candidate(NamedTuple):
    """An exclusion, and the paper that it would be."""

    exclusion: Subject
    paper: Subject


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Candidates of a world. All claims share them, so that each tag is looked at once."""

    all: tuple[Candidate, ...] = ()
    _columns: dict[str, list[object]] = dataclass_field(default_factory=dict, repr=False)
    _alike: dict[tuple[str, ...], list[list[Candidate]]] = dataclass_field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        """Say whether there are any."""
        return bool(self.all)

    def alike(self, fields: tuple[str, ...]) -> list[list[Candidate]]:
        """Return those together of which the same is unknown and that hold the same in some fields, as papers and as exclusions."""
        if fields not in self._alike:
            found: dict[tuple[object, ...], list[Candidate]] = {}
            columns = zip((candidate.paper.unknown for candidate in self.all), *map(self._column, fields), strict=True)
            for candidate, held in zip(self.all, columns, strict=True):
                found.setdefault(held, []).append(candidate)
            self._alike[fields] = list(found.values())
        return self._alike[fields]

    def _column(self, field: str) -> list[object]:
        if field not in self._columns:
            self._columns[field] = [(hashable(paper.tags.get(field)), hashable(logged.tags.get(field))) for logged, paper in self.all]
        return self._columns[field]


@dataclass(frozen=True, slots=True)
class World:
    """A pool to run claims over."""

    certain: Records
    """All records as they are, candidates as the exclusions that they are."""
    retained: Candidates = dataclass_field(default_factory=Candidates)
    """Those that count as papers instead."""
    optional: Candidates = dataclass_field(default_factory=Candidates)
    """Those of which any subset may."""


class Run:
    """A tally run over one world: records that it treats alike are counted together."""

    def __init__(self, tally: Tally, world: World, known: Vocabulary) -> None:
        self.tally = tally
        self.world = world
        self.known = known
        self.sorts: Sorts = tally.sorts(world.certain)
        self.base = total(((tally.adds(sort), len(keys)) for sort, keys in self.sorts.items()), len(tally.parts))

    @cached_property
    def selected(self) -> tuple[str, ...]:
        """The keys of the certain records that the query means, papers first, by key."""
        return in_order((sort.of, keys) for sort, keys in self.sorts.items() if self.tally.selects(sort))

    @cached_property
    def count(self) -> int:
        """How many certain records the query means."""
        return sum(len(keys) for sort, keys in self.sorts.items() if self.tally.selects(sort))

    def choices(self, candidate: Candidate) -> Choice:
        """Return what retaining a candidate may change the sums by."""
        before = self.tally.adds(self.tally.sort(candidate.exclusion))
        return self.tally.choices(candidate.paper, before, self.known.papers)

    @cached_property
    def _fixed(self) -> Mapping[Choice, int]:
        return {choice: len(keys) for choice, keys in self._by_choice(self.world.retained).items()}

    @cached_property
    def _optional(self) -> Mapping[Choice, Sequence[str]]:
        return self._by_choice(self.world.optional)

    def _by_choice(self, candidates: Candidates) -> dict[Choice, list[str]]:
        """Return the keys of candidates by what retaining them may change; those that are alike are asked about once."""
        found: dict[Choice, list[str]] = {}
        for some in candidates.alike(self.tally.fields):
            for same in self._treated_alike(some):
                found.setdefault(self.choices(same[0]), []).extend(candidate.paper.key for candidate in same)
        return found

    def _treated_alike(self, candidates: list[Candidate]) -> Iterator[list[Candidate]]:
        """Yield candidates that hold the same, those that the expectation names one by one."""
        named = self.tally.named
        others = [candidate for candidate in candidates if candidate.paper.key not in named] if named else candidates
        if others:
            yield others
        yield from ([candidate] for candidate in (candidates if named else ()) if candidate.paper.key in named)

    def subsets(self) -> Subsets:
        """Return in how many variants of the world the claim holds."""
        if cells := self.tally.cells:
            return subsets_of_cells(len(cells.columns), cells.bound, self.base, self._fixed, self._optional)
        return subsets(self.tally.bounds, self.base, self._fixed, self._optional)

    def spans(self) -> list[tuple[int, int]]:
        """Return between which two values each number lies, over all variants of the world; of cells, how many are empty.

        Where cells are counted, what is optional is left out: of subsets their outcomes are told.
        """
        if cells := self.tally.cells:
            return [empties(len(cells.columns), self.base, self._fixed)]
        return [self._span(Bound(unit(position, len(self.tally.parts)))) for position in range(len(self.tally.parts))]

    def _span(self, bound: Bound) -> tuple[int, int]:
        certain = bound.value(self.base)
        low, high = spans(bound, self._fixed)
        optional = [(spans(bound, {choice: 1}), len(keys)) for choice, keys in self._optional.items()]
        low += sum(min(least, 0) * times for (least, _), times in optional)
        high += sum(max(most, 0) * times for (_, most), times in optional)
        return certain + low, certain + high


def in_order(sorts: Iterable[tuple[SubjectKind, Sequence[str]]]) -> tuple[str, ...]:
    """Return the keys of several sorts of records, papers first, by key."""
    found: dict[SubjectKind, list[str]] = {"papers": [], "exclusions": []}
    for of, keys in sorts:
        found[of] += keys
    return (*sorted(found["papers"]), *sorted(found["exclusions"]))
