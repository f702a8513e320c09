"""``masrl diff`` on real git repositories: what it prints, and how it exits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from example_survey import copied
from test_cli_history import masrl
from test_git import commit, run

from pipeline.characters import REFUSED

TETHER = "corpus/pike2024tether.yaml"


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """Return the invented survey in a repository with one commit."""
    root = copied(tmp_path)
    run(root, "init", "--quiet", "--initial-branch", "main")
    commit(root, {}, "2024-12-01")
    return root


def replaced(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")


def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: Path, *arguments: str) -> str:
    assert masrl(monkeypatch, "diff", "--root", str(root), *arguments) == 0
    return capsys.readouterr().out


def test_the_working_tree_is_compared_with_a_revision(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    short = run(survey, "rev-parse", "--short=10", "HEAD")
    nothing = shown(monkeypatch, capsys, survey, "main")
    assert nothing == (
        f"From main ({short}) (7 papers and 3 exclusions) to the working tree (7 papers and 3 exclusions).\n\nNothing changed in meaning.\n"
    )
    replaced(survey, TETHER, "placement: turbine", "placement: blade")
    assert "Placement: Turbine → Blade" in shown(monkeypatch, capsys, survey, "HEAD")


def test_two_revisions_are_compared_whatever_is_on_disk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    commit(survey, {TETHER: None}, "2024-12-02")
    shutil.rmtree(survey / "corpus")
    forward = shown(monkeypatch, capsys, survey, "HEAD~1", "HEAD")
    assert "Papers removed (1)\n  A Tether That Listens (pike2024tether)\n" in forward
    assert "Papers added (1)\n  A Tether That Listens (pike2024tether), 2024, arXiv\n" in shown(
        monkeypatch, capsys, survey, "HEAD", "HEAD~1"
    )


def test_a_paper_that_git_moved_and_edited_is_a_renaming(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    run(survey, "mv", TETHER, "corpus/tether.yaml")
    found = json.loads(shown(monkeypatch, capsys, survey, "HEAD", "--format", "json"))
    assert [(record["change"], record["record"]["before"]["name"], record["record"]["after"]["name"]) for record in found["records"]] == [
        ("renamed", "pike2024tether", "tether")
    ]


def test_a_promotion_is_a_move(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path) -> None:
    entry = (survey / TETHER).read_text(encoding="utf-8")
    dam = entry.replace("A Tether That Listens", "Ears for a Dam").replace("arxiv_id: 2407.99991\n", "doi: 10.5555/dam.3\n")
    dam = dam.replace("https://arxiv.org/abs/2407.99991", "https://example.org/dam")
    commit(survey, {"exclusions/E003.yaml": None, "corpus/dam.yaml": dam}, "2024-12-02")
    assert "Ears for a Dam (dam), formerly E003: from the exclusions to the corpus" in shown(monkeypatch, capsys, survey, "HEAD~1", "HEAD")


def test_a_taxonomy_that_changed_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path) -> None:
    """One commit renames a value in the taxonomy and in every entry; the next adds a field and codes an entry."""
    replaced(survey, "survey/taxonomy.yaml", "      pressure:\n", "      weight:\n")
    for key in ("flint2023load", "straitwatch2024"):
        replaced(survey, f"corpus/{key}.yaml", "pressure]", "weight]")
    commit(survey, {}, "2024-12-02")
    renamed = shown(monkeypatch, capsys, survey, "HEAD~1", "HEAD")
    assert "value pressure is now called weight (Pressure)" in renamed
    assert "Papers" not in renamed
    field = "  depth:\n    label: Depth\n    definition: How deep.\n    values:\n      deep: {label: Deep, definition: Deep.}\nrules:\n"
    replaced(survey, "survey/taxonomy.yaml", "rules:\n", field)
    replaced(survey, TETHER, "  powered: no\n", "  powered: no\n  depth: deep\n")
    commit(survey, {}, "2024-12-03")
    assert "New field Depth (depth), carried by 1: How deep. Values: Deep." in shown(monkeypatch, capsys, survey, "HEAD~2", "HEAD")


def test_markdown_is_for_a_comment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path) -> None:
    replaced(survey, TETHER, "title: A Tether That Listens", 'title: "A <b>Tether</b> @everyone"')
    page = shown(monkeypatch, capsys, survey, "HEAD", "--format", "markdown")
    assert "- **A &lt;b&gt;Tether&lt;/b&gt; \\@everyone** (`pike2024tether`)" in page


def test_an_entry_with_an_error_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    replaced(survey, TETHER, "placement: turbine", "placement: moon")
    assert masrl(monkeypatch, "diff", "HEAD", "--root", str(survey)) == 0
    out, err = capsys.readouterr()
    assert "Papers removed" not in out
    assert "pike2024tether has an error now and is left out on both sides" in out
    head = out.partition("\n")[0]
    sizes = "(6 papers and 3 exclusions) to the working tree (6 papers and 3 exclusions)"
    assert head.endswith(f" {sizes}, both without 1 record that has an error on one side.")
    assert err == "the working tree: left out for their errors: pike2024tether\n"


def test_a_survey_that_cannot_be_read_names_the_revision(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    replaced(survey, "survey/taxonomy.yaml", "    kind: many", "    kind: several")
    commit(survey, {}, "2024-12-02")
    run(survey, "checkout", "--quiet", "HEAD~1")
    assert masrl(monkeypatch, "diff", "HEAD", "main", "--root", str(survey)) == 1
    assert "main:survey/taxonomy.yaml:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "the repository has no revision 'nowhere'"), (["HEAD", "nowhere"], "the repository has no revision 'nowhere'"),
        (["--", "--help"], "the repository has no revision '--help'"), ([], "Missing argument 'BASE'"),
        (["HEAD", "--format", "xml"], "'xml' is not one of"),
    ],
)  # fmt: skip
def test_a_wrong_call_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path, arguments: list[str], message: str
) -> None:
    assert masrl(monkeypatch, "diff", "--root", str(survey), *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_base_before_the_survey_is_the_callers_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = tmp_path / "young"
    root.mkdir()
    run(root, "init", "--quiet", "--initial-branch", "main")
    commit(root, {"README.md": "soon\n"}, "2024-11-01")
    shutil.copytree(copied(tmp_path), root, dirs_exist_ok=True)
    commit(root, {}, "2024-12-01")
    assert masrl(monkeypatch, "diff", "HEAD~1", "--root", str(root)) == 2
    assert "at HEAD~1 there was no survey in this folder" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "markdown", "json", "github"])
def test_no_name_of_a_file_acts_on_a_terminal_or_a_workflow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path, form: str
) -> None:
    entry = (survey / TETHER).read_text(encoding="utf-8")
    names = ("\x1b[31mevil\x1b]0;pwn\x07", "new\n::error::x", "\u202eback", "a\x9b31m")
    commit(survey, {f"corpus/{name}.yaml": entry for name in names}, "2024-12-02")
    for revisions in (["HEAD~1", "HEAD"], ["HEAD~1"], ["HEAD", "HEAD~1"]):
        code = masrl(monkeypatch, "diff", "--root", str(survey), "--format", form, *revisions)
        out, err = capsys.readouterr()
        assert code == 0
        assert "left out for their errors" in err
        assert "<U+001B>[31mevil<U+001B>]0;pwn<U+0007>" in err
        assert not REFUSED.search(out + err)
        assert "\n::error::x" not in out + err
        assert form != "json" or json.loads(out)


def test_what_a_call_quotes_is_shown_without_acting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survey: Path
) -> None:
    for arguments in (["\x1b[31m"], ["HEAD", "HEAD", "\x1b[31m"], ["--\x1b[31m"], ["HEAD", "--format", "\x1b[31m"]):
        assert masrl(monkeypatch, "diff", "--root", str(survey), *arguments) == 2
        assert not REFUSED.search(capsys.readouterr().err)
