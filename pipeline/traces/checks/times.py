"""Clocks and orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from ..findings import Finding, notice, warning
from ..metrics.parallelism import run_span
from ..timeline import Timeline


def along_edges(timeline: Timeline) -> Iterator[Finding]:
    """Along an edge neither time nor the total order runs backwards."""
    events, ordered = timeline.trace.events, timeline.has_total_order
    for number, ends in enumerate(timeline.ends):
        if ends is None:
            continue
        source, target = events[ends[0]], events[ends[1]]
        if source.t > target.t:
            found = f"{source.id} at {source.t:g}, {target.id} at {target.t:g}"
            yield Finding(("edges", number), "time-backwards", "leads back in time", found)
        elif ordered and (source.seq or 0) > (target.seq or 0):
            found = f"{source.id} has seq {source.seq}, {target.id} has {target.seq}"
            yield Finding(("edges", number), "time-backwards", "leads back in the total order", found)


def intervals(timeline: Timeline) -> Iterator[Finding]:
    """An event does not end before it begins."""
    for position, event in enumerate(timeline.trace.events):
        if event.t_start is not None and event.t_start > event.t:
            message = f"begins after its end at t = {event.t:g}"
            yield Finding(("events", position, "t_start"), "interval-reversed", message, f"{event.t_start:g}")


def total_order(timeline: Timeline) -> Iterator[Finding]:
    """Where events have a seq, every one has its own, and it agrees with the clock."""
    events = timeline.trace.events
    seen: dict[int, int] = {}
    for position, event in enumerate(events):
        if event.seq is None:
            continue
        if event.seq in seen:
            yield warning(("events", position, "seq"), "seq-repeated", f"is also that of events[{seen[event.seq]}]", str(event.seq))
        seen.setdefault(event.seq, position)
    if 0 < len(seen) < len(events) and any(event.seq is None for event in events):
        first = next(p for p, event in enumerate(events) if event.seq is None)
        yield warning(("events", first), "seq-missing", "has no seq, though other events have one, so that the clock decides the order")
    if timeline.has_total_order:
        yield from _against_clock(timeline)


def _against_clock(timeline: Timeline) -> Iterator[Finding]:
    events = timeline.trace.events
    latest = events[timeline.order[0]]
    for position in timeline.order:
        event = events[position]
        if event.t < latest.t:
            message = f"comes after {latest.id} at t = {latest.t:g} by seq, but before it by the clock"
            yield warning(("events", position, "seq"), "seq-against-clock", message, f"{event.t:g}")
        else:
            latest = event


def origin(timeline: Timeline) -> Iterator[Finding]:
    """The moment at which the clock is 0 is one in ISO 8601, with a time zone."""
    stated = timeline.trace.clock_origin
    if stated is not None and not _is_moment(stated):
        message, hint = "is no moment in ISO 8601 with a time zone", "as in 2026-04-20T10:00:00Z"
        yield warning(("clock", "origin"), "origin-form", message, stated, hint)


_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)\Z", re.ASCII)


def _is_moment(text: str) -> bool:
    if not _MOMENT.match(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:  # as on the 30th of February
        return False
    return True


def wall_clock(timeline: Timeline) -> Iterator[Finding]:
    """A run takes at least the time from its first event to its last, where a time is reported at all, which 0 does not."""
    trace = timeline.trace
    span, stated = run_span(timeline), trace.costs["wall_clock_s"]
    if not stated or span <= stated * (1 + 1e-9) or trace.clock == "ordinal":
        return
    path = ("costs", "wall_clock_s")
    message = f"is shorter than the run, whose events span {span:g}"
    if trace.clock == "seconds":
        yield Finding(path, "wall-clock-short", message, f"{stated:g}")
    elif not _counts(timeline):
        yield warning(path, "wall-clock-short", message, f"{stated:g}", hint=f"unless t counts steps: {_SAY}")
    else:
        yield notice(path, "wall-clock-short", message, f"{stated:g}", hint=f"t looks like a number of steps: {_SAY}")


_SAY = "version 2 can say so (clock)"


def _counts(timeline: Timeline) -> bool:
    """Return whether ``t`` looks like a number of steps: whole numbers without a gap."""
    times = {event.t for event in timeline.trace.events}
    return all(t == int(t) for t in times) and max(times) - min(times) == len(times) - 1
