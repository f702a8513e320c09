"""Whether sums can lie where they should, one vector taken of each choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from ..sums import Vector
from .spans import NOTHING, Choice, Span

PATIENCE = 100_000
"""Sums that are followed before it is taken for open whether they can be reached. Those of a real survey are some dozens."""


def can_be_reached(room: Sequence[Span], paths: Sequence[tuple[Choice, int]]) -> bool:
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
