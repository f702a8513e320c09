"""The events whose work adds up to the critical path."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces_values import edge, event, loaded, patient, timeline, traces

from pipeline.traces.metrics import chains
from pipeline.traces.metrics.parallelism import critical_chain, critical_path, union
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


def behind(found: Timeline, position: int) -> set[int]:
    """Return the positions from which a path leads to one."""
    reached: set[int] = set()
    waiting = [position]
    while waiting:
        waiting += (new := set(found.before.get(waiting.pop(), ())) - reached)
        reached |= new
    return reached


def test_an_event_after_others_may_be_the_whole_chain() -> None:
    assert ids(timeline(events=[event("p", 10, t_start=9), event("x", 11, t_start=0)], edges=[edge("p", "x")])) == ["x"]


def test_what_lies_within_another_event_is_left_out() -> None:
    events = [event("a", 10, t_start=0), event("b", 15, t_start=14), event("c", 20, t_start=10)]
    found = timeline(events=events, edges=[edge("a", "b"), edge("b", "c")])
    assert ids(found) == ["a", "c"]
    assert str(critical_path(found)) == "20"


def test_where_looking_on_takes_too_long_it_is_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST", 0)
    events = [event("a", 10, t_start=0), event("b", 15, t_start=14), event("c", 20, t_start=10)]
    found = critical_path(timeline(events=events, edges=[edge("a", "b"), edge("b", "c")]))
    assert (str(found), found.missing) == ("at least 16", ("fewer events that overlap others",))


@patient
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 6)), min_size=1, max_size=8), st.data())
def test_it_is_the_most_time_that_the_events_of_any_path_cover(spans: list[tuple[int, int]], data: st.DataObject) -> None:
    spans.sort(key=sum)
    events = [event(f"e{n}", start + took, t_start=start, seq=n) for n, (start, took) in enumerate(spans)]
    pairs = [(a, b) for b in range(len(spans)) for a in range(b)]
    linked = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    paths = [[n] for n in range(len(spans))]
    for path in paths:
        paths += [[*path, b] for a, b in linked if a == path[-1]]
    most = max(union((start, start + took) for start, took in (spans[n] for n in path)) for path in paths)
    found = critical_path(timeline(events=events, edges=[edge(f"e{a}", f"e{b}") for a, b in linked]))
    assert found.low == most
    assert max(took for _, took in spans) <= most <= sum(took for _, took in spans)
    assert most <= max(map(sum, spans)) - min(start for start, _ in spans)


@patient
@given(traces())
def test_it_is_no_shorter_than_any_event_and_no_longer_than_all(value: dict[str, Any]) -> None:
    read = loaded(value)
    if read.timeline is None or (path := critical_path(read.timeline)).low is None:
        return
    took = [max(0.0, one.t - (one.t if one.t_start is None else one.t_start)) for one in read.timeline.trace.events]
    assert max(took) <= path.low <= sum(took)


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
        assert not place or chain[place - 1] in behind(read.timeline, position)
    assert not chain or total == path.low
