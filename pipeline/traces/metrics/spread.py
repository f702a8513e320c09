"""How far an error spread."""

from __future__ import annotations

from ..findings import counted
from ..measures import Measure, between, unknown
from ..timeline import Timeline


def amplification(timeline: Timeline) -> Measure:
    """Return how many events were corrupted downstream for each that was corrupted first.

    ``error.cause`` says which is which. Where it is silent, an event that no earlier corrupted one reaches along the edges began
    itself; one that is reached may be either, which gives bounds.
    """
    events = timeline.trace.events
    corrupted = [p for p in timeline.order if events[p].corrupted]
    if not corrupted:
        return unknown("ratio", "a corrupted event (error, or status error)")
    silent = {p for p in corrupted if not _says(timeline, p)}
    reached = silent & _downstream(timeline, corrupted)
    if timeline.sorted_along_edges is None and silent:
        return unknown("ratio", "error.cause", "edges without a cycle")
    spoiled = sum(_says(timeline, p) and _cause(timeline, p) is not None for p in corrupted)
    first = len(corrupted) - spoiled - len(reached)
    if not first:
        return unknown("ratio", "an event that was corrupted first")
    missing = (f"error.cause on {counted(len(reached), 'event')}",)
    method = "error.cause and edges" if silent else "error.cause"
    return between(spoiled / (first + len(reached)), (spoiled + len(reached)) / first, "ratio", missing, method)


def _cause(timeline: Timeline, position: int) -> str | None:
    error = timeline.trace.events[position].error
    return error.cause if error else None


def _says(timeline: Timeline, position: int) -> bool:
    """Return whether an event says where its error began, by naming a known event or none."""
    error = timeline.trace.events[position].error
    return error is not None and error.cause_known and (error.cause is None or error.cause in timeline.positions)


def _downstream(timeline: Timeline, corrupted: list[int]) -> set[int]:
    """Return the positions that a path leads to from any of the corrupted ones."""
    order = timeline.sorted_along_edges or []
    before, sources = timeline.before, set(corrupted)
    reached: set[int] = set()
    for position in order:
        if any(p in reached or p in sources for p in before.get(position, ())):
            reached.add(position)
    return reached
