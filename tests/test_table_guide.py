"""The page that says what each table shows and how far it is coded."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from pipeline.corpus import Corpus
from pipeline.outputs import table_guide, tables

ROOT = Path(__file__).parent.parent


@lru_cache(maxsize=1)
def published() -> Corpus:
    return Corpus.load(ROOT).pool("published")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("reward-and-credit", "all 84 entries"),
        ("screening", "all 116 records"),
        ("query-families", "all 32 excluded records"),
        ("benchmark-dimensions",
         "evaluation dimensions 12 of 18 benchmark entries; benchmark domain 12 of 18 benchmark entries; "
         "MAS-native 12 of 18 benchmark entries"),
        ("coverage-groups", "coverage 40 of 84 entries"),
        ("sparse-credit", "explicitness of credit 10 of 84 entries"),
        ("scale-points", "3 of 6 points with numbers for agents and steps"),
        ("claims", "all 64 claims"),
    ],
)  # fmt: skip
def test_each_table_says_how_far_it_is_coded(name: str, expected: str) -> None:
    output = next(output for output in published().outputs.tables if output.name == name)
    assert table_guide.extent(output, published()) == expected


@pytest.mark.parametrize(("count", "text"), [(0, "no entry"), (1, "the one entry"), (2, "all 2 entries")])
def test_a_table_of_few_entries_says_so_in_words_that_agree(count: int, text: str) -> None:
    output = next(output for output in published().outputs.tables if output.name == "reward-and-credit")
    assert table_guide.extent(output, replace(published(), papers=published().papers[:count])) == text


def test_the_page_has_a_row_for_each_table_and_leads_to_its_files() -> None:
    page = table_guide.text(published())
    made = {path for path, _ in tables.files(published())}
    tokens = [child for token in MarkdownIt("commonmark").enable("table").parse(page) for child in token.children or []]
    leads = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
    assert len(leads) == 3 * len(published().outputs.tables)
    assert {lead.removeprefix("../") for lead in leads} <= made


def test_a_survey_without_tables_says_so() -> None:
    outputs = replace(published().outputs, tables=())
    assert table_guide.text(replace(published(), outputs=outputs)).endswith("\n\nThe survey asks for no table of its own.\n")
