"""``masrl agreement``: what it prints, and how it exits."""

import json
from pathlib import Path

import pytest
import readings_pool
from markdown_it import MarkdownIt
from test_agreement import FIRST, SECOND
from test_cli_history import masrl

ROOT = Path(__file__).parent.parent


@pytest.fixture
def bread(tmp_path: Path) -> Path:
    return readings_pool.write(tmp_path, readings={"first": FIRST, "second": SECOND})


def test_caveats_stand_before_any_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "agreement", "--root", str(bread)) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "first: Mia Holt, 2026-02-01, 3 papers\n  Read.\n  Caveat: Not blind.\n\nsecond: Ole Rind, 2026-03-05, 3 papers\n"
    )
    assert out.index("Caveat") < out.index("Rows that both read") < out.index("Cohen's kappa") < out.index("Krippendorff's alpha")


def test_tables_hold_rows_statuses_and_stale_codings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    masrl(monkeypatch, "agreement", "--root", str(bread))
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "flour our tags first 2 1 50.0%" in lines
    assert "flour our tags second 3 3 100.0%" in lines
    assert "loaf rye wheat open It is grey." in lines
    assert "dough no \u2013 settled Not baked." in lines
    assert lines[lines.index("Left out: retagged after it was read") + 4] == "dough flour first"
    assert [line for line in lines if line.startswith("paper ")] == [
        "paper our tags first status why", "paper first second", "paper our tags first status why", "paper field read by",
    ]  # fmt: skip
    assert "loaf wheat rye" in lines, "of how two readings differ, nobody says anything"


def test_alpha_is_told_with_and_without_printed_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    masrl(monkeypatch, "agreement", "--pool", "published", "--field", "credit_granularity", "--root", str(ROOT))
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    head = lines.index("field codings papers alpha interval")
    assert lines[head + 2] == "credit_granularity 3 84 0.973 0.929 to 1.000"
    alone = lines.index("Krippendorff's alpha: our tags and readers alone, without printed tables, nominal, with missing values")
    assert lines[alone + 4] == "credit_granularity 2 32 0.960 0.872 to 1.000"
    masrl(monkeypatch, "agreement", "--pool", "published", "--format", "json", "--root", str(ROOT))
    found = json.loads(capsys.readouterr().out)
    assert found["alpha"][0]["codings"] == ["our tags", "spot-check-2026-05-03"]
    assert [one["field"] for one in found["alpha_without_prints"]] == [
        "category", "is_rl", "reward_type", "credit_granularity", "orchestration_form",
    ]  # fmt: skip


def test_one_field_can_be_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "agreement", "--field", "baked", "--format", "json", "--root", str(bread)) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["field"], one["first"], one["second"]) for one in found["comparisons"]] == [("baked", "our tags", "first")]
    assert [one["field"] for one in found["alpha"]] == ["baked"]


def test_numbers_do_not_depend_on_what_else_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    masrl(monkeypatch, "agreement", "--format", "json", "--root", str(bread))
    whole = json.loads(capsys.readouterr().out)
    masrl(monkeypatch, "agreement", "--field", "baked", "--format", "json", "--root", str(bread))
    part = json.loads(capsys.readouterr().out)
    assert part["comparisons"] == [one for one in whole["comparisons"] if one["field"] == "baked"]


def test_what_is_undefined_is_null_with_a_reason_and_never_nan(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = FIRST.split("codings:", maxsplit=1)[0] + "codings:\n  bun: {tags: {baked: yes}}\n  loaf: {tags: {baked: yes}}\n"
    readings_pool.write(tmp_path, readings={"first": text})
    masrl(monkeypatch, "agreement", "--field", "baked", "--format", "json", "--root", str(tmp_path))
    out = capsys.readouterr().out
    (comparison,) = json.loads(out)["comparisons"]
    reason = "only one value occurs, so that agreement by chance would be complete as well"
    assert (comparison["compared"], comparison["agreeing"]) == (2, 2)
    assert comparison["kappa"] == {"value": None, "undefined": reason, "interval": None, "resamples": 0}
    assert "NaN" not in out
    masrl(monkeypatch, "agreement", "--field", "baked", "--root", str(tmp_path))
    shown = capsys.readouterr().out
    assert f"Undefined: {reason}." in shown
    assert "nan" not in shown


def test_markdown_is_read_back_as_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    readings_pool.put(bread, "survey/audits/first.yaml", FIRST.replace("It is grey.", "'<b>grey</b> | or *not*'"))
    assert masrl(monkeypatch, "agreement", "--format", "markdown", "--root", str(bread)) == 0
    html = MarkdownIt("commonmark").enable("table").render(capsys.readouterr().out)
    assert "<td>&lt;b&gt;grey&lt;/b&gt; | or *not*</td>" in html
    assert "<strong>Caveat:</strong> Not blind." in html


def test_before_the_first_reading_there_is_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "agreement", "--at", "2026-01-10", "--root", str(bread)) == 0
    said = "Nothing can be compared at the end of 2026-01-10: the first reading in survey/audits is of 2026-02-01.\n"
    assert capsys.readouterr().out == said
    assert masrl(monkeypatch, "agreement", "--at", "2026-01-10", "--format", "json", "--root", str(bread)) == 0
    assert json.loads(capsys.readouterr().out)["comparisons"] == []


@pytest.mark.parametrize("day", [(), ("--at", "2026-01-10"), ("--pool", "published")])
def test_a_survey_without_readings_says_so_on_every_day(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, day: tuple[str, ...]
) -> None:
    readings_pool.write(tmp_path)
    assert masrl(monkeypatch, "agreement", *day, "--root", str(tmp_path)) == 0
    assert capsys.readouterr().out == "No reading stands in survey/audits yet.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--field", "flower"], "'flower' is no field of the taxonomy (did you mean flour?)"),
        (["--field", "seeds"], "no reading covers seeds; read were flour, baked"), (["--format", "xml"], "'xml' is not one of"),
    ],
)  # fmt: skip
def test_a_wrong_call_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path, arguments: list[str], message: str
) -> None:
    assert masrl(monkeypatch, "agreement", "--root", str(bread), *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_coding_of_a_paper_that_does_not_exist_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    readings_pool.put(bread, "survey/audits/first.yaml", FIRST.replace("  bun:", "  bnu:"))
    assert masrl(monkeypatch, "agreement", "--root", str(bread)) == 1
    assert capsys.readouterr().err.startswith("survey/audits/first.yaml:8:3: unknown-entry: codings.bnu: there is no such paper")


def test_the_real_readings_with_their_caveat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert masrl(monkeypatch, "agreement", "--pool", "published", "--field", "credit_granularity", "--root", str(ROOT)) == 0
    out = capsys.readouterr().out
    assert "Caveat: Neither blind nor double." in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "credit_granularity our tags spot-check-2026-05-03 32 31 96.9%" in lines
    assert any(line.startswith("halo role orchestrator open ") for line in lines)


def test_claims_name_the_papers_behind_them_that_no_second_reader_has_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    masrl(monkeypatch, "agreement", "--pool", "published", "--field", "category", "--format", "json", "--root", str(ROOT))
    claims = {one["claim"]: one for one in json.loads(capsys.readouterr().out)["claims"]}
    assert claims["orchestrator-credit-sparse"]["unseen"] == ["wideseek-r1-2026"]
