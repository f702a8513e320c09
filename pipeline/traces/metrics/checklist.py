"""The survey's reporting checklist: what a reader must be told of a run before its numbers can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..findings import counted
from ..timeline import Timeline


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the checklist."""

    name: str
    """As in the survey."""
    missing: tuple[str, ...]
    """What the trace would have to say; empty where the item is met."""

    @property
    def met(self) -> bool:
        """Whether the trace says all of it."""
        return not self.missing


def checklist(timeline: Timeline) -> list[Item]:
    """Return the five items, each with what is missing."""
    return [Item(name, tuple(missing(timeline))) for name, missing in ITEMS]


def _topology_and_roles(timeline: Timeline) -> Iterator[str]:
    trace = timeline.trace
    if trace.topology in {None, "unknown"}:
        yield "topology"
    listed = {name for name, agent in (trace.agents or {}).items() if agent.role is not None}
    told = listed | {event.agent for event in trace.events if event.role is not None}
    if silent := len(set(timeline.agents) - told):
        yield f"role of {counted(silent, 'agent')}"


def _scale(timeline: Timeline) -> Iterator[str]:
    costs = timeline.trace.costs
    yield from (f"costs.{name} above zero" for name in ("tokens", "wall_clock_s") if not costs[name] > 0)
    for name, type_ in (("tool_calls", "tool_call"), ("messages", "message")):
        if name not in costs and not timeline.of_type.get(type_):
            yield f"costs.{name}"


def _channels(timeline: Timeline) -> Iterator[str]:
    if not timeline.trace.rewards and not any(event.rewards for event in timeline.trace.events):
        yield "rewards"


def _unit(timeline: Timeline) -> Iterator[str]:
    trace = timeline.trace
    given = [*trace.rewards, *(reward for event in trace.events for reward in event.rewards)]
    if not any(reward.unit for reward in given):
        yield "unit on rewards (version 2, or rewards on events)"


def _safety(timeline: Timeline) -> Iterator[str]:
    trace = timeline.trace
    instrumented = any(event.trusted is not None for event in trace.events) or "safety_event" in timeline.of_type
    if not instrumented and not any(edge.type == "safety_flow" for edge in trace.edges):
        yield "trusted on events, safety events or safety_flow edges"


ITEMS: tuple[tuple[str, Callable[[Timeline], Iterator[str]]], ...] = (
    ("topology and roles", _topology_and_roles),
    ("trace scale", _scale),
    ("reward channels", _channels),
    ("credit unit", _unit),
    ("safety instrumentation", _safety),
)
