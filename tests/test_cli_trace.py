"""``masrl trace``: what it prints, and how it exits."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "traces" / "examples"
FAULTS = ROOT / "tests" / "faults" / "trace"
SOUND, WARNED, WRONG = (str(FAULTS / f"{name}.json") for name in ("good-version-1", "spawned-and-idle", "negative-time"))


def masrl(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line and return its exit code."""
    monkeypatch.setattr("sys.argv", ["masrl", "trace", *arguments])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


class Run:
    """One call: exit code and what was printed."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Caller:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Run:
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = masrl(self._monkeypatch, *arguments)
        return Run(code, *self._capsys.readouterr())


@pytest.fixture
def trace(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Caller:
    return Caller(monkeypatch, capsys)


def test_a_sound_file_passes(trace: Caller) -> None:
    run = trace("check", SOUND)
    assert (run.code, run.out, run.err) == (0, "1 file, 7 events: 0 errors, 0 warnings, 0 notices\n", "")


def test_problems_go_to_standard_error_with_their_place(trace: Caller) -> None:
    run = trace("check", WRONG)
    assert run.code == 1
    assert run.err == f"{WRONG}:7:23: out-of-range: events[0].t: must not be below 0\n    found    -1\n"
    assert run.out == "1 file, 7 events: 1 error, 0 warnings, 0 notices\n"


def test_warnings_fail_only_when_asked_to(trace: Caller) -> None:
    assert trace("check", WARNED).code == 0
    assert trace("check", WARNED, "--strict").code == 1


def test_events_are_counted_where_anybody_can_tell(trace: Caller) -> None:
    assert trace("check", "-", stdin=b'{"events": [{}]}').out.startswith("1 file, 1 event: ")
    assert trace("check", "-", stdin=b"{").out == "1 file, events unknown: 1 error, 0 warnings, 0 notices\n"
    assert trace("check", "-", stdin=b"[]").out == "1 file, events unknown: 1 error, 0 warnings, 0 notices\n"
    twice = b'{"trace_id": "x", "events": [{}, {}], "events": [{}]}'
    assert trace("check", "-", stdin=twice).out.startswith("1 file, events unknown: ")
    assert trace("check", SOUND, WRONG, "nowhere.json").out.startswith("3 files, at least 14 events: ")


def test_a_bad_file_does_not_keep_the_others_from_being_looked_at(trace: Caller) -> None:
    run = trace("check", "no-such-file.json", WRONG, SOUND, str(FAULTS / "deep-lists.json"), "--format", "json")
    found = json.loads(run.out)
    assert run.code == 1
    assert [problem["code"] for problem in found["problems"]] == ["too-deep", "out-of-range", "unreadable"]
    assert found["errors"] == 3


def test_annotations_name_file_and_line(trace: Caller) -> None:
    run = trace("check", WRONG, "--format", "github")
    assert run.out.startswith(f"::error file={WRONG},line=7,col=23,title=out-of-range::out-of-range: events[0].t")


@pytest.mark.parametrize("command", ["check", "report", "replay"])
def test_a_dash_is_standard_input(trace: Caller, command: str) -> None:
    assert trace(command, "-", stdin=Path(SOUND).read_bytes()).code == 0
    run = trace(command, "-", stdin=b"{")
    assert run.code == 1
    assert run.err.startswith("-:1:2: json-syntax")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("report",),
        ("replay",),
        ("replay", SOUND, WRONG),
        ("check", "--format", "xml", SOUND),
        ("replay", SOUND, "--at", "nowhere"),
        ("cheque", SOUND),
    ],
)
def test_a_wrong_call_is_told_from_wrong_data(trace: Caller, arguments: tuple[str, ...]) -> None:
    run = trace(*arguments)
    assert run.code == 2
    assert run.err


@pytest.mark.parametrize("arguments", [(), ("check",), ("report",), ("replay",)])
def test_help_has_an_example(trace: Caller, arguments: tuple[str, ...]) -> None:
    run = trace(*arguments, "--help")
    assert run.code == 0
    assert "Example: masrl trace" in run.out


@pytest.mark.parametrize("case", sorted(path.name for path in FAULTS.glob("*.json")))
def test_no_fault_gives_a_traceback(trace: Caller, case: str) -> None:
    for command in ("check", "report", "replay"):
        assert trace(command, str(FAULTS / case)).code in {0, 1}


def test_a_report_of_one_file_says_everything(trace: Caller) -> None:
    run = trace("report", str(EXAMPLES / "injected_fault.json"))
    assert run.code == 0
    assert "\nerror amplification        5 " in run.out
    assert "\nreporting checklist: 4 of 5\n" in run.out
    assert "\nby decision " in run.out


def test_a_report_names_the_rewards_of_events_too_and_no_unknown_cost(trace: Caller) -> None:
    events = [
        {"id": "a", "t": 1, "type": "message", "agent": "a", "rewards": [{"channel": "r", "value": 1, "unit": "agent", "target": "a"}]},
        {"id": "b", "t": 2, "type": "message", "agent": "a", "rewards": {"s": 0.5}},
    ]
    value = {
        "schema_version": "2.0", "trace_id": "x", "task_id": "x", "events": events, "edges": [], "rewards": {"r": 5},
        "costs": {"tokens": 0, "wall_clock_s": 0}, "provenance": {"missing": ["wall_clock_s", "tokens"]},
    }  # fmt: skip
    run = trace("report", "-", stdin=json.dumps(value).encode())
    assert "\nunknown topology, 2 events (length band: up to 10), 1 agent: a\n" in run.out
    assert "\ncosts: tokens not computable, wall_clock_s not computable\n" in run.out
    assert "\nrewards of the run: r 5\nrewards of events: r to agent a 1 (on 1 event), s 0.5 (on 1 event)\n" in run.out
    assert trace("replay", "-", stdin=json.dumps(value).encode()).out.endswith("rewards      of events: r 1, s 0.5; of the run: r 5\n")


def test_of_many_agents_the_busiest_are_listed_and_the_others_counted(trace: Caller) -> None:
    events = [{"id": f"e{n:02d}", "t": n, "type": "message", "agent": f"a{n:02d}"} for n in range(30)]
    events += [{"id": f"f{n}", "t": 40 + n, "type": "message", "agent": "a29"} for n in range(3)]
    value = {"trace_id": "x", "task_id": "y", "events": events, "edges": [], "rewards": {}, "costs": {"tokens": 1, "wall_clock_s": 99}}
    lines = trace("report", "-", stdin=json.dumps(value).encode()).out.splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("by agent"))
    rows = lines[begin + 1 : lines.index("", begin)]
    assert [row.split()[0] for row in rows[:-1]] == [*(f"a{n:02d}" for n in range(19)), "a29"]
    assert rows[-1] == "  and 10 more with as many events or fewer; --format json has all"
    assert (
        len(json.loads(trace("report", "-", "--format", "json", stdin=json.dumps(value).encode()).out)["traces"][0]["spending"]["agent"])
        == 30
    )


def test_columns_stand_in_line_whatever_names_hold(trace: Caller) -> None:
    events = [{"id": str(n), "t": n, "type": "message", "agent": name} for n, name in enumerate(["a", "x\u200b", "", "\u3164"])]
    value = {"trace_id": "x", "task_id": "y", "events": events, "edges": [], "rewards": {}, "costs": {"tokens": 0, "wall_clock_s": 0}}
    lines = trace("report", "-", stdin=json.dumps(value).encode()).out.splitlines()
    assert lines[1].endswith('4 agents: "", a, x<U+200B>, "\u3164"')
    begin = next(place for place, line in enumerate(lines) if line.startswith("by agent"))
    assert lines[begin : begin + 5] == [
        "by agent                     events           tokens        calls     messages",
        '  ""                              1          unknown            0            1',
        "  a                               1          unknown            0            1",
        "  x<U+200B>                       1          unknown            0            1",
        '  "\u3164"                             1          unknown            0            1',
    ]


def test_a_replay_shows_names_of_which_nothing_is_seen(trace: Caller) -> None:
    events = [{"id": "1", "t": 1, "type": "message", "agent": " ", "to": ""}, {"id": "2", "t": 2, "type": "message", "agent": "\u200b"}]
    value = {"trace_id": "x", "task_id": "y", "events": events, "edges": [], "rewards": {}, "costs": {"tokens": 0, "wall_clock_s": 0}}
    asked = json.dumps(value).encode()
    assert trace("replay", "-", stdin=asked).out.splitlines()[0] == 'after        event 2, 2 at t = 2 ("<U+200B>": message)'
    assert 'undelivered  1 (" " to "")' in trace("replay", "-", stdin=asked).out
    assert '  " ": message  (' in trace("replay", "-", "--step", stdin=asked).out


def test_several_files_are_compared_and_grouped(trace: Caller) -> None:
    run = trace("report", *(str(path) for path in sorted(EXAMPLES.glob("*.json"))))
    by_file, by_topology = run.out.strip("\n").split("\n\n")
    assert [line.split()[0] for line in by_topology.splitlines()] == [
        "topology", "centralized", "debate", "harness", "hierarchical", "mixed", "planner_executor_critic", "swarm",
    ]  # fmt: skip
    assert len(by_file.splitlines()) == 9


def test_a_report_for_programs_holds_status_and_what_is_missing(trace: Caller) -> None:
    run = trace("report", SOUND, WRONG, "--format", "json")
    found = json.loads(run.out)
    (one,) = found["traces"]
    assert run.code == 1
    assert one["metrics"]["protocol_overhead"] == {
        "status": "not computable", "value": None, "low": None, "high": None, "unit": "share", "method": "",
        "missing": ["tokens on events"], "inferred": [],
    }  # fmt: skip
    assert one["spending"]["agent"][0]["in"] is None
    assert [group["topology"] for group in found["topologies"]] == ["centralized"]


def test_a_report_that_could_read_nothing_says_why(trace: Caller) -> None:
    run = trace("report", WRONG)
    assert (run.code, run.out) == (1, "")
    assert "out-of-range" in run.err


def test_a_run_is_replayed_to_an_event_a_time_or_the_end(trace: Caller) -> None:
    assert trace("replay", SOUND, "--at", "a3").out == (
        "after        event 3, a3 at t = 3 (scout: tool_call)\nlive agents  chief, scout\nopen calls   a3 (scout to map)\n"
        "undelivered  none\ntokens       unknown\nrewards      none yet\n"
    )
    assert json.loads(trace("replay", SOUND, "--at", "4.5", "--format", "json").out)["event"] == "a3"
    assert json.loads(trace("replay", SOUND, "--format", "json").out) == {
        "step": 7, "event": "a7", "t": 9, "live_agents": ["chief"], "open_calls": [], "undelivered_messages": [], "tokens": None,
        "rewards": {}, "run_rewards": {"found": 1.0},
    }  # fmt: skip


def test_a_run_is_replayed_step_by_step(trace: Caller) -> None:
    run = trace("replay", SOUND, "--step", "--at", "a2")
    assert run.out.splitlines() == [
        "     0  before the first event  (0 live, 0 open, 0 undelivered, unknown tokens)",
        "     1  t 1  a1  chief: orchestrator_decision  (1 live, 0 open, 0 undelivered, unknown tokens)",
        "     2  t 2  a2  chief: spawn  (2 live, 0 open, 0 undelivered, unknown tokens)",
    ]
    states = json.loads(trace("replay", SOUND, "--step", "--format", "json").out)
    assert [state["step"] for state in states] == list(range(8))


def test_what_contradicts_itself_is_replayed_and_told(trace: Caller) -> None:
    run = trace("replay", str(FAULTS / "time-backwards.json"))
    assert run.code == 1
    assert "time-backwards" in run.err
    assert run.out.startswith("after        event 7, a7")


def test_names_cannot_act_on_a_terminal(trace: Caller, tmp_path: Path) -> None:
    value = json.loads(Path(SOUND).read_text(encoding="utf-8").replace("scout", "s\\u001b[2Jcout").replace("find-the-well", "x\\u202ey"))
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    for arguments in (("report",), ("replay",), ("replay", "--step"), ("check", "--notices")):
        run = trace(*arguments, str(path))
        assert not {"\x1b", "\u202e"} & set(run.out + run.err)


def test_the_command_line_loads_no_command_before_it_is_called() -> None:
    script = "import sys, pipeline.cli.trace_command; print([m for m in sys.modules if 'traces' in m or m == 'jsonschema_rs'])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT).stdout == "[]\n"
