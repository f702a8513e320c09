"""How much of what sub-agents did reached the result."""

from __future__ import annotations

from collections.abc import Iterable

from ..calls import answered
from ..events import Event
from ..measures import Measure, between, unknown
from ..timeline import Timeline
from .steps import is_step

ORDER_ONLY = frozenset({"temporal", "safety_flow"})
"""Edges along which nothing is handed on that a result could rest on."""


def utilization(timeline: Timeline) -> Measure:
    """Return the share of the sub-agents' steps that are relevant to the task: those that did not fail and reach the result.

    The result is what was aggregated, or else the last event of the agents that nobody spawned. A step that reaches it along
    edges that hand something on is relevant; one that reaches it only through mere order may be.
    """
    trace = timeline.trace
    steps = {p for p, e in enumerate(trace.events) if is_step(e, timeline.subagents)}
    if not timeline.subagents or not steps:
        return unknown("share", "spawn events or parent_agent" if not timeline.subagents else "steps of sub-agents")
    if not timeline.links:
        return unknown("share", "edges")
    ends = _results(timeline)
    outcomes = _outcomes(timeline)
    sound = {p for p in steps if _sound(trace.events[p]) and _sound(trace.events[outcomes.get(p, p)])}
    surely = len(sound & _reaching(timeline, ends, handed_on=True))
    perhaps = len(sound & _reaching(timeline, ends, handed_on=False))
    missing = ("edges that say what was handed on, in place of temporal ones",)
    return between(surely / len(steps), perhaps / len(steps), "share", missing, "steps that reach the result along edges")


def _sound(event: Event) -> bool:
    return not event.corrupted and event.status not in {"cancelled", "timeout"}


def _outcomes(timeline: Timeline) -> dict[int, int]:
    """Return the position of each call that was answered, with that of its last result: whether a call failed, its result says."""
    found = answered(timeline)
    return {call: result for result, call in sorted(found.items(), key=lambda pair: timeline.ranks[pair[0]])}


def _results(timeline: Timeline) -> list[int]:
    aggregated = timeline.of_type.get("aggregate", [])
    events = timeline.trace.events
    main = set(timeline.agents) - timeline.subagents
    by_roots = [p for p in aggregated if events[p].agent in main]
    roots = [p for p in timeline.order if events[p].agent in main]
    return by_roots or aggregated or roots[-1:] or timeline.order[-1:]


def _reaching(timeline: Timeline, ends: Iterable[int], *, handed_on: bool) -> set[int]:
    """Return the positions from which a path leads to one of the ends."""
    before: dict[int, list[int]] = timeline.before if not handed_on else _content(timeline)
    reached = set(ends)
    waiting = list(reached)
    while waiting:
        for position in before.get(waiting.pop(), ()):
            if position not in reached:
                reached.add(position)
                waiting.append(position)
    return reached


def _content(timeline: Timeline) -> dict[int, list[int]]:
    from ..timeline import grouped

    pairs = zip(timeline.ends, timeline.trace.edges, strict=True)
    return grouped((ends[1], ends[0]) for ends, edge in pairs if ends is not None and edge.type not in ORDER_ONLY)
