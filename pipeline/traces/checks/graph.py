"""Ids, edges and cycles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cycles import cycles
from ..findings import Finding, notice, warning
from ..timeline import Timeline
from .names import folded, is_blank

LONG = 12
"""A cycle of more is not named in full."""


def ids(timeline: Timeline) -> Iterator[Finding]:
    """No two events have the same id, not even but for blanks around it, and none is blank."""
    events = timeline.trace.events
    if len({event.id.strip() for event in events} - {""}) == len(events):
        return
    first: dict[str, int] = {}
    for position, event in enumerate(events):
        trimmed = event.id.strip()
        path = ("events", position, "id")
        if not trimmed:
            yield Finding(path, "blank-id", "an event's id is blank", event.id)
        elif trimmed in first:
            other = first[trimmed]
            same = "is also that of" if events[other].id == event.id else "differs only in blanks from that of"
            yield Finding(path, "duplicate-id", f"{same} events[{other}]", event.id)
        first.setdefault(trimmed, position)


def endpoints(timeline: Timeline) -> Iterator[Finding]:
    """An edge joins two events of the trace."""
    known = timeline.positions
    if None not in timeline.ends:
        return
    trimmed = {name.strip(): name for name in reversed(known)}
    for number, edge in enumerate(timeline.trace.edges):
        for key, name in (("src", edge.src), ("dst", edge.dst)):
            if name not in known:
                near = trimmed.get(name.strip())
                hint = f"event {near!r} differs only in blanks" if near is not None else ""
                yield Finding(("edges", number, key), "unknown-endpoint", "no event has this id", name, hint=hint)


def self_loops(timeline: Timeline) -> Iterator[Finding]:
    """An edge does not lead from an event to itself."""
    for number, edge in enumerate(timeline.trace.edges):
        if edge.src == edge.dst:
            yield Finding(("edges", number), "self-loop", f"leads from {edge.src} to itself", edge.src)


def duplicates(timeline: Timeline) -> Iterator[Finding]:
    """An edge is not given twice with the same type."""
    edges = timeline.trace.edges
    if len(set(edges)) == len(edges):
        return
    first: dict[tuple[str, str, str], int] = {}
    for number, edge in enumerate(edges):
        if edge in first:
            yield warning(("edges", number), "duplicate-edge", f"is the same as edges[{first[edge]}]", f"{edge.src} → {edge.dst}")
        first.setdefault(edge, number)


def cycles_in(timeline: Timeline) -> Iterator[Finding]:
    """Edges form no cycle."""
    if timeline.sorted_along_edges is not None:
        return
    events = timeline.trace.events
    number_of = {ends: number for number, ends in reversed(list(enumerate(timeline.ends)))}
    for circle in cycles(timeline.links, [event.id for event in events]):
        closing = number_of[circle[-1], circle[0]]
        found = named([events[position].id for position in circle])
        yield Finding(("edges", closing), "cycle", f"closes a cycle of {len(circle)} events", found)


def named(circle: Sequence[str]) -> str:
    """Return a cycle as text, of a long one only the beginning."""
    shown = circle if len(circle) <= LONG else [*circle[:LONG], f"… {len(circle) - LONG} more"]
    return "→".join([*shown, circle[0]])


BELONGS = {
    "spawn": {"spawn"},
    "message": {"message"},
    "return": {"return"},
    "aggregate": {"aggregate"},
    "tool_dependency": {"tool_call", "tool_result"},
}
"""Edge type to the event types of which one must stand at either end; the others join any two events."""
LED = frozenset({"spawn", "message"})
"""Edge types whose event of the same type names, in ``to``, the agent that the edge leads to."""


def types(timeline: Timeline) -> Iterator[Finding]:
    """An edge's type fits the events at its ends, and it leads to the agent that was spawned or written to."""
    events = timeline.trace.events
    for number, (edge, ends) in enumerate(zip(timeline.trace.edges, timeline.ends, strict=True)):
        if ends is None or edge.type not in BELONGS:
            continue
        source, target = events[ends[0]], events[ends[1]]
        if source.type not in BELONGS[edge.type] and target.type not in BELONGS[edge.type]:
            found = f"{edge.type} edge from {source.type} to {target.type}"
            yield warning(("edges", number, "type"), "edge-type", f"joins no {' or '.join(sorted(BELONGS[edge.type]))} event", found)
        elif edge.type in LED and source.type == edge.type and source.to is not None and not _alike(source.to, target.agent):
            yield warning(("edges", number, "dst"), "edge-target", f"leads to {target.agent}, but {edge.src} names {source.to}", edge.dst)


def _alike(one: str, other: str) -> bool:
    """Return whether two names are one, or if not, whether that is a fault of its own: that they look so, or that one is blank."""
    return one == other or is_blank(one) or is_blank(other) or folded(one) == folded(other)


def loose(timeline: Timeline) -> Iterator[Finding]:
    """Every event is joined to another by an edge."""
    events = timeline.trace.events
    alone = len(events) - len(timeline.linked)
    if alone and timeline.linked:
        first = next(p for p in range(len(events)) if p not in timeline.linked)
        yield notice(("events", first), "no-edge", f"events that are joined to no other: {alone} of {len(events)}", events[first].id)
