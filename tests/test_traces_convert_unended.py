"""What never ended, or ended nobody knows when: nothing is told of it that the source does not say."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from otlp_spans import agent, chat, file, tool
from traces_foreign import arrows, drafts, event, source, told, value

from pipeline.traces import loading
from pipeline.traces.formats.protocol import Reader
from pipeline.traces.formats.readers import atif, inspect_ai, openai_agents, otlp
from pipeline.traces.formats.source import Source
from pipeline.traces.metrics.by_name import measure

OPEN = {"endTimeUnixNano": "0"}


def stamp(t: float | None) -> str | None:
    return None if t is None else f"2026-01-01T00:00:{t:06.3f}Z"


def span(id_: str, parent: str | None, begin: float | None, end: float | None, **data: Any) -> Any:
    """Return a span of the OpenAI Agents SDK."""
    times = {"started_at": stamp(begin), "ended_at": stamp(end)}
    return {"object": "trace.span", "id": id_, "trace_id": "t", "parent_id": parent, "span_data": data} | times


def record(kind: str, begin: float | None, end: float | None, **more: Any) -> Any:
    """Return an event of inspect_ai; one without an end is pending."""
    return {"event": kind, "timestamp": stamp(begin), "completed": stamp(end), "pending": end is None} | more


def sample(*events: Any) -> Source:
    return source({"id": 1, "epoch": 1, "events": list(events)})


def step(text: str, at: str | None, *calls: str, results: Iterable[str] = ()) -> Any:
    made = [{"tool_call_id": call, "function_name": "map"} for call in calls]
    found = {"observation": {"results": [{"source_call_id": call, "content": "r"} for call in results]}}
    return {"source": "agent", "message": text, "tool_calls": made, "timestamp": at} | (found if results else {})


def trajectory(*steps: Any) -> Source:
    numbered = [{"step_id": number} | one for number, one in enumerate(steps, start=1)]
    return source({"schema_version": "ATIF-v1.7", "session_id": "s", "agent": {"name": "lead", "version": "1"}, "steps": numbered})


def notes(reader: Reader, given: Source) -> list[str]:
    (draft,) = drafts(reader, [given])
    draft.value()
    return draft.notes


def critical_path(reader: Reader, given: Source) -> str:
    """Return what the report says of the critical path: its status, and its least value."""
    loaded = loading.load(json.dumps(value(reader, given)).encode(), "x.json")
    assert loaded.timeline is not None
    found = measure(loaded.timeline, "critical_path")
    return f"{found.status} {found.low:g}" if found.low is not None else found.status


ANSWER = {"type": "generation", "output": [{"role": "assistant", "content": "x"}], "usage": {"input_tokens": 5, "output_tokens": 1}}
OUTPUT = {"model": "m", "output": {"choices": [{"message": {"content": "x"}}], "usage": {"input_tokens": 1, "output_tokens": 1}}}
NOTE = "what never ended, as far as the source says, has no result or return: 1"
UNANSWERED = (
    "calls of a model that never ended, as far as the source says, are left out: 1; the tokens of the run are at least those that are told"
)


@pytest.mark.parametrize(
    ("reader", "given", "expected"),
    [
        (otlp, file(agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), tool(3, 1, "map", 1, 0, **OPEN), chat(4, 1, 5, 6)),
         ["1 orchestrator_decision A", "1 tool_call A", "6 message A > caller"]),
        (openai_agents, source(span("a", None, 0, 9, type="agent", name="A"), span("b", "a", 0, 1, **ANSWER),
                               span("f", "a", 1, None, type="function", name="map")), ["1 message A", "1 tool_call A"]),
        (inspect_ai, sample(record("model", 0, 1, **OUTPUT), record("tool", 1, None, id="k", function="map")),
         ["1 message main", "1 tool_call main"]),
        (atif, trajectory(step("x", stamp(0)), step("", stamp(1), "k")), ["0 message lead", "1 tool_call lead"]),
    ],
    ids=["otlp", "openai-agents", "inspect-ai", "atif"],
)  # fmt: skip
def test_a_call_that_never_ended_has_no_result(reader: Reader, given: Source, expected: list[str]) -> None:
    found = value(reader, given)
    assert told(found) == expected
    assert "t_start" not in event(found, "tool_call")
    assert "tool_result" in found["provenance"]["missing"]
    assert notes(reader, given) == ["tool calls that no result answers: 1" if reader is atif else NOTE]


@pytest.mark.parametrize("end", ["0", 0, "", None])
def test_an_end_of_zero_is_none(end: Any) -> None:
    assert told(value(otlp, file(tool(1, None, "map", 1, 2, endTimeUnixNano=end)))) == ["0 tool_call harbour"]


def test_what_comes_after_a_call_without_an_end_rests_on_what_came_before_it() -> None:
    given = file(agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), tool(3, 1, "map", 1, 0, **OPEN), chat(4, 1, 5, 6))
    assert arrows(value(otlp, given)) == {"e1 causal e2", "e1 causal e3"}
    assert critical_path(otlp, given) == "bound 2"


@pytest.mark.parametrize(
    ("reader", "given", "expected"),
    [
        (otlp, file(agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), agent(3, 1, "B", 1, 0, **OPEN), chat(4, 3, 2, 3), chat(5, 1, 6, 7)),
         ["1 orchestrator_decision A", "1 spawn A > B", "3 orchestrator_decision B", "7 message A > caller"]),
        (openai_agents, source(span("a", None, 0, 9, type="agent", name="A"), span("b", "a", 0, 1, **ANSWER),
                               span("c", "a", 1, None, type="agent", name="B"), span("d", "c", 2, 3, **ANSWER)),
         ["1 message A", "1 spawn A > B", "3 message B"]),
        (inspect_ai, sample(record("model", 0, 1, **OUTPUT), record("tool", 1, None, id="k", function="ask", agent="B")),
         ["1 message main", "1 spawn main > B"]),
    ],
    ids=["otlp", "openai-agents", "inspect-ai"],
)  # fmt: skip
def test_a_sub_agent_that_never_ended_does_not_return(reader: Reader, given: Source, expected: list[str]) -> None:
    assert told(value(reader, given)) == expected
    assert "return" in value(reader, given)["provenance"]["missing"]
    assert NOTE in notes(reader, given)


def test_an_old_call_that_was_pending_is_no_end_of_the_agent_in_it() -> None:
    inner = [record("model", 2, 3, **OUTPUT)]
    found = value(inspect_ai, sample(record("model", 0, 1, **OUTPUT), record("tool", 1, None, id="k", function="ask", events=inner)))
    assert told(found) == ["1 message main", "1 spawn main > ask", "3 message ask"]


@pytest.mark.parametrize(
    ("reader", "given"),
    [
        (otlp, file(agent(1, None, "A", 0, 9), chat(2, 1, 0, 1), chat(3, 1, 2, 0, {"gen_ai.usage.output_tokens": 0}, **OPEN))),
        (openai_agents, source(span("a", None, 0, 9, type="agent", name="A"), span("b", "a", 0, 1, **ANSWER),
                               span("c", "a", 1, None, type="generation"))),
        (inspect_ai, sample(record("model", 0, 1, **OUTPUT), record("model", 1, None, model="m", output={}))),
    ],
    ids=["otlp", "openai-agents", "inspect-ai"],
)  # fmt: skip
def test_a_model_that_never_answered_said_nothing(reader: Reader, given: Source) -> None:
    assert len(value(reader, given)["events"]) == 1
    assert notes(reader, given) == [UNANSWERED]


@pytest.mark.parametrize(
    ("reader", "given"),
    [
        (otlp, file(chat(1, None, 0, 0, {"output.value": "x"}, **OPEN))),
        (otlp, file(chat(1, None, 0, 0, endTimeUnixNano="soon"))),
        (openai_agents, source(span("b", None, 0, None, **ANSWER))),
        (inspect_ai, sample(record("model", 0, None, **OUTPUT) | {"pending": None})),
    ],
    ids=["otlp", "otlp-unreadable", "openai-agents", "inspect-ai"],
)
def test_how_long_it_took_that_ended_nobody_knows_when_is_not_computable(reader: Reader, given: Source) -> None:
    (found,) = value(reader, given)["events"]
    assert "t_start" not in found
    assert "t" in found["inferred"]
    assert critical_path(reader, given) == "not computable"


def test_a_result_without_a_time_of_its_own_takes_no_time() -> None:
    given = file(agent(1, None, "A", 0, 9), tool(2, 1, "map", 3, 0, {"output.value": "x"}, **OPEN))
    result = event(value(otlp, given), "tool_result")
    assert (result["t"], result.get("t_start"), result["inferred"]) == (0, None, ["t"])


@pytest.mark.parametrize(
    ("reader", "given"),
    [
        (otlp, file(tool(1, None, "map", 5, 3))),
        (openai_agents, source(span("f", None, 5, 3, type="function", name="map", output="x"))),
        (inspect_ai, sample(record("tool", 5, 3, id="k", function="map"))),
    ],
    ids=["otlp", "openai-agents", "inspect-ai"],
)
def test_what_ends_before_it_begins_has_no_known_end(reader: Reader, given: Source) -> None:
    found = value(reader, given)
    assert [one["type"] for one in found["events"]] == ["tool_call", "tool_result"]
    assert [one.get("t_start") for one in found["events"]] == [None, None]
    assert "what ends before it begins has no known end: 1" in notes(reader, given)


def test_times_and_counts_beyond_all_sense_are_unknown_and_noted() -> None:
    much = {"gen_ai.usage.input_tokens": 10**300}
    given = file(agent(1, None, "A", 0, 9), chat(2, 1, 1, 2, much), chat(3, 1, 3, 4, startTimeUnixNano=1e300, endTimeUnixNano=10**290))
    assert notes(otlp, given) == [
        "calls of a model, or sub-agents, whose tokens no span states in full: 1; the tokens of the run are at least those that are told",
        "numbers of tokens that cannot be such are left out: 1; the tokens of the run are at least those that are told",
        "times that cannot be read, or lie before 1971, count as unknown: 2",
    ]
    usage = {"input_tokens": 1e300, "output_tokens": -1}
    odd = "numbers of tokens that cannot be such are left out: 2; the tokens of the run are at least those that are told"
    assert notes(openai_agents, source(span("b", None, 0, 1, **ANSWER | {"usage": usage}))) == [odd]
    output = OUTPUT["output"] | {"usage": usage}  # type: ignore[operator]
    assert notes(inspect_ai, sample(record("model", 0, 1, model="m", output=output))) == [odd]
    metrics = {"metrics": {"prompt_tokens": 1e300, "completion_tokens": -1}}
    assert notes(atif, trajectory(step("x", stamp(0)) | metrics)) == [odd]


@pytest.mark.parametrize("took", [1e300, -1, "x"])
def test_a_sample_cannot_have_taken_any_time(took: object) -> None:
    whole = {"id": 1, "epoch": 1, "events": [record("model", 0, 1, **OUTPUT)], "total_time": took}
    assert notes(inspect_ai, source(whole)) == ["the time that the sample is said to have taken can be none, and is left out"]


def test_a_step_of_1970_or_without_a_readable_time_stands_where_its_number_says() -> None:
    stamps = ["2026-01-01T00:00:05Z", "1970-01-01T00:00:00Z", "soon", "2026-01-01T00:00:09", None]
    given = trajectory(*(step("x", one, name, results=[name]) for one, name in zip(stamps, "abcde", strict=True)))
    calls = [one for one in value(atif, given)["events"] if one["type"] == "tool_call"]
    assert [(one["call_id"], one["t"], one.get("inferred")) for one in calls if one["call_id"] in "abcde"] == [
        ("a", 0, None), ("b", 0, ["t"]), ("c", 0, ["t"]), ("d", 4, None), ("e", 4, ["t"]),
    ]  # fmt: skip
    assert notes(atif, given) == [
        "times without a zone are taken as UTC: 1",
        "times that cannot be read, or lie before 1971, count as unknown: 2",
    ]


def test_events_without_a_readable_time_stand_where_they_do_in_the_file() -> None:
    spans = [span(name, None, t, t, type="function", name=name, output="x") for name, t in (("c", 1), ("b", 2), ("a", None), ("d", 3))]
    spans[2] |= {"started_at": "1970-01-01T00:00:00Z", "ended_at": "now"}
    found = value(openai_agents, source(*spans))
    assert [one["tool"] for one in found["events"] if one["type"] == "tool_call"] == ["c", "b", "a", "d"]
    records = [record("tool", t, t or 2, id=name, function=name) for name, t in (("c", 1), ("b", 2), ("a", None), ("d", 3))]
    records[2] |= {"timestamp": 17, "completed": "1970-01-01"}
    found = value(inspect_ai, sample(*records))
    assert [one["tool"] for one in found["events"] if one["type"] == "tool_call"] == ["c", "b", "a", "d"]


def test_a_span_of_1970_among_others_has_no_time_and_a_run_of_1970_keeps_its_own() -> None:
    old = {"startTimeUnixNano": "1000", "endTimeUnixNano": "2000"}
    assert notes(otlp, file(chat(1, None, 1, 2), tool(2, None, "map", 0, 0, **old))) == [
        "times that cannot be read, or lie before 1971, count as unknown: 2"
    ]
    alone = value(otlp, file(tool(2, None, "map", 0, 0, **old | {"endTimeUnixNano": "3000001000"})))
    assert [one["t"] for one in alone["events"]] == [0, 3]
