"""How many steps a run takes when everything that can run in parallel does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable

from ..events import Event
from ..findings import counted
from ..measures import Measure, between, exact, unknown
from ..timeline import Timeline

NOT_STEPS = frozenset({"tool_result", "human_intervention", "safety_event"})
"""What an agent does not do itself: a result belongs to its call."""


_NONE: tuple[int, ...] = ()


def is_step(event: Event, agents: Container[str]) -> bool:
    """Return whether an event is a step: something that one of the agents did itself. People, tools and environments are no agents."""
    return event.type not in NOT_STEPS and event.agent in agents


def critical_steps(timeline: Timeline) -> Measure:
    """Return, for a fork-join run, the sum over stages of the main agent's steps and those of the slowest sub-agent.

    Else the most steps on any path along the edges. Fork-join: one agent spawned all others, and each of their steps names its
    stage. Source: the critical-steps measure of Kimi K2.5's technical report.
    """
    main = _main_agent(timeline)
    if main is not None:
        return exact(_fork_join(timeline, main), "steps", "stages")
    if "edges" in timeline.trace.provenance.missing:
        return unknown("steps", "stage on the steps of sub-agents, or edges (missing from the source)")
    order = timeline.sorted_along_edges
    if order is None:
        return unknown("steps", "edges without a cycle")
    longest = _longest(timeline, order)
    loose = len(timeline.trace.events) - len(timeline.linked) if len(timeline.trace.events) > 1 else 0
    if loose:
        missing = f"stage on the steps of sub-agents, or edges at {counted(loose, 'event')}"
        return between(longest, None, "steps", (missing,), "longest path")
    return exact(longest, "steps", "longest path")


def _longest(timeline: Timeline, order: Iterable[int]) -> int:
    """Return the most steps on any path along the edges; ``order`` is such that no edge leads back in it."""
    events, before, steps = timeline.trace.events, timeline.before, [0] * len(timeline.trace.events)
    agents = set(timeline.agents)
    for position in order:
        most = 0
        for earlier in before.get(position, _NONE):
            most = max(most, steps[earlier])
        steps[position] = most + is_step(events[position], agents)
    return max(steps)


def _main_agent(timeline: Timeline) -> str | None:
    """Return the agent that spawned all others, where each of their steps names its stage."""
    parents = set(timeline.parents.values())
    roots = set(timeline.agents) - timeline.subagents
    if len(parents) != 1 or roots != parents:
        return None
    below = timeline.subagents
    staged = all(event.stage is not None or not is_step(event, below) for event in timeline.trace.events)
    return parents.pop() if staged else None


def _fork_join(timeline: Timeline, main: str) -> int:
    alone, agents = 0, set(timeline.agents)
    below: defaultdict[str | int, Counter[str]] = defaultdict(Counter)
    for event in timeline.trace.events:
        if not is_step(event, agents):
            continue
        if event.agent == main:
            alone += 1
        elif event.stage is not None:
            below[event.stage][event.agent] += 1
    return alone + sum(max(counts.values()) for counts in below.values())
