"""Times that contradict one another, or what led to what."""

from __future__ import annotations

import json
from typing import Any

import pytest
import traces_values as v
from hypothesis import given
from hypothesis import strategies as st
from traces_foreign import arrows, told

from pipeline.traces import loading
from pipeline.traces.formats.draft import Draft

NOW = 1_770_000_000.0
MOVED = "events whose time contradicts what led to them, or what they led to, are moved to the nearest time that does not: "


@pytest.fixture
def draft() -> Draft:
    return Draft("form", "run")


def value(made: Draft) -> Any:
    """Return the trace, which the checker has no errors for."""
    whole = made.value()
    problems = loading.load(json.dumps(whole).encode(), "x").problems
    assert [problem for problem in problems if problem.severity == "error"] == []
    return whole


def test_an_end_before_the_beginning_is_moved_there_and_marked(draft: Draft) -> None:
    draft.event("message", "a", NOW + 2, t_start=NOW + 3)
    (event,) = value(draft)["events"]
    assert (event["t_start"], event["t"], event["inferred"]) == (0.0, 0.0, ["t"])
    assert draft.notes == ["events that end before they begin are taken to end when they begin: 1"]


def test_of_an_end_before_the_beginning_it_is_what_was_guessed_that_moves(draft: Draft) -> None:
    draft.event("message", "a", NOW)
    draft.event("message", "a", NOW + 2, t_start=NOW + 3, inferred=["t_start"])
    event = value(draft)["events"][1]
    assert (event["t_start"], event["t"], event["inferred"]) == (2.0, 2.0, ["t_start"])
    assert draft.notes == []


def test_a_result_before_its_call_is_moved_to_it(draft: Draft) -> None:
    result, call = (draft.event(kind, "a", NOW + t, call_id="c") for kind, t in (("tool_result", 3), ("tool_call", 5)))
    draft.edge(call, result, "tool_dependency")
    trace = value(draft)
    assert told(trace) == ["0 tool_call a", "0 tool_result a"]
    assert trace["events"][1]["inferred"] == ["t"]
    assert arrows(trace) == {"e1 tool_dependency e2"}
    assert draft.notes == [f"{MOVED}1"]


def test_a_spawn_that_is_written_down_late_was_there_when_its_agent_began(draft: Draft) -> None:
    draft.event("message", "b", NOW + 2, to="a")
    draft.event("message", "b", NOW + 4, to="a")
    draft.event("spawn", "a", NOW + 9, to="b")
    draft.event("message", "a", NOW, to="b")
    trace = value(draft)
    assert told(trace) == ["0 message a > b", "2 spawn a > b", "2 message b > a", "4 message b > a"]
    assert trace["events"][1]["inferred"] == ["t"]


def test_a_spawn_is_not_before_what_led_to_it(draft: Draft) -> None:
    first, spawn = draft.event("message", "a", NOW + 6), draft.event("spawn", "a", NOW + 9, to="b")
    draft.edge(first, spawn, "causal")
    draft.edge(spawn, draft.event("message", "b", NOW + 5), "spawn")
    assert told(value(draft)) == ["0 message a", "0 spawn a > b", "0 message b"]


def test_an_error_is_not_before_what_it_goes_back_to(draft: Draft) -> None:
    draft.event("message", "a", NOW, error={"kind": "x", "cause": "e2"})
    draft.event("message", "b", NOW + 1, status="error")
    assert told(value(draft)) == ["0 message b", "0 message a"]


@pytest.mark.parametrize(("last", "expected"), [(4.0, "2 return b"), (1.0, "1 return b")])
def test_a_missing_time_lies_between_what_led_to_it_and_what_it_led_to(draft: Draft, last: float, expected: str) -> None:
    spawn, aggregate = draft.event("spawn", "a", NOW, to="b"), draft.event("aggregate", "a", NOW + last)
    draft.event("message", "c", NOW + 2)
    returned = draft.event("return", "b", None)
    draft.edge(spawn, returned, "spawn")
    draft.edge(returned, aggregate, "aggregate")
    trace = value(draft)
    assert expected in told(trace)
    assert arrows(trace) == {"e1 spawn e2", "e2 aggregate e3"} if last < 2 else {"e1 spawn e3", "e3 aggregate e4"}


def test_a_missing_time_is_not_before_what_led_to_it(draft: Draft) -> None:
    unknown, call = draft.event("tool_result", "a", None), draft.event("tool_call", "a", NOW + 3)
    draft.event("message", "a", NOW)
    draft.edge(call, unknown, "tool_dependency")
    trace = value(draft)
    assert told(trace) == ["0 message a", "3 tool_call a", "3 tool_result a"]
    assert trace["events"][2]["inferred"] == ["t"]
    assert draft.notes == []


@pytest.mark.parametrize("odd", [0.0, -62135596800.0, 32503680000.0])
def test_a_time_years_off_the_others_is_unknown(draft: Draft, odd: float) -> None:
    for t in (NOW, NOW + 1, odd, NOW + 3):
        draft.event("message", "a", t, t_start=odd)
    trace = value(draft)
    assert [(one["t"], one.get("inferred"), "t_start" in one) for one in trace["events"]] == [
        (0.0, None, False), (1.0, None, False), (1.0, ["t"], False), (3.0, None, False),
    ]  # fmt: skip
    assert trace["clock"]["origin"] == "2026-02-02T02:40:00+00:00"
    assert draft.notes == ["times ten years or more from the rest of the run are taken as unknown: 5"]


@pytest.mark.parametrize("t", [0.0, -62135647200.0])
def test_a_run_that_is_no_date_as_a_whole_has_no_origin(draft: Draft, t: float) -> None:
    draft.event("message", "a", t)
    draft.event("message", "a", t + 2)
    assert value(draft)["clock"] == {"unit": "seconds"}
    assert draft.notes == ["the run begins before 1971 or after 9998, so that its times are no dates: they count from its beginning"]


def test_numbers_that_are_no_times_are_noted(draft: Draft) -> None:
    draft.event("message", "a", float("inf"), t_start=float("nan"))
    assert value(draft)["clock"] == {"unit": "ordinal"}
    assert draft.notes == ["times that cannot be read, or lie before 1971, count as unknown: 2"]


def test_without_times_nothing_comes_before_what_led_to_it(draft: Draft) -> None:
    aggregate, other, returned = draft.event("aggregate", "a", None), draft.event("message", "a", None), draft.event("return", "b", None)
    draft.edge(returned, aggregate, "aggregate")
    draft.edge(aggregate, other, "temporal")
    trace = value(draft)
    assert told(trace) == ["1 return b", "2 aggregate a", "3 message a"]
    assert arrows(trace) == {"e1 aggregate e2", "e2 temporal e3"}


def test_of_edges_in_a_circle_those_that_lead_back_are_left_out(draft: Draft) -> None:
    ids = [draft.event("message", "a", NOW + t) for t in (1, 2, 3)]
    for src, dst in zip(ids, ids[1:] + ids[:1], strict=True):
        draft.edge(src, dst, "causal")
    assert arrows(value(draft)) == {"e1 causal e2", "e2 causal e3"}
    assert draft.notes == ["edges that would lead back in time are left out: 1"]


@v.patient
@given(st.lists(st.tuples(st.sampled_from(["work", "call", "spawn"]), st.integers(0, 9), st.none() | st.floats(-9, 9)), max_size=14))
def test_whatever_the_clocks_say_nothing_that_led_to_something_is_lost(steps: list[tuple[str, int, float | None]]) -> None:
    made = Draft("form", "run")
    tips = {"a": made.event("message", "a", NOW)}
    edges = 0
    for number, (kind, pick, off) in enumerate(steps):
        agent = sorted(tips)[pick % len(tips)]
        t = None if off is None else NOW + number + off
        event = made.event({"work": "message", "call": "tool_call", "spawn": "spawn"}[kind], agent, t, **_said(kind, number))
        made.edge(tips[agent], event, "causal")
        tips[agent] = event
        if kind == "spawn":
            tips[f"b{number}"] = made.event("message", f"b{number}", t)
            made.edge(event, tips[f"b{number}"], "spawn")
        elif kind == "call":
            tips[agent] = made.event("tool_result", agent, NOW + number - (off or 0.0), call_id=f"c{number}")
            made.edge(event, tips[agent], "tool_dependency")
        edges += 1 + (kind != "work")
    assert len(value(made)["edges"]) == edges


def _said(kind: str, number: int) -> dict[str, Any]:
    return {"spawn": {"to": f"b{number}"}, "call": {"call_id": f"c{number}"}, "work": {}}[kind]
