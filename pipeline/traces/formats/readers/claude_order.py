"""Lines of Claude Code, each after the one that it follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...findings import JSON
from ...timeline import Link
from ..moments import stamped
from ..ordering import sequence
from ..shapes import items, mapping, text


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
    """Return the first line of the chain that each line stands in, and all lines, each after the one that it follows.

    A result also comes after its call. Between lines of which none follows from the other, time decides: sub-agents and programs that
    hand a result back stamp their lines by clocks of their own. Under the key ``side``, lines of the main conversation hold None;
    there, no chain of a sub-agent begins.
    """
    roots: dict[str, str] = {}
    placed: dict[str, Line] = {}
    parents: dict[str, str] = {}
    for key in sorted(lines):
        for step in reversed(_unplaced(key, lines, placed)):
            raw = lines[step]
            before = placed.get(_parent(raw))
            own = _stamp(raw)
            t = own if own is not None or before is None else before.t
            placed[step] = Line(t, before.depth + 1 if before else 0, step, raw)
            parents |= {step: before.key} if before else {}
            roots[step] = roots[before.key] if before and before.raw[side] is not None else step
    return roots, _in_order(placed, parents)


def _in_order(placed: dict[str, Line], parents: Mapping[str, str]) -> list[Line]:
    """Return lines in order. Those without a time that follow none that has one come before what follows them."""
    times = {key: line.t if line.t is not None else inf for key, line in placed.items()}
    for key in reversed(placed):
        if (parent := parents.get(key)) and placed[parent].t is None:
            times[parent] = min(times[parent], times[key])
    ranked = sorted(placed.values(), key=lambda line: (line.depth, line.key))
    rank = {line.key: number for number, line in enumerate(ranked)}
    links = [(rank[parent], rank[key]) for key, parent in parents.items()]
    order, _ = sequence([times[line.key] for line in ranked], range(len(ranked)), links + _answers(ranked, times))
    return [ranked[number] for number in order]


def _answers(lines: Sequence[Line], times: Mapping[str, float]) -> list[Link]:
    """Return links from each call to its results, by their places."""
    calls: dict[str, int] = {}
    for place in sorted(range(len(lines)), key=lambda place: times[lines[place].key]):
        for call in _named(lines[place], "tool_use", "id"):
            calls.setdefault(call, place)
    results = ((call, place) for place, line in enumerate(lines) for call in _named(line, "tool_result", "tool_use_id"))
    return [(calls[call], place) for call, place in results if calls.get(call, place) != place]


def _named(line: Line, kind: str, key: str) -> Iterator[str]:
    for block in map(mapping, items(mapping(line.raw.get("message")).get("content"))):
        if str(block.get("type")).endswith(kind) and (name := text(block.get(key))):
            yield name


def _unplaced(key: str, lines: Mapping[str, dict[str, JSON]], placed: Mapping[str, Line]) -> list[str]:
    """Return a line and those before it, as far as they are not placed; lines that follow one another in a circle begin at the earliest."""
    path: dict[str, None] = {}
    while key in lines and key not in placed and key not in path:
        path[key] = None
        key = _parent(lines[key])
    steps = [*path]
    if key not in path:
        return steps
    begin = steps.index(key)
    circle = steps[begin:]
    first = min(range(len(circle)), key=lambda place: (t if (t := _stamp(lines[circle[place]])) is not None else inf, circle[place]))
    return [*steps[:begin], *circle[first + 1 :], *circle[: first + 1]]


def _stamp(raw: dict[str, JSON]) -> float | None:
    return stamped(raw.get("timestamp"))


def _parent(raw: dict[str, JSON]) -> str:
    return text(raw.get("parentUuid")) or text(raw.get("logicalParentUuid")) or ""
