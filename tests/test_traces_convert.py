"""``masrl trace convert``: which form is what, what is written where, and how it exits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from otlp_spans import agent, chat, document
from test_cli_trace import Caller, trace
from traces_foreign import FIXTURES

from pipeline.traces.formats import conversion, reading, registry

__all__ = ["trace"]

ROOT = Path(__file__).parent.parent
SWARM, HARNESS = (str(ROOT / "traces" / "examples" / f"{name}.json") for name in ("swarm", "harness"))
SESSION, SPANS = str(FIXTURES / "claude_code"), str(FIXTURES / "otlp" / "agents.json")
EARLY = str(ROOT / "tests" / "faults" / "trace" / "result-before-call.json")
WRONG = str(ROOT / "tests" / "faults" / "trace" / "negative-time.json")


def saved(path: Path, whole: Any) -> str:
    path.write_text(json.dumps(whole), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", registry.READERS)
def test_every_reader_is_there_and_says_what_it_reads(name: str) -> None:
    module = registry.reader(name)
    assert name == module.NAME
    assert module.TITLE


@pytest.mark.parametrize("name", registry.WRITERS)
def test_every_writer_is_there_and_says_what_it_writes(name: str) -> None:
    module = registry.writer(name)
    assert (module.NAME, module.SUFFIX[0]) == (name, ".")
    assert module.TITLE


@pytest.mark.parametrize("path", sorted(path.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*.json*")))
def test_every_form_is_told_by_its_content(path: str) -> None:
    expected = path.partition("/")[0].replace("_", "-")
    if expected != "writers":
        assert registry.detected(reading.read((FIXTURES / path).read_bytes(), "x").source) == expected


def test_files_of_one_session_are_one_trace(trace: Caller) -> None:
    run = trace("convert", SESSION)
    assert run.code == 0
    assert json.loads(run.out)["trace_id"] == "session-harbour"
    assert run.err == ("session-harbour: note: compactions of a conversation, after which a summary stands for what came before: 1\n")


def test_no_text_of_a_prompt_or_a_tool_is_written_unless_asked_for(trace: Caller) -> None:
    run = trace("convert", SESSION)
    assert "SECRET" not in run.out + run.err
    assert "SECRET" in trace("convert", SESSION, "--with-content").out


def test_standard_input_is_read_and_the_result_can_be_checked(trace: Caller) -> None:
    made = trace("convert", "-", stdin=Path(SPANS).read_bytes())
    assert made.code == 0
    assert trace("check", "-", stdin=made.out.encode()).out == "1 file, 17 events: 0 errors, 0 warnings, 0 notices\n"


@pytest.mark.parametrize("to", registry.WRITERS)
def test_our_own_traces_are_converted_to_every_form(trace: Caller, to: str) -> None:
    run = trace("convert", SWARM, "--to", to)
    dropped = "the clock, the table of agents but for roles and parents, how tokens are counted, the baseline, what rewards are for"
    dropped += "; other numbers change: parallelism efficiency 1.915 instead of 1.765"
    assert (run.code, run.err) == (0, f"{SWARM}: note: version 1 cannot say {dropped}\n" if to == "v1" else "")
    assert run.out.endswith("\n")


def test_our_own_traces_come_out_as_they_went_in(trace: Caller) -> None:
    assert trace("convert", SWARM).out == Path(SWARM).read_text(encoding="utf-8")
    assert trace("convert", HARNESS, "--to", "v1").out == Path(HARNESS).read_text(encoding="utf-8")


def test_a_wrong_trace_is_told_as_by_the_checker_and_not_written(trace: Caller) -> None:
    run = trace("convert", WRONG)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"{WRONG}:7:23: out-of-range: events[0].t")


def test_a_result_with_errors_is_written_all_the_same(trace: Caller) -> None:
    run = trace("convert", EARLY)
    assert run.code == 1
    assert "result-before-call" in run.err
    assert len(json.loads(run.out)["events"]) == 7


def test_clocks_that_differ_are_no_error(trace: Caller, tmp_path: Path) -> None:
    early = document(agent(1, None, "lead", 0, 9), agent(2, 1, "scout", 5, 8), chat(3, 2, 1, 2), chat(4, 2, 6, 8))
    run = trace("convert", saved(tmp_path / "skewed.json", early))
    assert run.code == 0
    assert len(json.loads(run.out)["events"]) == 3


def test_a_form_that_nobody_knows_is_told_with_those_that_are(trace: Caller, tmp_path: Path) -> None:
    path = saved(tmp_path / "x.json", {"steps": [], "who": "SECRET"})
    run = trace("convert", path)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"{path}:1:1: unknown-form: is in no form that is known: an object with the keys steps, who\n")
    assert all(name in run.err for name in registry.READERS)
    assert "SECRET" not in run.err


def test_keys_that_may_be_what_somebody_wrote_are_not_named(trace: Caller, tmp_path: Path) -> None:
    path = saved(tmp_path / "x.json", {"my password is hunter2 ok": 1, "b": 2, "l\u00f6sung": 3, "x" * 65: 4})
    run = trace("convert", path)
    keys = "b, a key of 6 characters, a key of 25 characters, a key of 65 characters"
    assert run.err.partition("\n")[0] == f"{path}:1:1: unknown-form: is in no form that is known: an object with the keys {keys}"


def test_a_form_may_be_named(trace: Caller, tmp_path: Path) -> None:
    path = saved(tmp_path / "x.json", {"steps": []})
    run = trace("convert", path, "--from", "otlp")
    assert (run.code, run.err) == (1, f"{path}:1:1: no-run: holds no run that could be read as otlp\n")


def test_a_broken_line_is_told_and_the_others_are_converted(trace: Caller, tmp_path: Path) -> None:
    shutil.copytree(SESSION, tmp_path / "s")
    file = tmp_path / "s" / "session-harbour.jsonl"
    file.write_bytes(file.read_bytes() + b'{"type": "user", "mess')
    run = trace("convert", str(tmp_path / "s"))
    assert run.code == 1
    assert f"{file}:25:18: json-syntax: is not JSON: it ends in the middle\n" in run.err
    assert len(json.loads(run.out)["events"]) == 23


def test_the_order_of_files_changes_nothing(trace: Caller) -> None:
    files = [str(path) for path in sorted(Path(SESSION).rglob("*.jsonl"))]
    assert trace("convert", *files).out == trace("convert", *reversed(files)).out


def test_one_run_is_written_to_a_file_and_several_to_a_folder(trace: Caller, tmp_path: Path) -> None:
    assert trace("convert", SPANS, "-o", str(tmp_path / "new" / "run.json")).code == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["run.json"]
    several = trace("convert", SPANS, SESSION, SWARM, "--to", "v1", "-o", str(tmp_path / "runs"))
    assert several.code == 0
    assert [line for line in several.err.splitlines() if ": written to " in line] == [
        f"5b8efff798038103d269b633813fc60c: written to {tmp_path}/runs/5b8efff798038103d269b633813fc60c.json",
        f"{SWARM}: written to {tmp_path}/runs/ex-swarm.json",
        f"session-harbour: written to {tmp_path}/runs/session-harbour.json",
    ]
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == [
        "5b8efff798038103d269b633813fc60c.json", "ex-swarm.json", "session-harbour.json",
    ]  # fmt: skip
    assert trace("convert", SWARM, "-o", f"{tmp_path}/other/").code == 0
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["ex-swarm.json"]
    assert trace("convert", SWARM, "-o", str(tmp_path / "runs")).code == 0
    assert (tmp_path / "runs" / "ex-swarm.json").read_text(encoding="utf-8") == Path(SWARM).read_text(encoding="utf-8")


def test_ids_do_not_lead_out_of_the_folder(trace: Caller, tmp_path: Path) -> None:
    whole = json.loads(Path(SWARM).read_text(encoding="utf-8")) | {"trace_id": "../out"}
    paths = [saved(tmp_path / f"{number}.json", whole) for number in range(2)]
    assert trace("convert", *paths, "-o", str(tmp_path / "runs")).code == 0
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["out-2.json", "out.json"]
    assert not (tmp_path / "out.json").exists()


def test_several_runs_need_a_folder(trace: Caller, tmp_path: Path) -> None:
    run = trace("convert", SPANS, SWARM)
    assert (run.code, run.out) == (2, "")
    assert run.err == "masrl: the files hold 2 runs; name a folder for them with -o\n"
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    assert trace("convert", SPANS, SWARM, "-o", str(file)).code == 2
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["o.json", "o.JSONL", "o.mmd", "o.dot", "o.ocel.json"])
def test_no_folder_is_made_under_the_name_of_a_file(trace: Caller, tmp_path: Path, name: str) -> None:
    run = trace("convert", SPANS, SWARM, "-o", str(tmp_path / name))
    end = f"{tmp_path / name} is no folder; name one, with a / behind it where it is missing"
    assert (run.code, run.out, run.err) == (2, "", f"masrl: the files hold 2 runs, and {end}\n")
    assert list(tmp_path.iterdir()) == []
    assert trace("convert", SPANS, SWARM, "-o", f"{tmp_path / name}/").code == 0
    assert (tmp_path / name).is_dir()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_a_dash_is_standard_output(trace: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert trace("convert", SWARM, "-o", name).out == Path(SWARM).read_text(encoding="utf-8")
    assert trace("draw", SWARM, "-o", name).out.startswith("<!doctype html>")
    assert trace("convert", SPANS, SWARM, "-o", name).err == "masrl: the files hold 2 runs; name a folder for them with -o\n"
    assert list(tmp_path.iterdir()) == []


def test_what_is_read_is_not_written_over(trace: Caller, tmp_path: Path) -> None:
    path = tmp_path / "spans.json"
    shutil.copy(SPANS, path)
    assert trace("convert", str(path), "-o", str(path)).code == 2
    assert path.read_bytes() == Path(SPANS).read_bytes()


def test_a_folder_without_json_is_told(trace: Caller, tmp_path: Path) -> None:
    run = trace("convert", str(tmp_path))
    assert (run.code, run.err) == (1, f"{tmp_path}:1:1: no-file: holds no .json or .jsonl file\n")


def test_a_run_in_which_nothing_happened_is_left_out(trace: Caller, tmp_path: Path) -> None:
    for name in ("a", "b"):
        lines = [{"type": "user", "uuid": "u", "sessionId": name, "message": {"content": "go"}, "parentUuid": None}]
        lines += [{"type": "assistant", "uuid": "v", "sessionId": "b", "message": {"content": "x"}, "parentUuid": None}] * (name == "b")
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    run = trace("convert", str(tmp_path))
    assert run.code == 0
    assert json.loads(run.out)["trace_id"] == "b"
    assert "a:1:1: warning: empty-run: holds no event, and is left out\n" in run.err
    run = trace("convert", str(tmp_path / "a.jsonl"))
    assert run.code == 1
    assert "no-run" in run.err


@pytest.mark.parametrize("arguments", [(), (SPANS, "--to", "xml"), (SPANS, "--from", "csv")])
def test_a_wrong_call_is_told_from_wrong_data(trace: Caller, arguments: tuple[str, ...]) -> None:
    assert trace("convert", *arguments).code == 2


def test_help_has_an_example(trace: Caller) -> None:
    assert "Example: masrl trace convert" in trace("convert", "--help").out


def test_names_cannot_act_on_a_terminal(trace: Caller, tmp_path: Path) -> None:
    path = saved(tmp_path / "x.json", {"\x1b[2J": 1, "\u202e": 2})
    assert not {"\x1b", "\u202e"} & set(trace("convert", path).err)


HOSTILE = (b"{}", b"[]", b"null", b"[[[[]]]]", b'{"a": {"b": [1, "x", null]}}', b"1\n2\n", b'{"events": {}, "edges": 1}')


@pytest.mark.parametrize("form", registry.READERS)
@pytest.mark.parametrize("data", HOSTILE)
def test_no_reader_falls_over_what_is_not_its_own(form: str, data: bytes) -> None:
    runs, problems = conversion.converted([reading.read(data, "x")], form, False)
    assert (runs, len(problems)) == ([], 1)
