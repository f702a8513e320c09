"""An entry that came from the log: what it must say, and what check says where the record did not leave the log."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from example_survey import copied, example, fields, problems

from pipeline.corpus import Corpus
from pipeline.errors import Problem
from pipeline.records import parse_paper

PAPER = """\
title: Ears for a Dam
authors: [Ana Vell]
year: 2024
venue: Tide Letters
links: [https://example.org/dam]
added: 2024-11-02
summary: Plans ears for a dam.
promoted_from:
  id: E003
  because: fills the empty cell approach norm
  title: Ears for a Dam
  source: Harbour Library
  query_family: feeling
  url: https://example.org/dam
  date_screened: 2024-07-20
  stage: full_text
  reason_codes: [no_reading]
  reason: A plan for a dam.
tags:
  approach: norm
  placement: farm
  powered: no
"""


def said(root: Path) -> list[str]:
    return [f"{problem.place}: {problem.code}: {problem.field}: {problem.message}" for problem in problems(root)]


def parsed(text: str) -> list[str]:
    found: list[Problem] = []
    parse_paper("dam", fields(text, found), example().taxonomy, example().protocol.logged_families)
    return [f"{problem.place.line}: {problem.code}: {problem.field}: {problem.message}" for problem in found]


def test_a_record_that_moved_is_no_fault_and_is_counted_once(tmp_path: Path):
    root = copied(tmp_path)
    (root / "corpus" / "dam.yaml").write_text(PAPER, encoding="utf-8")
    (root / "exclusions" / "E003.yaml").unlink()
    assert said(root) == []
    corpus = Corpus.load(root)
    assert [exclusion.id for exclusion in corpus.exclusions] == ["E001", "E002"]
    assert [exclusion.id for exclusion in corpus.at(date(2024, 11, 1)).exclusions] == ["E001", "E002", "E003"]
    assert "dam" not in corpus.at(date(2024, 11, 1)).by_key


def test_a_record_that_stands_in_both_is_refused(tmp_path: Path):
    root = copied(tmp_path)
    (root / "corpus" / "dam.yaml").write_text(PAPER, encoding="utf-8")
    assert said(root) == [
        "corpus/dam.yaml:1:8: similar-title: title: reads like 'Ears for a Dam' in exclusions/E003.yaml (100 % alike)",
        "corpus/dam.yaml:5:8: duplicate-record: links: the link is also that of exclusions/E003.yaml",
        "corpus/dam.yaml:9:3: still-logged: promoted_from: was promoted from E003, which exclusions/E003.yaml is as well",
        "exclusions/E003.yaml:1:8: similar-title: title: reads like 'Ears for a Dam' in corpus/dam.yaml (100 % alike)",
    ]


def test_two_entries_cannot_come_from_one_record(tmp_path: Path):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").unlink()
    (root / "corpus" / "dam.yaml").write_text(PAPER, encoding="utf-8")
    (root / "corpus" / "weir.yaml").write_text(PAPER.replace("a Dam", "the Weir at Home").replace("org/dam", "org/weir"), encoding="utf-8")
    assert said(root) == ["corpus/weir.yaml:9:3: still-logged: promoted_from: was promoted from E003, which corpus/dam.yaml is as well"]


def test_an_entry_cannot_join_before_its_record_was_screened(tmp_path: Path):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").unlink()
    (root / "corpus" / "dam.yaml").write_text(PAPER.replace("added: 2024-11-02", "added: 2024-07-19"), encoding="utf-8")
    message = "the entry joined on 2024-07-19, before the record was screened (2024-07-20)"
    assert said(root) == [f"corpus/dam.yaml:9:3: promoted-too-early: promoted_from: {message}"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  id: E003\n", "", "9: missing-field: promoted_from.id: is required"),
        ("id: E003", "id: E3", "9: bad-key: promoted_from.id: must be E and three digits, four from E1000 on"),
        ("  because: fills the empty cell approach norm\n", "", "9: missing-field: promoted_from.because: is required"),
        ("stage: full_text", "stage: fulltext", "16: unknown-value: promoted_from.stage: not in the vocabulary"),
        ("feeling", "smelling", "13: unknown-value: promoted_from.query_family: not in the vocabulary"),
        ("  reason: A plan", "  why: A plan", "18: unknown-field: promoted_from.why: there is no such field here"),
    ],
)
def test_what_is_wrong_with_the_kept_record_is_said(old: str, new: str, message: str):
    assert old in PAPER
    assert message in parsed(PAPER.replace(old, new))


def test_a_kept_text_is_no_formula(tmp_path: Path):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").unlink()
    (root / "corpus" / "dam.yaml").write_text(PAPER.replace("reason: A plan for a dam.", 'reason: "=1+1"'), encoding="utf-8")
    assert said(root) == ["corpus/dam.yaml:9:3: formula: promoted_from: begins like a spreadsheet formula"]


def test_a_claim_may_name_a_record_that_left_the_log(tmp_path: Path):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").unlink()
    (root / "corpus" / "dam.yaml").write_text(PAPER, encoding="utf-8")
    claim = "claims:\n  dam:\n    sentence: Only one plan was logged.\n    pool: published\n    of: exclusions\n"
    claim += "    where: {stage: [full_text]}\n    expect: {exactly: [E003]}\n    boundary: None.\n"
    (root / "survey" / "claims.yaml").write_text(claim, encoding="utf-8")
    assert said(root) == []
