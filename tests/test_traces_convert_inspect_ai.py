"""Logs of inspect_ai as traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_foreign import (
    FIXTURES,
    anything,
    arrows,
    broken,
    document,
    drafts,
    event,
    fixture,
    source,
    survives,
    tokens,
    told,
    value,
    values,
)

from pipeline.traces.formats import registry
from pipeline.traces.formats.readers import inspect_ai

LOG = "inspect_ai/log.json"
SAMPLE = "inspect_ai/sample.json"
OLD = "inspect_ai/old_sample.json"


def _stamp(t: int) -> str:
    return f"2026-01-01T00:00:{t:02d}+00:00"


def at(kind: str, t: int, **more: Any) -> Any:
    return {"event": kind, "timestamp": _stamp(t)} | more


def begin(t: int, id_: str, parent: str | None = None, name: str | None = None, type_: str | None = "agent") -> Any:
    return at("span_begin", t, id=id_, parent_id=parent, name=name or id_, type=type_)


def end(t: int, id_: str) -> Any:
    return at("span_end", t, id=id_)


def model(t: int, done: int, span: str | None, text: str = "x", *calls: str, usage: Any = None, **more: Any) -> Any:
    message = {"role": "assistant", "content": text, "tool_calls": [{"id": c, "function": "f", "arguments": {}} for c in calls]}
    output = {"choices": [{"message": message, "stop_reason": "stop"}], "usage": usage or {"input_tokens": 1, "output_tokens": 1}}
    return at("model", t, completed=_stamp(done), span_id=span, model="m", output=output) | more


def tool(t: int, done: int, span: str | None, id_: str, function: str = "map", **more: Any) -> Any:
    return at("tool", t, completed=_stamp(done), span_id=span, id=id_, function=function, arguments={}, result="r", events=[]) | more


def sample(*events: Any, **more: Any) -> Any:
    return {"id": 1, "epoch": 1, "events": list(events)} | more


def one(*events: Any, **more: Any) -> Any:
    return value(inspect_ai, source(sample(*events, **more)))


@pytest.mark.parametrize("path", sorted((FIXTURES / "inspect_ai").iterdir()), ids=lambda path: path.name)
def test_no_other_reader_takes_a_log(path: Path) -> None:
    read = fixture(f"inspect_ai/{path.name}")
    assert [name for name in registry.READERS if registry.reader(name).fits(read)] == ["inspect-ai"]


def test_an_agent_that_a_tool_runs_is_spawned_and_returns() -> None:
    assert told(value(inspect_ai, fixture(LOG))) == [
        "2 message react > react",
        "3 spawn react > scout",
        "4 message scout > scout",
        "4 human_intervention human > scout",
        "4 tool_call scout",
        "6 tool_result scout",
        "7 message scout",
        "7 return scout > react",
        "11 aggregate react",
        "11 message react",
        "12 safety_event react",
    ]


def test_what_led_to_what() -> None:
    assert arrows(value(inspect_ai, fixture(LOG))) == {
        "e1 causal e2", "e2 spawn e3", "e3 causal e5", "e4 causal e7", "e5 tool_dependency e6", "e6 tool_dependency e7", "e7 causal e8",
        "e8 aggregate e9", "e9 causal e10", "e10 causal e11",
    }  # fmt: skip


def test_a_call_in_its_own_span_and_one_that_holds_an_agents_step_are_no_guess() -> None:
    inner = [at("step", 2, action="begin", type="agent", name="helper"), model(3, 4, None), at("step", 5, action="end")]
    own = [begin(1, "T", "A", "ask", "tool"), tool(1, 5, "T", "k", "ask"), begin(2, "B", "T"), model(2, 3, "B"), end(4, "B"), end(5, "T")]
    for events in (own, [tool(1, 6, "A", "k", "ask", events=inner)]):
        found = one(begin(0, "A"), model(0, 1, "A"), *events, end(9, "A"))
        assert [(e["type"], e["call_id"], e.get("inferred")) for e in found["events"] if "call_id" in e] == [
            ("spawn", "k", None), ("return", "k", None),
        ]  # fmt: skip


def test_that_a_call_beside_a_span_of_its_name_runs_it_is_a_guess() -> None:
    found = value(inspect_ai, fixture(LOG))
    assert [(e["type"], e["inferred"]) for e in found["events"] if e.get("call_id") == "k1"] == [
        ("spawn", ["call_id"]), ("return", ["call_id"]),
    ]  # fmt: skip


def test_a_call_that_names_the_agents_span_is_no_guess() -> None:
    found = one(model(0, 1, None), tool(1, 5, None, "k", "ask", agent_span_id="s"), begin(2, "s"), model(2, 3, "s"), end(4, "s"))
    assert [(e["type"], e["call_id"]) for e in found["events"] if "call_id" in e] == [("spawn", "k"), ("return", "k")]
    assert event(found, "return").get("inferred") is None


def test_one_agent_alone_at_the_top_is_the_main_agent_and_was_spawned_by_nobody() -> None:
    found = one(begin(0, "solvers", type_="solvers"), begin(1, "A", "solvers"), model(2, 3, "A"), end(4, "A"), end(5, "solvers"))
    assert told(found) == ["1 message A"]


def test_who_acts_in_no_agents_run_is_the_main_agent_by_guess() -> None:
    found = value(inspect_ai, fixture(SAMPLE))
    assert told(found)[:3] == ["0 spawn main > left", "0 spawn main > right", "2 message main > main"]
    assert event(found, "spawn")["inferred"] == ["agent"]


def test_agents_side_by_side_return_when_their_spans_end() -> None:
    assert told(value(inspect_ai, fixture(SAMPLE)))[3:] == [
        "2 tool_call main",
        "3 tool_result main",
        "4 message right",
        "5 message left",
        "6 return left > main",
        "7 return right > main",
        "9 aggregate main",
        "9 message main",
        "10 human_intervention user > main",
    ]


def test_several_agents_at_the_top_are_spawned_by_nobody_that_is_known() -> None:
    assert told(one(begin(0, "A"), model(0, 1, "A"), end(2, "A"), begin(3, "B"), model(3, 4, "B"), end(5, "B"))) == [
        "1 message A", "4 message B",
    ]  # fmt: skip


def test_runs_of_one_agent_are_told_apart() -> None:
    runs = [event_ for n in (2, 5) for event_ in (begin(n, f"s{n}", "A", "helper"), model(n, n + 1, f"s{n}"), end(n + 2, f"s{n}"))]
    found = one(begin(0, "A"), model(0, 1, "A"), *runs, end(9, "A"))
    assert found["agents"]["helper 2"] == {"role": "helper", "parent": "A", "model": "m"}


def test_a_tool_in_which_a_model_is_called_is_an_agent_by_guess() -> None:
    found = one(
        begin(0, "A"), model(0, 1, "A"), tool(1, 5, "A", "k", "ask"), begin(2, "T", "A", "ask", "tool"), model(2, 3, "T"), end(4, "T")
    )
    assert told(found) == ["1 message A", "2 spawn A > ask", "3 message ask", "4 return ask > A"]
    assert event(found, "spawn")["inferred"] == ["type", "call_id"]


def test_an_old_log_holds_an_agents_events_inside_of_its_call() -> None:
    found = value(inspect_ai, fixture(OLD))
    assert told(found) == ["0 message main > main", "1 spawn main > ask", "1 message ask", "3 return ask > main"]
    assert found["rewards"] == [{"channel": "score", "value": 1.0}]


def test_an_agent_of_whose_run_nothing_is_in_the_log_is_spawned_and_returns() -> None:
    assert told(one(model(0, 1, None), tool(2, 4, None, "k", "transfer", agent="helper"))) == [
        "1 message main", "2 spawn main > helper", "4 return helper > main",
    ]  # fmt: skip


def test_what_scorers_ask_of_models_is_no_part_of_the_run() -> None:
    (draft,) = drafts(inspect_ai, [fixture(OLD)])
    assert sum(t["in"] + t["out"] for t in tokens(draft.value())) == 13
    assert draft.notes == ["calls of models by scorers are no part of the run and are left out: 1"]


@pytest.mark.parametrize(
    ("usage", "told_"),
    [
        ({"input_tokens": 20, "output_tokens": 6, "total_tokens": 51, "input_tokens_cache_read": 25}, {"in": 45, "out": 6, "cached": 25}),
        ({"input_tokens": 45, "output_tokens": 6, "total_tokens": 51, "input_tokens_cache_read": 25}, {"in": 45, "out": 6, "cached": 25}),
        ({"input_tokens": 20, "output_tokens": 6, "input_tokens_cache_write": 4}, {"in": 24, "out": 6}),
        ({"output_tokens": 6, "reasoning_tokens": 5}, {"out": 6, "reasoning": 5}),
    ],
)
def test_tokens_read_include_those_from_a_cache(usage: Any, told_: Any) -> None:
    assert tokens(one(model(0, 1, None, usage=usage))) == [told_]


def test_totals_are_those_of_the_sample() -> None:
    assert value(inspect_ai, fixture(LOG))["costs"] == {"tokens": 102, "wall_clock_s": 21.5}


def test_an_event_that_is_there_twice_counts_once_and_as_it_was_at_last() -> None:
    going = at("model", 0, uuid="u", pending=True, model="m", output={})
    found = one(going, model(0, 3, None, uuid="u"), model(0, 3, None, uuid="u"))
    assert (told(found), tokens(found)) == (["3 message main"], [{"in": 1, "out": 1}])


def test_a_message_that_two_events_hold_is_paid_once() -> None:
    twice = [model(n, n + 1, None) for n in (0, 2)]
    for found in twice:
        found["output"]["choices"][0]["message"]["id"] = "m1"
    assert tokens(one(*twice)) == [{"in": 1, "out": 1}]


def _least(*events: Any, **more: Any) -> tuple[int, bool]:
    """Return the tokens of a run, and whether they are a lower bound."""
    found = one(*events, **more)
    return found["costs"]["tokens"], "tokens" in found["provenance"]["missing"]


def _numbered(found: Any, id_: str = "1", **more: Any) -> Any:
    found["output"]["choices"][0]["message"]["id"] = id_
    return found | more


def test_messages_of_one_id_are_told_apart_by_what_else_they_say() -> None:
    first, other = ({"input_tokens": 10 * n, "output_tokens": n} for n in (1, 2))
    calls = [_numbered(model(1, 2, None, usage=first)), _numbered(model(3, 4, None, usage=other), model="y")]
    assert _least(*calls) == (33, False)
    assert _least(calls[0], _numbered(model(3, 4, None, usage=first), model="y")) == (22, False)
    assert _least(calls[0], _numbered(model(3, 4, None, usage=first))) == (11, True)
    assert _least(calls[0], calls[0]) == (11, False)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([], (2, False)),
        ([at("model", 3, completed=_stamp(4), model="m", output={"choices": [{"message": {"content": "x"}}]})], (2, True)),
        ([model(3, 4, None, usage={"input_tokens": 5})], (7, True)),
        ([tool(3, 4, None, "k", agent="helper")], (2, True)),
        ([begin(3, "B"), end(4, "B")], (2, True)),
    ],
    ids=["all told", "a call says nothing", "a call says half", "an agent of which nothing is told", "an agent without a call"],
)
def test_tokens_are_exact_only_where_each_call_of_a_model_states_them(more: Any, expected: Any) -> None:
    assert _least(model(0, 1, None), *more) == expected


def test_what_the_sample_declares_covers_calls_that_say_nothing() -> None:
    silent = at("model", 3, completed=_stamp(4), model="m", output={})
    assert _least(model(0, 1, None), silent, model_usage={"m": {"input_tokens": 30, "output_tokens": 3}}) == (33, False)
    assert _least(model(0, 1, None), silent, model_usage={"m": {"input_tokens": 30}}) == (30, True)


def test_a_run_takes_as_long_as_its_log_unless_that_ends_before_it() -> None:
    events = [begin(1, "A"), model(3, 4, "A"), end(9, "A")]
    assert one(*events)["costs"]["wall_clock_s"] == 8
    assert "wall_clock_s" in one(*events[:2])["provenance"]["missing"]
    assert one(*events[:2], at("score", 9, score={"value": 1}))["costs"]["wall_clock_s"] == 8
    assert one(*events[:2], total_time=7.5)["costs"]["wall_clock_s"] == 7.5
    scored = [begin(10, "S", type_="scorer"), model(11, 12, "S"), end(13, "S")]
    assert one(*events, *scored)["costs"]["wall_clock_s"] == 8


def test_an_answer_that_was_kept_from_before_costs_nothing() -> None:
    assert tokens(one(model(0, 1, None, cache="read"), model(1, 2, None, cache="write"))) == [{"in": 1, "out": 1}]


@pytest.mark.parametrize(
    ("error", "status", "fault"),
    [
        ("permission", "error", {"kind": "permission"}),
        ("timeout", "timeout", None),
        ("cancelled", "cancelled", None),
        ("SECRET", "error", {"kind": "tool"}),
    ],
)
def test_how_a_call_failed(error: str, status: str, fault: Any) -> None:
    result = event(one(tool(0, 1, None, "k", error={"type": error, "message": "SECRET"})), "tool_result")
    assert (result["status"], result.get("error")) == (status, fault)


@pytest.mark.parametrize(
    ("error", "told_"),
    [
        ("permission", "messages of errors, which may repeat contents: 1"),
        ("timeout", "messages of calls that timed out or were cancelled, which are no errors, are left out: 1"),
        ("cancelled", "messages of calls that timed out or were cancelled, which are no errors, are left out: 1"),
    ],
)
def test_what_a_failed_call_says_in_words_is_told_as_left_out(error: str, told_: str) -> None:
    (draft,) = drafts(inspect_ai, [source(sample(tool(0, 1, None, "k", error={"type": error, "message": "SECRET"})))])
    draft.value()
    assert told_ in draft.notes


def test_an_error_that_ended_the_sample_marks_what_was_done_last_before() -> None:
    last = event(value(inspect_ai, fixture(SAMPLE)), "message", 3)
    assert (last["status"], last["error"], last["inferred"]) == ("error", {"kind": "sample"}, ["agent", "status", "error"])


@pytest.mark.parametrize(
    ("approver", "decision", "told_"),
    [
        ("human", "approve", ["0 human_intervention human > main"]),
        ("human", "reject", ["0 human_intervention human > main"]),
        ("auto", "approve", []),
        ("auto", "reject", ["0 safety_event main"]),
        ("auto", "escalate", ["0 safety_event main"]),
    ],
)
def test_approvals(approver: str, decision: str, told_: list[str]) -> None:
    asked = at("approval", 0, message="", call={"id": "k", "function": "map", "arguments": {}}, approver=approver, decision=decision)
    assert told(one(asked, model(0, 2, None)))[:-1] == told_


@pytest.mark.parametrize(
    ("limit", "told_", "status"),
    [
        ("token", "1 safety_event main", "cancelled"),
        ("time", "1 safety_event main", "timeout"),
        ("operator", "1 human_intervention operator > main", "cancelled"),
    ],
)
def test_limits(limit: str, told_: str, status: str) -> None:
    found = one(model(0, 1, None), at("sample_limit", 1, type=limit, message="SECRET", limit=3))
    assert (told(found)[1], found["events"][1]["status"], found["events"][1]["limit"]) == (told_, status, limit)


@pytest.mark.parametrize(("by", "told_"), [("user_cancel", ["1 human_intervention operator > main"]), ("system", [])])
def test_interrupts(by: str, told_: list[str]) -> None:
    assert told(one(model(0, 1, None), at("interrupt", 1, source=by, interrupted="generate")))[1:] == told_


def test_scores_are_rewards_and_letters_are_numbers_by_guess() -> None:
    found = value(inspect_ai, fixture(LOG))
    assert found["rewards"] == [
        {"channel": "judged/style", "value": 0.25}, {"channel": "judged/truth", "value": 1.0}, {"channel": "match", "value": 1.0},
    ]  # fmt: skip
    assert "rewards" in found["provenance"]["inferred"]
    assert "scores that are no numbers are left out: 1" in drafts(inspect_ai, [fixture(LOG)])[0].notes


@pytest.mark.parametrize(
    ("score", "number"), [("C", 1), ("I", 0), ("P", 0.5), ("N", 0), ("yes", 1), ("False", 0), (True, 1), (2, 2), ("c", None), ([1], None)]
)
def test_letters_words_and_truth_values(score: object, number: float | None) -> None:
    found = one(model(0, 1, None), scores={"s": {"value": score}})
    assert [r["value"] for r in found["rewards"]] == ([] if number is None else [number])
    assert ("rewards" in found["provenance"]["inferred"]) == (isinstance(score, str | bool) and number is not None)


def test_a_final_score_among_the_events_is_a_reward_under_its_scorers_name() -> None:
    scorers = [begin(2, "s", None, "judge", "scorer"), at("score", 3, span_id="s", score={"value": 0.5}), end(4, "s")]
    early = at("score", 1, score={"value": 0.25}, intermediate=True)
    assert one(model(0, 1, None), early, *scorers)["rewards"] == [{"channel": "judge", "value": 0.5}]


def test_the_task_is_that_of_the_log_and_the_number_of_its_sample() -> None:
    found = value(inspect_ai, fixture(LOG))
    assert (found["trace_id"], found["task_id"]) == ("sample-uuid-1", "wells/3")


def test_samples_beside_the_head_of_their_log_belong_to_it() -> None:
    log = document(LOG)
    samples = log.pop("samples")
    assert value(inspect_ai, source(*samples, log)) == value(inspect_ai, fixture(LOG))


def test_each_sample_of_a_log_is_a_run() -> None:
    log = document(LOG)
    log["samples"].append(log["samples"][0] | {"id": 4, "uuid": "sample-uuid-2"})
    found = values(inspect_ai, [source(log)])
    assert [v["task_id"] for v in found] == ["wells/3", "wells/4"]
    log["samples"].reverse()
    assert values(inspect_ai, [source(log)]) == found


@traces_values.patient
@given(st.randoms(use_true_random=False))
def test_the_order_of_events_changes_nothing(random: Any) -> None:
    calls = [tool(4, 14, "A", "k", "ask"), begin(5, "T", "A", "ask", "tool"), begin(6, "B", "T"), model(7, 8, "B", "", "d")]
    rest = [tool(9, 10, "B", "d"), model(11, 12, "B"), end(13, "B"), end(15, "T"), model(16, 17, "A"), end(18, "A")]
    events = [begin(0, "A"), model(1, 2, "A", "", "k"), *calls, *rest, at("score", 19, score={"value": 1})]
    expected = one(*events)
    random.shuffle(events)
    found = one(*events)
    assert [{k: v for k, v in x.items() if k != "trace_id"} for x in (found,)] == [{k: v for k, v in expected.items() if k != "trace_id"}]


def test_without_times_the_order_is_that_of_the_log() -> None:
    events = [begin(0, "A"), model(1, 2, "A"), begin(3, "B", "A"), model(4, 5, "B"), end(6, "B"), model(7, 8, "A"), end(9, "A")]
    found = one(*({k: v for k, v in e.items() if k not in {"timestamp", "completed"}} for e in events))
    assert told(found) == ["1 message A", "2 spawn A > B", "3 message B", "4 return B > A", "5 aggregate A", "6 message A"]


def test_events_of_a_span_that_is_not_there_stand_at_the_top() -> None:
    (draft,) = drafts(inspect_ai, [source(sample(model(0, 1, "gone"), begin(1, "A", "lost"), model(1, 2, "A"), end(3, "A")))])
    assert told(draft.value()) == ["1 message main", "1 spawn main > A", "2 message A", "3 return A > main"]
    assert draft.notes == ["events and spans whose span is not there, so that they stand at the top: 2"]


def test_a_circle_of_spans_is_cut() -> None:
    events = [begin(0, "A", "B"), begin(1, "B", "A"), begin(1, "C", "C"), model(2, 3, "A"), model(2, 3, "B"), model(2, 3, "C"), end(4, "A")]
    assert told(one(*events)) == ["0 spawn A > B", "2 message A", "2 message B", "2 message C"]


def test_an_agent_without_an_end_returns_with_its_call() -> None:
    found = one(begin(0, "A"), model(0, 1, "A"), tool(2, 6, "A", "k", agent_span_id="B"), begin(3, "B", "A"), model(3, 4, "B"))
    assert told(found) == ["1 message A", "3 spawn A > B", "4 message B", "6 return B > A"]


def test_a_call_that_never_ended_has_no_result() -> None:
    assert told(one(at("tool", 0, id="k", function="map", pending=True))) == ["0 tool_call main"]


def test_an_answer_that_was_filtered_is_a_safety_event() -> None:
    filtered = model(0, 1, None)
    filtered["output"]["choices"][0]["stop_reason"] = "content_filter"
    assert told(one(filtered)) == ["1 message main", "1 safety_event main"]


def test_spans_may_be_nested_deeper_than_python_can_call() -> None:
    deep = [e for n in range(1200) for e in (begin(1, f"s{n}", f"s{n - 1}" if n else None), model(2, 3, f"s{n}"))]
    assert len(one(*deep[::-1])["events"]) == 1200 + 1199


def test_contents_that_the_log_holds_elsewhere_are_looked_up() -> None:
    plain = document(LOG)
    plain["samples"][0]["events"][6]["result"] = plain["samples"][0]["attachments"]["0123abcd"]
    assert value(inspect_ai, source(plain)) == value(inspect_ai, fixture(LOG))


def test_contents_are_hashed_and_shown_only_when_asked_for() -> None:
    assert "SECRET" not in json.dumps(values(inspect_ai, map(fixture, (LOG, SAMPLE, OLD))))
    shown = json.dumps(values(inspect_ai, map(fixture, (LOG, SAMPLE, OLD)), with_content=True))
    words = ("thought", "argument", "attached", "denied", "why", "typed", "crash", "input", "info", "limit", "grade", "trace")
    assert [word for word in words if f"SECRET-{word}" in shown] == ["thought", "argument", "attached", "denied", "why", "typed", "crash"]


@traces_values.patient
@given(broken(LOG) | broken(SAMPLE) | broken(OLD) | anything)
def test_anything_is_survived(hostile: Any) -> None:
    survives(inspect_ai, hostile)


@traces_values.patient
@given(st.lists(st.integers(0, 24), max_size=12), st.data())
def test_any_events_are_survived(numbers: list[int], data: st.DataObject) -> None:
    whole = document(LOG)
    events = whole["samples"][0]["events"]
    for number in numbers:
        key = data.draw(st.sampled_from(sorted(events[number])))
        events[number][key] = data.draw(anything | st.sampled_from(["s-react", "s-tool", "s-scout", "solvers", "agent", "tool"]))
    survives(inspect_ai, whole)
