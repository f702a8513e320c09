"""Spawning, acting and ending."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from ..findings import Finding, notice, warning
from ..parentage import circles, own, stated
from ..timeline import Timeline
from .graph import named


def before_spawn(timeline: Timeline) -> Iterator[Finding]:
    """An agent that is spawned does nothing before."""
    events, ranks = timeline.trace.events, timeline.ranks
    for agent, spawned in timeline.spawns.items():
        first = spawned[0]
        for position in timeline.acts.get(agent, ()):
            if ranks[position] >= ranks[first]:
                break
            if position != first and _apart(timeline, position, first):
                found = f"{agent} at {events[position].t:g}"
                message = f"acts before {events[first].id} spawns it at t = {events[first].t:g}"
                yield Finding(("events", position), "acts-before-spawn", message, found)


def after_despawn(timeline: Timeline) -> Iterator[Finding]:
    """An agent that was ended does nothing more, unless it is spawned again."""
    events, ranks = timeline.trace.events, timeline.ranks
    for agent, ended in timeline.despawns.items():
        ends = [ranks[p] for p in ended]
        begins = [ranks[p] for p in timeline.spawns.get(agent, ())]
        for position in timeline.acts.get(agent, ()):
            before = bisect_right(ends, ranks[position] - 1)
            again = bisect_right(begins, ranks[position])
            if not before or (again and begins[again - 1] > ends[before - 1]):
                continue
            end = ended[before - 1]
            if _apart(timeline, end, position):
                message = f"acts after {events[end].id} ended it at t = {events[end].t:g}"
                yield Finding(("events", position), "acts-after-despawn", message, f"{agent} at {events[position].t:g}")


def _apart(timeline: Timeline, one: int, other: int) -> bool:
    """Return whether the trace says in which order two events were, and the order does not rest on their ids."""
    events = timeline.trace.events
    return timeline.has_total_order or events[one].t != events[other].t


def spawned_twice(timeline: Timeline) -> Iterator[Finding]:
    """An agent is not spawned again while it is there."""
    events, ranks = timeline.trace.events, timeline.ranks
    for agent, spawned in timeline.spawns.items():
        ends = [ranks[p] for p in timeline.despawns.get(agent, ())]
        for earlier, later in pairwise(spawned):
            if bisect_right(ends, ranks[later]) == bisect_right(ends, ranks[earlier]):
                message = f"is spawned again, after {events[earlier].id} and without an end between"
                yield warning(("events", later, "to"), "spawned-twice", message, agent)


def spawns(timeline: Timeline) -> Iterator[Finding]:
    """A spawn event names whom it spawns, and that is not the agent itself."""
    events = timeline.trace.events
    for position in timeline.of_type.get("spawn", ()):
        event = events[position]
        if event.to is None:
            yield warning(("events", position), "spawn-of-nobody", "does not say whom it spawns", event.id, hint="name the agent in 'to'")
        elif event.to == event.agent:
            yield Finding(("events", position, "to"), "spawns-itself", "an agent spawns itself", event.to)


def idle(timeline: Timeline) -> Iterator[Finding]:
    """An agent that is spawned does something."""
    for agent, spawned in timeline.spawns.items():
        if agent not in timeline.acts:
            yield warning(("events", spawned[0], "to"), "spawned-idle", "is spawned and does nothing", agent)


def despawns(timeline: Timeline) -> Iterator[Finding]:
    """An agent that is ended was spawned, or has acted."""
    for agent, ended in timeline.despawns.items():
        if agent not in timeline.spawns and agent not in timeline.acts:
            yield warning(("events", ended[0]), "despawn-without-spawn", "ends an agent that was never there", agent)


def returns(timeline: Timeline) -> Iterator[Finding]:
    """An agent that returns was spawned by somebody."""
    events, known = timeline.trace.events, timeline.parents
    for position in timeline.of_type.get("return", ()):
        agent = events[position].agent
        if agent not in known:
            yield warning(("events", position, "agent"), "return-without-spawn", "returns, but nobody spawned it", agent)


def parents(timeline: Timeline) -> Iterator[Finding]:
    """The parent that an event names is the agent that spawned it, and is known."""
    events, agents = timeline.trace.events, timeline.acts.keys() | timeline.spawns | (timeline.trace.agents or {}).keys()
    spawners = {agent: {events[p].agent for p in spawned} for agent, spawned in timeline.spawns.items()}
    told: set[tuple[str, str]] = set()
    for position, event in enumerate(events):
        stated = event.parent_agent
        if stated is None or stated == event.agent or (event.agent, stated) in told:
            continue  # that nobody is their own parent is a rule of its own; what is said on every event of an agent is told once
        told.add((event.agent, stated))
        path = ("events", position, "parent_agent")
        if stated not in agents:
            yield warning(path, "unknown-parent", "no agent of this name acts or is spawned", stated)
        elif stated not in spawners.get(event.agent, {stated}):
            yield warning(path, "parent-differs", f"{event.agent} was spawned by {', '.join(sorted(spawners[event.agent]))}", stated)


def descent(timeline: Timeline) -> Iterator[Finding]:
    """No agent is its own parent, nor the parent of one that it comes from."""
    for agent, path in own(timeline).items():
        yield Finding(path, "parent-cycle", "an agent is its own parent", agent)
    for circle in circles(timeline):
        message = f"closes a cycle of {len(circle)} agents, each the parent of the next"
        yield Finding(stated(timeline, circle[0]), "parent-cycle", message, named(circle))


def unseen(timeline: Timeline) -> Iterator[Finding]:
    """Every agent in the agents table acts or is spawned."""
    for name in timeline.trace.agents or ():
        if name not in timeline.acts and name not in timeline.spawns:
            yield notice(("agents", name), "agent-unseen", "neither acts nor is spawned", name)
