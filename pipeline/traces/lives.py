"""From when to when each agent was there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .timeline import Timeline


class Life(NamedTuple):
    """One stay of an agent. Ranks are places in ``Timeline.order``."""

    agent: str
    """Its name."""
    begin: int
    """Rank of the spawn; 0 for an agent that was there from the beginning."""
    end: int | None
    """Rank of the event with which it was gone; None where it stayed, or where the trace does not say."""
    sure: bool
    """Whether the trace says when it ended, or it was there from the beginning and may have stayed."""


def lives(timeline: Timeline) -> list[Life]:
    """Return the lives of all agents, sorted by agent and beginning.

    An agent that nobody spawned is there from the beginning, one that is only known by ``parent_agent`` from its first event.
    A life ends with a despawn, else with a return after which the agent does nothing more.
    """
    return timeline.lives


def found(timeline: Timeline) -> list[Life]:
    """Return what ``Timeline.lives`` keeps."""
    return [life for agent in timeline.agents for life in _lives(timeline, agent)]


def _lives(timeline: Timeline, agent: str) -> Iterator[Life]:
    ranks = timeline.ranks
    acts = [ranks[p] for p in timeline.acts.get(agent, ())]
    ends = [ranks[p] for p in timeline.despawns.get(agent, ())]
    begins = [ranks[p] for p in timeline.spawns.get(agent, ())]
    root = not begins and agent not in timeline.parents
    begins = begins or [0 if root else acts[0]]
    for number, begin in enumerate(begins):
        limit = begins[number + 1] if number + 1 < len(begins) else len(ranks)
        end = _end(timeline, acts, ends, begin, limit)
        again = limit if limit < len(ranks) else None
        yield Life(agent, begin, again if end is None else end, root or end is not None)


def _end(timeline: Timeline, acts: Sequence[int], ends: Sequence[int], begin: int, limit: int) -> int | None:
    """Return the rank at which a life that begins at one rank and ends before another was over."""
    after = bisect_right(ends, begin - 1)
    if after < len(ends) and ends[after] < limit:
        return ends[after]
    last = bisect_left(acts, limit) - 1
    if last < 0 or acts[last] <= begin:
        return None
    returned = timeline.trace.events[timeline.order[acts[last]]].type == "return"
    return acts[last] if returned else None
