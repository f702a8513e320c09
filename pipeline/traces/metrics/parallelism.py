"""How much ran at the same time, and the chain of work that nothing could have shortened."""

from __future__ import annotations

from collections.abc import Iterable

from ..findings import counted
from ..measures import Measure, between, exact, unknown
from ..timeline import Timeline
from .chains import chains
from .stated_costs import lost

Interval = tuple[float, float]
"""Begin and end by the trace's clock."""
WORK = frozenset({"orchestrator_decision", "spawn", "message", "tool_call", "tool_result", "return", "aggregate"})
"""Types of events in which agents spend time."""


def efficiency(timeline: Timeline) -> Measure:
    """Return serial over parallel time: the time each agent worked, over the time in which anybody did.

    Both from unions of intervals, so that an agent's overlapping events count once. A baseline that was measured comes first.
    Where some events lack a beginning, their work is missing above and the whole span stands below: a lower bound, and at least 1,
    since agents together work no shorter than the time in which any of them does. That alone is sure where the source could not
    say some type of work.
    """
    trace = timeline.trace
    measured = trace.baseline.wall_clock_s if trace.baseline else None
    known = not lost(trace, "wall_clock_s")
    if measured is not None and known and trace.costs["wall_clock_s"] > 0:
        return exact(measured / trace.costs["wall_clock_s"], "ratio", "measured baseline over wall clock")
    by_agent, lacking = _work(timeline)
    serial = sum(union(intervals) for _, intervals in sorted(by_agent.items()))
    parallel = union(interval for intervals in by_agent.values() for interval in intervals)
    if not parallel:
        return unknown("ratio", "t_start" if lacking else "events that take time", "baseline.wall_clock_s")
    if absent := sorted(WORK.intersection(trace.provenance.missing)):
        missing = tuple(f"{type_} (missing from the source)" for type_ in absent)
        return between(1.0, None, "ratio", missing, "work of each agent over time in which any worked")
    if not lacking:
        return exact(serial / parallel, "ratio", "work of each agent over time in which any worked")
    span = max(run_span(timeline), trace.costs["wall_clock_s"] if trace.clock == "seconds" and known else 0)
    missing = (f"t_start on {counted(lacking, 'event')}",)
    return between(max(1.0, serial / span), None, "ratio", missing, "recorded work over the whole span")


def _work(timeline: Timeline) -> tuple[dict[str, list[Interval]], int]:
    """Return the intervals of each agent, and how many of their events lack a beginning; only agents work."""
    by_agent: dict[str, list[Interval]] = {}
    lacking, agents = 0, set(timeline.agents)
    for event in timeline.trace.events:
        if event.type == "human_intervention" or event.agent not in agents:
            continue
        if event.t_start is None:
            lacking += 1
        else:
            by_agent.setdefault(event.agent, []).append((event.t_start, event.t))
    return by_agent, lacking


def union(intervals: Iterable[Interval]) -> float:
    """Return the length that intervals cover together. Reversed ones cover nothing."""
    covered, reached = 0.0, float("-inf")
    for begin, end in sorted(intervals):
        if end > reached:
            covered += end - max(begin, reached) if end > begin else 0
            reached = max(reached, end) if end > begin else reached
    return covered


def run_span(timeline: Timeline) -> float:
    """Return the time from the first beginning to the last completion that the trace records."""
    events = timeline.trace.events
    return max(e.t for e in events) - min(e.t if e.t_start is None else min(e.t, e.t_start) for e in events)


UNSAID = "clock units"
_OF_CLOCK = {"seconds": "s", "ordinal": "steps of the clock"}
CLOCKS = frozenset({*_OF_CLOCK.values(), UNSAID})
"""What ``t`` may count: which of it differs from run to run."""


def clock_unit(timeline: Timeline) -> str:
    """Return the unit of ``t``; version 1 does not say it."""
    return _OF_CLOCK.get(timeline.trace.clock or "", UNSAID)


def critical_path(timeline: Timeline) -> Measure:
    """Return the longest chain of work along the edges, in clock units.

    An event adds what it took after the one before it in the chain was complete, so that overlap counts once. A chain may begin
    anywhere and leave out events on its way, so that work within an event's own time takes nothing from it.
    """
    unit, events = clock_unit(timeline), timeline.trace.events
    order = timeline.sorted_along_edges
    if order is None:
        return unknown(unit, "edges without a cycle")
    lacking = sum(event.t_start is None for event in events)
    if lacking == len(events):
        return unknown(unit, "t_start")
    found = chains(timeline, order)
    loose = len(events) - len(timeline.linked) if len(events) > 1 else 0
    missing = [f"t_start on {counted(lacking, 'event')}"] * bool(lacking) + [f"edges at {counted(loose, 'event')}"] * bool(loose)
    missing += ["fewer events that overlap others"] * found.curtailed
    longest = max(found.lengths)
    return between(longest, None, unit, tuple(missing), "along edges") if missing else exact(longest, unit, "along edges")


def critical_chain(timeline: Timeline) -> tuple[int, ...]:
    """Return the positions of the events whose work adds up to the critical path, from first to last.

    Of several chains of that length the one whose events come first. Empty where the critical path is not computable.
    """
    order = timeline.sorted_along_edges
    if order is None or all(event.t_start is None for event in timeline.trace.events):
        return ()
    found, ranks = chains(timeline, order), timeline.ranks
    last: int | None = min(range(len(ranks)), key=lambda p: (-found.lengths[p], ranks[p]))
    chain = []
    while last is not None:
        chain.append(last)
        last = found.previous[last]
    return tuple(reversed(chain))
