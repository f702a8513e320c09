"""A trace's edges, for forms that draw them."""

from __future__ import annotations

from ...timeline import Timeline


def edges(timeline: Timeline) -> list[tuple[int, int, str]]:
    """Return the ranks of both ends of every edge with its type, sorted, so that the file's order changes nothing."""
    ranks = timeline.ranks
    joined = zip(timeline.ends, timeline.trace.edges, strict=True)
    return sorted((ranks[ends[0]], ranks[ends[1]], edge.type) for ends, edge in joined if ends is not None)
