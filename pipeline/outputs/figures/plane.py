"""The plane of agents by steps, with a strip on its left and one below it for what was not stated as a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...survey import ScalePoint
from .axes import LogAxis, log_axis
from .labels import Area
from .lettering import SMALL, SMALL_STRONG, width
from .sheet import MARGIN, RIGHT, Sheet

RADIUS = 6.5
"""Of a point's sign, in pixels."""
_AXIS = MARGIN + 50
"""Where the numbers of the upright axis end, and the rest begins."""
_HIGH = 400
_STRIP_WIDE, _STRIP_HIGH = 276, 96
_GAP = 10
"""Between the plane and a strip."""
_PAD = 26
"""Between the rim and the first power of ten."""
_NO_AGENTS, _NO_STEPS = "agents not stated as a number", "steps not stated"
_SPREAD = 15.0
"""Between two signs that would lie on each other."""


class Plane(NamedTuple):
    """Where things go."""

    across: LogAxis
    up: LogAxis
    inner: Area
    """Where both numbers are stated."""
    beside: Area | None
    """Where agents are not stated; None where all points state them."""
    below: Area | None
    """Where steps are not stated; None where all points state them."""
    slot: float
    """From one point without a number of agents to the next, in pixels."""

    @property
    def bottom(self) -> float:
        """The lower end of everything."""
        return self.below.bottom if self.below else self.inner.bottom

    @property
    def taken(self) -> list[Area]:
        """Where the plane itself says something."""
        low = self.below
        return [Area(low.left, low.bottom - 22, low.left + 16 + width(_NO_STEPS, SMALL), low.bottom)] if low else []

    def around(self, point: ScalePoint, marked: Area) -> Area:
        """Return the part in which a point's label may stand: its own slot where agents are not stated."""
        if self.beside and not point.agents:
            return Area(marked.left, self.beside.top + 3, marked.left + self.slot - 6, self.beside.bottom - 3)
        part = self.below if self.below and not point.steps else self.inner
        return Area(part.left + 4, part.top + 3, part.right - 4, part.bottom - 3)


def plane(top: float, points: Sequence[ScalePoint]) -> Plane:
    """Return the plane below a height on which all points have their place."""
    no_agents, no_steps = sum(not point.agents for point in points), any(not point.steps for point in points)
    inner = Area(_AXIS + (_STRIP_WIDE if no_agents else 0), top, RIGHT, top + _HIGH)
    agents = [number for point in points if point.agents for number in point.agents]
    steps = [number for point in points if point.steps for number in point.steps]
    return Plane(
        log_axis(agents, inner.left + _PAD, inner.right - _PAD),
        log_axis(steps, inner.bottom - _PAD, inner.top + _PAD),
        inner,
        Area(_AXIS, top, inner.left - _GAP, inner.bottom) if no_agents else None,
        Area(inner.left, inner.bottom + _GAP, RIGHT, inner.bottom + _GAP + _STRIP_HIGH) if no_steps else None,
        (_STRIP_WIDE - _GAP - 4) / max(no_agents, 1),
    )


def marked(on: Plane, points: Sequence[ScalePoint]) -> Iterator[Area]:
    """Yield what the signs of each point cover: a range runs from its first to its last number.

    Points in one and the same place are set beside each other, three in a row.
    """
    used: Counter[tuple[int, int]] = Counter()
    unstated = 0
    for point in points:
        left, right = _across(on, point, unstated)
        top, bottom = _down(on, point)
        unstated += not point.agents
        row, column = divmod(used[round(left), round(top)], 3)
        used[round(left), round(top)] += 1
        x, y = (0, _SPREAD, -_SPREAD)[column], ((row + 1) // 2) * _SPREAD * (1 if row % 2 else -1)
        yield Area(left + x - RADIUS, top + y - RADIUS, right + x + RADIUS, bottom + y + RADIUS)


def _across(on: Plane, point: ScalePoint, unstated: int) -> tuple[float, float]:
    if point.agents:
        return on.across.at(point.agents.low), on.across.at(point.agents.high)
    assert on.beside is not None
    x = on.beside.left + 16 + unstated * on.slot
    return x, x


def _down(on: Plane, point: ScalePoint) -> tuple[float, float]:
    if point.steps:
        return on.up.at(point.steps.high), on.up.at(point.steps.low)
    assert on.below is not None
    return on.below.top + _PAD, on.below.top + _PAD


def draw_plane(sheet: Sheet, on: Plane) -> None:
    """Draw the parts with their grid, the axes' numbers and names, and what the strips hold."""
    rows = [area for area in (on.beside, on.inner) if area]
    columns = [area for area in (on.inner, on.below) if area]
    for area in dict.fromkeys((*rows, *columns)):
        sheet.box(area.left, area.top, area.right - area.left, area.bottom - area.top, fill="surface", radius=4)
    for tick in on.up.ticks:
        y = on.up.at(tick)
        for area in rows:
            sheet.line([(area.left, y), (area.right, y)], "line", thickness=0.75)
        sheet.centered(_AXIS - 8, y, f"{tick:,}", SMALL, "muted", "end")
    for tick in on.across.ticks:
        x = on.across.at(tick)
        for area in columns:
            sheet.line([(x, area.top), (x, area.bottom)], "line", thickness=0.75)
        sheet.centered(x, on.bottom + 12, f"{tick:,}", SMALL, "muted", "middle")
    _draw_names(sheet, on)


def _draw_names(sheet: Sheet, on: Plane) -> None:
    sheet.centered(MARGIN, on.inner.top - 14, "Steps", SMALL_STRONG, "muted")
    sheet.centered(RIGHT, on.bottom + 28, "Agents", SMALL_STRONG, "muted", "end")
    if on.beside:
        sheet.centered(on.beside.left, on.inner.top - 14, _NO_AGENTS, SMALL, "muted")
    if on.below:
        sheet.centered(on.below.left + 8, on.below.bottom - 12, _NO_STEPS, SMALL, "muted")
