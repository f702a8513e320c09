"""How many agents there were, when, and how deep they delegated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..findings import counted
from ..lives import Life, lives
from ..measures import Measure, between, exact, unknown
from ..parentage import doubtful
from ..timeline import Timeline

FLAT = "debate"
"""In this topology agents are peers, so that nobody spawns anybody."""


def over_time(timeline: Timeline) -> list[tuple[float, int]]:
    """Return the times at which the number of live agents changed, with the number from then on.

    Of several changes at one time the last: how many were there in between, no clock shows.
    """
    events = timeline.trace.events
    steps = {events[timeline.order[rank]].t: count for rank, count in _counts(lives(timeline))}
    return _changes(sorted(steps.items()))


def _counts(found: Iterable[Life]) -> Iterator[tuple[int, int]]:
    """Yield the ranks at which agents come or go, with the number from then on, beginning with the first event."""
    changes, count = {0: 0}, 0
    for life in found:
        changes[life.begin] = changes.get(life.begin, 0) + 1
        if life.end is not None:
            changes[life.end] = changes.get(life.end, 0) - 1
    for rank, change in sorted(changes.items()):
        count += change
        yield rank, count


def _changes(steps: list[tuple[float, int]]) -> list[tuple[float, int]]:
    return [step for number, step in enumerate(steps) if not number or step[1] != steps[number - 1][1]]


def peak(timeline: Timeline) -> Measure:
    """Return the largest number of agents that were live at once.

    An agent whose end the trace does not say was there at least until its own last event, and at most to the end of the run.
    """
    found = lives(timeline)
    unsure = sum(not life.sure for life in found)
    most = _peak(found)
    least = min(most, _peak(life if life.sure else _seen(timeline, life) for life in found))
    return between(least, most, "agents", (f"despawn or return of {counted(unsure, 'agent')}",), "spawn and despawn")


def _peak(found: Iterable[Life]) -> int:
    """Return the most that were there after any event. Events at the same time count one by one, in their order."""
    return max(count for _, count in _counts(found))


def _seen(timeline: Timeline, life: Life) -> Life:
    """Return the part of a life without a known end of which the trace is sure: until the agent's own last event in it."""
    limit = len(timeline.order) if life.end is None else life.end
    acts = [rank for p in timeline.acts.get(life.agent, ()) if life.begin <= (rank := timeline.ranks[p]) < limit]
    after = max(acts, default=life.begin) + 1
    return life._replace(end=after if after < len(timeline.order) else None)


def depth(timeline: Timeline) -> Measure:
    """Return the length of the longest chain of spawns: 0 where nobody spawned anybody.

    Where agents come from themselves, only what does not rest on their parents counts, as a lower bound.
    """
    doubted, depths = doubtful(timeline), dict[str, int]()
    parents = {agent: parent for agent, parent in timeline.parents.items() if agent not in doubted}
    for agent in sorted(parents):
        _measure(agent, parents, depths)
    deepest = max(depths.values(), default=0)
    if doubted:
        return between(deepest, None, "spawns", ("parents that form no circle",), _METHOD)
    roots = len(timeline.agents) - len(timeline.subagents)
    if roots <= 1 or timeline.trace.topology == FLAT:
        return exact(deepest, "spawns", _METHOD)
    if not parents:
        return unknown("spawns", "spawn events or parent_agent")
    return between(deepest, None, "spawns", (f"who spawned {roots - 1} of {roots} agents",), _METHOD)


_METHOD = "spawn events and parent_agent"


def _measure(agent: str, parents: dict[str, str], depths: dict[str, int]) -> None:
    """Note the depth of an agent and of all above it. The parents form no circle."""
    chain: dict[str, None] = {}
    while agent in parents and agent not in depths:
        chain[agent] = None
        agent = parents[agent]
    above = depths.get(agent, 0)
    for number, below in enumerate(reversed(chain), 1):
        depths[below] = above + number
