"""In how many ways bounds are kept, subset by subset of what is optional, alike ones taken together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .limits import Limits, Sort
from .spans import NOTHING, Choice, Span

_Key = tuple[tuple[Span, ...], tuple[int, ...]]
"""Sums so far, and how many were taken of each tangled sort."""


class _Ways(NamedTuple):
    """Subsets that came to the same sums."""

    number: int
    taken: tuple[int, ...]
    """Of the smallest of them, how many of each sort it holds."""


@lru_cache(maxsize=256)
def _row(size: int) -> tuple[tuple[int, int], ...]:
    """Return for each number from zero up to a size in how many ways so many can be chosen, and in how many ways so many or more."""
    choose, beyond, found = 1, 1 << size, []
    for count in range(size + 1):
        found.append((choose, beyond))
        choose, beyond = choose * (size - count) // (count + 1), beyond - choose
    return tuple(found)


def _sum_of(limits: Limits, sorts: Iterable[Sort]) -> list[Span]:
    found = [NOTHING] * len(limits.bounds)
    for sort in sorts:
        found = [span.plus(one.free, len(sort.keys)) for span, one in zip(found, sort.spans, strict=True)]
    return found


class Counting:
    """Counts subsets by what they come to."""

    def __init__(self, limits: Limits, sorts: Sequence[Sort], tangled: Mapping[Choice, int]) -> None:
        self.limits = limits
        self.sorts = sorts
        self.tangled = tangled
        self.left = [sum(len(sort.keys) for sort in sorts[position:]) for position in range(len(sorts) + 1)]
        """How many records belong to the sorts from a position on."""
        self.room = [_sum_of(limits, sorts[position:]) for position in range(len(sorts) + 1)]
        """By how much these can change each sum."""
        self.holding = self.failing = self.undecided = 0
        self.smallest: tuple[int, ...] | None = None
        """Of the smallest failing subset, how many of each sort it holds."""

    def counted(self, sums: tuple[Span, ...]) -> tuple[int, int, int, tuple[str, ...]]:
        """Return how many subsets hold, fail and are undecided, and the smallest that fails, where the sums begin with these."""
        start = _Ways(1, ())
        open_: dict[_Key, _Ways] = {} if self._is_settled(sums, start, 0) else {(sums, ()): start}
        for position, sort in enumerate(self.sorts):
            open_ = self._extended(open_, sort, position)
        for key, ways in open_.items():
            self._ended(key, ways)
        return self.holding, self.failing, self.undecided, self._keys(self.smallest or ())

    def _extended(self, found: Mapping[_Key, _Ways], sort: Sort, position: int) -> dict[_Key, _Ways]:
        """Return the subsets with any number of the records of one more sort, but for those whose outcome is settled."""
        longer: dict[_Key, _Ways] = {}
        for (sums, counts), ways in found.items():
            for count, (choose, beyond) in enumerate(_row(len(sort.keys))):
                here = tuple(span.plus(one, count) for span, one in zip(sums, sort.spans, strict=True))
                new = _Ways(ways.number * choose, (*ways.taken, count))
                if self._is_lost(here, sort, position + 1):
                    self._failed(ways.number * beyond << self.left[position + 1], new.taken)
                    break
                if not self._is_settled(here, new, position + 1):
                    key = here, (*counts, count) if sort.tangled else counts
                    before = longer.get(key)
                    longer[key] = new if before is None else self._joined(before, new)
        return longer

    def _is_settled(self, sums: Sequence[Span], ways: _Ways, position: int) -> bool:
        """Count subsets whose outcome is the same whatever is added of the sorts from a position on; say whether they are such."""
        may_be = self._may_be(sums, position)
        if self.limits.always(may_be):
            self.holding += ways.number << self.left[position]
        elif self.limits.never(may_be):
            self._failed(ways.number << self.left[position], ways.taken)
        else:
            return False
        return True

    def _is_lost(self, sums: Sequence[Span], sort: Sort, position: int) -> bool:
        """Say whether a bound is broken for good, and the more so the more records of the sort there are."""
        pairs = zip(self.limits.low, self.limits.high, self._may_be(sums, position), sort.spans, strict=True)
        return any((span.most < low and one.most <= 0) or (span.least > high and one.least >= 0) for low, high, span, one in pairs)

    def _may_be(self, sums: Sequence[Span], position: int) -> list[Span]:
        return [span.plus(more) for span, more in zip(sums, self.room[position], strict=True)]

    def _ended(self, key: _Key, ways: _Ways) -> None:
        sums, counts = key
        tangled = dict(self.tangled)
        for sort, count in zip((sort for sort in self.sorts if sort.tangled), counts, strict=True):
            tangled[sort.sides] = tangled.get(sort.sides, 0) + count
        if self.limits.outcome(sums, tangled) == (False,):
            self._failed(ways.number, ways.taken)
        else:
            self.undecided += ways.number

    def _failed(self, number: int, taken: tuple[int, ...]) -> None:
        self.failing += number
        if self.smallest is None or self._smaller(taken, self.smallest):
            self.smallest = taken

    def _joined(self, one: _Ways, other: _Ways) -> _Ways:
        return _Ways(one.number + other.number, other.taken if self._smaller(other.taken, one.taken) else one.taken)

    def _smaller(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        if sum(one) != sum(other):
            return sum(one) < sum(other)
        return self._keys(one) < self._keys(other)

    def _keys(self, taken: tuple[int, ...]) -> tuple[str, ...]:
        """Return the first records of each sort."""
        return tuple(sorted(key for sort, count in zip(self.sorts, taken, strict=False) for key in sort.keys[:count]))
