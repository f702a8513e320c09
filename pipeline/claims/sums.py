"""Numbers that records add up to, and the bounds that weighted sums of them must keep."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from typing import NamedTuple

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


def unit(position: int, length: int) -> Vector:
    """Return a vector of zeros with one at a position."""
    return tuple(int(place == position) for place in range(length))


def total(counted: Iterable[tuple[Vector, int]], length: int) -> Vector:
    """Return the sum of vectors of a length, each taken so many times."""
    sums = [0] * length
    for vector, times in counted:
        for position, number in enumerate(vector):
            sums[position] += number * times
    return tuple(sums)
