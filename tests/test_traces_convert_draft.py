"""Traces in the making."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces_values import patient

from pipeline.traces import loading
from pipeline.traces.formats.draft import Draft
from pipeline.traces.formats.file_names import file_names
from pipeline.traces.formats.moments import iso, seconds

NOW = 1_770_000_000.0


def draft(**more: Any) -> Draft:
    return Draft("form", "run", **more)


def value(made: Draft) -> Any:
    return made.value()


def test_events_stand_in_order_of_time_and_are_numbered_so() -> None:
    made = draft()
    late, early = made.event("return", "a", 1_770_000_003.5), made.event("spawn", "b", 1_770_000_001.0, to="a", t_start=1_770_000_000.5)
    made.edge(early, late, "spawn")
    whole = value(made)
    assert [(e["id"], e["seq"], e["t"], e["type"]) for e in whole["events"]] == [("e1", 1, 0.5, "spawn"), ("e2", 2, 3.0, "return")]
    assert whole["edges"] == [{"src": "e1", "dst": "e2", "type": "spawn"}]
    assert whole["clock"] == {"unit": "seconds", "origin": "2026-02-02T02:40:00.500000+00:00"}
    assert whole["costs"] == {"tokens": 0, "wall_clock_s": 3.0}


def test_at_equal_times_edges_decide_and_then_the_order_of_calls() -> None:
    made = draft()
    one, two, three = (made.event("message", name, 5.0) for name in "abc")
    made.edge(three, one, "causal")
    assert [e["agent"] for e in value(made)["events"]] == ["b", "c", "a"]
    assert two == "e2"


def test_an_event_without_a_time_has_that_of_the_one_before() -> None:
    made = draft()
    for t in (None, 4.0, None):
        made.event("message", "a", t)
    made.event("message", "a", 9.0)
    assert [(e["t"], e.get("inferred")) for e in value(made)["events"]] == [(0.0, ["t"]), (0.0, None), (0.0, ["t"]), (5.0, None)]


def test_without_any_time_events_are_counted() -> None:
    made = draft()
    made.event("message", "a", None)
    made.event("message", "a", None, t_start=math.inf)
    whole = value(made)
    assert [(e["t"], "t_start" in e) for e in whole["events"]] == [(1, False), (2, False)]
    assert whole["clock"] == {"unit": "ordinal"}
    assert whole["provenance"]["missing"] == ["t", "tokens", "wall_clock_s"]


@pytest.mark.parametrize("t", [math.nan, math.inf, 1e300, 10**400, True])
def test_what_is_no_time_is_none(t: Any) -> None:
    made = draft()
    made.event("message", "a", t)
    assert value(made)["clock"] == {"unit": "ordinal"}


def test_an_edge_of_mere_order_that_leads_back_is_left_out_and_noted() -> None:
    made = draft()
    one, two = made.event("message", "a", NOW + 2), made.event("message", "b", NOW + 1)
    made.edge(one, two, "temporal")
    assert value(made)["edges"] == []
    assert made.notes == ["edges that would lead back in time are left out: 1"]


def test_references_to_events_follow_their_new_ids() -> None:
    made = draft()
    late = made.event("message", "a", 2.0)
    made.event("message", "b", 3.0, error={"cause": late}, rewards=[{"channel": "r", "value": 1, "target": late}])
    made.event("message", "e1", 1.0)
    made.rewards = [{"channel": "r", "value": 1, "target": "e2"}]
    whole = value(made)
    assert whole["events"][2]["error"] == {"cause": "e2"}
    assert whole["events"][2]["rewards"][0]["target"] == "e2"
    assert whole["rewards"][0]["target"] == "e3"


def test_totals_below_what_the_events_add_up_to_are_raised_and_noted() -> None:
    made = draft()
    made.costs = {"tokens": 5, "wall_clock_s": 1.0, "messages": 7, "usd": 0.2}
    made.event("message", "a", NOW, tokens={"in": 4, "out": 3})
    made.event("message", "a", NOW + 4)
    assert value(made)["costs"] == {"tokens": 7, "wall_clock_s": 4.0, "messages": 7, "usd": 0.2}
    assert made.notes == [
        "the source declares less tokens than its events add up to; the sum is written",
        "the source declares less wall_clock_s than its events add up to; the sum is written",
    ]


def test_a_content_is_hashed_and_carried_along_only_when_asked_for() -> None:
    digest = "bb7208bc9b5d7c04f1236a82a0093a5e33f40423d5ba8d4266f7092c3ba43b62"
    assert draft().content("!") == {"content_sha256": digest}
    assert draft(with_content=True).content("!") == {"content_sha256": digest, "content": "!"}
    assert draft().content({"b": 1, "a": 2}) == draft().content({"a": 2, "b": 1})
    assert [draft().content(nothing) for nothing in (None, "", [], {})] == [{}, {}, {}, {}]


def test_tokens_that_were_left_out_make_the_sum_a_lower_bound() -> None:
    made = draft()
    made.event("message", "a", NOW, tokens={"in": 4, "out": 3})
    made.incomplete("files that are not there", 0)
    assert value(made)["provenance"]["missing"] == []
    made.incomplete("files that are not there", 2)
    assert value(made)["provenance"]["missing"] == ["tokens"]
    assert made.notes == ["files that are not there: 2; the tokens of the run are at least those that are told"]


def test_provenance_tells_what_was_seen_from_what_was_guessed() -> None:
    made = draft()
    made.missing = {"message"}
    made.event("spawn", "a", 0.0, to="b", inferred=["to"])
    made.event("aggregate", "a", 1.0, inferred=["type"])
    made.event("aggregate", "a", 2.0)
    assert value(made)["provenance"] == {
        "source": "form", "observed": ["aggregate", "spawn"], "inferred": ["aggregate", "task_id", "to", "type"],
        "missing": ["message", "tokens"],
    }  # fmt: skip


def test_all_who_act_are_listed_and_their_parents_too() -> None:
    made = draft()
    made.agent("b", role="scout", parent="a")
    made.agent("b", role="other", model="m")
    made.event("message", "c", 0.0)
    assert value(made)["agents"] == {"a": {}, "b": {"role": "scout", "parent": "a", "model": "m"}, "c": {}}


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("1970-01-01T00:00:01Z", 1.0), ("1970-01-01T01:00:01.5+01:00", 1.5), (" 1970-01-01T00:00:02 ", 2.0), ("yesterday", None),
        (5, None), ("0001-01-01T00:00:00+14:00", -62135647200.0), ("", None),
    ],
)  # fmt: skip
def test_moments_are_read(stamp: Any, expected: float | None) -> None:
    assert seconds(stamp) == expected


def test_what_no_calendar_holds_is_the_beginning_of_time() -> None:
    assert [iso(t) for t in (1e18, math.inf, 0.25)] == ["1970-01-01T00:00:00+00:00"] * 2 + ["1970-01-01T00:00:00.250000+00:00"]


_times = st.none() | st.integers(0, 5).map(float) | st.floats()


@patient
@given(st.lists(st.tuples(_times, _times), min_size=1, max_size=9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12))
def test_any_times_and_edges_give_a_trace_without_contradiction(times: list[Any], links: list[tuple[int, int]]) -> None:
    made = draft()
    ids = [made.event("message", "a", t, t_start=start) for t, start in times]
    for src, dst in links:
        made.edge(ids[src % len(ids)], ids[dst % len(ids)], "causal")
    problems = loading.load(json.dumps(value(made)).encode(), "x").problems
    assert [problem for problem in problems if problem.severity == "error"] == []


def test_names_of_files_are_safe_and_no_two_are_the_same() -> None:
    ids = ["run", "RUN", "run", "../../etc/passwd", "", "...", "-x", "con", "a b\n\u202ec", "x" * 300, "run-2"]
    assert file_names(ids, ".json") == [
        "run.json", "RUN-2.json", "run-3.json", "etc-passwd.json", "trace.json", "trace-2.json", "x.json", "trace-con.json", "a-b-c.json",
        f"{'x' * 80}.json", "run-2-2.json",
    ]  # fmt: skip


def test_ids_that_leave_no_letter_are_numbered_in_one_go() -> None:
    names = file_names(["\u6f22" * (1 + number % 3) for number in range(20_000)], ".json")
    assert names[:3] == ["trace.json", "trace-2.json", "trace-3.json"]
    assert names[-1] == "trace-20000.json"


@patient
@given(st.lists(st.text(max_size=6)))
def test_any_ids_give_different_names(ids: list[str]) -> None:
    names = file_names(ids, ".dot")
    assert len({name.casefold() for name in names}) == len(ids)
    assert all(name[0] not in ".-" and name.isascii() and not set(name) & set("/\\: ") for name in names)
