"""A logarithmic axis from whole decade to whole decade."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple


class LogAxis(NamedTuple):
    """Numbers to pixels."""

    low: int
    """Exponent at the start."""
    high: int
    """Exponent at the end; greater than ``low``."""
    start: float
    """Pixel of 10 ** low."""
    end: float
    """Pixel of 10 ** high."""

    def at(self, number: float) -> float:
        """Return the pixel of a positive number."""
        return self.start + (self.end - self.start) * (log10(number) - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> list[int]:
        """The powers of ten on it."""
        return [10**exponent for exponent in range(self.low, self.high + 1)]


def log_axis(numbers: Iterable[int], start: float, end: float) -> LogAxis:
    """Return the shortest axis of whole decades that holds the numbers; one decade from 1 on where there are none."""
    found = [log10(number) for number in numbers]
    low, high = floor(min(found, default=0)), ceil(max(found, default=1))
    return LogAxis(low, max(high, low + 1), start, end)
