"""Names and ids of other programs: carried over where they look like it, and no text that somebody wrote."""

from __future__ import annotations

import json
from typing import Any

import pytest
from otlp_spans import agent, chat, file, span, tool
from traces_foreign import drafts, event, source, told, value

from pipeline.traces.formats.identifiers import Identifiers, is_code, is_name
from pipeline.traces.formats.protocol import Reader
from pipeline.traces.formats.readers import atif, inspect_ai, openai_agents, otlp, who_when
from pipeline.traces.formats.source import Source

TEXT = "Please tell me, what does the SECRET memo say of the harbour?"


@pytest.mark.parametrize("word", ["KeyError", "java.net.UnknownHostException", "rate_limit-2", "500", "a" * 64])
def test_words_of_programs(word: str) -> None:
    assert is_code(word)
    assert is_name(word)


@pytest.mark.parametrize("text", [TEXT, "two words", "a" * 65, "", "a\n", "a:b", "\N{LATIN SMALL LETTER E WITH ACUTE}", "-x", '"x"'])
def test_no_words_of_programs(text: str) -> None:
    assert not is_code(text)


@pytest.mark.parametrize("name", ["Triage Agent", "Refund agent (EU)", "scout (2)", "mcp__files__read", "functions.map", "\u540d\u524d"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("text", [TEXT, "one two three four five", "what?", "a  b", " a", "a\nb", "a, b", "<b>", "a\u200bb", "w" * 65])
def test_no_names(text: str) -> None:
    assert not is_name(text)


def test_what_is_no_name_is_numbered_by_kind_and_what_is_no_id_is_hashed() -> None:
    plain = Identifiers(False)
    assert [plain.name("tool", name) for name in (TEXT, "map", TEXT, "a?", None)] == ["tool #1", "map", "tool #1", "tool #2", None]
    assert plain.name("agent", TEXT) == "agent #1"
    assert [plain.id("call_1"), plain.id("a b"), plain.model("o/m:1"), plain.model(TEXT)] == [
        "call_1",
        "id-c8687a08aa5d6ed2",
        "o/m:1",
        None,
    ]
    assert plain.notes() == ["names and ids that look like none are replaced, as they may be content: 5"]


def test_a_tools_name_is_one_word_and_an_agents_may_be_more() -> None:
    plain = Identifiers(False)
    assert [plain.name(kind, "read the memo") for kind in ("tool", "agent")] == ["tool #1", "read the memo"]
    assert plain.name("tool", "files/read") == "files/read"


def test_where_contents_were_asked_for_names_stay() -> None:
    plain = Identifiers(True)
    assert [plain.name("tool", TEXT), plain.id(TEXT), plain.model(TEXT), plain.notes()] == [TEXT, TEXT, TEXT, []]


def _otlp() -> Source:
    about = {"gen_ai.request.model": TEXT, "error.type": TEXT, "gen_ai.agent.name": TEXT, "gen_ai.tool.call.id": TEXT}
    inner = span(4, 1, 3, 4, {"openinference.span.kind": "TOOL"}, name=TEXT)
    return file(agent(1, None, TEXT, 0, 9), chat(2, 1, 0, 1, about), tool(3, 1, TEXT, 1, 2, about), inner)


def _openai_agents() -> Source:
    def one(id_: str, parent: str | None, **data: Any) -> Any:
        times = {"started_at": "2026-01-01T00:00:00Z", "ended_at": "2026-01-01T00:00:01Z"}
        return {"object": "trace.span", "id": id_, "trace_id": TEXT, "parent_id": parent, "span_data": data} | times

    spans = [one(TEXT, None, type="agent", name=TEXT), one("f", TEXT, type="function", name=TEXT, output="x"),
             one(f"{TEXT}!", TEXT, type="function", name="map", output="x"), one("h", TEXT, type="handoff", to_agent=f"{TEXT}?"),
             one("g", TEXT, type="guardrail", name=TEXT, triggered=True),
             one("m", TEXT, type="generation", model=TEXT, output=[{"a": 1}])]  # fmt: skip
    return source({"object": "trace", "id": TEXT, "workflow_name": TEXT}, *spans)


def _inspect_ai() -> Source:
    at = {"timestamp": "2026-01-01T00:00:00Z", "completed": "2026-01-01T00:00:01Z"}
    events = [{"event": "model", "model": TEXT, "output": {}}, {"event": "tool", "id": TEXT, "function": TEXT},
              {"event": "span_begin", "id": "s", "name": TEXT, "type": "agent"}, {"event": "model", "span_id": "s", "output": {}},
              {"event": "tool", "id": "k", "function": "ask", "agent": TEXT},
              {"event": "approval", "approver": f"human {TEXT}", "decision": "reject", "call": {"id": TEXT}}]  # fmt: skip
    one = {"id": TEXT, "epoch": 1, "events": [event_ | at for event_ in events], "scores": {TEXT: {"value": {TEXT: 1}}}}
    return source({"eval": {"task": TEXT, "solver": TEXT, "run_id": TEXT}, "samples": [one]})


def _atif() -> Source:
    call = {"tool_call_id": TEXT, "function_name": TEXT}
    step = {
        "step_id": 1,
        "source": "agent",
        "message": "",
        "tool_calls": [call],
        "observation": {"results": [{"source_call_id": f"{TEXT}?"}]},
    }
    agent_ = {"name": TEXT, "version": TEXT, "model_name": TEXT}
    return source({"schema_version": "ATIF-v1.7", "session_id": TEXT, "agent": agent_, "steps": [step]})


def _who_when() -> Source:
    history = [{"name": TEXT, "content": "x"}, {"role": f"Lead (-> {TEXT})", "content": "y"}]
    return source({"history": history, "question_ID": TEXT, "mistake_step": "0", "mistake_agent": TEXT, "mistake_reason": TEXT})


@pytest.mark.parametrize(
    ("reader", "given"),
    [(otlp, _otlp()), (openai_agents, _openai_agents()), (inspect_ai, _inspect_ai()), (atif, _atif()), (who_when, _who_when())],
    ids=["otlp", "openai-agents", "inspect-ai", "atif", "who-when"],
)
def test_no_text_passes_as_a_name_or_an_id(reader: Reader, given: Source) -> None:
    (draft,) = drafts(reader, [given])
    assert "SECRET" not in json.dumps(draft.value()) + "".join(draft.notes)
    assert any(note.startswith("names and ids that look like none are replaced") for note in draft.notes)
    (draft,) = drafts(reader, [given], with_content=True)
    assert "SECRET" in json.dumps(draft.value())


def test_a_spans_own_name_is_a_name_only_if_it_is_one_word() -> None:
    kind = {"openinference.span.kind": "TOOL"}
    given = file(agent(1, None, "lead", 0, 9), span(2, 1, 1, 2, kind, name="read the letter"), span(3, 1, 3, 4, kind, name="read_letter"))
    assert [one["tool"] for one in value(otlp, given)["events"]] == ["tool", "tool", "read_letter", "read_letter"]


def test_agents_whose_names_are_replaced_are_told_apart() -> None:
    given = source({"history": [{"name": f"{TEXT}{n}", "content": "x"} for n in (1, 2, 1)], "mistake_step": "1"})
    assert told(value(who_when, given)) == ["1 message agent #1", "2 message agent #2", "3 message agent #1"]


def test_an_error_type_that_is_text_is_no_kind_of_error() -> None:
    failed = tool(2, None, "map", 1, 2, {"error.type": "The memo says SECRET"}, status={"code": 2})
    assert event(value(otlp, file(failed)), "tool_result").get("error") is None
