from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from example_survey import ROOT, copied

from pipeline import cli

PROGRAM = [sys.executable, "-c", "from pipeline.cli import main; main()"]


def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    """Run the command as a shell does; return exit code, output and errors."""
    monkeypatch.setattr(sys, "argv", ["masrl", *arguments])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    told = capfd.readouterr()
    assert "Traceback" not in told.err
    return int(stopped.value.code or 0), told.out, told.err


@pytest.fixture
def spoiled(tmp_path: Path) -> Path:
    """Return a survey with one error and one warning."""
    root = copied(tmp_path)
    path = root / "corpus/flint2023load.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("placement: turbine", "placement: turbin"), encoding="utf-8")
    path = root / "corpus/quill2003sand.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Sand and", "Sand\u200b and"), encoding="utf-8")
    return root


@pytest.fixture
def doubtful(tmp_path: Path) -> Path:
    """Return a survey with one warning."""
    root = copied(tmp_path)
    path = root / "corpus/quill2003sand.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Sand and", "Sand\u200b and"), encoding="utf-8")
    return root


def test_a_clean_survey_exits_with_0_and_says_what_was_read(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capfd, monkeypatch, "check", "--root", str(ROOT), "--strict") == (
        0,
        "7 papers and 3 exclusions read: 0 errors, 0 warnings, 4 notices (--notices shows them)\n",
        "",
    )


def test_an_error_exits_with_1_and_is_told_on_stderr(
    spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capfd, monkeypatch, "check", "--root", str(spoiled)) == (
        1,
        "6 papers and 3 exclusions read: 1 error, 1 warning, 1 notice (--notices shows them)\n",
        "corpus/flint2023load.yaml:11:14: unknown-value: tags.placement: not in the vocabulary\n"
        "    found    turbin\n"
        "    nearest  turbine\n"
        "    allowed  farm, row, turbine, blade, NA\n"
        "corpus/quill2003sand.yaml:1:12: warning: invisible-character: holds U+200B (zero width space)\n"
        "    hint     delete it unless the script needs it\n",
    )


def test_records_of_which_nothing_could_be_read_are_counted(
    spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (spoiled / "corpus/alder2021hum.yaml").write_text("title: [\n", encoding="utf-8")
    out = run(capfd, monkeypatch, "check", "--root", str(spoiled))[1]
    assert out.splitlines()[1:] == ["1 file could not be read; rules across files were judged without it"]
    (spoiled / "exclusions/E001.yaml").write_text("", encoding="utf-8")
    out = run(capfd, monkeypatch, "check", "--root", str(spoiled))[1]
    assert out.splitlines()[1:] == ["2 files could not be read; rules across files were judged without them"]


def test_a_fault_of_a_record_hides_none_of_another(
    spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = spoiled / "corpus/flint2023load.yaml"
    twin = path.read_text(encoding="utf-8").replace("title: ", "title: On ")
    (spoiled / "corpus/twin2023.yaml").write_text(twin, encoding="utf-8")
    err = run(capfd, monkeypatch, "check", "--root", str(spoiled))[2]
    assert "corpus/flint2023load.yaml:11:14: unknown-value: tags.placement: not in the vocabulary\n" in err
    assert "corpus/flint2023load.yaml:5:6: duplicate-record: doi: the DOI is also that of corpus/twin2023.yaml\n" in err
    assert "corpus/twin2023.yaml:5:6: duplicate-record: doi: the DOI is also that of corpus/flint2023load.yaml\n" in err


@pytest.mark.parametrize(
    ("options", "code"), [((), 0), (("--strict",), 1), (("--strict", "--format", "github"), 1), (("--format", "json"), 0)]
)
def test_a_warning_fails_only_a_strict_check(
    doubtful: Path, options: tuple[str, ...], code: int, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capfd, monkeypatch, "check", "--root", str(doubtful), *options)[0] == code


def test_notices_are_shown_on_request_and_fail_nothing(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, told = run(capfd, monkeypatch, "check", "--root", str(ROOT), "--strict", "--notices")
    assert code == 0
    assert told.splitlines()[0] == "corpus/weir2020overview.yaml:1:1: notice: no-summary: summary: has no summary yet"
    assert len(told.splitlines()) == 4


def test_github_gets_one_annotation_a_problem(spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = run(capfd, monkeypatch, "check", "--root", str(spoiled), "--format", "github")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "::error file=corpus/flint2023load.yaml,line=11,col=14,title=unknown-value::unknown-value: tags.placement: not in the vocabulary"
        "%0A    found    turbin%0A    nearest  turbine%0A    allowed  farm, row, turbine, blade, NA",
        "::warning file=corpus/quill2003sand.yaml,line=1,col=12,title=invisible-character::warning: invisible-character: "
        "holds U+200B (zero width space)%0A    hint     delete it unless the script needs it",
    ]


def test_programs_get_every_problem_with_all_that_is_known_of_it(
    spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run(capfd, monkeypatch, "check", "--root", str(spoiled), "--format", "json")
    told = json.loads(out)
    assert (code, err) == (1, "")
    assert (told["errors"], told["warnings"], told["notices"]) == (1, 1, 1)
    assert told["problems"][0] == {
        "path": "corpus/flint2023load.yaml",
        "line": 11,
        "column": 14,
        "severity": "error",
        "code": "unknown-value",
        "field": "tags.placement",
        "message": "not in the vocabulary",
        "found": "turbin",
        "nearest": "turbine",
        "allowed": ["farm", "row", "turbine", "blade", "NA"],
        "hint": "",
    }


@pytest.mark.skipif(sys.platform != "linux", reason="this file system holds no such names")
@pytest.mark.parametrize("form", ["text", "github", "json"])
def test_what_a_file_is_named_or_holds_never_acts_on_a_terminal_or_a_workflow(
    form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = copied(tmp_path)
    (root / "corpus/a: b\x1b[2J\n::error ::x,y.yaml").write_text("a: b\n")
    (root / "corpus/relay.yaml").write_text('"\\e[2J\\n::error::x": b\ntitle: "a\\e[2J"\n')
    (root / "corpus/tether.yaml").write_text('"na\\nme\\u00a0": "::set-output\\n::error::"\n')
    _, out, err = run(capfd, monkeypatch, "check", "--root", str(root), "--format", form)
    told = out + err
    assert "\x1b" not in told
    assert "\u00a0" not in told
    assert all(not line.startswith("::error ::x") and not line.startswith("::error::") for line in told.splitlines())


def test_an_overlong_find_is_cut(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    root = copied(tmp_path)
    path = root / "corpus/flint2023load.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("year: 2023", f"year: {'9' * 100_000}"), encoding="utf-8")
    *_, err = run(capfd, monkeypatch, "check", "--root", str(root))
    assert max(map(len, err.splitlines())) < 200


def test_a_survey_that_could_not_be_read_is_not_said_to_hold_no_papers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = copied(tmp_path)
    (root / "survey/about.yaml").write_text("")
    code, out, _ = run(capfd, monkeypatch, "check", "--root", str(root))
    assert (code, out) == (1, "the survey could not be read: 1 error, 0 warnings, 0 notices\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--root", "/no/such/folder"), "does not exist"),
        (("check", "--root", str(ROOT / "corpus")), "holds no survey"),
        (("check", "--format", "xml"), "is not one of"),
        (("check", "--strikt"), "No such option"),
        (("check", "corpus/halo.yaml"), "unexpected extra argument"),
        (("chekc",), "Did you mean 'check'?"),
        (("list", "--root", str(ROOT), "--where", "placment=row"), "did you mean placement?"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_why(
    arguments: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run(capfd, monkeypatch, *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_other_commands_tell_the_errors_of_the_data_and_exit_with_1(
    spoiled: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run(capfd, monkeypatch, "list", "--root", str(spoiled))
    assert (code, out) == (1, "")
    assert err.splitlines()[0] == "corpus/flint2023load.yaml:11:14: unknown-value: tags.placement: not in the vocabulary"
    assert err.splitlines()[-1] == "Run 'masrl check' for all of it."


def test_papers_are_listed_by_key(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capfd, monkeypatch, "list", "--root", str(ROOT), "--where", "placement=turbine") == (
        0,
        "flint2023load   2023  Load on a Turbine from the Pressure Before It\npike2024tether  2024  A Tether That Listens\n",
        "2 of 7 papers\n",
    )


def test_papers_are_listed_for_programs(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run(capfd, monkeypatch, "list", "--root", str(ROOT), "--where", "placement=farm", "--format", "json")
    assert code == 0
    assert json.loads(out) == [
        {
            "key": "straitwatch2024",
            "title": "Forty Ears in a Harbour",
            "authors": ["Strait Watch"],
            "year": 2024,
            "venue": "Project page",
            "tags": {"approach": "sensor", "placement": "farm", "powered": "yes", "signals": ["sound", "pressure"], "layout": ["star"]},
        }
    ]


def test_help_is_given_with_an_example(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run(capfd, monkeypatch, "check", "--help")
    assert code == 0
    assert "Example: masrl check --strict" in out


def test_the_output_is_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "corpus/flint2023load.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("placement: turbine", "placement: 渦é"), encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([*PROGRAM, "check", "--root", str(root)], capture_output=True, env=environment, check=False)
    assert done.returncode == 1
    assert "found    渦é" in done.stderr.decode("utf-8")


def test_a_check_imports_nothing_that_is_slow_to_import() -> None:
    script = "import sys; from pipeline.cli import group; group.main(['check', '--root', sys.argv[1]], standalone_mode=False)"
    script += "; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, str(ROOT)], capture_output=True, text=True, check=True)
    assert {"pandas", "matplotlib", "jinja2", "arxiv", "numpy", "requests"} & set(done.stdout.split()) == set()
