"""Where what a trace says of parents cannot be: an agent that comes, over however many others, from itself."""

from __future__ import annotations

from .cycles import cycles
from .findings import Path
from .timeline import Timeline


def circles(timeline: Timeline) -> list[list[str]]:
    """Return rounds of at least two agents, each the parent of the next and the last of the first, from the smallest name on."""
    parents = timeline.parents
    names = sorted({*parents, *parents.values()})
    place = {name: number for number, name in enumerate(names)}
    links = [(place[parent], place[agent]) for agent, parent in parents.items()]
    return [[names[number] for number in circle] for circle in cycles(links, names)]


def own(timeline: Timeline) -> dict[str, Path]:
    """Return the agents of which an event or the agents table says that they are their own parents, with where it first does."""
    events = timeline.trace.events
    found: dict[str, Path] = {}
    for position in timeline.order:
        event = events[position]
        if event.parent_agent is not None and event.parent_agent == event.agent:
            found.setdefault(event.agent, ("events", position, "parent_agent"))
    for name, agent in (timeline.trace.agents or {}).items():
        if agent.parent == name:
            found.setdefault(name, ("agents", name, "parent"))
    return found


def stated(timeline: Timeline, agent: str) -> Path:
    """Return where a trace says who the parent of an agent is, one of those in ``Timeline.parents``."""
    events = timeline.trace.events
    if agent in timeline.spawns:
        return ("events", timeline.spawns[agent][0], "to")
    told = next((p for p in timeline.acts.get(agent, ()) if events[p].parent_agent is not None), None)
    return ("agents", agent, "parent") if told is None else ("events", told, "parent_agent")


def doubtful(timeline: Timeline) -> set[str]:
    """Return the agents that come from themselves, be it by a spawn of their own: who their parent is cannot be as it is said."""
    spawned = (timeline.trace.events[position] for position in timeline.of_type.get("spawn", ()))
    themselves = {event.agent for event in spawned if event.to == event.agent}
    return themselves | own(timeline).keys() | {agent for circle in circles(timeline) for agent in circle}
