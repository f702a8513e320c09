"""A drawing as values: outlines and words, in pixels from the top left corner. Knows no theme and no library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, cos, pi, sin, tan
from typing import Literal, NamedTuple

from .lettering import Type, width

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


class Step(NamedTuple):
    """A piece of an outline: ``M`` and ``L`` go to one point, ``C`` has two controls and an end, ``Z`` has none."""

    letter: Literal["M", "L", "C", "Z"]
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A filled or stroked shape. Colors are roles of the palette; an empty one paints nothing."""

    steps: tuple[Step, ...]
    fill: str
    stroke: str
    thickness: float
    """Of the stroke, in pixels."""
    dashed: bool


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text."""

    x: float
    y: float
    """Of the baseline."""
    text: str
    """Drawn as it is: nothing in it is markup."""
    kind: Type
    color: str
    anchor: Anchor

    @property
    def span(self) -> tuple[float, float]:
        """Left and right end, in pixels, in the font that figures are laid out with."""
        wide = width(self.text, self.kind)
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, left + wide


@dataclass
class Canvas:
    """Collects marks in the order in which they are painted."""

    marks: list[Outline | Words] = field(default_factory=list)

    def outline(self, steps: Iterable[Step], *, fill: str = "", stroke: str = "", thickness: float = 1.0, dashed: bool = False) -> None:
        """Add a shape."""
        self.marks.append(Outline(tuple(steps), fill, stroke, thickness, dashed))

    def box(
        self, x: float, y: float, wide: float, high: float, *, fill: str = "", stroke: str = "", thickness: float = 1.0,
        radius: float = 0.0, dashed: bool = False,
    ) -> None:  # fmt: skip
        """Add a rectangle by its top left corner; a radius rounds the corners."""
        steps = _rounded(x, y, wide, high, min(radius, wide / 2, high / 2)) if radius else _polygon(_corners(x, y, wide, high))
        self.outline(steps, fill=fill, stroke=stroke, thickness=thickness, dashed=dashed)

    def line(self, points: Sequence[Point], stroke: str, *, thickness: float = 1.0, dashed: bool = False) -> None:
        """Add an open line through points."""
        steps = [Step("M" if n == 0 else "L", (point,)) for n, point in enumerate(points)]
        self.outline(steps, stroke=stroke, thickness=thickness, dashed=dashed)

    def polygon(self, points: Sequence[Point], *, fill: str = "", stroke: str = "", thickness: float = 1.0) -> None:
        """Add a closed shape with straight sides."""
        self.outline(_polygon(points), fill=fill, stroke=stroke, thickness=thickness)

    def disc(self, x: float, y: float, radius: float, *, fill: str = "", stroke: str = "", thickness: float = 1.0) -> None:
        """Add a circle by its middle."""
        self.outline(_rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius), fill=fill, stroke=stroke, thickness=thickness)

    def words(self, x: float, y: float, text: str, kind: Type, color: str = "ink", anchor: Anchor = "start") -> None:
        """Add one line of text by its baseline."""
        if text:
            self.marks.append(Words(x, y, text, kind, color, anchor))

    def centered(self, x: float, middle: float, text: str, kind: Type, color: str = "ink", anchor: Anchor = "start") -> None:
        """Add one line of text whose capitals are centered on a height."""
        self.words(x, middle + kind.drop, text, kind, color, anchor)

    def lines(self, x: float, top: float, lines: Sequence[str], kind: Type, color: str = "ink", anchor: Anchor = "start") -> float:
        """Add several lines below a height and return the height of their lower end."""
        for number, text in enumerate(lines):
            self.centered(x, top + (number + 0.5) * kind.leading, text, kind, color, anchor)
        return top + len(lines) * kind.leading


def arc(x: float, y: float, radius: float, start: float, end: float) -> tuple[Step, ...]:
    """Return a circle's edge between two angles in turns, clockwise from the top, as curves of a quarter at most after a move."""
    parts = ceil(4 * (end - start))
    angles = [2 * pi * (start + (end - start) * n / parts) for n in range(parts + 1)]
    reach = 4 / 3 * tan((angles[1] - angles[0]) / 4) * radius
    ends = [((x + radius * sin(angle), y - radius * cos(angle)), (reach * cos(angle), reach * sin(angle))) for angle in angles]
    curves = (Step("C", ((a[0] + u[0], a[1] + u[1]), (b[0] - v[0], b[1] - v[1]), b)) for (a, u), (b, v) in pairwise(ends))
    return (Step("M", (ends[0][0],)), *curves)


def _corners(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _polygon(points: Sequence[Point]) -> list[Step]:
    return [*(Step("M" if n == 0 else "L", (point,)) for n, point in enumerate(points)), Step("Z")]


_ROUND = 0.5523
"""Distance of a Bézier control that makes a quarter of a circle, as a share of the radius."""


def _rounded(x: float, y: float, wide: float, high: float, r: float) -> list[Step]:
    right, low, k = x + wide, y + high, r * (1 - _ROUND)
    return [
        Step("M", ((x + r, y),)),
        Step("L", ((right - r, y),)),
        Step("C", ((right - k, y), (right, y + k), (right, y + r))),
        Step("L", ((right, low - r),)),
        Step("C", ((right, low - k), (right - k, low), (right - r, low))),
        Step("L", ((x + r, low),)),
        Step("C", ((x + k, low), (x, low - k), (x, low - r))),
        Step("L", ((x, y + r),)),
        Step("C", ((x, y + k), (x + k, y), (x + r, y))),
        Step("Z"),
    ]
