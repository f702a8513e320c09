"""Lines of Claude Code, each after the one that it follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...findings import JSON
from ..moments import seconds
from ..shapes import text


class Line(NamedTuple):
    """One line of a conversation."""

    t: float | None
    """Seconds since 1970; where the line has no time, that of the line it follows."""
    depth: int
    """Number of lines that it follows, one after the other."""
    key: str
    """Its ``uuid``, or its text where it has none."""
    raw: dict[str, JSON]
    """As read."""


def climbed(lines: Mapping[str, dict[str, JSON]], side: str) -> tuple[dict[str, str], list[Line]]:
    """Return the first line of the chain that each line stands in, and all lines by time, at equal times along the chain.

    Under the key ``side``, lines of the main conversation hold None; there, no chain of a sub-agent begins.
    """
    roots: dict[str, str] = {}
    placed: dict[str, Line] = {}
    for key in sorted(lines):
        for step in reversed(list(_unplaced(key, lines, placed))):
            raw = lines[step]
            before = placed.get(_parent(raw))
            own = seconds(raw.get("timestamp"))
            t = own if own is not None or before is None else before.t
            placed[step] = Line(t, before.depth + 1 if before else 0, step, raw)
            roots[step] = roots[before.key] if before and before.raw[side] is not None else step
    return roots, sorted(placed.values(), key=lambda line: (line.t is None, line.t or 0.0, line.depth, line.key))


def _unplaced(key: str, lines: Mapping[str, dict[str, JSON]], placed: Mapping[str, Line]) -> Iterator[str]:
    """Yield a line and those before it, as far as they are not placed; lines that follow one another in a circle end at the smallest."""
    seen: dict[str, None] = {}
    while key in lines and key not in placed and key not in seen:
        seen[key] = None
        yield key
        key = _parent(lines[key])


def _parent(raw: dict[str, JSON]) -> str:
    return text(raw.get("parentUuid")) or text(raw.get("logicalParentUuid")) or ""
