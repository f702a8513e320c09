"""A trace as Chrome trace events, which Perfetto shows.

The run is a process and each agent a thread of it. Every event is an instant at the time when it was complete; what lasted is
an asynchronous pair of a beginning and an end, as an agent's intervals may overlap: from a tool call to its last result, from
an agent's spawn to its return or despawn, and from ``t_start`` to ``t`` where the trace says both. Pairs that the trace does
not close are closed with the run and marked as ``open``. Edges are flows from one instant to another.

Lost, and named under ``otherData``: edges that do not lead forward in time, and times that are too late for 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...events import Event
from ...findings import JSON
from ...timeline import Timeline
from ..cast import cast
from ..clock import Clock, clock
from . import v2
from .chrome_spans import spans
from .compact import a_line_each, compact
from .edges import edges
from .heading import heading

NAME = "chrome"
TITLE = "Chrome trace events, as Perfetto shows them"
SUFFIX = ".chrome.json"

PROCESS = 1
"""Number of the process; there is one, and 0 means the kernel's."""
BEGIN, INSTANT, IN, OUT, END = range(5)
"""The order of what one event gives: flows belong to the instant that stands last before them on their thread."""


class Mark(NamedTuple):
    """Something that happened, with its place among all of them."""

    ts: int
    """Microseconds."""
    rank: int
    """Of the event that it comes from, for marks of the same microsecond."""
    turn: int
    """BEGIN and so on, for marks of the same event."""
    value: dict[str, JSON]
    """As it is written."""


def text(timeline: Timeline) -> str:
    """Return a trace as one JSON object with an event a line, sorted by time."""
    times, threads = clock(timeline.trace), cast(timeline)
    flows = list(_flows(timeline, times, threads))
    marks = [*_instants(timeline, times, threads), *_pairs(timeline, times, threads), *flows]
    marks.sort(key=lambda mark: mark[:3])
    events = [*_names(timeline, threads), *(mark.value for mark in marks)]
    about: JSON = {**heading(timeline.trace), "times": "; ".join(times.notes), "lost": [*_lost(timeline, len(flows) // 2)]}
    # Viewers that read the file as a stream stop at a key that they do not know, so those come last.
    return f'{{"displayTimeUnit":"ms","traceEvents":{a_line_each(events)},"otherData":{compact(about)}}}\n'


def _names(timeline: Timeline, threads: dict[str, int]) -> Iterator[dict[str, JSON]]:
    yield {"ph": "M", "name": "process_name", "pid": PROCESS, "args": {"name": timeline.trace.trace_id}}
    for name, number in threads.items():
        yield {"ph": "M", "name": "thread_name", "pid": PROCESS, "tid": number, "args": {"name": name}}
        yield {"ph": "M", "name": "thread_sort_index", "pid": PROCESS, "tid": number, "args": {"sort_index": number}}


def _instants(timeline: Timeline, times: Clock, threads: dict[str, int]) -> Iterator[Mark]:
    for rank, position in enumerate(timeline.order):
        event = timeline.trace.events[position]
        ts = times.microseconds(event.t)
        value: dict[str, JSON] = {
            "ph": "i", "s": "t", "cat": "event", "name": _title(event), "pid": PROCESS, "tid": threads[event.agent], "ts": ts,
            "args": v2.event(event),
        }  # fmt: skip
        yield Mark(ts, rank, INSTANT, value)


def _title(event: Event) -> str:
    about = event.tool if event.type in {"tool_call", "tool_result"} else event.to
    return event.type if about is None else f"{event.type} {about}"


def _pairs(timeline: Timeline, times: Clock, threads: dict[str, int]) -> Iterator[Mark]:
    """Yield two marks for each span; one that would end before it began ends as it begins."""
    last = max(times.microseconds(event.t) for event in timeline.trace.events)
    for number, span in enumerate(spans(timeline), 1):
        begin, rank = times.microseconds(span.begin[0]), span.begin[1]
        end, end_rank = (last, len(timeline.order)) if span.end is None else (times.microseconds(span.end[0]), span.end[1])
        shared: dict[str, JSON] = {
            "cat": span.kind, "id": f"0x{number:x}", "name": span.name, "pid": PROCESS, "tid": threads[span.agent],
        }  # fmt: skip
        yield Mark(begin, rank, BEGIN, {"ph": "b", **shared, "ts": begin, "args": span.args})
        yield Mark(max(begin, end), max(rank, end_rank), END, {"ph": "e", **shared, "ts": max(begin, end)})


def _flows(timeline: Timeline, times: Clock, threads: dict[str, int]) -> Iterator[Mark]:
    """Yield two marks for each edge that leads forward."""
    for number, (a, b, kind) in enumerate(edges(timeline), 1):
        src, dst = (timeline.trace.events[timeline.order[rank]] for rank in (a, b))
        out, into = times.microseconds(src.t), times.microseconds(dst.t)
        if (out, a) < (into, b):
            shared: dict[str, JSON] = {"cat": "edge", "id": f"0x{number:x}", "name": kind, "pid": PROCESS}
            yield Mark(out, a, OUT, {"ph": "s", **shared, "tid": threads[src.agent], "ts": out})
            yield Mark(into, b, IN, {"ph": "f", "bp": "e", **shared, "tid": threads[dst.agent], "ts": into})


def _lost(timeline: Timeline, shown: int) -> Iterator[str]:
    hidden = len(timeline.trace.edges) - shown
    if hidden:
        yield f"{hidden} of {len(timeline.trace.edges)} edges have no arrow, as they do not lead forward in time"
