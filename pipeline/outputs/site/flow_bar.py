"""A bar in parts, each with its number below it: where parts and numbers stand, and which words there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

DIGIT, APART = 2.4, 1.0
"""Percent of the bar that a digit takes, and the room between two numbers, where the window is as narrow as a phone's."""
LETTER = 0.7
"""Percent of the bar that a letter takes where the window is wide enough for names at all."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar; its places in percent of the bar."""

    label: str
    count: int
    start: float
    width: float
    at: float
    """Where the middle of its number stands: that of the part, or as far to the right as the number before makes it."""
    count_fits: bool
    """Whether that is still below the part."""
    label_fits: bool
    """Whether number and label are no longer than the part is."""


def parts(counts: Iterable[tuple[str, int]]) -> tuple[Part, ...]:
    """Return the parts of a bar, given as labels and numbers in its order, without those of which there are none."""
    return tuple(_parts([(label, count) for label, count in counts if count]))


def _parts(counts: list[tuple[str, int]]) -> Iterator[Part]:
    total = sum(count for _, count in counts)
    before, taken = 0, 0.0
    for label, count in counts:
        start, width = 100 * before / total, 100 * count / total
        middle, half = start + width / 2, DIGIT * len(str(count)) / 2
        at = max(middle, taken + half)
        fits = at <= start + width + APART
        yield Part(label, count, round(start, 2), round(width, 2), round(at, 2), fits, LETTER * len(f"{count} {label}") <= width)
        before, taken = before + count, at + half + APART if fits else taken
