"""Operating points by agents and steps, on logarithmic axes; what was not stated as a number stands beyond the axis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ...corpus import Corpus
from ...survey import SCALE_KINDS, Output, ScalePoint, Span
from .glyphs import KINDS
from .labels import Area, place
from .lettering import SMALL, STRONG, Type, width
from .plane import RADIUS, Plane, draw_plane, marked, plane
from .sheet import INNER, MARGIN, Sheet
from .wrapping import balanced, wrapped

_COLORS = {kind: f"category-{number}" for number, kind in enumerate(("deployed", "case_study", "trained", "regime", "baseline"), 1)}
_LABELS = (210, 112, 92)
"""Widths of a label: the first that finds a place is taken."""


class _Line(NamedTuple):
    text: str
    kind: Type
    color: str


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw the points that state at least one number; the others are named in a note."""
    points = [point for point in corpus.scale if point.agents or point.steps]
    if not points:
        sheet.nothing("No operating point with a number is recorded")
        return
    kinds = [kind for kind in SCALE_KINDS if any(point.kind == kind for point in points)]
    sheet.key((partial(_draw_sign, sheet, kind), _words(kind)) for kind in kinds)
    on = plane(sheet.y + 30, points)
    draw_plane(sheet, on)
    left_over = _draw_points(sheet, on, points)
    sheet.y = on.bottom + 40
    for point in corpus.scale:
        sheet.say(f"{point.label}: {_said(point)}")
    _draw_list(sheet, "Not labeled for lack of room", left_over)
    _draw_list(sheet, "Without a number", [point for point in corpus.scale if point not in points])


def _draw_list(sheet: Sheet, head: str, points: Sequence[ScalePoint]) -> None:
    if points:
        text = "; ".join(f"{point.label}, {_said(point)}" for point in points)
        sheet.y = sheet.lines(MARGIN, sheet.y, wrapped(f"{head}: {text}.", SMALL, INNER, 12), SMALL, "muted")


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _said(point: ScalePoint) -> str:
    """Return kind, agents and steps in words."""
    agents = _span(point.agents, "agent") or point.agents_in_words or "agents not stated"
    steps = _span(point.steps, "step") or "steps not stated"
    sessions = f", {point.sessions:,} sessions" if point.sessions else ""
    return f"{_words(point.kind)}: {agents}, {steps}{sessions}"


def _span(span: Span | None, noun: str) -> str:
    if span is None:
        return ""
    plural = noun if span.high == 1 else f"{noun}s"
    return f"{span.low:,} {plural}" if span.low == span.high else f"{span.low:,} to {span.high:,} {plural}"


def _draw_sign(sheet: Sheet, kind: str, x: float, y: float) -> None:
    KINDS[SCALE_KINDS.index(kind) % len(KINDS)](sheet, x, y, RADIUS, _COLORS.get(kind, "ink"))


def _draw_points(sheet: Sheet, on: Plane, points: Sequence[ScalePoint]) -> list[ScalePoint]:
    """Draw signs and labels; return the points whose label found no place."""
    areas = list(marked(on, points))
    for point, area in zip(points, areas, strict=True):
        _draw_point(sheet, point, area)
    taken, left_over = [*areas, *on.taken], []
    for point, area in zip(points, areas, strict=True):
        spot = _draw_label(sheet, point, area, taken, on.around(point, area))
        if spot:
            taken.append(spot)
        else:
            left_over.append(point)
    return left_over


def _draw_point(sheet: Sheet, point: ScalePoint, area: Area) -> None:
    """Draw a sign at each end of what is stated, and join them: a line for one range, a frame for two."""
    left, right, top, bottom = area.left + RADIUS, area.right - RADIUS, area.top + RADIUS, area.bottom - RADIUS
    color = _COLORS.get(point.kind, "ink")
    if left != right and top != bottom:
        sheet.box(left, top, right - left, bottom - top, stroke=color, thickness=2)
    elif (left, top) != (right, bottom):
        sheet.line([(left, top), (right, bottom)], color, thickness=3)
    for x, y in dict.fromkeys(((left, top), (right, top), (left, bottom), (right, bottom))):
        _draw_sign(sheet, point.kind, x, y)


def _draw_label(sheet: Sheet, point: ScalePoint, area: Area, taken: Sequence[Area], within: Area) -> Area | None:
    """Draw a point's label and return where it stands, or return None where there is no place for it."""
    for room in _LABELS:
        lines = _lines(point, room)
        wide, high = max(width(line.text, line.kind) for line in lines), sum(line.kind.leading for line in lines)
        spot = place(area, wide, high, taken, within)
        if spot:
            _draw_lines(sheet, lines, spot, leftward=spot.right < area.left)
            return spot
    return None


def _draw_lines(sheet: Sheet, lines: Sequence[_Line], spot: Area, *, leftward: bool) -> None:
    sheet.box(spot.left - 2, spot.top, spot.right - spot.left + 4, spot.bottom - spot.top, fill="surface")
    y = spot.top
    for line in lines:
        y = sheet.lines(spot.right if leftward else spot.left, y, (line.text,), line.kind, line.color, "end" if leftward else "start")


def _lines(point: ScalePoint, room: float) -> list[_Line]:
    named = [_Line(text, STRONG, "ink") for text in balanced(point.label, STRONG, room, 4)]
    return named + [_Line(text, SMALL, "muted") for text in balanced(_said(point), SMALL, room, 8)]
