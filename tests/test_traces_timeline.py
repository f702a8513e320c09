"""The order of events, cycles among edges, and who was there when."""

from __future__ import annotations

import pytest
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_values import edge, event, timeline

from pipeline.traces.calls import answered
from pipeline.traces.cycles import cycles
from pipeline.traces.lives import Life, lives
from pipeline.traces.timeline import Timeline, sorted_along


def ids(line: Timeline) -> str:
    return "".join(line.trace.events[position].id for position in line.order)


def test_time_decides_and_at_equal_times_the_edges_and_then_the_id() -> None:
    events = [event("d", 1), event("c", 1), event("b", 1), event("a", 1), event("z", 0)]
    assert ids(timeline(events=events)) == "zabcd"
    assert ids(timeline(events=events, edges=[edge("d", "a"), edge("c", "b")])) == "zcdab"


def test_a_total_order_decides_before_time() -> None:
    events = [event("a", 3, seq=0), event("b", 1, seq=2), event("c", 2, seq=1)]
    assert ids(timeline(events=events)) == "acb"


def test_a_total_order_that_is_none_does_not_decide() -> None:
    assert ids(timeline(events=[event("a", 3, seq=0), event("b", 1), event("c", 2, seq=1)])) == "bca"
    assert ids(timeline(events=[event("a", 3, seq=1), event("b", 1, seq=1)])) == "ba"


def test_edges_against_time_still_give_an_order_along_them() -> None:
    line = timeline(events=[event("a", 3), event("b", 1), event("c", 2)], edges=[edge("a", "b")])
    assert ids(line) == "bca"
    assert [line.trace.events[p].id for p in line.sorted_along_edges or []] == ["c", "a", "b"]


def test_a_cycle_leaves_no_order_along_edges() -> None:
    line = timeline(events=[event("a", 1), event("b", 1)], edges=[edge("a", "b"), edge("b", "a")])
    assert line.sorted_along_edges is None


NAMES = [f"e{number}" for number in range(10)]


@pytest.mark.parametrize(
    ("links", "named"),
    [
        ([], []),
        ([(0, 1), (1, 2)], []),
        ([(2, 1), (1, 2)], [[1, 2]]),
        ([(3, 1), (1, 2), (2, 3), (0, 1), (3, 4)], [[1, 2, 3]]),
        ([(5, 4), (4, 5), (1, 0), (0, 1), (1, 4)], [[0, 1], [4, 5]]),
        ([(0, 1), (1, 0), (1, 2), (2, 0)], [[0, 1]]),
    ],
)
def test_each_knot_is_named_by_a_round(links: list[tuple[int, int]], named: list[list[int]]) -> None:
    assert cycles(links, NAMES) == named


@traces_values.patient
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda link: link[0] != link[1]), max_size=30), st.randoms())
def test_rounds_are_rounds_and_are_found_exactly_where_sorting_fails(links: list[tuple[int, int]], random: st.random.Random) -> None:
    found = cycles(links, NAMES)
    for circle in found:
        assert all(link in links for link in zip(circle, [*circle[1:], circle[0]], strict=True))
    assert bool(found) == (len(sorted_along(links)) < len({end for link in links for end in link}))
    shuffled = random.sample(links, len(links))
    assert cycles(shuffled, NAMES) == found


def test_a_cycle_may_be_as_long_as_the_run() -> None:
    count = 20_000
    (circle,) = cycles([(n, (n + 1) % count) for n in range(count)], [f"{n:05}" for n in range(count)])
    assert circle == list(range(count))


def test_lives_begin_and_end_as_recorded() -> None:
    events = [
        event("a", 0, "spawn", "lead", to="x"),
        event("b", 1, "message", "x"),
        event("c", 2, "return", "x"),
        event("d", 3, "spawn", "lead", to="x"),
        event("e", 4, "despawn", "x"),
        event("f", 5, "message", "y", parent_agent="lead"),
        event("g", 6, "human_intervention", "editor"),
    ]
    assert lives(timeline(events=events)) == [
        Life("lead", 0, None, True),
        Life("x", 0, 2, True),
        Life("x", 3, 4, True),
        Life("y", 5, None, False),
    ]


def test_results_answer_calls_by_id_by_edge_and_by_age() -> None:
    events = [
        event("a", 0, "tool_call", "x", tool="map", call_id="k"),
        event("b", 1, "tool_call", "x", tool="map"),
        event("c", 2, "tool_call", "x", tool="map"),
        event("d", 3, "tool_call", "y", tool="map"),
        event("e", 4, "tool_result", "x", tool="map"),
        event("f", 5, "tool_result", "x", tool="map", call_id="k"),
        event("g", 6, "tool_result", "x", tool="map"),
        event("h", 7, "tool_result", "x", tool="map"),
        event("i", 8, "tool_result", "x", tool="map", call_id="other"),
    ]
    line = timeline(events=events, edges=[edge("b", "e", "tool_dependency")])
    named = {events[result]["id"]: events[call]["id"] for result, call in answered(line).items()}
    assert named == {"e": "b", "f": "a", "g": "c", "h": "d"}
