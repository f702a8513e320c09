"""Heads of narrow columns: in one line of heads where they fit, else on two levels in turn. Never slanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .lettering import LABEL, SMALL
from .sheet import RIGHT, Sheet
from .wrapping import balanced, breaks_words, wrapped

_LINES = 3
_GAP = 8
"""Least room between two heads on a level."""


class Head(NamedTuple):
    """What stands over a column."""

    text: str
    middle: float
    color: str = "ink"


def draw_heads(sheet: Sheet, heads: Sequence[Head], pitch: float, left: float) -> None:
    """Draw heads above columns that are ``pitch`` wide, none reaching left of ``left``; the sheet goes on below them."""
    kind = LABEL if pitch >= 80 else SMALL
    if not any(breaks_words(head.text, kind, pitch - _GAP) for head in heads):
        shown = [balanced(head.text, kind, pitch - _GAP, _LINES) for head in heads]
        sheet.y += max((len(lines) for lines in shown), default=0) * kind.leading
        for head, lines in zip(heads, shown, strict=True):
            sheet.lines(head.middle, sheet.y - len(lines) * kind.leading, lines, kind, head.color, "middle")
        sheet.y += 6
        return
    _draw_levels(sheet, heads, pitch, left)


def _draw_levels(sheet: Sheet, heads: Sequence[Head], pitch: float, left: float) -> None:
    """Draw every second head one level up, with a fine line down to its column."""
    kind = SMALL
    shown = [wrapped(head.text, kind, _room(head.middle, pitch, left), _LINES) for head in heads]
    upper, lower = (max((len(lines) for lines in shown[start::2]), default=0) for start in (0, 1))
    between, top = sheet.y + upper * kind.leading, sheet.y
    bottom = between + 4 + lower * kind.leading
    for number, (head, lines) in enumerate(zip(heads, shown, strict=True)):
        end = bottom if number % 2 else between
        if not number % 2:
            sheet.line([(head.middle, between + 3), (head.middle, bottom + 4)], "line")
        sheet.lines(head.middle, max(top, end - len(lines) * kind.leading), lines, kind, head.color, "middle")
    sheet.y = bottom + 6


def _room(middle: float, pitch: float, left: float) -> float:
    """Return how wide a head may be that has no neighbor on its level nearer than two columns."""
    half = min(pitch - _GAP / 2, middle - left, RIGHT + 12 - middle)
    return max(2 * half, 16)
