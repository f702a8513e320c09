"""``masrl claims``: what it prints, and how it exits."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import readings_pool
from markdown_it import MarkdownIt
from test_cli_history import masrl

HOLDS = """\
claims:
  two-of-wheat:
    sentence: Two papers are on wheat.
    pool: published
    place: section 3
    called: [wheat paper, wheat papers]
    where: {flour: [wheat]}
    expect: {count: 2}
    boundary: Only of these papers.
    strict: {where: {flour: [wheat], seeds: [poppy]}, expect: {at_most: 1}}
  still-two-of-wheat:
    sentence: Two papers are on wheat by now.
    pool: current
    where: {flour: [wheat]}
    expect: {count: 2}
    boundary: Only of these papers.
"""
NEWS = HOLDS.replace("expect: {count: 2}\n    boundary: Only of these papers.\n", "expect: {count: 1}\n    boundary: No more.\n").replace(
    "{count: 1}", "{count: 2}", 1
)
FAILS = HOLDS.replace("at_most: 1", "at_most: 0")
UNCHECKED = """\
claims:
  on-exclusions:
    sentence: Nothing was put back.
    pool: published
    of: exclusions
    expect: {none: yes}
    boundary: No more.
"""
TRACES = """\
claims:
  traces:
    sentence: They are valid.
    pool: published
    of: traces
    expect: {valid: yes}
    boundary: No more.
"""


@pytest.fixture
def bread(tmp_path: Path) -> Path:
    return readings_pool.write(tmp_path)


def said(root: Path, text: str) -> str:
    readings_pool.put(root, "survey/claims.yaml", text)
    return str(root)


def test_each_claim_is_shown_with_its_verdict_and_papers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, HOLDS)) == 0
    assert capsys.readouterr().out == (
        "holds  two-of-wheat · section 3\n"
        "       Two papers are on wheat.\n"
        "       broad: 2 found, 2 expected (bun, dough)\n"
        "       strict: 1 found, at most 1 (bun)\n"
        "\n"
        "holds  still-two-of-wheat · current pool\n"
        "       Two papers are on wheat by now.\n"
        "       2 found, 2 expected (bun, roll)\n"
        "\n"
        "1 claim on the published pool: 1 holds, 0 fail, 0 cannot be checked\n"
        "1 claim on the current pool: 1 holds, 0 no longer hold, 0 cannot be checked\n"
    )


def test_a_current_claim_that_fails_is_news_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, NEWS)) == 0
    out = capsys.readouterr().out
    assert "news  still-two-of-wheat · current pool\n" in out
    assert "      2 found, 1 expected (bun, roll)\n      too many: roll\n" in out
    assert out.endswith("1 claim on the current pool: 0 hold, 1 no longer holds, 0 cannot be checked\n")


def test_a_published_claim_that_fails_is_a_fault_of_the_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, FAILS)) == 1
    out = capsys.readouterr().out
    assert out.startswith("fails  two-of-wheat · section 3\n")
    assert "1 found, at most 0 (bun)\n       too many: bun\n" in out
    assert masrl(monkeypatch, "claims", "--sensitivity", "--root", str(bread)) == 1


def test_a_claim_that_cannot_be_checked_is_told_and_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, UNCHECKED)) == 1
    out = capsys.readouterr().out
    assert "cannot be checked  on-exclusions\n" in out
    assert "why: there are no exclusions\n" in out


def test_a_claim_that_could_not_be_read_is_told_with_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, HOLDS.replace("{flour: [wheat]}", "{flour: [what]}", 1))) == 1
    assert "survey/claims.yaml:7:21: unknown-value: claims.two-of-wheat.where.flour[1]: not in the vocabulary\n" in capsys.readouterr().err


def test_a_survey_without_claims_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "claims", "--root", str(bread)) == 0
    assert capsys.readouterr().out == "No claim stands in survey/claims.yaml yet.\n"


def test_json_holds_everything(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "claims", "--sensitivity", "--format", "json", "--root", said(bread, HOLDS)) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["scenario"] for one in found["scenarios"]] == ["strict", "one-left-out", "one-retagged"]
    first = found["claims"][0]
    assert (first["id"], first["verdict"], first["boundary"]) == ("two-of-wheat", "holds", "Only of these papers.")
    assert first["senses"][0]["records"] == ["bun", "dough"]
    assert first["least"] == [
        {"sense": "broad", "changes": 1, "words": "one more or one fewer wheat paper", "example": "add a record with flour wheat"},
        {
            "sense": "strict",
            "changes": 1,
            "words": "one more wheat paper in the strict sense",
            "example": "add a record with flour wheat, seeds poppy",
        },
    ]
    assert first["scenarios"] == [
        {"sense": "broad", "scenario": "strict", "holds": "no", "detail": "1 found, 2 expected"},
        {"sense": "broad", "scenario": "one-left-out", "holds": "no", "detail": "flipped by bun and dough"},
        {"sense": "broad", "scenario": "one-retagged", "holds": "no", "detail": "flipped by bun, dough, and loaf"},
        {"sense": "strict", "scenario": "strict", "holds": "not asked", "detail": "this is the strict sense"},
        {"sense": "strict", "scenario": "one-left-out", "holds": "yes", "detail": "none flips it"},
        {"sense": "strict", "scenario": "one-retagged", "holds": "no", "detail": "flipped by dough"},
    ]


def test_the_table_of_scenarios_explains_its_marks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path
) -> None:
    assert masrl(monkeypatch, "claims", "--sensitivity", "--root", said(bread, HOLDS)) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "two-of-wheat 1 one more or one fewer wheat paper - - -" in lines
    assert "two-of-wheat (strict) 1 one more wheat paper in the strict sense . + -" in lines
    assert "1 Strict sense for the broad one" in lines
    assert "+ holds, - fails, ? depends on what is not known, . not asked" in lines


@pytest.mark.parametrize("more", [(), ("--sensitivity",)])
def test_markdown_is_one_table_that_a_reader_of_markdown_finds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path, more: tuple[str, ...]
) -> None:
    hostile = HOLDS.replace("Two papers are on wheat.", '"A | pipe, a `tick`, <b> and [a](b)."').replace("wheat paper,", '"<i> | paper",')
    assert masrl(monkeypatch, "claims", "--format", "markdown", *more, "--root", said(bread, hostile)) == 0
    tokens = MarkdownIt().enable("table").parse(capsys.readouterr().out)
    cells = list(texts(tokens))
    assert not any(child.type in ("html_inline", "link_open") for token in tokens for child in token.children or [])
    assert sum(token.type == "table_open" for token in tokens) == 1
    assert ("A | pipe, a `tick`, <b> and [a](b)." in cells) == (not more)


def texts(tokens: list) -> Iterator[str]:  # type: ignore[type-arg]
    for token in tokens:
        if token.type == "inline":
            yield "".join(child.content for child in token.children)


def test_example_traces_are_looked_at(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bread: Path) -> None:
    assert masrl(monkeypatch, "claims", "--root", said(bread, TRACES)) == 1
    assert "why: there are no example traces" in capsys.readouterr().out
    readings_pool.put(bread, "traces/examples/bad.json", "[]")
    assert masrl(monkeypatch, "claims", "--root", str(bread)) == 1
    assert "0 of 1 valid (bad.json)\n" in capsys.readouterr().out
