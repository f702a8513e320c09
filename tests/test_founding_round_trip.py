"""What the project exports can be founded again, and whatever a table holds gives entries that the reader of entries takes."""

from __future__ import annotations

import random
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from example_survey import example
from founding_lists import crafts_csv, mills_bibtex, sensing_markdown
from founding_run import written
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import located
from pipeline.corpus import Corpus
from pipeline.errors import DataFault, Problem
from pipeline.fields import Fields, top_level
from pipeline.founding import fields, guessing, importing, reading, survey_files, writing
from pipeline.founding.entries import Entry
from pipeline.founding.report import Import
from pipeline.outputs.exports import FORMATS
from pipeline.records import Paper, parse_paper
from pipeline.taxonomy import parse

HOME = Path(__file__).parent.parent
TODAY = date(2026, 12, 1)


@cache
def present() -> Corpus:
    return Corpus.load(HOME)


def imported(path: str) -> Import:
    table = reading.table(Path(path))
    return importing.imported(table, guessing.guesses(table), TODAY)


def read_back(found: Import) -> tuple[dict[str, Paper], list[Problem]]:
    """Return the entries of an import as the reader of entries reads them, and what it says of them."""
    problems: list[Problem] = []
    vocabulary = _top(survey_files.taxonomy(tuple(found.fields.values())), "survey/taxonomy.yaml", problems)
    taxonomy = parse(vocabulary)
    papers = {}
    for key, entry in found.entries:
        text = writing.text(entry, fields.tags(entry, found.fields), tuple(found.fields.values()), TODAY)
        paper = parse_paper(key, _top(text, f"corpus/{key}.yaml", problems), taxonomy)
        if paper:
            papers[key] = paper
    return papers, [problem for problem in problems if problem.severity == "error"]


def _top(text: str, name: str, problems: list[Problem]) -> Fields:
    found = top_level(located.parse(text, name, problems.append), name, problems.append)
    assert found is not None, problems
    return found


@pytest.mark.parametrize("corpus", [present, example], ids=["present", "example"])
@pytest.mark.parametrize(("form", "suffix"), [("csv-full", "csv"), ("bibtex", "bib"), ("csv", "csv")])
def test_what_is_exported_comes_back_with_its_titles_authors_and_years(tmp_path: Path, corpus: object, form: str, suffix: str):
    before = corpus() if callable(corpus) else None
    assert isinstance(before, Corpus)
    content = FORMATS[form].content(before)
    assert isinstance(content, str)
    found = imported(written(tmp_path, f"papers.{suffix}", content))
    entries: dict[str, Entry] = dict(found.entries)
    assert list(entries) == list(before.by_key)
    for key, paper in before.by_key.items():
        entry = entries[key]
        assert entry.title == paper.title
        assert entry.year == (None if form == "csv" and not paper.arxiv_id and corpus is example else paper.year)
        authors = [(author.family, author.given, author.team) for author in entry.authors]
        if form == "csv":
            assert [family for family, _, _ in authors] == [author.family for author in paper.authors[:1]]
        else:
            assert authors == [(author.family, author.given, author.team) for author in paper.authors]
            assert entry.authors_complete == paper.authors_complete


def test_the_full_table_loses_no_fact_of_an_entry(tmp_path: Path):
    content = FORMATS["csv-full"].content(present())
    assert isinstance(content, str)
    papers, problems = read_back(imported(written(tmp_path, "papers.csv", content)))
    assert problems == []
    facts = (
        "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "added",
        "summary", "notes",
    )  # fmt: skip
    for key, paper in present().by_key.items():
        assert {name: getattr(papers[key], name) for name in facts} == {name: getattr(paper, name) for name in facts}
        for field in present().taxonomy:
            if field.kind == "one" and field.name in papers[key].tags:
                assert papers[key].tags[field.name] == paper.tags[field.name]


# -- anything at all


def judged(folder: Path, name: str, content: bytes) -> None:
    """Read a file, which gives entries without fault, or a fault that has a place."""
    path, found, problems = written(folder, name, content), None, ()
    try:
        found = imported(path)
    except DataFault as fault:
        problems = tuple(fault.problems)
    if found is None:
        assert problems
        assert all(problem.place.line >= 1 and problem.message for problem in problems)
    elif found.fields:
        papers, errors = read_back(found)
        assert errors == []
        assert len(papers) == len(found.entries)
        assert all(loss.line >= 1 and loss.why for loss in found.losses)


BITS = (
    "=1+1", "\u202e", "\x00", "\u2028", "{{", "${", "<script>", "- ", "#", '"', "'", ",", ";", "\n", "\r", "\t", "{", "}", "@misc{",
    "\\", "$", "|", "](", "[", "`", "null", "TODO: ", "2099", "\ud800", "x" * 2500,
)  # fmt: skip
"""What spoils a file."""


@pytest.mark.parametrize("name", ["x.csv", "x.bib", "x.md", "x.txt"])
@settings(max_examples=60, deadline=None)
@given(
    content=st.lists(st.sampled_from(BITS) | st.text(max_size=20), max_size=60).map("".join)
    | st.binary(max_size=200).map(lambda b: b.decode("latin-1"))
)
def test_any_text_gives_entries_without_fault_or_located_problems(tmp_path_factory: pytest.TempPathFactory, name: str, content: str):
    judged(tmp_path_factory.mktemp("any"), name, content.encode("utf-8", "surrogatepass"))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["x.csv", "x.bib", "x.md"])
def test_a_good_file_that_was_spoiled_somewhere_gives_entries_without_fault_or_located_problems(tmp_path: Path, name: str):
    whole = {"x.csv": crafts_csv(12), "x.bib": mills_bibtex(12), "x.md": sensing_markdown()}[name]
    chance = random.Random(5)
    for _ in range(80):
        text = whole
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(BITS) + text[at + chance.randint(0, 8) :]
        judged(tmp_path, name, text.encode("utf-8", "surrogatepass"))
