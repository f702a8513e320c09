"""Who takes part in a run, numbered for forms that cannot name an agent by its own name."""

from __future__ import annotations

from ..timeline import Timeline


def cast(timeline: Timeline) -> dict[str, int]:
    """Return everybody whom a trace names, with a number from 1 on.

    By first mention in the order of the run, and then, sorted, those who are only listed or are only somebody's parent. The
    file's order changes nothing.
    """
    events = timeline.trace.events
    found: dict[str, None] = {}
    for position in timeline.order:
        event = events[position]
        found.update((name, None) for name in (event.agent, event.source, event.to) if name is not None)
    rest = {event.parent_agent for event in events if event.parent_agent is not None}
    found.update((name, None) for name in sorted(rest.union(timeline.trace.agents or (), timeline.parents.values())))
    return {name: number for number, name in enumerate(found, 1)}


def people(timeline: Timeline) -> set[str]:
    """Return the names of those who are listed as human, or do nothing but step in."""
    events = timeline.trace.events
    listed = {name for name, agent in (timeline.trace.agents or {}).items() if agent.kind == "human"}
    return listed | {name for name, at in timeline.acts.items() if all(events[p].type == "human_intervention" for p in at)}
