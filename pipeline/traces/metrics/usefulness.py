"""How much of what sub-agents did reached the result, and how much of what was said had been said before."""

from __future__ import annotations

from collections.abc import Iterable

from ..measures import Measure, between, exact, unknown
from ..model import Event
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
    steps = {p for p, e in enumerate(trace.events) if e.agent in timeline.subagents and is_step(e)}
    if not timeline.subagents or not steps:
        return unknown("share", "spawn events or parent_agent" if not timeline.subagents else "steps of sub-agents")
    if not timeline.links:
        return unknown("share", "edges")
    ends = _results(timeline)
    sound = {p for p in steps if _sound(trace.events[p])}
    surely = len(sound & _reaching(timeline, ends, handed_on=True))
    perhaps = len(sound & _reaching(timeline, ends, handed_on=False))
    missing = ("edges that say what was handed on, in place of temporal ones",)
    return between(surely / len(steps), perhaps / len(steps), "share", missing, "steps that reach the result along edges")


def _sound(event: Event) -> bool:
    return not event.corrupted and event.status not in {"cancelled", "timeout"}


def _results(timeline: Timeline) -> list[int]:
    aggregated = timeline.of_type.get("aggregate", [])
    events = timeline.trace.events
    by_roots = [p for p in aggregated if events[p].agent not in timeline.subagents]
    roots = [p for p in timeline.order if events[p].agent not in timeline.subagents]
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


def redundancy(timeline: Timeline) -> Measure:
    """Return the share of messages between agents whose content their receiver had been sent before.

    Contents are compared by hash or reference, which cannot see that two wordings mean the same: a lower bound.
    """
    between_agents = _between_agents(timeline)
    if not between_agents:
        return unknown("share", "messages between agents")
    if len(between_agents) == 1:
        return exact(0, "share", "a single message repeats none")
    contents = [(e.to, content) for e in between_agents if (content := e.content_sha256 or e.content_ref)]
    if not contents:
        return unknown("share", "content_sha256 or content_ref on messages")
    repeated = len(contents) - len(set(contents))
    missing = ["a judgement of what means the same"]
    if len(contents) < len(between_agents):
        missing.append(f"content_sha256 on {len(between_agents) - len(contents)} messages")
    return between(repeated / len(between_agents), None, "share", tuple(missing), "same content to the same receiver")


def _between_agents(timeline: Timeline) -> list[Event]:
    agents = set(timeline.agents)
    messages = (timeline.trace.events[p] for p in timeline.of_type.get("message", ()))
    return [m for m in messages if m.agent in agents and m.agent != m.to and (m.to is None or m.to in agents)]
