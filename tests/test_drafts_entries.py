"""The text of a new entry: what is known is filled in, the rest says what belongs there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from drafts_filled import REQUIRED, filled, finished
from example_survey import copied, example, heads, problems
from hypothesis import given
from hypothesis import strategies as st

from pipeline import located
from pipeline.corpus import Corpus
from pipeline.drafts import drafting, entries, facts, references
from pipeline.drafts.yaml_text import cleaned
from pipeline.errors import Problem
from pipeline.fields import top_level
from pipeline.lock import Listing
from pipeline.records import Author, parse_paper

ROOT = Path(__file__).parent.parent
DAY = date(2024, 11, 2)
LISTING = Listing(
    title="Relay: Ears # and \"Tides\"", authors=("Ana Vell", "Jan van der Berg", "Foo Relay Collaboration"), published=date(2024, 8, 14),
    updated=date(2024, 9, 1), version=2, primary_category="eess.SP", categories=("eess.SP",), doi="10.5555/Relay.1",
    journal_ref="Tide Letters 4 (2024)", comment="12 pages: with figures # and more", source="api", fetched=DAY,
)  # fmt: skip
REFERENCE = references.parse("2408.99991")

TEXT = r"""# A draft. A line such as #venue: waits for you: take its # away and fill it in. Once you need them no more, delete
# this and every other line that begins with #. Then: masrl check
title: "Relay: Ears # and \"Tides\""
authors:
  - Ana Vell
  - van der Berg, Jan
  - {team: Foo Relay Collaboration}
year: 2024
# arXiv says: version 2 of 2024-09-01
# arXiv says: journal reference: Tide Letters 4 (2024)
# arXiv says: comment: 12 pages: with figures # and more
venue: arXiv
#affiliation: of the first author
#short_name: Relay
arxiv_id: 2408.99991
doi: 10.5555/relay.1
links:
  - https://arxiv.org/abs/2408.99991
added: 2024-11-02
#summary: one sentence in your own words, true to the abstract, ending with a full stop
tags:
  # Required: take away the # of each and write one of its values; survey/taxonomy.yaml defines them.
  # Approach, one of sensor (Sensor), model (Model), overview (Overview), norm (Norm)
  #approach:
  # Placement, one of farm (Farm), row (Row), turbine (Turbine), blade (Blade), NA (No placement)
  #placement:
  # Self-powered, one of yes (Self-powered), no (Fed)
  #powered:
  # Optional: what you saw; delete the others.
  # Signals, as [a list] of vibration (Vibration), sound (Sound), pressure (Pressure), salinity (Salinity)
  #signals:
  # Coverage, for any of fatigue (Fatigue), fouling (Fouling), scour (Scour); as {value: level}, the level one
  #   of direct (Direct), indirect (Indirect), none (Not covered)
  #coverage:
  # Findings, for any of farm (Farm), row (Row), turbine (Turbine), blade (Blade); as {value: a few words}
  #findings:
  # Trial, one of tank (Tank), channel (Channel). Only where approach is sensor or model
  #trial:
  # Layout, as [a list] of chain (Chain), star (Star)
  #layout:
"""


def test_a_draft_holds_everything_that_is_known_and_names_every_value():
    assert entries.text(facts.of_listing(REFERENCE, LISTING), example().taxonomy, DAY) == TEXT


def test_a_draft_whose_tags_were_filled_in_passes_every_check(tmp_path: Path):
    root = copied(tmp_path)
    tags = {**REQUIRED, "signals": "[sound]", "coverage": "{scour: direct}", "findings": "{row: a hum}", "trial": "tank"}
    (root / "corpus" / "relay.yaml").write_text(finished(TEXT, tags), encoding="utf-8")
    assert heads(problems(root)) == []
    paper = Corpus.load(root).by_key["relay"]
    assert paper.title == 'Relay: Ears # and "Tides"'
    assert paper.authors == (Author("Vell", "Ana"), Author("van der Berg", "Jan"), Author("Foo Relay Collaboration", team=True))
    assert paper.tags == {
        "approach": "sensor", "placement": "row", "powered": "no", "signals": ("sound",), "coverage": {"scour": "direct"},
        "findings": {"row": "a hum"}, "trial": "tank",
    }  # fmt: skip


def test_an_unfinished_draft_is_named_by_check_with_what_it_lacks(tmp_path: Path):
    root = copied(tmp_path)
    (root / "corpus" / "relay.yaml").write_text(TEXT, encoding="utf-8")
    (problem,) = problems(root)
    assert (str(problem.place), problem.code, problem.field) == ("corpus/relay.yaml:21:6", "empty-value", "tags")
    assert problem.hint == "every entry has these under it: approach, placement, powered"


LEFT = (
    "# arXiv says: version 2 of 2024-09-01\n", "#short_name: Relay\n", "  # Required: take\n", "# Unfinished: it lacks a year.\n",
    "  #trial:\n",
)  # fmt: skip


@pytest.mark.parametrize("line", LEFT)
def test_comments_of_a_draft_that_were_left_in_a_good_entry_are_warned_of_once(tmp_path: Path, line: str):
    root = copied(tmp_path)
    path = root / "corpus" / "relay.yaml"
    path.write_text(filled(TEXT, REQUIRED), encoding="utf-8")
    (problem,) = problems(root)
    assert (problem.severity, str(problem.place), problem.code) == ("warning", "corpus/relay.yaml:1:1", "draft-left")
    assert problem.hint == "read them once more, then delete every line that begins with #"
    path.write_text(finished(TEXT, REQUIRED).replace("tags:\n", f"tags:\n{line}"), encoding="utf-8")
    assert heads(problems(root)) == ["corpus/relay.yaml:14:1: draft-left"]


def test_comments_that_people_write_are_let_be(tmp_path: Path):
    root = copied(tmp_path)
    said = "# read twice\n# venue: as the publisher's page has it\n# yaml-language-server: $schema=../site/data/entry.schema.json\n#\n"
    (root / "corpus" / "relay.yaml").write_text(said + finished(TEXT, REQUIRED), encoding="utf-8")
    assert problems(root) == []


def test_of_a_bare_doi_every_field_that_is_asked_for_stands_as_a_comment():
    draft = drafting.entry("relay", facts.of_reference(references.parse("10.5555/Relay.1")), example(), DAY)
    assert draft.lacking == ("title", "authors", "year", "venue", "tags.approach", "tags.placement", "tags.powered")
    assert draft.problems == ()
    assert draft.text.splitlines()[2:12] == [
        "#title: as the paper prints it",
        "#authors: all of them in the paper's order, one a line after '  - ', as Given Family",
        "#year: of the venue's publication where there is one, else of the first arXiv version",
        "#venue: conference with year, journal, arXiv, or the kind of document",
        "#affiliation: of the first author",
        "#short_name: of the method or system, if the paper gives it one",
        "doi: 10.5555/relay.1",
        "links:",
        "  - https://doi.org/10.5555/relay.1",
        "added: 2024-11-02",
    ]


def test_tags_that_are_known_are_written_out():
    tags = {"approach": "sensor", "signals": ("vibration", "sound"), "findings": {"row": "one, two: three"}}
    draft = drafting.entry("relay", facts.of_listing(REFERENCE, LISTING), example(), DAY, tags, "E009")
    assert draft.lacking == ("tags.placement", "tags.powered")
    lines = draft.text.splitlines()
    assert "  # What is filled in is a proposal, as in E009, until you have read the paper." in lines
    assert [line for line in lines if line.startswith("  ") and "#" not in line][-3:] == [
        "  approach: sensor", "  signals: [vibration, sound]", '  findings: {row: "one, two: three"}',
    ]  # fmt: skip


def test_what_check_would_say_of_a_draft_is_said_at_once():
    draft = drafting.entry("relay", facts.of_listing(REFERENCE, replace(LISTING, title="{{ title }}")), example(), DAY)
    assert [(problem.code, problem.field) for problem in draft.problems] == [("placeholder", "title")]


def test_the_year_of_a_seed_without_a_date_is_that_of_its_id():
    assert facts.of_listing(REFERENCE, replace(LISTING, published=None)).year == 2024
    assert facts.of_reference(references.parse("hep-th/9901001")).year == 1999


def test_an_arxiv_doi_is_no_doi_of_its_own():
    assert facts.of_listing(REFERENCE, replace(LISTING, doi="10.48550/arXiv.2408.99991")).doi == ""


def test_authors_that_no_entry_can_hold_are_told_in_a_comment():
    text = entries.text(facts.of_listing(REFERENCE, replace(LISTING, authors=("Ana Vell", "Agent 007"))), example().taxonomy, DAY)
    assert "  - Ana Vell\n# arXiv lists as an author: Agent 007\nauthors_complete: no\n" in text


HOSTILE = st.text(max_size=80)
LISTINGS = st.builds(
    Listing, title=HOSTILE, authors=st.lists(HOSTILE, max_size=3).map(tuple),
    published=st.none() | st.dates(date(1991, 1, 1), date(2026, 1, 1)),
    updated=st.none() | st.dates(), version=st.none() | st.integers(1, 99), primary_category=st.none(), categories=st.none(),
    doi=st.none() | HOSTILE | HOSTILE.map(lambda text: f"10.5555/{text}"), journal_ref=st.none() | HOSTILE, comment=st.none() | HOSTILE,
    source=st.just("api"), fetched=st.just(DAY),
)  # fmt: skip


@given(LISTINGS)
def test_whatever_arxiv_says_survives_the_way_into_the_entry_and_out_again(listing: Listing):
    known = facts.of_listing(REFERENCE, listing)
    values = dict(REQUIRED)
    text = entries.text(known, example().taxonomy, DAY)
    if not known.title:
        values["title"] = "x"
    if "\nauthors:" not in text:
        text = text.replace("#authors: ", "authors: [Ana Vell] # ", 1)
    found: list[Problem] = []
    top = top_level(located.parse(filled(text, values), "corpus/relay.yaml", found.append), "corpus/relay.yaml", found.append)
    assert top is not None
    paper = parse_paper("relay", top, example().taxonomy)
    errors = [problem for problem in found if problem.severity == "error"]
    # A title that reads as a placeholder is refused by whoever wrote it, and told so.
    assert {(problem.code, problem.field) for problem in errors} <= {("placeholder", "title")}
    if not errors:
        assert paper is not None
        assert paper.title == (cleaned(listing.title) or "x")
        assert paper.year == known.year
        assert paper.doi == known.doi
        assert paper.arxiv_id == "2408.99991"


def test_a_draft_of_the_real_survey_passes_once_its_tags_are_filled_in():
    corpus = Corpus.load(ROOT)
    tags = {field.name: field.values[0].name for field in corpus.taxonomy.required}
    draft = drafting.entry("relay", facts.of_listing(REFERENCE, LISTING), corpus, DAY)
    assert draft.lacking == tuple(f"tags.{name}" for name in tags)
    found: list[Problem] = []
    paper = drafting.parsed("relay", filled(draft.text, tags), corpus, found)
    assert [problem for problem in found if problem.severity == "error"] == []
    assert paper is not None
    assert paper.tags == tags
