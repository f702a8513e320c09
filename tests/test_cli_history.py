"""``masrl history``: what it prints, and how it exits."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import readings_pool
from test_git import commit, run

from pipeline.cli import main

ROOT = Path(__file__).parent.parent


def masrl(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line and return its exit code."""
    monkeypatch.setattr("sys.argv", ["masrl", *arguments])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def bread(tmp_path: Path) -> Path:
    root = tmp_path / "bread"
    root.mkdir()
    run(root, "init", "--quiet")
    readings_pool.write(root)
    commit(root, {}, "2026-02-21")
    commit(root, {"corpus/roll.yaml": None}, "2026-02-22")
    return root


def test_a_count_is_a_table_by_day(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "history", "flour=wheat", "--root", str(bread)) == 0
    assert capsys.readouterr().out == (
        "flour=wheat\n\ndate        flour=wheat\n----------  -----------\n2026-01-05            2\n2026-03-01            1\n"
    )


def test_csv_has_a_column_for_each_count(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "history", "flour", "--dates", "2026-03-01, 2026-01-05", "--format", "csv", "--root", str(bread)) == 0
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["date", "rye", "wheat", "spelt", "NA"], ["2026-01-05", "1", "2", "0", "0"], ["2026-03-01", "1", "1", "1", "0"],
    ]  # fmt: skip


def test_json_holds_revision_and_counts_by_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "history", "papers", "--revisions", "--format", "json", "--root", str(bread)) == 0
    found = json.loads(capsys.readouterr().out)
    hashes = run(bread, "rev-list", "--reverse", "HEAD").split()
    assert found == {
        "asked": ["papers"],
        "series": ["papers"],
        "points": [
            {"date": "2026-02-21", "revision": hashes[0], "counts": {"papers": 4}, "note": None},
            {"date": "2026-02-22", "revision": hashes[1], "counts": {"papers": 3}, "note": None},
        ],
    }


def test_a_table_of_revisions_shows_short_hashes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "history", "papers", "--revisions", "--root", str(bread)) == 0
    short = run(bread, "rev-parse", "HEAD")[:10]
    assert capsys.readouterr().out.splitlines()[-1] == f"2026-02-22  {short}       3"


def test_the_real_pool_before_and_after_the_refresh(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    days = "2026-04-28,2026-04-30,2026-05-04"
    assert masrl(monkeypatch, "history", "credit_granularity=orchestrator", "--dates", days, "--format", "csv", "--root", str(ROOT)) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["2026-04-28,8", "2026-04-30,7", "2026-05-04,8"]


@pytest.mark.parametrize(("theme", "paper"), [((), "#fbfaf7"), (("--theme", "dark"), "#12161a")])
def test_svg_is_a_figure_with_the_counts_in_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path, theme: tuple[str, ...], paper: str
) -> None:
    assert masrl(monkeypatch, "history", "flour=wheat", "baked", "--format", "svg", *theme, "--root", str(bread)) == 0
    figure = ElementTree.fromstring(capsys.readouterr().out)
    told = {element.tag.partition("}")[2]: element.text for element in figure}
    assert told["title"] == "Entries by baked; Flour: Wheat"
    assert "Flour: Wheat; Baked: Baked: 1 on 2026-01-05, 1 on 2026-03-01." in (told["desc"] or "")
    assert [element for element in figure.iter() if element.get("fill") == paper]


@pytest.mark.parametrize("at", [(), ("--revisions",)])
def test_a_claim_is_drawn_with_what_it_came_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at: tuple[str, ...]
) -> None:
    days = at or ("--dates", "2026-04-30,2026-05-04")
    assert masrl(monkeypatch, "history", "pool-retained", *days, "--format", "svg", "--root", str(ROOT)) == 0
    shown = [
        "".join(element.itertext()) for element in ElementTree.fromstring(capsys.readouterr().out).iter() if element.tag.endswith("text")
    ]
    assert "holds" in shown
    assert ("fails" in shown) == (not at)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["flour=rye", "stage"], "'stage' is no field of the taxonomy"), (["exclusions.stge"], "'stge' is no field of the exclusion log"),
        (["year"], "'year' is no field of the taxonomy; `masrl stats year --at DATE` counts it at the end of a day"),
        (["flour=rye", "venue=x"], "'venue' is no field of the taxonomy; `masrl stats venue --at DATE` counts it at the end of a day"),
        (["flower"], "'flower' is no field"), (["flour=oat"], "'oat' is no value of flour"), ([], "Missing argument"),
        (["papers", "--dates", "soon"], "write dates as YYYY-MM-DD"), (["papers", "--dates", "2026-02-30"], "write dates as YYYY-MM-DD"),
        (["papers", "--dates", "2026-02-03", "--revisions"], "exclude each other"), (["papers", "--format", "xml"], "'xml' is not one of"),
    ],
)  # fmt: skip
def test_a_wrong_call_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path, arguments: list[str], message: str
) -> None:
    assert masrl(monkeypatch, "history", "--root", str(bread), *arguments) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_a_folder_without_repository_has_no_revisions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    readings_pool.write(tmp_path)
    assert masrl(monkeypatch, "history", "papers", "--revisions", "--root", str(tmp_path)) == 2
    assert "is in no git repository" in capsys.readouterr().err


def test_a_shallow_clone_is_no_history(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path, tmp_path: Path
) -> None:
    run(tmp_path, "clone", "--quiet", "--depth", "1", bread.as_uri(), "shallow")
    assert masrl(monkeypatch, "history", "papers", "--revisions", "--root", str(tmp_path / "shallow")) == 1
    assert "git fetch --unshallow" in capsys.readouterr().err


def test_help_shows_an_example(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert masrl(monkeypatch, "history", "--help") == 0
    assert "masrl history credit_granularity=orchestrator" in capsys.readouterr().out
