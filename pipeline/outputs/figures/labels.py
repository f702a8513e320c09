"""Places for labels beside points, so that no label lies on another, on a point, or outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        """Say whether two areas have a point in common."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def lies_in(self, other: Area) -> bool:
        """Say whether it does not reach out of another area."""
        return self.left >= other.left and self.right <= other.right and self.top >= other.top and self.bottom <= other.bottom


def place(marked: Area, wide: float, high: float, taken: Sequence[Area], within: Area) -> Area | None:
    """Return where a label of a size goes beside what is marked, or None where every place is taken."""
    for area in _places(marked, wide, high):
        if area.lies_in(within) and not any(area.meets(other) for other in taken):
            return area
    return None


def _places(marked: Area, wide: float, high: float) -> Iterator[Area]:
    """Yield places from the best to the worst: right, left, below, above, at the corners; then the same farther off."""
    across, down = (marked.left + marked.right) / 2, (marked.top + marked.bottom) / 2
    for gap in (7.0, 14.0, 24.0):
        right, left = marked.right + gap, marked.left - gap - wide
        below, above = marked.bottom + gap, marked.top - gap - high
        beside = [(x, y) for x in (right, left) for y in (down - high / 2, marked.top, marked.bottom - high)]
        over = [(x, y) for x in (across - wide / 2, right, left) for y in (below, above)]
        yield from (Area(x, y, x + wide, y + high) for x, y in (*beside, *over))
