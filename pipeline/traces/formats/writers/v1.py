"""Version 1 of our own format: what version 2 adds at the top is dropped, and rewards are summed by channel.

Event keys of profile 1.1 stay, as events are open in version 1, and take up what they can of what is dropped.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import copysign, isfinite
from typing import NamedTuple

from ... import measures
from ...events import Edge, Event, Reward
from ...findings import JSON
from ...model import Trace
from ...timeline import Timeline
from . import layout, v2

NAME = "v1"
TITLE = "a trace in version 1"
SUFFIX = ".json"

ADDED = ("schema_version", "clock", "token_basis", "baseline", "provenance", "agents")
"""Keys that version 1 does not have."""


def text(timeline: Timeline) -> str:
    """Return a trace as a version 1 file, one event a line."""
    whole = trace(timeline)
    kept: dict[str, JSON] = {key: value for key, value in v2.document(replace(whole, rewards=())).items() if key not in ADDED}
    return layout.text(kept | {"rewards": summed(whole.rewards)})


def trace(timeline: Timeline) -> Trace:
    """Return a trace as version 1 has it, rewards not yet summed.

    What stands only at the top of version 2, events say as far as they can: roles, parents, and what was guessed of the run as a whole.
    People who write are taken to step in, since whoever else acts is an agent in version 1.
    """
    whole = timeline.trace
    if whole.schema_version is None:
        return whole
    people, guesses = _writing(timeline), _Guesses.of(whole)
    turned = {event.id for event in whole.events if event.agent in people and event.type == "message"}
    events = tuple(_event(event, timeline, guesses, event.id in turned) for event in whole.events)
    known = {event.id for event in events if event.type == "message"}
    edges = dict.fromkeys(_edge(edge, turned, known) for edge in whole.edges)
    costs = _costs(whole, events)
    return Trace(whole.trace_id, whole.task_id, whole.system, whole.topology, events, tuple(edges), whole.rewards, costs, whole.metrics)


def stepping_in(timeline: Timeline) -> int:
    """Return how many messages of people are taken for human interventions."""
    people = _writing(timeline)
    return sum(timeline.trace.events[p].agent in people for p in timeline.of_type.get("message", ()))


def _writing(timeline: Timeline) -> set[str]:
    """Return the people who are no agents once what they write counts as an intervention: nobody spawned them, nor do they do more."""
    if timeline.trace.schema_version is None:
        return set()
    listed = {name for name, agent in (timeline.trace.agents or {}).items() if agent.kind == "human"}
    events = timeline.trace.events
    return {
        name for name in listed - timeline.spawns.keys()
        if all(events[p].type in {"message", "human_intervention"} for p in timeline.acts.get(name, ()))
    }  # fmt: skip


class _Guesses(NamedTuple):
    """What version 2 says was guessed of a run, and no event says."""

    names: frozenset[str]
    """Names of keys and event types."""

    @classmethod
    def of(cls, whole: Trace) -> _Guesses:
        told = {name for event in whole.events for name in event.inferred}
        told |= {event.type for event in whole.events if "type" in event.inferred}
        return cls(frozenset(whole.provenance.inferred) - told)

    def on(self, event: Event) -> tuple[str, ...]:
        """Return the names of an event's keys that were guessed."""
        if not self.names:
            return event.inferred
        keys = [key for key in sorted(self.names) if key in v2.event(event)]
        return (*dict.fromkeys([*event.inferred, *keys, *(["type"] if event.type in self.names else [])]),)


def _event(event: Event, timeline: Timeline, guesses: _Guesses, turned: bool) -> Event:
    """Return an event with what the table of agents says of who acts."""
    listed = (timeline.trace.agents or {}).get(event.agent)
    role = listed.role if listed and event.role is None else event.role
    known = event.agent in timeline.spawns or event.parent_agent is not None
    whole = event._replace(role=role, parent_agent=event.parent_agent if known else timeline.parents.get(event.agent))
    whole = whole._replace(inferred=guesses.on(whole))
    if listed and event.parent_agent is None and whole.parent_agent is not None and "parent" in guesses.names:
        whole = whole._replace(inferred=(*whole.inferred, "parent_agent"))
    return whole._replace(type="human_intervention", inferred=(*dict.fromkeys([*whole.inferred, "type"]),)) if turned else whole


def _edge(edge: Edge, turned: set[str], messages: set[str]) -> Edge:
    """Return an edge, which is mere cause where it came from a message that is none any more."""
    lost = edge.type == "message" and edge.src in turned and edge.dst not in messages
    return edge._replace(type="causal") if lost else edge


def _costs(whole: Trace, events: Sequence[Event]) -> Mapping[str, float]:
    """Return the totals; messages that are none any more count no longer."""
    turned = sum(a.type != b.type for a, b in zip(whole.events, events, strict=True))
    stated = whole.costs.get("messages")
    return whole.costs if stated is None or not turned else {**whole.costs, "messages": max(0, stated - turned)}


def summed(rewards: Iterable[Reward]) -> dict[str, JSON]:
    """Return channel to the sum of its rewards. Exact, so that their order does not matter; a sum that no double holds is cut."""
    given: defaultdict[str, list[float]] = defaultdict(list)
    for reward in rewards:
        given[reward.channel].append(reward.value)
    return {channel: values[0] if len(values) == 1 else _cut(measures.summed(values)) for channel, values in given.items()}


def _cut(total: float) -> float:
    return total if isfinite(total) else copysign(sys.float_info.max, total)
