"""``masrl trace``: calls that cannot be meant, files that are none, and names that no disk takes."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from masrl_run import Run
from test_cli_trace import ROOT, SOUND, Caller, trace
from traces_values import event
from traces_values import trace as value_of

__all__ = ["trace"]

SWARM = str(ROOT / "traces" / "examples" / "swarm.json")
SPANS = ROOT / "tests" / "convert" / "otlp" / "agents.json"
COMMANDS = ("check", "report", "replay", "convert", "draw")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_a_wrong_call(trace: Caller, command: str) -> None:
    run = trace(command, "")
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith("the name of a file is empty\n")


@pytest.mark.parametrize("command", ["check", "report", "convert"])
def test_standard_input_is_read_once(trace: Caller, command: str) -> None:
    run = trace(command, "-", "-", stdin=Path(SOUND).read_bytes())
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith("standard input (-) can be read only once\n")


@pytest.mark.parametrize("command", ["convert", "draw"])
def test_an_empty_name_to_write_to_is_a_wrong_call(trace: Caller, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = trace(command, SWARM, "-o", "")
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith("the name is empty; without -o standard output is written to\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("at", ["NaN", "inf", "-Infinity", "1e999", ""])
def test_a_time_is_a_number(trace: Caller, at: str) -> None:
    run = trace("replay", SOUND, "--at", at)
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith(f"{at!r} is neither the id of an event nor a time\n")


def test_an_event_may_have_the_name_of_no_number(trace: Caller, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(value_of(events=[event("nan", 1), event("b", 2)])), encoding="utf-8")
    run = trace("replay", str(path), "--at", "nan")
    assert run.code == 0
    assert run.out.startswith("after        event 1, nan at t = 1")


@pytest.mark.parametrize("arguments", [("check", SOUND), ("report", SOUND), ("replay", SOUND), ("convert", SWARM), ("draw", SOUND)])
def test_a_closed_standard_output_is_told(arguments: tuple[str, ...]) -> None:
    command = "[sys.executable, '-c', 'from pipeline.cli import main; main()', *sys.argv[1:]]"
    script = f"import os, sys; os.close(1); os.execv(sys.executable, {command})"
    run = subprocess.run([sys.executable, "-c", script, "trace", *arguments], stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert (run.returncode, run.stderr) == (1, "masrl: standard output is closed; nothing can be printed\n")


def test_what_goes_to_a_file_needs_no_standard_output(trace: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("sys.stdout", None)
        codes = [trace("draw", SOUND, "-o", str(tmp_path / "a.html")).code, trace("convert", SWARM, "-o", str(tmp_path / "a.json")).code]
    assert codes == [0, 0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.json"]


@pytest.mark.parametrize("command", ["convert", "draw"])
@pytest.mark.parametrize("length", [100, 230, 240, 255, 256, 5000])
def test_a_long_name_works_or_is_told_in_a_line(trace: Caller, tmp_path: Path, command: str, length: int) -> None:
    target = tmp_path / ("x" * length)
    run = trace(command, SWARM, "-o", str(target))
    if run.code == 0:
        assert run.err == ""
        assert target.stat().st_size > 1000
    else:
        assert (run.code, run.out, run.err) == (2, "", f"masrl: the name of the file to be written is too long: {target}\n")
        assert list(tmp_path.iterdir()) == []
    assert run.code == 0 or length > 230
    assert run.code == 2 or length < 256


@pytest.mark.parametrize("command", ["check", "report", "replay", "draw"])
def test_a_packed_file_is_told_with_what_to_do(trace: Caller, tmp_path: Path, command: str) -> None:
    packed, log = tmp_path / "run.json.gz", tmp_path / "log.eval"
    packed.write_bytes(gzip.compress(Path(SOUND).read_bytes()))
    log.write_bytes(b"PK\x03\x04" + b"\0" * 50)
    hint = "unpack it first; an inspect_ai log (.eval) becomes JSON by 'inspect log dump', which masrl trace convert reads"
    assert told(trace, command, packed) == ["unreadable: cannot be read: is packed (gzip)", "    hint     unpack it first: gunzip FILE"]
    assert told(trace, command, log) == ["unreadable: cannot be read: is packed (a zip archive)", f"    hint     {hint}"]


FOREIGN = {
    "claude_code": "claude-code: sessions of Claude Code, JSON Lines",
    "otlp": "otlp: OpenTelemetry spans in OTLP/JSON, with GenAI or OpenInference attributes",
    "atif": "atif: ATIF trajectories (Agent Trajectory Interchange Format) with their sub-agents",
    "inspect_ai": "inspect-ai: logs of inspect_ai, JSON, whole or by sample",
    "openai_agents": "openai-agents: spans of the OpenAI Agents SDK, JSON or JSON Lines",
    "who_when": "who-when: Who&When group chats with an annotated mistake",
}


@pytest.mark.parametrize("form", FOREIGN)
@pytest.mark.parametrize("command", ["check", "report", "replay", "draw"])
def test_what_another_program_recorded_is_told_with_what_to_do(trace: Caller, command: str, form: str) -> None:
    for path in sorted((ROOT / "tests" / "convert" / form).glob("*.json*")):
        run = trace(command, str(path))
        assert run.code == 1
        expected = f"{path}:1:1: foreign-form: is no trace; it looks like {FOREIGN[form]}\n    hint     masrl trace convert {path}\n"
        assert run.err == expected
    assert trace("check", str(path)).out == "1 file, events unknown: 1 error, 0 warnings, 0 notices\n"


SPAN = '"scopeSpans": [{"spans": [{"traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331", "name": "x", "v": 1}]}]'
LINES = (
    b'{"type": "user", "sessionId": "s", "isSidechain": false, "uuid": "u1", "message": {"role": "user", "content": "hi"}}\n'
    b'{"type": "summary", "summary": "\xff"}\n'
)


@pytest.mark.parametrize("command", ["check", "report", "replay", "draw"])
@pytest.mark.parametrize(
    ("data", "form"),
    [
        (f'{{"resourceSpans": [{{{SPAN}}}]}}'.replace('"v": 1', '"v": NaN').encode(), "otlp"),
        (f'{{"resourceSpans": [{{{SPAN}}}]}}'.replace('"v": 1', '"v": "\\ud83d"').encode(), "otlp"),
        (f'{{"resourceSpans": [{{{SPAN}}}]}}'.replace('"v": 1', '"v": 1e999').encode(), "otlp"),
        (f'{{"resourceSpans": [], "resourceSpans": [{{{SPAN}}}]}}'.encode(), "otlp"),
        (LINES, "claude_code"),
    ],
)
def test_a_recording_is_known_by_what_can_be_read_of_it(trace: Caller, tmp_path: Path, command: str, data: bytes, form: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    expected = f"{path}:1:1: foreign-form: is no trace; it looks like {FOREIGN[form]}\n    hint     masrl trace convert {path}\n"
    assert trace(command, str(path)).err == expected


def test_a_trace_before_a_recording_is_a_trace(trace: Caller) -> None:
    whole = json.dumps(value_of(events=[event("a", 0)])).encode() + b"\n" + LINES.splitlines()[0]
    assert trace("check", "-", stdin=whole).err == "-:2:1: second-value: a second value begins at line 2\n    hint     one trace a file\n"


def test_a_name_that_begins_like_an_option_is_a_file_in_the_hint(trace: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-dash.json").write_bytes(SPANS.read_bytes())
    assert trace("check", "--", "-dash.json").err.endswith("\n    hint     masrl trace convert ./-dash.json\n")
    assert trace("convert", "./-dash.json").code == 0


@pytest.mark.parametrize(
    ("behind", "found"), [("garbage", "garbage"), ("}", "}"), (",", ","), ("\0", "<U+0000>"), ("\u00a0", '"<U+00A0>"')]
)
def test_what_follows_a_trace_is_a_second_value_only_if_it_is_one(trace: Caller, behind: str, found: str) -> None:
    whole = json.dumps(value_of(events=[event("a", 0)]))
    run = trace("check", "-", stdin=f"{whole} {behind}\n".encode())
    assert run.err.splitlines() == [
        f"-:1:{len(whole) + 2}: json-syntax: is not JSON: something follows that is no part of the trace",
        f"    found    {found}",
        "    hint     one trace a file, and nothing behind it",
    ]
    assert "jq" not in trace("convert", "-", stdin=f"{whole} {behind}\n".encode()).err


@pytest.mark.parametrize("behind", ["{", "[]", '"', "-1.5e3", "true", "null"])
def test_what_begins_like_a_value_is_a_second_one(trace: Caller, behind: str) -> None:
    whole = json.dumps(value_of(events=[event("a", 0)]))
    assert ": second-value: a second value begins at line 1\n" in trace("check", "-", stdin=f"{whole} {behind}".encode()).err


def test_a_log_by_standard_input_is_told_too_and_a_broken_trace_is_none(trace: Caller) -> None:
    assert "\n    hint     masrl trace convert -\n" in trace("check", "-", stdin=SPANS.read_bytes()).err
    assert "foreign-form" not in trace("check", "-", stdin=b'{"events": [], "edges": []}').err
    assert "foreign-form" not in trace("check", "-", stdin=Path(SWARM).read_bytes().replace(b'"2.0"', b'"3.0"')).err


@pytest.mark.parametrize("command", ["check", "report", "replay", "draw"])
def test_a_folder_is_told_with_what_to_do(trace: Caller, tmp_path: Path, command: str) -> None:
    hint = "name the traces in it; masrl trace convert takes a folder of what other programs recorded"
    assert told(trace, command, tmp_path) == ["unreadable: cannot be read: is a directory", f"    hint     {hint}"]


def told(trace: Caller, command: str, path: Path) -> list[str]:
    """Return the lines in which a command says what is wrong with a file, without its place."""
    run = trace(command, str(path))
    assert run.code == 1
    assert run.err.startswith(f"{path}:1:1: ")
    return run.err.removeprefix(f"{path}:1:1: ").splitlines()


def test_a_trace_that_is_too_long_to_be_drawn_leaves_no_page(trace: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.traces.drawing.data.MOST_EVENTS", 6)
    run = trace("draw", SOUND, "-o", str(tmp_path / "run.html"))
    assert (run.code, run.out, run.err) == (
        1,
        "",
        f"{SOUND}:1:1: too-long: has 7 events; at most 6 are drawn\n    hint     masrl trace report measures it all the same\n",
    )
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("pipeline.traces.drawing.data.MOST_EVENTS", 7)
    assert trace("draw", SOUND).code == 0


# -- convert


NOTED = "5b8efff798038103d269b633813fc60c: note: "
"""How what is said of the run in SPANS begins."""


def refused(run: Run) -> str:
    """What is said beside the notes on the run itself."""
    return "".join(line for line in run.err.splitlines(keepends=True) if not line.startswith(NOTED))


def test_a_file_that_cannot_be_looked_at_does_not_stop_the_others(trace: Caller, tmp_path: Path) -> None:
    long = "x" * 300
    run = trace("convert", long, str(SPANS), "/dev/null/x.json", "-o", str(tmp_path / "run.json"))
    assert (run.code, refused(run)) == (
        1,
        f"/dev/null/x.json:1:1: unreadable: cannot be read: not a directory\n{long}:1:1: unreadable: cannot be read: file name too long\n",
    )
    assert len(json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["events"]) == 17


def test_a_folder_nobody_may_look_into_does_not_stop_the_others(trace: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run.json").write_bytes(SPANS.read_bytes())
    (tmp_path / "shut").mkdir()
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr("os.scandir", scandir)
    run = trace("convert", str(tmp_path))
    assert (run.code, refused(run)) == (1, f"{tmp_path}/shut:1:1: unreadable: cannot be read: permission denied\n")
    assert len(json.loads(run.out)["events"]) == 17


def test_a_name_that_is_no_file_of_its_own_is_told(trace: Caller, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "run.json").write_bytes(SPANS.read_bytes())
    (tmp_path / "in" / "back").symlink_to(tmp_path)
    run = trace("convert", str(tmp_path / "in"))
    assert (run.code, refused(run)) == (
        0,
        f"{tmp_path}/in/back:1:1: warning: linked-folder: is a link to a folder, and is left out\n"
        "    hint     name it in the call where it belongs to the run\n",
    )
    (tmp_path / "in" / "gone.json").symlink_to(tmp_path / "nowhere")
    run = trace("convert", str(tmp_path / "in"))
    assert run.code == 1
    assert f"{tmp_path}/in/gone.json:1:1: unreadable: cannot be read: no such file or directory\n" in run.err


def test_what_is_read_is_not_written_over_under_another_name(trace: Caller, tmp_path: Path) -> None:
    path, other = tmp_path / "spans.json", tmp_path / "hard.json"
    path.write_bytes(SPANS.read_bytes())
    other.hardlink_to(path)
    run = trace("convert", "-", str(path), "-o", str(other), stdin=b"{}")
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith(f"masrl: {other} is one of the files to be converted; write to another one\n")
    assert other.read_bytes() == SPANS.read_bytes()


def test_version_1_says_what_it_cannot_say(trace: Caller, tmp_path: Path) -> None:
    missing = ["spawn", "x y", "\x1b[2J", "k" * 50, *(f"key{number:02}" for number in range(10))]
    source = {"source": "otlp", "observed": ["t"], "inferred": ["message", "type"], "missing": missing}
    whole = value_of(events=[event("a", 1)], schema_version="2.0", clock={"unit": "ordinal"}, provenance=source)
    whole["costs"]["wall_clock_s"] = 1
    path = tmp_path / "run.json"
    path.write_text(json.dumps(whole), encoding="utf-8")
    run = trace("convert", str(path), "--to", "v1")
    names = f"spawn, a name of 3 characters, a name of 4 characters, {'k' * 50}, {', '.join(f'key{n:02}' for n in range(8))} and 2 more"
    values = "what is unknown reads there as a value: critical steps 1, peak agents 1, delegation depth 0"
    told = f"version 1 cannot say what is missing ({names}), the clock; {values}"
    assert (run.code, run.err) == (0, f"{path}: note: {told}\n")
    assert "provenance" not in json.loads(run.out)
    version_1 = tmp_path / "run-1.json"
    version_1.write_text(run.out, encoding="utf-8")
    assert trace("convert", str(version_1), "--to", "v1").err == ""
    assert trace("convert", str(path), "--to", "v2").err == ""


def test_of_a_form_that_nobody_knows_only_short_keys_are_told(trace: Caller, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"a" * 50: "SECRET", 'b", "c\u202e': "SECRET", "d": 1}), encoding="utf-8")
    run = trace("convert", str(path))
    expected = f"an object with the keys {'a' * 50}, a key of 7 characters, d"
    assert (run.code, run.err.splitlines()[0]) == (1, f"{path}:1:1: unknown-form: is in no form that is known: {expected}")
    assert "SECRET" not in run.err


def test_help_names_every_purpose(trace: Caller) -> None:
    from pipeline.cli import COMMANDS

    assert COMMANDS["trace"] == "Check, report, replay, convert and draw traces of multi-agent runs."
