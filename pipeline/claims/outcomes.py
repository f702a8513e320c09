"""Whether bounds on sums can be kept, and in how many ways, where some of the sums are open. Exact, without trying all ways."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from .tally import Bound, Vector

Choice = frozenset[Vector]
"""Vectors of which a record adds one. It is not known which."""
Outcome = tuple[bool, ...]
"""Whether all bounds are kept: ``(True,)``, ``(False,)``, or both from False to True."""

PATIENCE = 100_000
"""Sums that are followed before it is taken for open whether they can be reached. Those of a real survey are some dozens."""


class Subsets(NamedTuple):
    """In how many of a world's variants, one for each subset of what is optional, a claim holds."""

    holding: int
    failing: int
    undecided: int
    """Where it depends on tags that are not known."""
    smallest: tuple[str, ...]
    """The smallest subset, first by key, with which the claim surely fails; empty also where none is needed."""

    @property
    def variants(self) -> int:
        """All of them."""
        return self.holding + self.failing + self.undecided


class Span(NamedTuple):
    """The values that a bound's sum may have."""

    least: int
    most: int

    def plus(self, other: Span, times: int = 1) -> Span:
        """Return the span with another one added so many times."""
        return Span(self.least + other.least * times, self.most + other.most * times)

    @property
    def free(self) -> Span:
        """What it comes to if it may also be left out."""
        return Span(min(self.least, 0), max(self.most, 0))


NOTHING = Span(0, 0)


def spans(bound: Bound, choices: Mapping[Choice, int]) -> Span:
    """Return between which values the sum of choices, each taken so many times, lies on the side of a bound."""
    found = NOTHING
    for choice, times in choices.items():
        values = [bound.value(vector) for vector in choice]
        found = found.plus(Span(min(values), max(values)), times)
    return found


def outcomes(bounds: Sequence[Bound], base: Vector, choices: Mapping[Choice, int]) -> Outcome:
    """Return whether the bounds can be kept, from False to True, where each choice, as often as it occurs, adds one of its vectors."""
    limits = _Limits.of(bounds)
    return limits.outcome(limits.started(base, choices), limits.tangled(choices))


def subsets(bounds: Sequence[Bound], base: Vector, fixed: Mapping[Choice, int], optional: Mapping[Choice, Iterable[str]]) -> Subsets:
    """Return in how many variants the bounds are kept: one for each subset of what is optional, given as keys by choice.

    Records that change the sums alike are interchangeable, so the subsets are counted by how many of each sort they hold, with
    binomial coefficients. Sort after sort, subsets with the same sums are taken together, and those whose outcome no further
    record can change are set aside.
    """
    limits = _Limits.of(bounds)
    sorts = limits.sorts(optional)
    counting = _Counting(limits, sorts, limits.tangled(fixed))
    idle = sum(len(keys) for keys in _gathered(limits, optional).values()) - sum(len(sort.keys) for sort in sorts)
    holding, failing, undecided, smallest = counting.counted(limits.started(base, fixed))
    return Subsets(holding << idle, failing << idle, undecided << idle, smallest)


class _Sort(NamedTuple):
    """Optional records that change the sums alike."""

    sides: Choice
    """What one of them may add to each bound's sum."""
    spans: tuple[Span, ...]
    tangled: bool
    """Whether what it adds to one sum depends on what it adds to another, or some value between two is missing."""
    keys: tuple[str, ...]
    """Sorted."""


def _gathered(limits: _Limits, optional: Mapping[Choice, Iterable[str]]) -> dict[Choice, list[str]]:
    found: dict[Choice, list[str]] = {}
    for choice, keys in optional.items():
        found.setdefault(limits.sides(choice), []).extend(keys)
    return found


@dataclass(frozen=True, slots=True)
class _Limits:
    """Bounds, in whose sums everything else is told: a choice is what it may add to each bound's sum."""

    bounds: tuple[Bound, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @classmethod
    def of(cls, bounds: Sequence[Bound]) -> _Limits:
        low = tuple(-math.inf if bound.low is None else bound.low for bound in bounds)
        return cls(tuple(bounds), low, tuple(math.inf if bound.high is None else bound.high for bound in bounds))

    def sides(self, choice: Choice) -> Choice:
        return frozenset(tuple(bound.value(vector) for bound in self.bounds) for vector in choice)

    def spans(self, sides: Choice) -> tuple[Span, ...]:
        return tuple(Span(min(values), max(values)) for values in zip(*sides, strict=True))

    def started(self, base: Vector, choices: Mapping[Choice, int]) -> tuple[Span, ...]:
        """Return the sums of a base and of choices."""
        return tuple(Span(value, value).plus(spans(bound, choices)) for bound in self.bounds for value in (bound.value(base),))

    def tangled(self, choices: Mapping[Choice, int]) -> dict[Choice, int]:
        """Return the choices that spans do not tell everything of, in terms of the sums."""
        found: dict[Choice, int] = {}
        for choice, times in choices.items():
            sides = self.sides(choice)
            if _is_tangled(sides, self.spans(sides)):
                found[sides] = found.get(sides, 0) + times
        return found

    def sorts(self, optional: Mapping[Choice, Iterable[str]]) -> list[_Sort]:
        """Return the sorts of optional records that make a difference; those that leave less open come first."""
        found = []
        for sides, keys in _gathered(self, optional).items():
            here = self.spans(sides)
            if any(span != NOTHING for span in here):
                found.append(_Sort(sides, here, _is_tangled(sides, here), tuple(sorted(keys))))
        return sorted(found, key=lambda sort: (sort.tangled, len(sort.sides), sort.keys[0]))

    def always(self, sums: Sequence[Span]) -> bool:
        """Say whether all bounds are kept, whatever the sums turn out to be."""
        return all(low <= span.least and span.most <= high for low, high, span in zip(self.low, self.high, sums, strict=True))

    def never(self, sums: Sequence[Span]) -> bool:
        """Say whether some bound is surely broken."""
        return any(span.most < low or span.least > high for low, high, span in zip(self.low, self.high, sums, strict=True))

    def outcome(self, sums: Sequence[Span], tangled: Mapping[Choice, int]) -> Outcome:
        """Return whether the bounds can be kept; ``tangled`` are choices that are part of the sums."""
        if self.always(sums):
            return (True,)
        return (False, True) if not self.never(sums) and self._can_be_kept(sums, tangled) else (False,)

    def _can_be_kept(self, sums: Sequence[Span], tangled: Mapping[Choice, int]) -> bool:
        """Say whether all bounds can be kept together. Without tangled choices, what one sum is does not bear on another."""
        doubtful = [place for place, span in enumerate(sums) if not (self.low[place] <= span.least and span.most <= self.high[place])]
        paths = [(frozenset(tuple(side[place] for place in doubtful) for side in sides), times) for sides, times in tangled.items()]
        loose = [sums[place] for place in doubtful]
        for sides, times in paths:
            loose = [span.plus(one, -times) for span, one in zip(loose, self.spans(sides), strict=True)]
        room = [Span(int(max(low, -_FAR)), int(min(high, _FAR))) for low, high in ((self.low[p], self.high[p]) for p in doubtful)]
        room = [Span(one.least - span.most, one.most - span.least) for one, span in zip(room, loose, strict=True)]
        return _can_be_reached(room, paths)


_FAR = 10**9
"""Farther than any sum."""


def _is_tangled(sides: Choice, here: Sequence[Span]) -> bool:
    return len(sides) < math.prod(span.most - span.least + 1 for span in here)


def _can_be_reached(room: Sequence[Span], paths: Sequence[tuple[Choice, int]]) -> bool:
    """Say whether sums that lie within ``room`` can be made of one vector of each choice, as often as it occurs."""
    if len(room) == 1:
        return _single_can_be_reached(room[0], [({value for (value,) in sides}, times) for sides, times in paths])
    if (found := _by_best(room, paths)) is not None:
        return found
    rest = [NOTHING] * len(room)
    for sides, times in paths:
        rest = [span.plus(Span(min(values), max(values)), times) for span, values in zip(rest, zip(*sides, strict=True), strict=True)]
    reached, looked_at = {(0,) * len(room)}, 0
    for sides, times in paths:
        one = [Span(min(values), max(values)) for values in zip(*sides, strict=True)]
        for _ in range(times):
            rest = [span.plus(step, -1) for span, step in zip(rest, one, strict=True)]
            needed = [Span(within.least - span.most, within.most - span.least) for within, span in zip(room, rest, strict=True)]
            looked_at += len(reached) * len(sides)
            if looked_at > PATIENCE or not reached:
                return bool(reached)
            reached = set(_within(needed, (tuple(map(sum, zip(sums, side, strict=True))) for sums in reached for side in sides)))
    return bool(reached)


def _single_can_be_reached(room: Span, paths: Sequence[tuple[set[int], int]]) -> bool:
    """Say whether a number between two is a sum of one value of each choice, as often as it occurs."""
    low, high = (sum(end(values) * times for values, times in paths) for end in (min, max))
    if all(max(values) - min(values) < len(values) for values, _ in paths):
        return low <= room.most and high >= room.least
    reached, first = 1, 0  # a bit for each sum, from the first one on
    for values, times in paths:
        least = min(values)
        for _ in range(times):
            reached = reduce(or_, (reached << (value - least) for value in values))
        first += least * times
    low, high = max(room.least - first, 0), min(room.most - first, reached.bit_length())
    return high >= low and bool(reached >> low & ((1 << (high - low + 1)) - 1))


def _within(room: Sequence[Span], found: Iterable[Vector]) -> Iterator[Vector]:
    """Yield the sums from which the room can still be reached."""
    for sums in found:
        if all(span.least <= value <= span.most for span, value in zip(room, sums, strict=True)):
            yield sums


def _by_best(room: Sequence[Span], paths: Sequence[tuple[Choice, int]]) -> bool | None:
    """Take of each choice the vector that suits every bound best; None where there is none, or no saying what is better."""
    ends = [[Span(min(values), max(values)) for values in zip(*sides, strict=True)] for sides, _ in paths]
    sums = [sum((end[place].least * times for end, (_, times) in zip(ends, paths, strict=True)), 0) for place in range(len(room))]
    tops = [sum((end[place].most * times for end, (_, times) in zip(ends, paths, strict=True)), 0) for place in range(len(room))]
    better = [1 if top <= within.most else -1 if low >= within.least else 0 for low, top, within in zip(sums, tops, room, strict=True)]
    if not all(better):
        return None
    reached = [0] * len(room)
    for (sides, times), end in zip(paths, ends, strict=True):
        best = tuple(span.most if sign > 0 else span.least for span, sign in zip(end, better, strict=True))
        if best not in sides:
            return None
        reached = [value + step * times for value, step in zip(reached, best, strict=True)]
    return all(span.least <= value <= span.most for span, value in zip(room, reached, strict=True))


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


def _sum_of(limits: _Limits, sorts: Iterable[_Sort]) -> list[Span]:
    found = [NOTHING] * len(limits.bounds)
    for sort in sorts:
        found = [span.plus(one.free, len(sort.keys)) for span, one in zip(found, sort.spans, strict=True)]
    return found


class _Counting:
    """Counts subsets by what they come to."""

    def __init__(self, limits: _Limits, sorts: Sequence[_Sort], tangled: Mapping[Choice, int]) -> None:
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

    def _extended(self, found: Mapping[_Key, _Ways], sort: _Sort, position: int) -> dict[_Key, _Ways]:
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

    def _is_lost(self, sums: Sequence[Span], sort: _Sort, position: int) -> bool:
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
