"""Signs that differ by shape, so that none is told apart by its color alone."""

from __future__ import annotations

from collections.abc import Callable

from .canvas import Canvas, Step, arc

Sign = Callable[[Canvas, float, float, float, str], None]
"""Draws itself on a canvas around a point, with a radius in pixels and a color."""


def _disc(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    canvas.disc(x, y, radius, fill=color)


def _half(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    canvas.disc(x, y, radius - 0.75, fill="paper", stroke=color, thickness=1.5)
    canvas.outline([*arc(x, y, radius - 0.5, 0, 0.5), Step("Z")], fill=color)


def _ring(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    canvas.disc(x, y, radius - 0.75, fill="paper", stroke=color, thickness=1.5)


def _diamond(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    r = radius * 1.2
    canvas.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=color)


def _square(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    r = radius * 0.9
    canvas.box(x - r + 0.75, y - r + 0.75, 2 * r - 1.5, 2 * r - 1.5, fill="paper", stroke=color, thickness=1.8)


def _triangle(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    r = radius * 1.2
    canvas.polygon([(x, y - r), (x + r, y + r * 0.75), (x - r, y + r * 0.75)], fill=color)


def _plus(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    canvas.line([(x - radius, y), (x + radius, y)], color, thickness=3)
    canvas.line([(x, y - radius), (x, y + radius)], color, thickness=3)


def split(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    """Draw the sign for things that differ: two half squares apart."""
    canvas.box(x - radius, y - radius * 0.8, radius * 0.75, radius * 1.6, fill=color)
    canvas.box(x + radius * 0.25, y - radius * 0.8, radius * 0.75, radius * 1.6, stroke=color, thickness=1.5)


def dash(canvas: Canvas, x: float, y: float, radius: float, color: str) -> None:
    """Draw the sign for nothing there."""
    canvas.line([(x - radius * 0.7, y), (x + radius * 0.7, y)], color, thickness=1.5)


LEVELS: tuple[Sign, ...] = (_disc, _half, _ring, _diamond, _square, _triangle)
"""For an order from most to least; those after the third only differ."""
KINDS: tuple[Sign, ...] = (_square, _ring, _disc, _triangle, _diamond, _plus)
"""For kinds without an order."""
