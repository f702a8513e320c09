"""The events whose work adds up to the critical path."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from traces_values import edge, event, loaded, patient, timeline, traces

from pipeline.traces.metrics.parallelism import critical_chain, critical_path
from pipeline.traces.timeline import Timeline


def ids(found: Timeline) -> list[str]:
    return [found.trace.events[position].id for position in critical_chain(found)]


def test_of_two_ways_the_longer_one_counts_whatever_the_order_of_the_file() -> None:
    events = [event("d", 9, t_start=7), event("c", 4, t_start=1), event("b", 6, t_start=2), event("a", 2, t_start=0)]
    edges = [edge("c", "d"), edge("b", "d"), edge("a", "c"), edge("a", "b")]
    assert ids(timeline(events=events, edges=edges)) == ["a", "b", "d"]
    assert ids(timeline(events=events[::-1], edges=edges[::-1])) == ["a", "b", "d"]


def test_of_equal_ways_the_one_whose_events_come_first() -> None:
    events = [event("a", 1, t_start=0), event("b", 2, t_start=1), event("c", 2, t_start=1), event("d", 3, t_start=2)]
    assert ids(timeline(events=events, edges=[edge("a", "c"), edge("a", "b"), edge("c", "d"), edge("b", "d")])) == ["a", "b", "d"]


def test_what_adds_nothing_behind_the_last_work_is_left_out() -> None:
    events = [event("a", 2, t_start=0), event("b", 2.0, t_start=2), event("c", 5)]
    assert ids(timeline(events=events, edges=[edge("a", "b"), edge("b", "c")])) == ["a"]


def test_there_is_none_without_beginnings() -> None:
    assert ids(timeline(events=[event("a", 1), event("b", 2)], edges=[edge("a", "b")])) == []


@patient
@given(traces())
def test_the_work_along_it_is_the_critical_path(value: dict[str, Any]) -> None:
    read = loaded(value)
    if read.timeline is None:
        return
    chain, path = critical_chain(read.timeline), critical_path(read.timeline)
    assert (not chain) == (path.status == "not computable")
    events, total = read.timeline.trace.events, 0.0
    for place, position in enumerate(chain):
        one = events[position]
        start = one.t if one.t_start is None else one.t_start
        total += max(0.0, one.t - (max(start, events[chain[place - 1]].t) if place else start))
        assert not place or chain[place - 1] in read.timeline.before[position]
    assert not chain or total == path.low
