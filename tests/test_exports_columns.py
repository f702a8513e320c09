from dataclasses import replace

from exports_pool import published

from pipeline.outputs.exports import columns
from pipeline.records import PAPER_KEYS
from pipeline.survey import EXTRA_FIELDS
from pipeline.taxonomy import Taxonomy


def test_whatever_a_survey_can_ask_for_has_a_column():
    assert set(EXTRA_FIELDS) <= set(columns.ENTRY_COLUMNS)


def test_the_full_table_has_every_field_of_an_entry_and_of_the_taxonomy():
    names = [column.name for column in columns.full(published())]
    assert set(names) == ({"key", *PAPER_KEYS} - {"tags", "unknown"}) | set(published().taxonomy.fields)
    assert len(names) == len(set(names))


def test_a_field_called_like_another_column_gets_a_name_of_its_own():
    corpus = published()
    field = next(iter(corpus.taxonomy))
    fields = {name: replace(field, name=name) for name in ("Title", "year", "tags.year")}
    names = [column.name for column in columns.full(replace(corpus, taxonomy=Taxonomy(fields)))]
    assert [name for name in names if name.casefold().endswith(("title", "year"))] == [
        "title",
        "year",
        "tags.Title",
        "tags.year",
        "tags.tags.year",
    ]


def test_a_cell_shows_each_kind_of_tag():
    assert columns.tag_text(None) == ""
    assert columns.tag_text("NA") == "NA"
    assert columns.tag_text(("R1", "R2")) == "R1; R2"
    assert columns.tag_text({"agent": "group advantage", "turn": "x: y"}) == "agent: group advantage; turn: x: y"


def test_a_change_says_what_was_there_before():
    changes = columns.ENTRY_COLUMNS["changes"].of(published().by_key["kimi-k2-6"])
    assert changes.startswith("2026-04-30 tags.is_rl, before: yes (deployment evidence")


def test_an_entry_without_authors_has_no_first_author():
    paper = replace(published().papers[0], authors=())
    assert columns.ENTRY_COLUMNS["first_author"].of(paper) == ""
