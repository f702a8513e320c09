"""Files that hold more than one form, or a form and no run: nothing is lost without a word."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from otlp_spans import TRACE, agent, chat, document, file, span
from test_cli_trace import Caller, trace
from traces_foreign import FIXTURES, drafts, source

from pipeline.traces.formats.readers import claude_code, openai_agents, otlp

__all__ = ["trace"]

ROOT = Path(__file__).parent.parent
SWARM = json.loads((ROOT / "traces" / "examples" / "swarm.json").read_text(encoding="utf-8"))
SPANS = json.loads((FIXTURES / "otlp" / "agents.json").read_text(encoding="utf-8"))
LOG: dict[str, Any] = {"version": 2, "eval": {"run_id": "run-9", "task": "wells", "model": "m"}, "plan": {}}
CHAT: dict[str, Any] = {
    "question_ID": "q-1", "mistake_agent": "A", "mistake_step": "0",
    "history": [{"role": "A", "content": "one"}, {"role": "B", "content": "two"}],
}  # fmt: skip


def lines(path: Path, *values: Any) -> str:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), encoding="utf-8")
    return str(path)


def test_a_run_in_another_form_is_an_error_that_names_it(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", SPANS, CHAT, CHAT)
    run = trace("convert", path)
    assert run.code == 1
    assert run.err.startswith(
        f"{path}:1:1: mixed-forms: holds 2 values that could be read as who-when, left out\n"
        "    hint     read the file once more, with --from who-when\n"
    )
    assert json.loads(run.out)["provenance"]["source"] == "otlp"


def test_where_the_form_is_named_the_rest_is_a_warning(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", SPANS, CHAT)
    run = trace("convert", path, "--from", "who-when")
    assert (run.code, run.err) == (
        0,
        f"{path}:1:1: warning: mixed-forms: holds 1 value that could be read as otlp, left out\n"
        "    hint     read the file once more, with --from otlp\n",
    )


def test_one_object_may_be_two_runs(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.json", {**CHAT, **SPANS})
    run = trace("convert", path)
    assert (run.code, run.err.partition("\n")[0]) == (
        0, f"{path}:1:1: warning: mixed-forms: holds 1 value that could be read as who-when, left out",
    )  # fmt: skip


def test_a_trace_of_ours_among_others_is_told(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", CHAT, SWARM)
    run = trace("convert", path)
    assert (run.code, run.err) == (
        1, f"{path}:1:1: mixed-forms: holds 1 value that could be read as a trace of version 1 or 2, left out\n"
        "    hint     one trace a file\n",
    )  # fmt: skip


def test_values_of_no_form_are_counted(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", CHAT, {"a": 1}, 2, None)
    run = trace("convert", path)
    assert (run.code, run.err) == (0, f"{path}:1:1: warning: unknown-values: holds 3 values in no form that is known, left out\n")


def test_a_file_of_another_form_than_the_named_one_is_told_beside_others(trace: Caller, tmp_path: Path) -> None:
    first, second = lines(tmp_path / "a.json", CHAT), lines(tmp_path / "b.json", SPANS)
    run = trace("convert", first, second, "--from", "who-when")
    assert (run.code, run.err) == (
        1, f"{second}:1:1: no-run: holds no run that could be read as who-when\n    hint     its content looks like otlp\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ({**LOG, "samples": []}, "inspect-ai"), ({**LOG, "samples": None}, "inspect-ai"), (LOG, "inspect-ai"),
        ({"resourceSpans": []}, "otlp"), ({"resourceSpans": None}, "otlp"), ({"resource_spans": []}, "otlp"),
        ({**CHAT, "history": []}, "who-when"), ({**CHAT, "history": [{"content": None, "role": None}]}, "who-when"),
        ({"schema_version": "ATIF-v1.5"}, "atif"), ({"schema_version": "ATIF-v1.5", "steps": []}, "atif"),
        ({"object": "trace", "id": "trace_1", "workflow_name": "w"}, "openai-agents"),
    ],
)  # fmt: skip
def test_a_form_without_a_run_is_a_known_form(trace: Caller, tmp_path: Path, value: Any, form: str) -> None:
    path = lines(tmp_path / "x.json", value)
    run = trace("convert", path)
    assert (run.code, run.out, run.err) == (1, "", f"{path}:1:1: no-run: holds no run that could be read as {form}\n")


def test_beside_runs_one_without_events_is_told(trace: Caller, tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", CHAT, {**CHAT, "question_ID": "q-2", "history": []})
    run = trace("convert", path)
    assert (run.code, run.err) == (0, "q-2:1:1: warning: empty-run: holds no event, and is left out\n")


@pytest.mark.parametrize("whole", [[SWARM, SWARM], None])
def test_of_our_own_traces_there_is_one_a_file(trace: Caller, tmp_path: Path, whole: Any) -> None:
    path = lines(tmp_path / "x.json", *([whole] if whole else [SWARM, SWARM]))
    run = trace("convert", path)
    assert (run.code, run.err) == (1, f"{path}:1:1: several-values: holds 2 traces of version 1 or 2\n    hint     one trace a file\n")


def test_a_list_of_lines_is_told_with_what_to_do(trace: Caller, tmp_path: Path) -> None:
    session = (FIXTURES / "claude_code" / "session-harbour.jsonl").read_text(encoding="utf-8")
    path = lines(tmp_path / "x.json", [json.loads(line) for line in session.splitlines()])
    run = trace("convert", path)
    assert (run.code, run.err) == (
        1, f"{path}:1:1: several-values: holds a list of what could be read as claude-code\n"
        "    hint     one value a line: jq -c '.[]' FILE\n",
    )  # fmt: skip


@pytest.mark.parametrize("path", sorted(path.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*.json*")))
def test_no_recording_of_one_form_is_taken_for_two(trace: Caller, path: str) -> None:
    if not path.startswith("writers"):
        run = trace("convert", str(FIXTURES / path))
        assert not any(code in run.err for code in ("mixed-forms", "unknown-values", "several-values"))


# -- what has another's id


def noted(reader: Any, *sources: Any) -> list[str]:
    (draft,) = drafts(reader, [*sources])
    draft.value()
    return [note for note in draft.notes if "left out" in note]


def test_spans_under_one_id_are_counted() -> None:
    inner = [chat(2, 1, number, number + 1) for number in range(3)]
    assert noted(otlp, file(agent(1, None, "lead", 0, 9), *inner, inner[0])) == ["spans left out, since another one has their id: 2"]
    assert noted(otlp, file(agent(1, None, "lead", 0, 9), inner[0], inner[0])) == []


def test_spans_without_an_id_and_traces_without_agents_are_counted() -> None:
    nameless = {**chat(3, 1, 3, 4), "spanId": ""}
    others = [span(1, None, 0, 1, {}, traceId=TRACE[:-1] + digit) for digit in "12"]
    assert noted(otlp, file(agent(1, None, "lead", 0, 9), chat(2, 1, 1, 2), nameless, *others)) == [
        "other traces beside it, in which no agent, model or tool has a span, are left out: 2",
        "spans without an id are left out: 1",
    ]


def test_the_document_of_many_traces_says_it_once() -> None:
    first, second = (copy.deepcopy(agent(1, None, "lead", 0, 9)) for _ in range(2))
    second["traceId"] = TRACE[:-1] + "d"
    other = span(1, None, 0, 1, {}, traceId=TRACE[:-1] + "e")
    notes = [[note for note in draft.notes if "other traces" in note] for draft in drafts(otlp, [source(document(first, second, other))])]
    assert notes == [["other traces beside it, in which no agent, model or tool has a span, are left out: 1"], []]


def test_spans_of_the_agents_sdk_under_one_id_are_counted() -> None:
    def one(kind: str, began: str, **more: Any) -> dict[str, Any]:
        return {"object": "trace.span", "id": "s1", "trace_id": "t", "started_at": began, "span_data": {"type": kind, "name": "x"}, **more}

    first = one("agent", "2026-01-01T00:00:00Z")
    ended = one("agent", "2026-01-01T00:00:00Z", ended_at="2026-01-01T00:00:09Z")
    assert noted(openai_agents, source(first, ended)) == []
    assert noted(openai_agents, source(first, ended, one("function", "2026-01-01T00:00:01Z"))) == [
        "spans left out, since another one has their id: 1"
    ]


def test_lines_of_a_session_under_one_uuid_are_counted() -> None:
    def line(text: str, uuid: str = "v") -> dict[str, Any]:
        return {"type": "assistant", "uuid": uuid, "sessionId": "s", "parentUuid": None, "message": {"content": text}}

    assert noted(claude_code, source(line("a", "u"), line("b"), line("b"))) == []
    assert noted(claude_code, source(line("a", "u"), line("b"), line("c"), line("d"), line("c"))) == [
        "lines left out, since another one has their uuid: 2"
    ]
