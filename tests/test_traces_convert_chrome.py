"""Traces as Chrome trace events: pairs, flows, times, and what is not shown."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
import traces_hostile
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_examples import EXAMPLES, NAMES, example
from traces_values import edge, event, timeline

from pipeline.traces.formats.writers import chrome
from pipeline.traces.timeline import Timeline

SECONDS = {"schema_version": "2.0", "clock": {"unit": "seconds"}}


def document(line: Timeline) -> dict[str, Any]:
    return json.loads(chrome.text(line))  # type: ignore[no-any-return]


def marks(line: Timeline, *phases: str) -> list[dict[str, Any]]:
    return [mark for mark in document(line)["traceEvents"] if mark["ph"] in phases]


def short(mark: dict[str, Any]) -> str:
    return " ".join(str(mark[key]) for key in ("ph", "ts", "tid", "cat", "name"))


def pairs(line: Timeline, kind: str) -> list[tuple[str, int, int]]:
    """Return name, beginning and end of each pair of a category."""
    ends = {mark["id"]: mark["ts"] for mark in marks(line, "e")}
    return [(mark["name"], mark["ts"], ends[mark["id"]]) for mark in marks(line, "b") if mark["cat"] == kind]


def sound(document: dict[str, Any]) -> None:
    """Assert what every viewer of such a file relies on."""
    events = document["traceEvents"]
    timed = [mark for mark in events if mark["ph"] != "M"]
    assert list(document)[:2] == ["displayTimeUnit", "traceEvents"]
    assert {mark["ph"] for mark in events} <= set("Mibesf")
    assert [mark["ts"] for mark in timed] == sorted(mark["ts"] for mark in timed)
    assert all(type(mark["ts"]) is int and 0 <= mark["ts"] <= 2**53 - 1 for mark in timed)
    threads = {mark["tid"] for mark in events if mark["name"] == "thread_name" and mark["ph"] == "M"}
    assert {mark["tid"] for mark in timed} <= threads
    paired("b", "e", timed)
    paired("s", "f", timed)


def paired(opening: str, closing: str, timed: list[dict[str, Any]]) -> None:
    """Assert that each beginning has one end, after it, and that both say who they are with the same words."""
    begins, ends = (
        {(m["cat"], m["id"]): (number, m["name"], m["pid"]) for number, m in enumerate(timed) if m["ph"] == ph} for ph in (opening, closing)
    )
    assert len(begins) == sum(mark["ph"] == opening for mark in timed)
    assert len(ends) == sum(mark["ph"] == closing for mark in timed)
    assert {key: said for key, (_, *said) in begins.items()} == {key: said for key, (_, *said) in ends.items()}
    assert all(begins[key][0] < ends[key][0] for key in begins)


RUN = {
    "events": [
        event("a", 1, "spawn", "lead", to="scout"),
        event("b", 2.5, "tool_call", "scout", t_start=1.5, tool="map", call_id="k"),
        event("c", 4, "tool_result", "scout", tool="map", call_id="k"),
        event("d", 5, "return", "scout", to="lead"),
    ],
    "edges": [edge("a", "b", "spawn")],
}


def test_a_run_is_written_so() -> None:
    assert [short(mark) for mark in marks(timeline(**RUN), *"ibesf")] == [
        "b 1000000 2 life scout: life",
        "i 1000000 1 event spawn scout",
        "s 1000000 1 edge spawn",
        "b 1500000 2 tool scout: map",
        "b 1500000 2 interval scout: tool_call",
        "i 2500000 2 event tool_call map",
        "f 2500000 2 edge spawn",
        "e 2500000 2 interval scout: tool_call",
        "i 4000000 2 event tool_result map",
        "e 4000000 2 tool scout: map",
        "i 5000000 2 event return lead",
        "e 5000000 2 life scout: life",
    ]


def test_the_run_is_a_process_and_agents_are_threads_in_the_order_of_their_appearance() -> None:
    events = [event("a", 1, agent="zoe", to="adam"), event("b", 2, agent="bob")]
    assert [(mark["name"], mark.get("tid"), mark["args"]) for mark in marks(timeline(events=events, trace_id="run 7"), "M")] == [
        ("process_name", None, {"name": "run 7"}),
        ("thread_name", 1, {"name": "zoe"}),
        ("thread_sort_index", 1, {"sort_index": 1}),
        ("thread_name", 2, {"name": "adam"}),
        ("thread_sort_index", 2, {"sort_index": 2}),
        ("thread_name", 3, {"name": "bob"}),
        ("thread_sort_index", 3, {"sort_index": 3}),
    ]


def test_an_event_tells_what_the_trace_tells_of_it() -> None:
    said = {
        "role": "chief", "decision": "O3", "status": "error", "trusted": False, "tokens": {"in": 3, "out": 1},
        "error": {"kind": "late", "cause": None}, "rewards": {"r": 1}, "mine": [1],
    }  # fmt: skip
    (mark,) = marks(timeline(events=[event("a", 1, agent="x", to="y", **said)]), "i")
    assert mark["args"] == {"id": "a", "t": 1, "type": "message", "agent": "x", "to": "y", **said}


def test_content_is_shown_only_where_the_trace_has_it() -> None:
    first, second = marks(timeline(events=[event("a", 1, content="secret"), event("b", 2)]), "i")
    assert first["args"]["content"] == "secret"
    assert "content" not in second["args"]


@pytest.mark.parametrize(
    ("clock", "ts", "told"),
    [
        ({"unit": "seconds"}, 2_500_000, "t counts seconds"),
        ({"unit": "ordinal"}, 2_500, "t counts steps and no time; a step is shown as 1 ms"),
        (None, 2_500_000, "the trace does not say what t counts; it is shown as seconds"),
    ],
)
def test_the_clock_is_shown_in_microseconds_and_the_file_says_how(clock: dict[str, str] | None, ts: int, told: str) -> None:
    top = {} if clock is None else {"schema_version": "2.0", "clock": clock}
    line = timeline(events=[event("a", 2.5)], **top)
    assert marks(line, "i")[0]["ts"] == ts
    assert document(line)["otherData"]["times"] == told


def test_times_that_no_viewer_can_count_are_cut_and_the_file_says_so() -> None:
    line = timeline(events=[event("a", 1e300), event("b", 1.7e308, t_start=9e300)], **SECONDS)
    assert {mark["ts"] for mark in marks(line, *"ibe")} == {2**53 - 1}
    assert document(line)["otherData"]["times"] == (
        "t counts seconds; 3 times lie more than 285 years after the start, and are shown as that"
    )


def test_an_event_whose_beginning_is_unknown_is_an_instant_alone() -> None:
    assert [short(mark) for mark in marks(timeline(events=[event("a", 3)]), *"ibe")] == ["i 3000000 1 event message"]


def test_an_interval_that_is_reversed_is_an_instant_alone() -> None:
    assert pairs(timeline(events=[event("a", 3, t_start=5)]), "interval") == []


def test_intervals_of_one_agent_may_overlap() -> None:
    events = [event("a", 3, t_start=1), event("b", 4, t_start=2), event("c", 4, t_start=4)]
    assert pairs(timeline(events=events), "interval") == [
        ("a: message", 1_000_000, 3_000_000),
        ("a: message", 2_000_000, 4_000_000),
        ("a: message", 4_000_000, 4_000_000),
    ]


def test_a_call_lasts_until_its_last_result() -> None:
    events = [event("a", 1, "tool_call", tool="map", call_id="k")]
    events += [event(name, t, "tool_result", tool="map", call_id="k") for name, t in (("b", 2), ("c", 4))]
    assert pairs(timeline(events=events), "tool") == [("a: map", 1_000_000, 4_000_000)]


def test_a_call_that_nothing_answers_is_closed_with_the_run_and_marked() -> None:
    line = timeline(events=[event("a", 1, "tool_call", tool="map"), event("b", 9)])
    assert pairs(line, "tool") == [("a: map", 1_000_000, 9_000_000)]
    assert marks(line, "b")[0]["args"] == {"tool": "map", "begin": "a", "end": None, "open": True}


def test_a_call_that_is_answered_is_not_marked_as_open() -> None:
    line = timeline(events=[event("a", 1, "tool_call", tool="map"), event("b", 2, "tool_result", tool="map")])
    assert marks(line, "b")[0]["args"] == {"tool": "map", "begin": "a", "end": "b"}


def test_a_result_before_its_call_gives_a_pair_without_length() -> None:
    line = timeline(events=[event("a", 1, "tool_result", call_id="k"), event("b", 2, "tool_call", call_id="k")])
    assert pairs(line, "tool") == [("a: tool", 2_000_000, 2_000_000)]
    sound(document(line))


def test_a_sub_agent_that_never_ends_is_closed_with_the_run_and_marked() -> None:
    line = timeline(events=[event("a", 1, "spawn", "lead", to="x"), event("b", 2, agent="x"), event("c", 7, agent="lead")])
    assert pairs(line, "life") == [("x: life", 1_000_000, 7_000_000)]
    assert marks(line, "b")[0]["args"] == {"agent": "x", "parent": "lead", "begin": "a", "end": None, "open": True}


def test_an_agent_that_is_spawned_twice_has_two_lives() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "return", "x"), event("c", 3, "spawn", "lead", to="x")]
    line = timeline(events=[*events, event("d", 4, "despawn", "lead", to="x")])
    assert pairs(line, "life") == [("x: life", 1_000_000, 2_000_000), ("x: life", 3_000_000, 4_000_000)]


def test_agents_that_nobody_spawned_have_no_life_of_their_own() -> None:
    assert pairs(timeline(events=[event("a", 1, agent="lead"), event("b", 2, agent="lead")]), "life") == []


def test_every_flow_begins_and_ends_at_the_instant_of_its_event() -> None:
    """A viewer binds it to what began last on its thread, so that instant must stand right before it."""
    events = [event(name, 1, agent=agent) for name, agent in (("a", "x"), ("b", "x"), ("c", "y"), ("d", "x"))]
    line = timeline(events=events, edges=[edge("a", "c"), edge("b", "c"), edge("c", "d"), edge("a", "d", "temporal")])
    last: dict[int, str] = {}
    bound: dict[str, list[str]] = {}
    for mark in marks(line, *"isf"):
        if mark["ph"] == "i":
            last[mark["tid"]] = mark["args"]["id"]
        else:
            bound.setdefault(mark["id"], [mark["name"]]).append(last[mark["tid"]])
            assert mark["ph"] == "s" or mark["bp"] == "e"
    assert sorted(bound.values()) == [["causal", "a", "c"], ["causal", "b", "c"], ["causal", "c", "d"], ["temporal", "a", "d"]]


def test_edges_that_do_not_lead_forward_have_no_arrow_and_the_file_says_so() -> None:
    line = timeline(events=[event("a", 1), event("b", 2)], edges=[edge("a", "b"), edge("b", "a"), edge("a", "a")])
    assert [mark["ph"] for mark in marks(line, *"sf")] == ["s", "f"]
    assert document(line)["otherData"]["lost"] == ["2 of 3 edges have no arrow, as they do not lead forward in time"]


def test_what_is_said_of_the_run_stands_behind_the_events() -> None:
    line = timeline(events=[event("a", 1)], topology="debate", rewards={"r": 1}, metrics={"task_success": 0.5})
    assert document(line)["otherData"] == {
        "trace_id": "x", "task_id": "x", "topology": "debate", "rewards": {"r": 1}, "costs": {"tokens": 0, "wall_clock_s": 0},
        "metrics": {"task_success": 0.5}, "times": "the trace does not say what t counts; it is shown as seconds", "lost": [],
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_shown_whole(name: str) -> None:
    line = example(name)
    whole = document(line)
    sound(whole)
    count = Counter(mark["ph"] for mark in whole["traceEvents"])
    assert (count["i"], count["s"]) == (len(line.trace.events), len(line.trace.edges))
    assert whole["otherData"]["lost"] == []


@traces_values.patient
@given(traces_values.traces())
def test_any_trace_gives_a_sound_file(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    assert line is not None
    sound(document(line))


@traces_values.patient
@given(st.lists(traces_hostile.texts, min_size=1, max_size=4))
def test_names_stay_what_they_are_and_act_on_nothing(names: list[str]) -> None:
    line = traces_values.timeline(**traces_hostile.run(names))
    text = chrome.text(line)
    assert text.isascii()
    assert not any(character < " " and character != "\n" for character in text)
    whole = json.loads(text)
    sound(whole)
    threads = [mark["args"]["name"] for mark in whole["traceEvents"] if mark["name"] == "thread_name" and mark["ph"] == "M"]
    assert sorted(threads) == sorted({"root", *names})


def test_the_order_in_the_file_changes_no_byte() -> None:
    value = json.loads((EXAMPLES / "swarm.json").read_bytes())
    expected = chrome.text(example("swarm"))
    for key in ("events", "edges"):
        random.Random(1).shuffle(value[key])
    line = traces_values.loaded(value).timeline
    assert line is not None
    assert chrome.text(line) == expected
