from dataclasses import replace

import bibtexparser
import pybtex.database
import pytest
from exports_pool import PEOPLE, TEAMS, hostile, published
from pylatexenc.latex2text import LatexNodes2Text

from pipeline.outputs.exports import bibtex
from pipeline.outputs.exports.references import reference
from pipeline.records import Author


def entry(key="agent-lightning", **changed):
    corpus = published()
    return bibtex.entry(reference(replace(corpus.by_key[key], **changed), corpus))


@pytest.mark.parametrize("corpus", [published, hostile])
def test_two_libraries_read_every_entry_back(corpus):
    text, keys = bibtex.text(corpus()), [paper.key for paper in corpus().papers]
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    assert [entry.key for entry in library.entries] == keys
    database = pybtex.database.parse_string(text, "bibtex")
    assert list(database.entries) == keys
    for paper in corpus().papers:
        assert len(database.entries[paper.key].persons["author"]) == len(paper.authors) + (not paper.authors_complete)
        assert database.entries[paper.key].fields["year"] == str(paper.year)


def test_titles_of_the_published_pool_are_read_as_they_are():
    plain = LatexNodes2Text()
    titles = {entry.key: plain.latex_to_text(entry["title"]) for entry in bibtexparser.parse_string(bibtex.text(published())).entries}
    assert titles == {paper.key: paper.title for paper in published().papers}


def test_an_entry_is_written_like_this():
    assert entry() == (
        "@misc{agent-lightning,\n"
        "  title = {Agent Lightning: Train {ANY} {AI} Agents with Reinforcement Learning},\n"
        "  author = {Luo, Xufang and others},\n"
        "  year = {2025},\n"
        "  month = aug,\n"
        "  eprint = {2508.03680},\n"
        "  archivePrefix = {arXiv},\n"
        "  primaryClass = {cs.AI},\n"
        "  url = {https://arxiv.org/abs/2508.03680},\n"
        "}\n"
    )


def test_the_type_follows_the_venue():
    assert entry(venue="ICML 2025").startswith("@inproceedings{")
    assert "  booktitle = {NeurIPS 2024 D\\&B},\n" in entry(venue="NeurIPS 2024 D&B")
    assert "  journal = {Nature 2025},\n" in entry(venue="Nature 2025")
    assert "  howpublished = {Tech Blog},\n" in entry(venue="Tech Blog")


def test_addresses_and_identifiers_stay_as_they_are():
    text = entry(links=("https://ex.org/a_b?x=1&y=%20",), doi="10.1002/(sici)1097-0258<1::aid-x>3.0.co;2-z", arxiv_id="math.GT/0309136")
    parsed = pybtex.database.parse_string(text, "bibtex").entries["agent-lightning"]
    assert parsed.fields["url"] == "https://ex.org/a_b?x=1&y=%20"
    assert parsed.fields["doi"] == "10.1002/(sici)1097-0258<1::aid-x>3.0.co;2-z"
    assert parsed.fields["eprint"] == "math.GT/0309136"
    assert "primaryClass" not in parsed.fields


def test_a_brace_in_an_identifier_cannot_end_the_entry():
    assert "doi = {10.1000/a%7Db}" in entry(doi="10.1000/a}b")


def test_teams_stay_whole_and_people_come_apart():
    text = entry(authors=(*TEAMS, *PEOPLE), authors_complete=True)
    people = pybtex.database.parse_string(text, "bibtex").entries["agent-lightning"].persons["author"]
    assert len(people) == 12
    assert "{Barnes and Noble Lab} and {R\\&D, {$\\lbrace$}Lab} and {Kimi Team} and Vell, Ana and Brandt, Alexandra and" in text
    assert (people[6].first_names, people[6].last_names) == (["Łukasz"], ["Ørsted"])
    assert (people[9].first_names, people[9].prelast_names, people[9].last_names) == (["Jan"], ["van", "der"], ["Berg"])
    assert people[10].last_names == ["{Vell, Jr.}"]


def test_a_month_is_read_back_by_both_libraries():
    assert pybtex.database.parse_string(entry(), "bibtex").entries["agent-lightning"].fields["month"] == "August"
    assert bibtexparser.parse_string(entry()).entries[0]["month"] == "aug"


def test_what_is_not_known_is_left_out():
    text = entry(arxiv_id="", links=(), doi="", authors=(), venue="", authors_complete=True)
    title = "Agent Lightning: Train {ANY} {AI} Agents with Reinforcement Learning"
    assert text == f"@misc{{agent-lightning,\n  title = {{{title}}},\n  year = {{2025}},\n}}\n"


def test_a_name_of_one_part_is_not_taken_apart():
    assert "  author = {{Research Robot}},\n" in entry(authors=(Author("Research Robot"),), authors_complete=True)
    assert "  author = {李明},\n" in entry(authors=(Author("李明"),), authors_complete=True)
