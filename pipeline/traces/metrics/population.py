"""How many agents there were, when, and how deep they delegated."""

from __future__ import annotations

from ..lives import lives
from ..measures import Measure, between, exact, unknown
from ..timeline import Timeline

FLAT = "debate"
"""In this topology agents are peers, so that nobody spawns anybody."""


def over_time(timeline: Timeline) -> list[tuple[float, int]]:
    """Return the times at which the number of live agents changed, with the number from then on."""
    changes: dict[int, int] = {0: 0}
    for life in lives(timeline):
        changes[life.begin] = changes.get(life.begin, 0) + 1
        if life.end is not None:
            changes[life.end] = changes.get(life.end, 0) - 1
    events, count, steps = timeline.trace.events, 0, dict[float, int]()
    for rank, change in sorted(changes.items()):
        count += change
        steps[events[timeline.order[rank]].t] = count
    return _changes(sorted(steps.items()))


def _changes(steps: list[tuple[float, int]]) -> list[tuple[float, int]]:
    return [step for number, step in enumerate(steps) if not number or step[1] != steps[number - 1][1]]


def peak(timeline: Timeline) -> Measure:
    """Return the largest number of agents that were live at once."""
    value = max((count for _, count in over_time(timeline)), default=0)
    unsure = sum(not life.sure for life in lives(timeline))
    if not unsure:
        return exact(value, "agents", "spawn and despawn")
    return between(None, value, "agents", (f"despawn or return of {unsure} agents",), "spawn and despawn")


def depth(timeline: Timeline) -> Measure:
    """Return the length of the longest chain of spawns: 0 where nobody spawned anybody."""
    parents, depths = timeline.parents, dict[str, int]()
    for agent in sorted(parents):
        _measure(agent, parents, depths)
    deepest = max(depths.values(), default=0)
    roots = len(timeline.agents) - len(timeline.subagents)
    if roots <= 1 or timeline.trace.topology == FLAT:
        return exact(deepest, "spawns", "spawn events and parent_agent")
    if not parents:
        return unknown("spawns", "spawn events or parent_agent")
    return between(deepest, None, "spawns", (f"who spawned {roots - 1} of {roots} agents",), "spawn events and parent_agent")


def _measure(agent: str, parents: dict[str, str], depths: dict[str, int]) -> None:
    """Note the depth of an agent and of all above it; a round of spawns is cut where it closes."""
    chain: dict[str, None] = {}
    while agent in parents and agent not in depths and agent not in chain:
        chain[agent] = None
        agent = parents[agent]
    above = depths.get(agent, 0)
    for number, below in enumerate(reversed(chain), 1):
        depths[below] = above + number
