"""OTLP/JSON spans as traces."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from otlp_spans import TRACE, agent, attribute, chat, document, file, span, tool
from traces_foreign import FIXTURES, anything, arrows, broken, drafts, event, fixture, source, survives, tokens, told, value, values
from traces_values import patient

from pipeline.traces import loading
from pipeline.traces.formats import registry
from pipeline.traces.formats.readers import otlp

AGENTS, OPENINFERENCE = "otlp/agents.json", "otlp/openinference.jsonl"


def spans(path: str) -> list[dict[str, Any]]:
    """Return the spans of an invented file."""
    scopes: list[Any] = [resource["scopeSpans"][0]["spans"] for one in fixture(path).documents for resource in one["resourceSpans"]]
    return [one for scope in scopes for one in scope]


def run(*given_: Any, **more: Any) -> Any:
    return value(otlp, file(*given_), **more)


def notes(*given_: Any) -> list[str]:
    (draft,) = drafts(otlp, [file(*given_)])
    draft.value()
    return draft.notes


@pytest.mark.parametrize("path", sorted((FIXTURES / "otlp").iterdir()), ids=lambda path: path.name)
def test_no_other_reader_takes_spans(path: Any) -> None:
    assert registry.detected(fixture(f"otlp/{path.name}")) == "otlp"


def test_agents_within_an_agent_are_spawned_and_return() -> None:
    trace = value(otlp, fixture(AGENTS))
    assert (trace["trace_id"], trace["system"]) == ("5b8efff798038103d269b633813fc60c", "harbour")
    assert told(trace) == [
        "2 orchestrator_decision pilot",
        "2.5 spawn pilot > scout",
        "2.5 message pilot > scout",
        "3 spawn pilot > scout (2)",
        "4 tool_call pilot",
        "4.5 tool_result pilot",
        "5 orchestrator_decision scout",
        "5 tool_call scout",
        "6 tool_result scout",
        "9 return scout > pilot",
        "10 return scout (2) > pilot",
        "14 aggregate pilot",
        "14 message pilot > scout",
        "14.5 tool_call scout",
        "17 tool_result scout",
        "18 return scout > pilot",
        "20 aggregate pilot",
    ]
    assert arrows(trace) == {
        "e1 causal e2", "e1 causal e4", "e1 causal e5", "e2 causal e3", "e2 spawn e7", "e3 message e7", "e4 spawn e11",
        "e5 tool_dependency e6", "e6 causal e12", "e7 causal e8", "e8 tool_dependency e9", "e9 causal e10", "e10 aggregate e12",
        "e11 aggregate e12", "e12 causal e13", "e13 message e14", "e14 tool_dependency e15", "e15 causal e16", "e16 aggregate e17",
    }  # fmt: skip


def test_openinference_says_the_same_in_other_words() -> None:
    trace = value(otlp, fixture(OPENINFERENCE))
    assert told(trace) == [
        "3 orchestrator_decision writer",
        "3 tool_call writer",
        "4 tool_result writer",
        "5 message writer",
        "9 orchestrator_decision critic",
        "10 safety_event critic",
        "10 tool_call critic",
        "11 tool_result critic",
    ]
    assert tokens(trace)[0] == {"in": 40, "out": 8, "cached": 10, "reasoning": 3}
    assert trace["agents"] == {"critic": {}, "writer": {"model": "reef-1"}}


def test_what_agents_without_a_common_one_said_to_one_another_is_missing_and_not_nothing() -> None:
    missing = value(otlp, fixture(OPENINFERENCE))["provenance"]["missing"]
    assert {"spawn", "return", "aggregate", "message", "edges"} <= set(missing)
    assert "edges" not in value(otlp, fixture(AGENTS))["provenance"]["missing"]


def test_a_link_between_agents_is_an_edge() -> None:
    assert "e4 causal e5" in arrows(value(otlp, fixture(OPENINFERENCE)))


def test_what_a_models_span_is_here_is_inferred() -> None:
    guessed = {one["type"] for one in value(otlp, fixture(AGENTS))["events"] if "type" in one.get("inferred", ())}
    assert guessed == {"orchestrator_decision", "aggregate", "message"}


def test_spans_and_documents_may_stand_in_any_order() -> None:
    expected = [value(otlp, fixture(AGENTS)), value(otlp, fixture(OPENINFERENCE))]
    for path, trace in zip((AGENTS, OPENINFERENCE), expected, strict=True):
        service = "harbour" if path == AGENTS else "press"
        for seed in range(5):
            mixed = random.Random(seed).sample(spans(path), len(spans(path)))
            parts = [document(one, service=service) for one in mixed]
            assert value(otlp, source(*parts[:3], name="b.json"), source(parts[3:], name="a.json")) == trace


def test_an_agent_as_a_tool_is_a_spawn_and_no_tool() -> None:
    trace = run(agent(1, None, "lead", 0, 9), chat(2, 1, 0, 1), tool(3, 1, "ask", 1, 5), agent(4, 3, "scout", 2, 5), chat(5, 4, 2, 5))
    assert told(trace) == ["1 orchestrator_decision lead", "2 spawn lead > scout", "5 return scout > lead"]


def test_a_tool_within_a_span_of_the_same_tool_is_one_call() -> None:
    trace = run(agent(1, None, "lead", 0, 9), tool(2, 1, "map", 1, 5), tool(3, 2, "map", 2, 4))
    assert told(trace) == ["0 tool_call lead", "4 tool_result lead"]


def test_an_agents_span_within_its_own_is_one_invocation() -> None:
    trace = run(agent(1, None, "lead", 0, 9), agent(2, 1, "lead", 1, 8), chat(3, 2, 1, 8))
    assert told(trace) == ["7 message lead > caller"]


def test_a_models_call_that_two_layers_recorded_counts_once() -> None:
    trace = run(agent(1, None, "lead", 0, 9), chat(2, 1, 0, 4), chat(3, 2, 1, 3))
    assert tokens(trace) == [{"in": 10, "out": 2}]
    assert notes(agent(1, None, "lead", 0, 9), chat(2, 1, 0, 4), chat(3, 2, 1, 3)) == ["spans within the span of the same model's call: 1"]


def test_tokens_of_the_inner_layer_count_where_the_outer_has_none() -> None:
    outer = span(2, 1, 0, 4, {"openinference.span.kind": "LLM"})
    assert tokens(run(agent(1, None, "lead", 0, 9), outer, chat(3, 2, 1, 3))) == [{"in": 10, "out": 2}]


def test_sums_on_agents_spans_count_only_where_no_model_was_recorded() -> None:
    summed = {"gen_ai.usage.input_tokens": 500}
    assert tokens(run(agent(1, None, "lead", 0, 9, summed), chat(2, 1, 0, 4))) == [{"in": 10, "out": 2}]
    assert tokens(run(agent(1, None, "lead", 0, 9, summed))) == [{"in": 500}]


def _least(*given_: Any) -> tuple[int, bool]:
    """Return the tokens of a run, and whether they are a lower bound."""
    found = run(*given_)
    return found["costs"]["tokens"], "tokens" in found["provenance"]["missing"]


def _sum(read: int, written: int) -> dict[str, int]:
    return {"gen_ai.usage.input_tokens": read, "gen_ai.usage.output_tokens": written}


def _silent(number: int, parent: int | None, begin: float, end: float) -> Any:
    return span(number, parent, begin, end, {"gen_ai.operation.name": "chat"})


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ([agent(1, None, "A", 0, 9, _sum(1000, 100)), tool(2, 1, "map", 1, 2)], (1100, False)),
        ([agent(1, None, "A", 0, 9, _sum(1000, 100)), _silent(2, 1, 1, 2)], (1100, False)),
        ([agent(1, None, "A", 0, 9, _sum(1000, 100)), _silent(2, 1, 1, 2), chat(3, 1, 3, 4)], (1100, False)),
        ([agent(1, None, "A", 0, 9, _sum(1000, 100)), chat(3, 1, 3, 4)], (12, True)),
        ([agent(1, None, "A", 0, 9, _sum(10, 2)), chat(3, 1, 3, 4)], (12, False)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), agent(3, 1, "B", 1, 5, _sum(500, 50)), tool(4, 3, "map", 2, 3), chat(5, 1, 6, 7)],
         (574, False)),
        ([agent(1, None, "A", 0, 9, _sum(600, 0)), agent(3, 1, "B", 1, 5), chat(4, 3, 2, 3)], (600, True)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), tool(3, 1, "ask", 1, 5, _sum(100, 10)), chat(4, 3, 2, 3, _sum(100, 10))],
         (122, False)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), tool(3, 1, "ask", 1, 5, _sum(100, 10)), _silent(4, 3, 2, 3)], (122, False)),
        ([agent(1, None, "A", 0, 9), _silent(2, 1, 0, 6), chat(3, 2, 0, 2, _sum(100, 10)), chat(4, 2, 3, 5, _sum(100, 10))], (220, False)),
        ([agent(1, None, "A", 0, 9), _silent(2, 1, 0, 6), chat(3, 2, 0, 2, _sum(100, 10)), _silent(4, 2, 3, 5)], (110, True)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 6, _sum(200, 20)), chat(3, 2, 0, 2), chat(4, 2, 3, 5)], (220, False)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), _silent(3, 1, 2, 3)], (12, True)),
        ([agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), agent(3, 1, "B", 2, 3)], (12, True)),
        ([agent(1, None, "A", 0, 9), agent(2, 1, "B", 2, 3), chat(3, 2, 2, 3)], (12, False)),
        ([span(1, None, 0, 9, _sum(70, 7)), agent(2, 1, "A", 0, 9), chat(3, 2, 2, 3)], (12, True)),
        ([span(1, None, 0, 9, _sum(10, 2)), agent(2, 1, "A", 0, 9), chat(3, 2, 2, 3)], (12, False)),
        ([span(1, None, 0, 9, _sum(70, 7)), agent(2, 1, "A", 0, 9), _silent(3, 2, 2, 3)], (77, False)),
        ([agent(1, None, "A", 0, 9), span(2, 1, 0, 9, _sum(70, 7))], (77, False)),
        ([agent(1, None, "A", 0, 9), agent(2, 1, "A", 0, 9, _sum(70, 7)), tool(3, 2, "map", 1, 2)], (77, False)),
        ([agent(1, None, "A", 0, 9), tool(2, 1, "map", 1, 5), tool(3, 2, "map", 2, 4, _sum(70, 7)), chat(4, 1, 6, 7)], (89, False)),
    ],
)  # fmt: skip
def test_tokens_count_once_wherever_they_are_stated(given_: Any, expected: Any) -> None:
    assert _least(*given_) == expected


def test_tokens_that_come_of_a_sum_are_guessed_and_stand_where_they_were_spent() -> None:
    found = run(agent(1, None, "A", 0, 9, _sum(1000, 100)), chat(2, 1, 1, 2), _silent(3, 1, 3, 4))
    assert [(one["tokens"], "tokens" in one["inferred"]) for one in found["events"]] == [
        ({"in": 10, "out": 2}, False), ({"in": 990, "out": 98}, True),
    ]  # fmt: skip
    found = run(chat(1, None, 0, 4, {"gen_ai.usage.cache_read.input_tokens": 90}))
    assert event(found, "message")["inferred"] == ["type", "to", "tokens"]


def test_a_run_takes_as_long_as_its_spans() -> None:
    assert run(agent(1, None, "A", 0, 9), chat(2, 1, 1, 2))["costs"]["wall_clock_s"] == 9
    found = run(agent(1, None, "A", 0, 9, endTimeUnixNano="0"), chat(2, 1, 1, 2))
    assert "wall_clock_s" in found["provenance"]["missing"]
    far = span(3, 1, 3, 4, {}, endTimeUnixNano=f"{4_000_000_000}000000000")
    assert run(agent(1, None, "A", 0, 9), chat(2, 1, 1, 2), far)["costs"]["wall_clock_s"] == 9


def test_cached_tokens_that_were_not_counted_as_read_are_added() -> None:
    about = {"gen_ai.usage.cache_read.input_tokens": 90}
    assert tokens(run(chat(1, None, 0, 4, about))) == [{"in": 100, "out": 2, "cached": 90}]


def test_without_agents_spans_a_model_acts_for_the_agent_that_it_names_else_for_the_program() -> None:
    trace = run(chat(1, None, 0, 1, {"gen_ai.agent.name": "scout"}), chat(2, None, 1, 2))
    assert told(trace) == ["1 message scout", "2 message harbour"]


def test_an_agent_that_another_creates_is_spawned_there() -> None:
    created = span(3, 1, 1, 2, {"gen_ai.operation.name": "create_agent", "gen_ai.agent.name": "scout"})
    trace = run(agent(1, None, "lead", 0, 9), chat(2, 1, 0, 1), created, agent(4, 1, "scout", 3, 5), chat(5, 4, 3, 5))
    assert told(trace)[1:] == ["2 spawn lead > scout", "3 message lead > scout", "5 return scout > lead"]


def test_agents_of_one_name_with_ids_of_their_own_are_two() -> None:
    trace = run(
        agent(1, None, "lead", 0, 9),
        agent(2, 1, "scout", 1, 3, {"gen_ai.agent.id": "a"}),
        agent(3, 1, "scout", 4, 6, {"gen_ai.agent.id": "b"}),
    )
    assert [one["to"] for one in trace["events"] if one["type"] == "spawn"] == ["scout", "scout (2)"]


def test_status_and_kind_of_an_error_are_carried_over_and_its_words_are_not() -> None:
    failed = tool(2, 1, "map", 1, 2, {"error.type": "KeyError"}, status={"code": 2, "message": "no such place"})
    slow = tool(3, 1, "map", 3, 4, {"error.type": "deadline exceeded: 5 s"}, status={"code": "STATUS_CODE_ERROR"})
    trace = run(agent(1, None, "lead", 0, 9), failed, slow)
    assert [(one["status"], one.get("error")) for one in trace["events"] if one["type"] == "tool_result"] == [
        ("error", {"kind": "KeyError"}),
        ("timeout", {}),
    ]


BOOM = {"code": 2, "message": "boom"}
WORDED = "messages of errors, which may repeat contents: 1"


def thrown(words: str) -> list[Any]:
    said = [attribute("exception.type", "ValueError"), attribute("exception.message", words)]
    return [{"name": "exception", "attributes": said}, {"name": "heartbeat"}]


@pytest.mark.parametrize(
    ("said", "about", "bare", "whole"),
    [
        ({}, {"status": BOOM}, None, {"message": "boom"}),
        ({"error.type": "KeyError"}, {"status": BOOM}, {"kind": "KeyError"}, {"kind": "KeyError", "message": "boom"}),
        ({"error.type": "timeout"}, {"status": BOOM}, {"kind": "timeout"}, {"kind": "timeout", "message": "boom"}),
        ({"error.type": "it is gone"}, {}, None, {"message": "it is gone"}),
        ({"error.type": "deadline exceeded: 5 s"}, {}, {}, {"message": "deadline exceeded: 5 s"}),
        ({"error.message": "gone"}, {"status": {"code": 2}}, None, {"message": "gone"}),
        ({}, {"status": {"code": 2}, "events": thrown("first") + thrown("last")}, None, {"message": "last"}),
        ({}, {"status": BOOM, "events": thrown("last")}, None, {"message": "boom"}),
    ],
)  # fmt: skip
def test_words_of_an_error_are_content(said: Any, about: Any, bare: Any, whole: Any) -> None:
    parts = [agent(1, None, "lead", 0, 9), tool(2, 1, "map", 1, 2, said, **about)]
    assert event(run(*parts), "tool_result").get("error") == bare
    assert event(run(*parts, with_content=True), "tool_result")["error"] == whole
    assert noted(parts) == [WORDED]
    assert noted(parts, with_content=True) == []


def noted(parts: list[Any], *, with_content: bool = False) -> list[str]:
    """Return the notes on spans once the trace is written."""
    (draft,) = otlp.drafts([file(*parts)], with_content)
    draft.value()
    return draft.notes


def test_an_exception_in_a_span_that_did_not_fail_is_told_as_left_out() -> None:
    parts = [agent(1, None, "lead", 0, 9), tool(2, 1, "map", 1, 2, events=thrown("caught"))]
    assert "error" not in event(run(*parts, with_content=True), "tool_result")
    assert noted(parts, with_content=True) == ["exceptions in spans that did not fail, as far as they say, are left out: 1"]


def test_words_of_errors_of_which_no_event_tells_are_told_as_left_out() -> None:
    guard = span(3, 1, 3, 4, {"openinference.span.kind": "GUARDRAIL"}, status=BOOM)
    parts = [agent(1, None, "lead", 0, 9), tool(2, 1, "map", 1, 2), guard, span(4, 1, 5, 6, {}, status=BOOM)]
    assert noted(parts, with_content=True) == ["messages of errors of spans of whose end no event tells: 2"]


def test_a_sub_agent_that_failed_says_so_in_the_words_of_its_own_span_or_else_of_its_model() -> None:
    def parts(**about: Any) -> list[Any]:
        failed = chat(3, 2, 1, 5, {"error.type": "APIError"}, status={"code": 2, "message": "busy"})
        return [agent(1, None, "lead", 0, 9), agent(2, 1, "scout", 1, 5, **about), failed]

    assert event(run(*parts(status=BOOM), with_content=True), "return")["error"] == {"message": "boom"}
    assert noted(parts(status=BOOM), with_content=True) == ["messages of errors of spans of whose end no event tells: 1"]
    assert event(run(*parts(status={"code": 2}), with_content=True), "return")["error"] == {"kind": "APIError", "message": "busy"}
    assert noted(parts(status={"code": 2}), with_content=True) == []


def test_content_is_hashed_unless_asked_for() -> None:
    parts = [
        agent(1, None, "lead", 0, 9),
        agent(2, 1, "scout", 1, 5, {"input.value": "look"}),
        chat(3, 2, 1, 5, {"output.value": "a well"}),
    ]
    assert "content" not in event(run(*parts), "return")
    assert event(run(*parts, with_content=True), "return")["content"] == "a well"
    assert event(run(*parts, with_content=True), "message")["content"] == "look"


def test_no_text_of_a_prompt_a_tool_or_an_error_is_carried_over() -> None:
    keys = ("gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "input.value")
    more = ("output.value", "llm.input_messages.0.message.content", "gen_ai.system_instructions", "gen_ai.agent.description", "error.type")
    secret = dict.fromkeys((*keys, *more), "a SECRET text")
    about = {"status": {"code": 2, "message": "SECRET"}, "events": [{"name": "exception", "attributes": [attribute("m", "SECRET")]}]}
    parts = [agent(1, None, "lead", 0, 9, secret, **about), agent(2, 1, "scout", 1, 5, secret, **about), chat(3, 2, 1, 2, secret, **about)]
    (draft,) = drafts(otlp, [file(*parts, tool(4, 2, "map", 2, 4, secret, **about))])
    assert "SECRET" not in json.dumps(draft.value()) + "".join(draft.notes)


def test_spans_whose_parent_is_missing_are_read_and_noted() -> None:
    parts = [agent(1, 99, "lead", 0, 9), chat(2, 1, 0, 4)]
    assert told(run(*parts)) == ["4 message lead > caller"]
    assert notes(*parts) == ["spans whose parent is in none of the files: 1"]


def test_spans_within_one_another_in_a_circle_are_read() -> None:
    assert told(run(agent(1, 2, "lead", 0, 9), chat(2, 1, 0, 4))) == ["4 message harbour", "9 message lead"]


def test_each_trace_is_a_run_and_spans_about_something_else_are_none() -> None:
    other = chat(1, None, 0, 1) | {"traceId": "00000000000000000000000000000ABD"}
    plain = span(3, None, 0, 1, {"http.request.method": "GET"}) | {"traceId": "01"}
    found = values(otlp, [file(chat(1, None, 0, 1), other, plain)])
    assert [trace["trace_id"][-1] for trace in found] == ["c", "d"]


def test_names_in_the_older_and_the_protobuf_spelling_are_read() -> None:
    one = {
        "trace_id": "ab",
        "span_id": "cd",
        "start_time_unix_nano": 1_770_000_000_000_000_000,
        "end_time_unix_nano": "1770000002000000000",
    }
    about = {"attributes": [{"key": "gen_ai.operation.name", "value": {"string_value": "chat"}}]}
    old = {"resource_spans": [{"instrumentationLibrarySpans": [{"spans": [one | about]}]}]}
    assert told(value(otlp, source(old))) == ["2 message agent > caller"]


_kinds = st.sampled_from(["invoke_agent", "invoke_agent", "chat", "chat", "execute_tool", "create_agent", "retrieval", "other"])
_span = st.builds(
    lambda number, parent, begin, end, kind, name, more: span(
        number, parent, begin, end, {"gen_ai.operation.name": kind, "gen_ai.agent.name": name, "gen_ai.tool.name": name}, **more
    ),
    st.integers(1, 7), st.integers(1, 8) | st.none(), st.integers(0, 9), st.integers(0, 9), _kinds, st.sampled_from(["lead", "scout"]),
    st.fixed_dictionaries(
        {}, optional={"startTimeUnixNano": anything, "status": anything, "links": st.just([{"traceId": TRACE, "spanId": f"{1:016x}"}])},
    ),
)  # fmt: skip


@patient
@given(st.lists(_span, max_size=12), st.randoms(use_true_random=False))
def test_any_spans_in_any_order_give_the_same_trace_that_keeps_to_the_schema(given_: list[Any], mixed: random.Random) -> None:
    found = [draft.value() for draft in drafts(otlp, [file(*given_)]) if draft.happened]
    assert found == [draft.value() for draft in drafts(otlp, [file(*mixed.sample(given_, len(given_)))]) if draft.happened]
    for trace in found:
        assert loading.load(json.dumps(trace).encode(), "x.json").timeline is not None


@patient
@given(broken(AGENTS) | broken(OPENINFERENCE) | anything)
def test_any_json_survives(whole: Any) -> None:
    survives(otlp, whole)
