"""Spans of the OpenAI Agents SDK as traces."""

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
from pipeline.traces.formats.readers import openai_agents

HANDOFF = "openai_agents/handoff.jsonl"
TOOL = "openai_agents/agent_as_tool.json"


def span(id_: str, parent: str | None, start: float | None, end: float | None, **data: Any) -> Any:
    """Return a span of the trace ``t``; ``error`` stands beside its data."""
    error = data.pop("error", None)
    times = {"started_at": _stamp(start), "ended_at": _stamp(end)}
    return {"object": "trace.span", "id": id_, "trace_id": "t", "parent_id": parent, "span_data": data, "error": error} | times


def _stamp(t: float | None) -> str | None:
    return None if t is None else f"2026-01-01T00:00:{t:06.3f}+00:00"


def agent(id_: str, parent: str | None, start: float, end: float, name: str, **more: Any) -> Any:
    return span(id_, parent, start, end, type="agent", name=name, **more)


def answer(id_: str, parent: str | None, start: float, end: float, **more: Any) -> Any:
    data = {"type": "generation", "output": [{"role": "assistant", "content": "x"}], "usage": {"input_tokens": 5, "output_tokens": 1}}
    return span(id_, parent, start, end, **(data | more))


@pytest.mark.parametrize("path", sorted((FIXTURES / "openai_agents").iterdir()), ids=lambda path: path.name)
def test_no_other_reader_takes_spans(path: Path) -> None:
    read = fixture(f"openai_agents/{path.name}")
    assert [name for name in registry.READERS if registry.reader(name).fits(read)] == ["openai-agents"]


def test_a_handoff_is_a_decision_and_a_message_and_spawns_nobody() -> None:
    assert told(value(openai_agents, fixture(HANDOFF))) == [
        "0.9 message triage > triage",
        "1 orchestrator_decision triage",
        "1 message triage > refunds",
        "1.9 message refunds",
        "1.9 tool_call refunds",
        "2 tool_call refunds",
        "2.1 tool_result refunds",
        "2.5 tool_result refunds",
        "3.5 message refunds",
        "3.7 safety_event refunds",
    ]


def test_a_handoff_leads_to_what_its_target_does_first() -> None:
    found = value(openai_agents, fixture(HANDOFF))
    assert event(found, "orchestrator_decision")["decision"] == "O2"
    assert {"e1 causal e2", "e2 causal e3", "e3 message e4"} <= arrows(found)


def test_that_nothing_but_handoffs_brought_agents_in_is_no_lack() -> None:
    assert "spawn" not in value(openai_agents, fixture(HANDOFF))["provenance"]["missing"]


def test_who_started_several_agents_at_the_top_is_missing() -> None:
    spans = [agent("a", None, 0, 1, "A"), answer("b", "a", 0, 1), agent("c", None, 2, 3, "C"), answer("d", "c", 2, 3)]
    assert "spawn" in value(openai_agents, source(*spans))["provenance"]["missing"]


def test_calls_that_ran_at_once_lead_to_the_answer_that_began_after_both() -> None:
    assert {"e4 causal e5", "e4 causal e6", "e5 tool_dependency e8", "e6 tool_dependency e7"} <= arrows(
        value(openai_agents, fixture(HANDOFF))
    )
    assert {"e7 tool_dependency e9", "e8 tool_dependency e9"} <= arrows(value(openai_agents, fixture(HANDOFF)))


def test_an_answer_does_not_rest_on_what_came_while_it_was_written() -> None:
    tool = span("f", "a", 1, 3, type="function", name="map", input="", output="x")
    late = [agent("a", None, 0, 9, "A"), answer("b", "a", 0, 1), tool, answer("c", "a", 2, 4), answer("d", "a", 5, 6)]
    found = value(openai_agents, source(*late))
    assert told(found) == ["1 message A", "1 tool_call A", "3 tool_result A", "4 message A", "6 message A"]
    assert arrows(found) == {"e1 causal e2", "e2 tool_dependency e3", "e1 temporal e4", "e3 tool_dependency e5"}


def test_a_triggered_guardrail_is_a_safety_event_and_another_is_nothing() -> None:
    found = value(openai_agents, fixture(HANDOFF))
    assert [e["guardrail"] for e in found["events"] if e["type"] == "safety_event"] == ["no_promises"]


def test_a_failed_call_is_an_error_whose_text_is_content() -> None:
    failed = event(value(openai_agents, fixture(HANDOFF)), "tool_result")
    assert (failed["tool"], failed["status"], failed["error"]) == ("refund", "error", {"kind": "function"})
    shown = event(value(openai_agents, fixture(HANDOFF), with_content=True), "tool_result")
    assert shown["error"] == {"kind": "function", "message": "SECRET-failure"}


def test_tokens_of_either_interface_and_a_response_that_is_there_twice_counts_once() -> None:
    (draft,) = drafts(openai_agents, [fixture(HANDOFF)])
    assert tokens(draft.value()) == [{"in": 50, "out": 5, "cached": 20, "reasoning": 1}, {"in": 70, "out": 9}, {"in": 90, "out": 20}]
    assert draft.notes == [
        "spans that show no agent's doing are left out: custom 1, mcp_tools 1",
        "responses that are there more than once count once; left out: 1",
        "messages of errors, which may repeat contents: 1",
    ]


def test_an_agent_that_is_called_as_a_tool_is_spawned_and_returns() -> None:
    assert told(value(openai_agents, fixture(TOOL))) == [
        "0.7 message editor",
        "0.8 spawn editor > translator",
        "0.8 spawn editor > translator 2",
        "1.7 message translator",
        "1.8 orchestrator_decision translator",
        "1.8 message translator > checker",
        "2.5 message translator 2",
        "2.6 return translator 2 > editor",
        "3.5 message checker",
        "3.6 return checker > editor",
        "8.6 aggregate editor",
        "8.6 message editor",
    ]


def test_of_agents_below_one_call_that_hand_over_the_last_one_returns() -> None:
    found = value(openai_agents, fixture(TOOL))
    assert found["agents"]["checker"] == {"role": "checker", "parent": "editor", "model": "model-b"}
    assert {"e6 message e9", "e9 causal e10", "e8 aggregate e11", "e10 aggregate e11"} <= arrows(found)


def test_an_agent_without_a_call_between_is_spawned_too() -> None:
    spans = [agent("a", None, 0, 9, "A"), answer("b", "a", 0, 1), agent("c", "a", 2, 5, "C"), answer("d", "c", 2, 4)]
    assert told(value(openai_agents, source(*spans))) == ["1 message A", "2 spawn A > C", "4 message C", "5 return C > A"]


def test_tokens_of_a_turn_count_only_where_its_model_has_none() -> None:
    assert tokens(value(openai_agents, fixture(TOOL))) == [
        {"in": 40, "out": 8}, {"in": 10, "out": 2}, {"in": 11, "out": 1}, {"in": 12, "out": 2}, {"in": 60, "out": 9},
    ]  # fmt: skip


def test_a_turn_of_which_nothing_else_is_shown_is_told_for_its_tokens() -> None:
    turn = span("t", "a", 1, 2, type="custom", name="turn", data={"sdk_span_type": "turn", "turn": 4, "usage": {"input_tokens": 3}})
    found = event(value(openai_agents, source(agent("a", None, 0, 9, "A"), turn)), "message")
    assert (found["turn"], found["tokens"], found["inferred"]) == (4, {"in": 3}, ["type"])


def _turn(id_: str, start: float, end: float, read: int, written: int) -> Any:
    data = {"sdk_span_type": "turn", "turn": 1, "usage": {"input_tokens": read, "output_tokens": written}}
    return span(id_, "a", start, end, type="custom", name="turn", data=data)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([answer("g", "a", 1, 2)], (6, False)),
        ([answer("g", "a", 1, 2), answer("h", "a", 3, 4, usage=None)], (6, True)),
        ([answer("g", "a", 1, 2), answer("h", "a", 3, 4, usage={"input_tokens": 4})], (10, True)),
        ([answer("g", "t", 1, 2), answer("h", "t", 3, 4, usage=None), _turn("t", 0, 5, 300, 30)], (330, False)),
        ([answer("g", "t", 1, 2), _turn("t", 0, 5, 300, 30)], (6, True)),
        ([answer("g", "t", 1, 2), _turn("t", 0, 5, 5, 1)], (6, False)),
        ([_turn("t", 0, 5, 300, 30)], (330, False)),
        ([answer("g", "a", 1, 2), agent("b", "a", 3, 4, "B")], (6, True)),
    ],
    ids=["all told", "one says nothing", "one says half", "a turn says the rest", "a turn says more", "a turn says the same",
         "a turn alone", "an agent without a call"],
)  # fmt: skip
def test_tokens_are_exact_only_where_each_call_of_a_model_states_them(more: Any, expected: Any) -> None:
    found = value(openai_agents, source(agent("a", None, 0, 9, "A"), *more))
    assert (found["costs"]["tokens"], "tokens" in found["provenance"]["missing"]) == expected


def test_the_rest_of_a_turns_tokens_is_guessed_to_be_the_silent_calls() -> None:
    calls = [answer("g", "t", 1, 2), answer("h", "t", 3, 4, usage=None)]
    found = value(openai_agents, source(agent("a", None, 0, 9, "A"), _turn("t", 0, 5, 300, 30), *calls))
    assert (tokens(found), found["events"][1]["inferred"]) == ([{"in": 5, "out": 1}, {"in": 295, "out": 29}], ["tokens"])


def test_how_long_a_run_took_is_unknown_where_it_never_ended() -> None:
    found = value(openai_agents, source(span("a", None, 0, None, type="agent", name="A"), answer("g", "a", 1, 2)))
    assert "wall_clock_s" in found["provenance"]["missing"]


def test_tokens_of_the_whole_that_no_call_accounts_for_are_in_the_total() -> None:
    assert value(openai_agents, fixture(TOOL))["costs"] == {"tokens": 250, "wall_clock_s": 9.0}


def test_turns_have_the_numbers_that_they_state() -> None:
    assert [e["turn"] for e in value(openai_agents, fixture(TOOL))["events"] if e["agent"] == "editor" and "turn" in e] == [1, 2, 2]


@pytest.mark.parametrize(
    "wrap", [lambda s: [s], lambda s: [{"data": s}], lambda s: [{"traces": [{"id": "t", "object": "trace", "spans": s}]}]]
)
def test_spans_may_stand_in_lists_and_wrappers(wrap: Any) -> None:
    spans = [agent("a", None, 0, 2, "A"), answer("b", "a", 0, 1)]
    assert value(openai_agents, source(*wrap(spans))) == value(openai_agents, source(*spans))


def test_a_wrapper_names_the_trace_of_spans_that_do_not() -> None:
    bare = [{k: v for k, v in s.items() if k != "trace_id"} for s in (agent("a", None, 0, 2, "A"), answer("b", "a", 0, 1))]
    assert value(openai_agents, source({"trace_id": "w", "spans": bare}))["trace_id"] == "w"
    assert value(openai_agents, source(*bare))["trace_id"].startswith("trace-")


def test_a_trace_may_come_in_two_files_and_a_span_twice() -> None:
    spans = [agent("a", None, 0, 2, "A"), answer("b", "a", 0, 1)]
    begun = span("b", "a", 0, None, type="generation")
    assert value(openai_agents, source(spans[0]), source(begun, spans[1])) == value(openai_agents, source(*spans))


@traces_values.patient
@given(st.randoms(use_true_random=False))
def test_the_order_of_spans_changes_nothing(random: Any) -> None:
    whole, lines = document(TOOL), list(fixture(HANDOFF).documents)
    random.shuffle(whole["data"])
    random.shuffle(lines)
    assert value(openai_agents, source(whole)) == value(openai_agents, fixture(TOOL))
    assert value(openai_agents, source(*lines)) == value(openai_agents, fixture(HANDOFF))


def test_a_span_whose_parent_is_not_there_is_the_only_agents() -> None:
    (draft,) = drafts(openai_agents, [source(agent("a", None, 0, 2, "A"), answer("b", "gone", 0, 1))])
    assert (told(draft.value()), event(draft.value(), "message")["inferred"]) == (["1 message A"], ["agent"])
    assert draft.notes == ["spans whose parent is not there, so that they stand at the top: 1"]


def test_whose_a_span_in_no_run_is_among_several_agents_nobody_knows() -> None:
    runs = [agent("a", None, 0, 2, "A"), agent("b", None, 0, 2, "B")]
    found = value(
        openai_agents, source(*runs, answer("c", None, 0, 1), span("h", None, 1, 2, type="handoff", from_agent="B", to_agent="A"))
    )
    assert [(e["agent"], e.get("inferred")) for e in found["events"]] == [("agent", ["agent"]), ("B", None), ("B", None)]


def test_a_span_without_an_id_is_told_too() -> None:
    nameless = answer("x", "a", 0, 1) | {"id": None}
    assert told(value(openai_agents, source(agent("a", None, 0, 2, "A"), nameless, nameless))) == ["1 message A", "1 message A"]


def test_spans_that_lie_in_each_other_lie_nowhere() -> None:
    found = value(openai_agents, source(agent("a", "b", 0, 2, "A"), answer("b", "c", 0, 1), answer("c", "b", 1, 2)))
    assert [e["agent"] for e in found["events"]] == ["A", "A"]


def test_an_agent_at_the_top_that_failed_marks_its_last_event() -> None:
    spans = [agent("a", None, 0, 2, "A", error={"message": "SECRET", "data": None}), answer("b", "a", 0, 1), answer("c", "a", 1, 2)]
    found = value(openai_agents, source(*spans))
    assert [e.get("status") for e in found["events"]] == [None, "error"]
    assert event(found, "message", 1)["inferred"] == ["status", "error"]


def test_a_sub_agent_that_failed_returns_an_error() -> None:
    spans = [
        agent("a", None, 0, 9, "A"),
        answer("b", "a", 0, 1),
        agent("c", "a", 2, 5, "C", error={"message": "m"}),
        answer("d", "c", 2, 4),
    ]
    assert event(value(openai_agents, source(*spans)), "return")["error"] == {"kind": "agent"}


def test_a_call_that_never_ended_has_no_result() -> None:
    spans = [agent("a", None, 0, 2, "A"), span("f", "a", 1, None, type="function", name="map", input="", output=None)]
    assert told(value(openai_agents, source(*spans))) == ["0 tool_call A"]


def test_agents_may_be_nested_deeper_than_python_can_call() -> None:
    nested = [s for n in range(1200) for s in (agent(f"a{n}", f"a{n - 1}" if n else None, 9, 10, f"A{n}"), answer(f"b{n}", f"a{n}", 9, 10))]
    assert len(value(openai_agents, source(*nested[::-1]))["events"]) == 1200 + 2 * 1199


def test_contents_are_hashed_and_shown_only_when_asked_for() -> None:
    assert "SECRET" not in json.dumps(values(openai_agents, [fixture(HANDOFF)]))
    shown = json.dumps(values(openai_agents, [fixture(HANDOFF)], with_content=True))
    assert {word for word in ("argument", "result", "failure", "metadata", "custom", "data") if f"SECRET-{word}" in shown} == {
        "argument", "result", "failure",
    }  # fmt: skip


@traces_values.patient
@given(broken(TOOL) | broken(HANDOFF) | anything)
def test_anything_is_survived(hostile: Any) -> None:
    survives(openai_agents, hostile)


@traces_values.patient
@given(st.lists(st.integers(0, 13), max_size=14), st.data())
def test_any_spans_are_survived(numbers: list[int], data: st.DataObject) -> None:
    lines = [json.loads(json.dumps(line)) for line in fixture(HANDOFF).documents]
    for number in numbers:
        line = lines[number]
        line[data.draw(st.sampled_from(sorted(line)))] = data.draw(anything | st.sampled_from(["s1", "s5", "s7", "s13"]))
    survives(openai_agents, *lines)
