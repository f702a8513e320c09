"""What a sum may be, where it is open what some records add to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..sums import Bound, Vector

Choice = frozenset[Vector]
"""Vectors of which a record adds one. It is not known which."""
Outcome = tuple[bool, ...]
"""Whether all bounds are kept: ``(True,)``, ``(False,)``, or both from False to True."""


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
