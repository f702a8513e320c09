"""Drawings in the shapes that SVG has names for: what draws them knows curves alone, at four times the length."""

from __future__ import annotations

import re
from collections.abc import Mapping

_N = r"-?\d*\.?\d+"
_PATH = re.compile(r'<path d="([^"]+)"([^<>]*)/>')
_CIRCLE = re.compile(
    rf"M({_N}) ({_N})c({_N}) 0 ({_N}) ({_N}) \4 \4c0 ({_N}) -({_N}) \4 -\4 \4c-({_N}) 0 -\4 -({_N}) -\4 -\4c0 -({_N}) ({_N}) -\4 \4 -\4z"
)
"""Four quarters, clockwise from the top; group 4 is the radius."""
_BOX = re.compile(
    rf"M({_N}) ({_N})h({_N})c({_N}) 0 ({_N}) ({_N}) \5 \5v({_N})c0 ({_N}) -({_N}) \5 -\5 \5h-\3"
    rf"c-({_N}) 0 -\5 -({_N}) -\5 -\5v-\7c0 -({_N}) ({_N}) -\5 \5 -\5z"
)
"""Four sides and four corners, clockwise from behind the first corner; group 5 is the radius of the corners."""


def natural(svg: str) -> str:
    """Return an SVG document in which circles and boxes with round corners are elements of that name, the same to the eye."""
    return _PATH.sub(_named, svg)


def _named(path: re.Match[str]) -> str:
    outline, rest = path[1], path[2]
    if found := _CIRCLE.fullmatch(outline):
        x, y, radius = (float(found[group]) for group in (1, 2, 4))
        return _element("circle", {"cx": x, "cy": y + radius, "r": radius}, rest)
    if found := _BOX.fullmatch(outline):
        x, y, width, radius, height = (float(found[group]) for group in (1, 2, 3, 5, 7))
        return _element("rect", {"x": x - radius, "y": y, "width": width + 2 * radius, "height": height + 2 * radius, "rx": radius}, rest)
    return path[0]


def _element(name: str, numbers: Mapping[str, float], rest: str) -> str:
    attributes = "".join(f' {key}="{value:.7g}"' for key, value in numbers.items())
    return f"<{name}{attributes}{rest}/>"
