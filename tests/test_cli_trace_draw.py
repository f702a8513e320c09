"""``masrl trace draw``: where the page goes, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import traces_values
from masrl_run import on_a_terminal
from test_cli_trace import FAULTS, SOUND, WARNED, WRONG, Caller, trace

__all__ = ["trace"]


def test_a_page_goes_to_standard_output(trace: Caller) -> None:
    run = trace("draw", SOUND)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("<!doctype html>")
    assert run.out == trace("draw", "-", stdin=Path(SOUND).read_bytes()).out


def test_or_into_a_file(trace: Caller, tmp_path: Path) -> None:
    target = tmp_path / "new" / "run.html"
    run = trace("draw", SOUND, "-o", str(target))
    assert (run.code, run.out, run.err) == (0, "", "")
    assert target.read_text(encoding="utf-8") == trace("draw", SOUND).out


def test_a_terminal_is_not_flooded() -> None:
    run = on_a_terminal(["trace", "draw", SOUND], [])
    assert run.code == 2
    assert "name a file with -o" in run.out


def test_the_trace_itself_is_never_overwritten(trace: Caller, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(Path(SOUND).read_bytes())
    run = trace("draw", str(path), "-o", str(path))
    assert run.code == 2
    assert "is the trace itself" in run.err
    assert path.read_bytes() == Path(SOUND).read_bytes()


def test_warnings_are_on_the_page_and_no_fault(trace: Caller) -> None:
    run = trace("draw", WARNED)
    assert (run.code, run.err) == (0, "")
    assert "1 warning of the checker" in run.out


def test_a_trace_at_fault_is_drawn_where_its_events_have_an_order(trace: Caller, tmp_path: Path) -> None:
    path = tmp_path / "late.json"
    events = [traces_values.event("a", 5, t_start=9), traces_values.event("b", 6)]
    path.write_text(json.dumps(traces_values.trace(events=events)), encoding="utf-8")
    run = trace("draw", str(path))
    assert run.code == 1
    assert "interval-reversed" in run.err
    assert run.out.startswith("<!doctype html>")


@pytest.mark.parametrize(
    "more",
    [
        {"token_basis": {"cached": True}}, {"rewards": [{"channel": "done", "value": 1, "unit": "episode"}]}, {"baseline": 19},
        {"agents": [{"name": "x"}]}, {"Agents": {}}, {"costs": {}}, {"edges": [{"from": "a", "to": "b"}]},
        {"edges": [{"src": "a", "dst": "nobody", "type": "causal"}]}, {"schema_version": 2}, {"schema_version": "1.1"},
    ],
    ids=lambda more: json.dumps(more)[:50],
)  # fmt: skip
def test_what_the_schema_forbids_around_events_keeps_none_from_being_drawn(trace: Caller, tmp_path: Path, more: dict[str, Any]) -> None:
    path = tmp_path / "odd.json"
    events = [traces_values.event("a", 5), traces_values.event("b", 6)]
    path.write_text(json.dumps(traces_values.trace(**{"schema_version": "2.0", "events": events} | more)), encoding="utf-8")
    run = trace("draw", str(path))
    assert run.code == 1
    assert "odd.json:1:" in run.err
    assert "of the checker" in run.out
    assert "2 events of" in run.out


@pytest.mark.parametrize(
    "key", [{"status": "failed"}, {"tokens": 340}, {"error": "timeout"}, {"to": ["x"]}, {"type": "tool-call"}, {"t": "4"}]
)
def test_nor_does_what_it_forbids_in_an_event(trace: Caller, tmp_path: Path, key: dict[str, Any]) -> None:
    path = tmp_path / "odd.json"
    events = [traces_values.event("a", 5), traces_values.event("b", 6) | key]
    path.write_text(json.dumps(traces_values.trace(schema_version="2.0", events=events)), encoding="utf-8")
    run = trace("draw", str(path))
    assert run.code == 1
    assert f"events[1].{next(iter(key))}" in run.err
    assert "2 events of" in run.out


@pytest.mark.parametrize("file", ["no-such-file.json", str(FAULTS / "truncated.json"), str(FAULTS / "deep-lists.json")])
def test_what_cannot_be_drawn_leaves_no_page(trace: Caller, tmp_path: Path, file: str) -> None:
    target = tmp_path / "run.html"
    run = trace("draw", file, "-o", str(target))
    assert (run.code, run.out) == (1, "")
    assert run.err
    assert not target.exists()


@pytest.mark.parametrize("case", sorted(path.name for path in FAULTS.glob("*.json")))
def test_no_fault_gives_a_traceback(trace: Caller, case: str) -> None:
    assert trace("draw", str(FAULTS / case)).code in {0, 1}


def test_help_has_an_example(trace: Caller) -> None:
    run = trace("draw", "--help")
    assert run.code == 0
    assert "Example: masrl trace draw" in run.out


@pytest.mark.parametrize("arguments", [("draw",), ("draw", SOUND, WRONG), ("draw", SOUND, "--format", "json")])
def test_a_wrong_call_is_told_from_wrong_data(trace: Caller, arguments: tuple[str, ...]) -> None:
    assert trace(*arguments).code == 2
