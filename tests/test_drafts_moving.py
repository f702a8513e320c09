"""A log's record in its entry: the lines as they stood, and the same record read back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from drafts_filled import REQUIRED, finished
from example_survey import copied, example, heads, problems

from pipeline.corpus import Corpus
from pipeline.drafts import drafting, facts, known, moving
from pipeline.errors import CallFault
from pipeline.records import Exclusion

DAY = date(2024, 11, 2)
PLAIN = """\
# found by Ada
title: Ears for a Dam   # the working title
source: Harbour Library
query_family: feeling
identifier: 10.5555/dam.3
url: https://example.org/dam

date_screened: 2024-07-20
stage: full_text
reason_codes:
  - no_reading
reason: >-
  A plan for a dam;
  nothing has been built yet.
tags: {approach: sensor, placement: farm}
accepted: {title: "the log keeps the working title: Ears"}
"""


def logged(root: Path) -> Exclusion:
    return Corpus.load(root).by_id["E003"]


def moved(root: Path, text: str) -> Corpus:
    """Return the survey after E003, whose file holds ``text``, was moved by hand."""
    exclusion = logged(root)
    origin = moving.origin("E003", "a test needs it", text)
    known_facts = facts.of_reference(moving.reference_of(exclusion)).titled(exclusion.title)
    draft = drafting.entry("dam", known_facts, example(), DAY, exclusion.tags, "E003", origin)
    values = {"authors": "[Ana Vell]", "year": "2024", "venue": "Tide Letters", "powered": REQUIRED["powered"]}
    (root / "corpus" / "dam.yaml").write_text(finished(draft.text, values), encoding="utf-8")
    (root / "exclusions" / "E003.yaml").unlink()
    return Corpus.load(root)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("--- # said\n", ""), ("%YAML 1.1 # said\n---\n", ""), ("%YAML 1.1\n# said\n---  \n", ""), ("", "...  # said\n"),
        ("# said\n", "...\n"), ("", "...\n# said\n"),
    ],
)  # fmt: skip
def test_what_is_said_where_a_document_begins_or_ends_is_kept(before: str, after: str):
    lines = moving.origin("E003", "so", before + PLAIN + after)
    assert [line for line in lines if "said" in line] == ["  # said"]
    assert "  # found by Ada" in lines
    assert not [line for line in lines if line.strip().startswith(("---", "...", "%"))]
    assert "  title: Ears for a Dam   # the working title" in lines


def test_a_file_that_is_indented_or_in_braces_keeps_what_is_said():
    indented = "".join(f"   {line}" for line in PLAIN.splitlines(keepends=True))
    assert [line for line in moving.origin("E003", "so", indented) if line] == [
        line for line in moving.origin("E003", "so", PLAIN) if line.strip()
    ]
    braces = '{title: "Ears # no", source: Library, # one\n identifier: 10.5555/dam.3, reason_codes: [no_reading]} # two\n'
    assert moving.origin("E003", "so", braces)[3:] == (
        "  # one", "  # two", '  title: "Ears # no"', "  source: Library", "  identifier: 10.5555/dam.3", "  reason_codes: [no_reading]",
    )  # fmt: skip


def test_comments_order_and_wrapping_are_kept(tmp_path: Path):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").write_text(PLAIN, encoding="utf-8")
    lines = moving.origin("E003", "fills: a cell", PLAIN)
    indented = [f"  {line}" if line else "" for line in PLAIN.splitlines()]
    assert list(lines) == ["promoted_from:", "  id: E003", '  because: "fills: a cell"', *indented]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        f"---\n{PLAIN}...\n",
        '{title: Ears for a Dam, source: Harbour Library, query_family: feeling, identifier: "10.5555/dam.3", url: "https://example.org/dam",'
        " date_screened: 2024-07-20, stage: full_text, reason_codes: [no_reading],"
        " reason: A plan for a dam; nothing has been built yet., tags: {approach: sensor, placement: farm},"
        " accepted: {title: 'no, as # noted'}}\n",
    ],
    ids=["plain", "crlf", "marked", "braces"],
)
def test_the_record_reads_back_and_the_log_of_earlier_days_can_be_had_back(tmp_path: Path, text: str):
    root = copied(tmp_path)
    (root / "exclusions" / "E003.yaml").write_bytes(text.encode())
    before = Corpus.load(root)
    after = moved(root, text)
    assert heads(problems(root)) == []
    paper = after.by_key["dam"]
    assert paper.promoted_from is not None
    assert paper.promoted_from.exclusion == before.by_id["E003"]
    assert paper.promoted_from.because == "a test needs it"
    assert [exclusion.id for exclusion in after.exclusions] == ["E001", "E002"]
    for day in (date(2024, 6, 30), date(2024, 7, 20), date(2024, 11, 1)):
        assert after.at(day).exclusions == before.at(day).exclusions
        assert after.at(day).papers == before.at(day).papers
    assert [exclusion.id for exclusion in after.at(DAY).exclusions] == ["E001", "E002"]


def test_a_file_goes_only_where_the_entry_keeps_what_it_says(tmp_path: Path):
    root = copied(tmp_path)
    path = root / "exclusions" / "E003.yaml"
    text = path.read_text(encoding="utf-8")
    moved(root, text)
    assert moving.entry_of("E003", known.read(root)) == "corpus/dam.yaml"
    path.write_text(f"# a comment\n{text}", encoding="utf-8")
    assert moving.is_kept(root, "E003", "corpus/dam.yaml")
    path.write_text(text.replace("a dam", "two dams"), encoding="utf-8")
    assert not moving.is_kept(root, "E003", "corpus/dam.yaml")


def test_an_entry_leads_where_the_log_says_that_the_paper_is():
    found = {exclusion.id: moving.reference_of(exclusion).link for exclusion in example().exclusions}
    assert found == {
        "E001": "https://arxiv.org/abs/2201.99992",
        "E002": "https://example.org/poems",
        "E003": "https://doi.org/10.5555/dam.3",
    }


def test_a_record_without_an_address_cannot_move(tmp_path: Path):
    root = copied(tmp_path)
    text = (root / "exclusions" / "E003.yaml").read_text(encoding="utf-8")
    text = text.replace("identifier: 10.5555/dam.3\nurl: https://example.org/dam\n", "identifier: DAM-3\n")
    (root / "exclusions" / "E003.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CallFault, match=r"exclusions/E003\.yaml names no address to which an entry could lead"):
        moving.reference_of(logged(root))
