"""Calls and their results, returns and what became of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ..calls import answered
from ..findings import Finding, notice, warning
from ..timeline import Timeline


def results(timeline: Timeline) -> Iterator[Finding]:
    """A tool result answers a call, and does not come before it."""
    events, ranks, calls = timeline.trace.events, timeline.ranks, answered(timeline)
    for position in timeline.of_type.get("tool_result", ()):
        event, call = events[position], calls.get(position)
        if call is None:
            found = event.call_id if event.call_id is not None else event.tool
            yield warning(("events", position), "result-without-call", "answers no call", found)
        elif ranks[call] > ranks[position] and (events[call].t != event.t or timeline.has_total_order):
            yield Finding(("events", position), "result-before-call", f"comes before its call {events[call].id}", event.id)
    waiting = set(timeline.of_type.get("tool_call", ())) - set(calls.values())
    if waiting and calls:
        first = min(waiting, key=ranks.__getitem__)
        yield notice(("events", first), "call-without-result", f"calls without a result: {len(waiting)}", events[first].id)


def call_ids(timeline: Timeline) -> Iterator[Finding]:
    """No two calls have the same call_id."""
    events, first = timeline.trace.events, dict[str, int]()
    for position in timeline.of_type.get("tool_call", ()):
        call_id = events[position].call_id
        if call_id is None:
            continue
        if call_id in first:
            message = f"is also that of {events[first[call_id]].id}"
            yield warning(("events", position, "call_id"), "call-id-repeated", message, call_id)
        first.setdefault(call_id, position)


def aggregation(timeline: Timeline) -> Iterator[Finding]:
    """What an agent returns is aggregated: an edge leads from it to an aggregate event, or its receiver aggregates later."""
    events, ranks = timeline.trace.events, timeline.ranks
    returned, aggregated = timeline.of_type.get("return", []), timeline.of_type.get("aggregate", [])
    if returned and not aggregated:
        message = f"nothing is ever aggregated; returns: {len(returned)}"
        yield notice(("events", returned[0]), "nothing-aggregated", message, events[returned[0]].id)
        return
    linked = {p for position in aggregated for p in timeline.before.get(position, ())}
    by_agent: dict[str | None, list[int]] = {None: [ranks[p] for p in aggregated]}
    for position in aggregated:
        by_agent.setdefault(events[position].agent, []).append(ranks[position])
    for position in returned:
        later = by_agent.get(events[position].to, [])
        if position not in linked and bisect_left(later, ranks[position]) == len(later):
            yield warning(("events", position), "return-not-aggregated", "is never aggregated", events[position].id)
