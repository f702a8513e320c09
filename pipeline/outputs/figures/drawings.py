"""Small graphs, one a value: who is connected to whom, with the entries that are of this shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import NamedTuple

from ...corpus import Corpus
from ...survey import Drawing, Output
from ...taxonomy import Field
from .arrangement import entries, holders
from .canvas import Point
from .lettering import HEAD, LABEL, NAME, SMALL, width
from .sheet import INNER, MARGIN, Sheet
from .wrapping import fitted, packed, wrapped

_ACROSS = 3
_GUTTER = 18
_PANEL = (INNER - (_ACROSS - 1) * _GUTTER) / _ACROSS
_HIGH = 172
"""Of the graph, in pixels; its grid is 100 by 100."""
_PAD = 22
_NODE = 9.0
"""Radius of a plain agent."""
_PILL = 24.0
"""Height of a node with a label."""
_LONGEST = 118.0
"""Width of a node's label."""


class _Node(NamedTuple):
    x: float
    y: float
    label: str
    half: float
    """Half its width; a plain agent is a circle."""

    def edge(self, towards: Point) -> Point:
        """Return where a line to a point leaves the node."""
        dx, dy = towards[0] - self.x, towards[1] - self.y
        far = hypot(dx, dy) or 1.0
        if not self.label:
            reach = (_NODE + 3) / far
        else:
            sides = [(self.half + 3) / abs(dx) if dx else 1e9, (_PILL / 2 + 3) / abs(dy) if dy else 1e9]
            reach = min(sides)
        return self.x + dx * reach, self.y + dy * reach


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a panel a value, in the taxonomy's order, three in a row."""
    field = corpus.taxonomy.fields[output.fields[0]]
    order = tuple(field.by_name)
    for first in range(0, len(order), _ACROSS):
        top, ends = sheet.y, []
        for number, value in enumerate(order[first : first + _ACROSS]):
            sheet.y = top
            _draw_panel(sheet, MARGIN + number * (_PANEL + _GUTTER), corpus, field, value, output.drawings.get(value))
            ends.append(sheet.y)
        sheet.y = max(ends) + 24
    sheet.y -= 24


def _draw_panel(sheet: Sheet, x: float, corpus: Corpus, field: Field, value: str, drawing: Drawing | None) -> None:
    papers = holders(corpus, field.name, value)
    names = [paper.name for paper in papers]
    sheet.say(f"{field.label_of(value)}: {_spoken(drawing)}; {entries(len(papers))}: {', '.join(names) or 'none'}")
    sheet.box(x, sheet.y, _PANEL, _HIGH, fill="surface", stroke="line", radius=4)
    if drawing and drawing.nodes:
        _draw_graph(sheet, x, sheet.y, drawing)
    else:
        sheet.centered(x + _PANEL / 2, sheet.y + _HIGH / 2, "no drawing", LABEL, "gap", "middle")
    sheet.y = sheet.lines(x, sheet.y + _HIGH + 9, wrapped(field.label_of(value), HEAD, _PANEL, 2), HEAD)
    if names:
        sheet.y = sheet.lines(x, sheet.y + 1, packed(names, ",", NAME, _PANEL, 3), NAME, "muted")
    else:
        sheet.y = sheet.lines(x, sheet.y + 1, ("no entry",), LABEL, "gap")


def _spoken(drawing: Drawing | None) -> str:
    if not drawing or not drawing.nodes:
        return "no drawing"
    called = {key: label or "agent" for key, (label, _, _) in drawing.nodes.items()}
    edges = [f"{called[a]} {'to and from' if both else 'to'} {called[b]}" for a, b, both in drawing.edges]
    return f"{len(called)} nodes; {', '.join(dict.fromkeys(edges)) or 'no edges'}"


def _draw_graph(sheet: Sheet, x: float, y: float, drawing: Drawing) -> None:
    spots = {key: _spot(x, y, *place) for key, (_, *place) in drawing.nodes.items()}
    nodes = {key: _placed(spots[key], drawing.nodes[key][0], _room(key, spots, x)) for key in drawing.nodes}
    for start, end, both in drawing.edges:
        if start != end:
            _draw_edge(sheet, nodes[start], nodes[end], both)
    for node in nodes.values():
        if node.label:
            left, top = node.x - node.half, node.y - _PILL / 2
            sheet.box(left, top, 2 * node.half, _PILL, fill="wash", stroke="accent", thickness=1.25, radius=_PILL / 2)
            sheet.centered(node.x, node.y, node.label, SMALL, "ink", "middle")
        else:
            sheet.disc(node.x, node.y, _NODE, fill="surface", stroke="ink", thickness=1.5)


def _spot(left: float, top: float, x: int, y: int) -> Point:
    """Return the pixel of a place on the grid."""
    return left + _PAD + (_PANEL - 2 * _PAD) * min(x, 100) / 100, top + _PAD + (_HIGH - 2 * _PAD) * min(y, 100) / 100


def _room(key: str, spots: Mapping[str, Point], left: float) -> float:
    """Return how wide a node's label may be, so that it keeps clear of the nodes beside it and of the panel's rim."""
    x, y = spots[key]
    beside = (abs(other[0] - x) for name, other in spots.items() if name != key and abs(other[1] - y) < _PILL + 4)
    return min(_LONGEST, min(beside, default=_PANEL) - 26, 2 * min(x - left, left + _PANEL - x) - 26)


def _placed(spot: Point, label: str, room: float) -> _Node:
    """Return a node; without room for a label it is a plain one."""
    shown = fitted(label, SMALL, room) if label and room >= 14 else ""
    half = width(shown, SMALL) / 2 + 9 if shown else _NODE
    return _Node(*spot, shown, half)


def _draw_edge(sheet: Sheet, start: _Node, end: _Node, both: bool) -> None:
    a, b = start.edge((end.x, end.y)), end.edge((start.x, start.y))
    far = hypot(b[0] - a[0], b[1] - a[1])
    if far < 4 or (b[0] - a[0]) * (end.x - start.x) + (b[1] - a[1]) * (end.y - start.y) <= 0:
        return
    sheet.line([a, b], "muted", thickness=1.25)
    _draw_tip(sheet, a, b)
    if both:
        _draw_tip(sheet, b, a)


def _draw_tip(sheet: Sheet, start: Point, end: Point) -> None:
    far = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    foot = (end[0] - 7 * dx, end[1] - 7 * dy)
    sides: Sequence[Point] = [(foot[0] - 3.5 * dy, foot[1] + 3.5 * dx), (foot[0] + 3.5 * dy, foot[1] - 3.5 * dx)]
    sheet.polygon([(end[0] + dx, end[1] + dy), *sides], fill="muted")
