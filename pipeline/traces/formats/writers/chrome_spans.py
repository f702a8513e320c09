"""What lasts in a run: tool calls, the lives of sub-agents, and events whose beginning is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...calls import answered
from ...events import Event
from ...findings import JSON
from ...lives import lives
from ...timeline import Timeline


class Span(NamedTuple):
    """Something that lasted."""

    kind: str
    """life, tool or interval."""
    name: str
    """What the viewer writes on it."""
    agent: str
    """At whom."""
    begin: tuple[float, int]
    """Time, and rank of the event with which it began."""
    end: tuple[float, int] | None
    """The same for its end; None where the trace does not say."""
    args: dict[str, JSON]
    """Ids of the events that it begins and ends with, and what else is known."""


def spans(timeline: Timeline) -> Iterator[Span]:
    """Yield everything that lasted, in an order that does not depend on the file's."""
    yield from _lives(timeline)
    yield from _calls(timeline)
    yield from _intervals(timeline)


def _lives(timeline: Timeline) -> Iterator[Span]:
    for life in lives(timeline):
        if life.agent in timeline.subagents:
            begun, over = _at(timeline, life.begin), None if life.end is None else _at(timeline, life.end)
            args: dict[str, JSON] = {"agent": life.agent, "parent": timeline.parents[life.agent], "begin": begun.id}
            began = _began(begun) if begun.agent == life.agent else begun.t
            yield _span("life", f"{life.agent}: life", life.agent, (began, life.begin), over, life.end, args)


def _calls(timeline: Timeline) -> Iterator[Span]:
    ranks, last = timeline.ranks, dict[int, int]()
    for result, position in answered(timeline).items():
        last[position] = max(ranks[result], last.get(position, 0))
    for position in timeline.of_type.get("tool_call", ()):
        call, rank = timeline.trace.events[position], last.get(position)
        over = None if rank is None else _at(timeline, rank)
        args: dict[str, JSON] = {key: item for key, item in (("tool", call.tool), ("call_id", call.call_id)) if item is not None}
        name = f"{call.agent}: {'tool' if call.tool is None else call.tool}"
        yield _span("tool", name, call.agent, (_began(call), ranks[position]), over, rank, {**args, "begin": call.id})


def _intervals(timeline: Timeline) -> Iterator[Span]:
    for rank, position in enumerate(timeline.order):
        event = timeline.trace.events[position]
        if event.t_start is not None and event.t_start <= event.t:
            name = f"{event.agent}: {event.type}"
            yield _span("interval", name, event.agent, (event.t_start, rank), event, rank, {"begin": event.id})


def _span(
    kind: str, name: str, agent: str, begin: tuple[float, int], over: Event | None, rank: int | None, args: dict[str, JSON]
) -> Span:  # fmt: skip
    """Return what lasted until an event of a rank was complete."""
    if over is None or rank is None:
        return Span(kind, name, agent, begin, None, args | {"end": None, "open": True})
    return Span(kind, name, agent, begin, (over.t, rank), args | {"end": over.id})


def _at(timeline: Timeline, rank: int) -> Event:
    return timeline.trace.events[timeline.order[rank]]


def _began(event: Event) -> float:
    return event.t if event.t_start is None else min(event.t_start, event.t)
