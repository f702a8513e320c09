from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import date

import pytest
from example_survey import example, fields

from pipeline.errors import Problem
from pipeline.records import Author, Exclusion, Paper, author_item, parse_exclusion, parse_paper

PAPER = """
title: A Relay of Ears
authors: [Ana Vell]
year: 2024
venue: arXiv
links: [https://example.org/relay]
added: 2024-04-28
tags: {approach: sensor, placement: row, powered: no}
"""
EXCLUSION = """
title: A Bell on a Rope
source: arXiv
query_family: noise
url: https://example.org/bell
date_screened: 2024-04-26
stage: abstract
reason_codes: [no_water, no_reading]
reason: The bell is admired, not read.
"""


def paper(text: str) -> Paper:
    found: list[Problem] = []
    parsed = parse_paper("vell2025relay", fields(text, found), example().taxonomy)
    assert [problem for problem in found if problem.severity == "error"] == []
    assert parsed is not None
    return parsed


def exclusion(text: str) -> Exclusion:
    found: list[Problem] = []
    parsed = parse_exclusion("E901", fields(text, found), example().taxonomy, example().protocol.logged_families)
    assert found == []
    assert parsed is not None
    return parsed


def codes_of(text: str) -> list[str]:
    found: list[Problem] = []
    parse_paper("vell2025relay", fields(text, found), example().taxonomy)
    return [problem.code for problem in found]


@pytest.mark.parametrize(
    ("written", "author", "shown", "inverted"),
    [
        ("Ines Alder", Author("Alder", "Ines"), "Ines Alder", "Alder, Ines"),
        ("Jakob N. Foerster", Author("Foerster", "Jakob N."), "Jakob N. Foerster", "Foerster, Jakob N."),
        ('"de la Mare, Jun"', Author("de la Mare", "Jun"), "Jun de la Mare", "de la Mare, Jun"),
        ("{team: Strait Watch}", Author("Strait Watch", team=True), "Strait Watch", "Strait Watch"),
        ("Plato", Author("Plato"), "Plato", "Plato"),
        ("Siobhán O'Neill-Ó Briain", Author("Briain", "Siobhán O'Neill-Ó"), "Siobhán O'Neill-Ó Briain", "Briain, Siobhán O'Neill-Ó"),
        ("李明", Author("李明"), "李明", "李明"),
    ],
)
def test_an_author_is_a_person_or_a_team(written: str, author: Author, shown: str, inverted: str) -> None:
    (found,) = paper(PAPER.replace("[Ana Vell]", f"[{written}]")).authors
    assert (found, str(found), found.inverted) == (author, shown, inverted)
    assert paper(PAPER.replace("[Ana Vell]", f"[{author_item(found, flow=True)}]")).authors == (author,)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("1984", "is no name"),
        ("e -", "has no letter in the family name"),
        ('"-, Ana"', "has no letter in the family name"),
        ("Ana Vell1", "holds a character that no name has"),
        ("ana@example.org", "holds a character that no name has"),
        ("Ana Vell (Relay)", "holds a character that no name has"),
        ("Ana Vell et al", "is no author"),
        ('"Vell, et al."', "is no author"),
        ("Ana Vell and others", "is no author"),
        ("others", "is no author"),
        ("Ana Vell AND Tor Brandt", "names more than one author"),
        ("Ana Vell; Tor Brandt", "names more than one author"),
        ("Ana Vell & Tor Brandt", "names more than one author"),
        ('"Vell, Ana, Jr."', "has more than one comma"),
        ('"Vell, "', "has nothing on one side of the comma"),
    ],
)
def test_what_is_no_author_is_told_why(written: str, fault: str) -> None:
    found: list[Problem] = []
    parse_paper("x", fields(PAPER.replace("[Ana Vell]", f"[{written}]"), found), example().taxonomy)
    assert [(problem.code, problem.message, problem.field) for problem in found] == [("bad-author", fault, "authors[1]")]


@pytest.mark.parametrize("written", ["Alexander and", "Andrea Sand", "Etal Vell", "Mother Brandt"])
def test_a_name_that_only_holds_such_letters_is_a_name(written: str) -> None:
    assert str(paper(PAPER.replace("[Ana Vell]", f"[{written}]")).authors[0]) == written


def test_a_paper_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        paper(PAPER).title = "Another"  # type: ignore[misc]


def test_what_a_paper_does_not_say_is_empty() -> None:
    found = paper(PAPER)
    assert (found.affiliation, found.short_name, found.arxiv_id, found.doi, found.summary, found.notes) == ("", "", "", "", "", "")
    assert (found.authors_complete, found.changes, found.exceptions) == (True, (), {})


def test_a_paper_is_called_by_its_short_name_and_else_by_its_key() -> None:
    assert paper(PAPER).name == "vell2025relay"
    assert paper(f"{PAPER}short_name: Relay\n").name == "Relay"


def test_a_field_that_is_not_coded_has_no_tag() -> None:
    found = paper(PAPER)
    assert (found.tag("placement"), found.tag("signals")) == ("row", None)


def test_tags_stand_in_the_order_of_the_taxonomy() -> None:
    assert list(
        paper(PAPER.replace("{approach: sensor, placement: row, powered: no}", "{powered: no, placement: row, approach: sensor}")).tags
    ) == [
        "approach",
        "placement",
        "powered",
    ]


def test_each_field_knows_its_place_and_an_absent_one_that_of_the_entry() -> None:
    found = paper(PAPER)
    assert found.where("venue") == ("corpus/x.yaml", 5, 8)
    assert found.where("tags.placement") == ("corpus/x.yaml", 8, 37)
    assert found.where("notes") == ("corpus/x.yaml", 1, 1)


@pytest.mark.parametrize("written", ["2404.99991v2", "arXiv:2404.99991", "https://arxiv.org/pdf/2404.99991v1.pdf"])
def test_prefix_and_version_of_an_arxiv_id_are_left_out_with_a_warning(written: str) -> None:
    found: list[Problem] = []
    parsed = parse_paper("x", fields(f"{PAPER}arxiv_id: {written}\n", found), example().taxonomy)
    assert parsed is not None
    assert parsed.arxiv_id == "2404.99991"
    assert [(problem.code, problem.severity, problem.hint) for problem in found] == [("id-form", "warning", "write 2404.99991")]


def test_a_bad_id_is_told_with_the_one_that_a_link_names() -> None:
    found: list[Problem] = []
    text = PAPER.replace("https://example.org/relay", "https://arxiv.org/abs/2404.99990v2") + "arxiv_id: 2404.9999\n"
    parse_paper("x", fields(text, found), example().taxonomy)
    assert [problem.hint for problem in found] == ["a link names 2404.99990"]


def test_a_record_with_an_error_is_left_out_and_all_its_errors_are_told() -> None:
    text = PAPER.replace("year: 2024", "year: soon").replace("row", "raw").replace("2024-04-28", "2024-04-31")
    found: list[Problem] = []
    assert parse_paper("x", fields(text, found), example().taxonomy) is None
    assert sorted(problem.code for problem in found) == ["bad-date", "bad-year", "unknown-value"]


CHANGED = (
    PAPER
    + """changes:
  - {date: 2024-06-01, field: tags.placement, from: turbine, to: row, why: second look}
  - {date: 2024-05-01, field: tags.placement, from: farm, to: turbine, why: first look}
  - {date: 2024-06-01, field: tags.approach, from: model, why: it has a device}
  - {date: 2024-07-01, field: venue, from: Elsewhere, to: arXiv, why: it moved}
  - {date: 2024-07-01, field: affiliation, from: Relay College, why: nobody there knows it}
  - {date: 2024-07-01, field: authors, from: ["Vell, A."], to: [Ana Vell], why: the full name}
  - {date: 2024-07-01, field: tags.powered, to: no, why: the field is new}
"""
)


@pytest.mark.parametrize(
    ("day", "placement", "approach"),
    [
        (date(2024, 4, 28), "farm", "model"),
        (date(2024, 4, 30), "farm", "model"),
        (date(2024, 5, 1), "turbine", "model"),
        (date(2024, 5, 31), "turbine", "model"),
        (date(2024, 6, 1), "row", "sensor"),
        (date(2025, 1, 1), "row", "sensor"),
    ],
)
def test_a_paper_can_be_had_back_as_it_stood_at_the_end_of_a_day(day: date, placement: str, approach: str) -> None:
    tags = paper(CHANGED).at(day).tags
    assert (tags["placement"], tags["approach"]) == (placement, approach)


def test_undoing_changes_brings_back_fields_of_every_kind() -> None:
    before = paper(CHANGED).at(date(2024, 6, 30))
    assert (before.venue, before.affiliation, before.authors) == ("Elsewhere", "Relay College", (Author("Vell", "A."),))


def test_what_was_absent_before_a_change_is_absent_again() -> None:
    before = paper(CHANGED).at(date(2024, 6, 30))
    assert "powered" not in before.tags


def test_changes_come_from_the_oldest_and_those_to_come_are_dropped() -> None:
    changed = paper(CHANGED)
    assert [change.date.month for change in changed.changes] == [5, 6, 6, 7, 7, 7, 7]
    assert [change.date.month for change in changed.at(date(2024, 6, 1)).changes] == [5, 6, 6]


def test_a_paper_without_later_changes_is_itself() -> None:
    found = paper(CHANGED)
    assert found.at(date(2025, 1, 1)) is found


def test_a_change_holds_what_was_before_and_what_came_after() -> None:
    first, _, third, *_, last = paper(CHANGED).changes
    assert (first.before, first.after) == ("farm", "turbine")
    assert (third.before, third.after) == ("model", None)
    assert (last.before, last.after) == (None, "no")


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ("{date: 2024-05-01, field: added, from: 2024-01-01, why: x y}", ["unknown-field"]),
        ("{date: 2024-05-01, field: tags, from: x, why: x y}", ["unknown-field"]),
        ("{date: 2024-05-01, field: tags.placement, from: raw, why: x y}", ["unknown-value"]),
        ("{date: 2024-05-01, field: title, to: A Relay of Ears, why: x y}", ["missing-field"]),
        ("{date: 2024-05-01, field: notes, why: x y}", ["missing-field"]),
        ("{date: 2024-05-01, field: venue, from: arXiv, to: arXiv, why: x y}", ["no-change"]),
        ("{date: 2024-05-01, field: venue, from: arXiv, too: X, why: x y}", ["unknown-field"]),
        ("moved", ["wrong-kind"]),
    ],
)
def test_a_bad_change_is_told(change: str, codes: list[str]) -> None:
    assert codes_of(f"{PAPER}changes: [{change}]\n") == codes


def test_the_value_of_a_field_is_found_by_the_name_that_changes_use() -> None:
    found = paper(PAPER)
    assert (found.value_of("venue"), found.value_of("tags.placement"), found.value_of("notes"), found.value_of("authors_complete")) == (
        "arXiv",
        "row",
        None,
        True,
    )


def test_an_exclusion_holds_its_codes_in_the_order_of_the_vocabulary() -> None:
    assert exclusion(EXCLUSION).reason_codes == ("no_water", "no_reading")


@pytest.mark.parametrize(
    ("identifier", "arxiv_id", "doi"),
    [
        ("arXiv:2405.99991", "2405.99991", ""),
        ("2405.99991v2", "2405.99991", ""),
        ("https://arxiv.org/pdf/2405.99991v3.pdf", "2405.99991", ""),
        ("10.48550/arXiv.2405.99991", "2405.99991", "10.48550/arxiv.2405.99991"),
        ("https://doi.org/10.5555/Bell.1", "", "10.5555/bell.1"),
        ("ISBN 978-3-16-148410-0", "", ""),
    ],
)
def test_the_identifier_of_an_exclusion_is_kept_as_logged_and_read_for_what_it_names(identifier: str, arxiv_id: str, doi: str) -> None:
    found = exclusion(f"{EXCLUSION}identifier: {identifier}\n")
    assert (found.identifier, found.arxiv_id, found.doi) == (identifier, arxiv_id, doi)


def test_an_address_is_enough_to_name_an_arxiv_id() -> None:
    assert exclusion(EXCLUSION.replace("https://example.org/bell", "https://arxiv.org/abs/2405.99991")).arxiv_id == "2405.99991"


def test_an_exclusion_may_propose_tags_and_need_not_propose_all() -> None:
    assert exclusion(f"{EXCLUSION}tags: {{placement: row}}\n").tags == {"placement": "row"}
    assert exclusion(EXCLUSION).tags == {}
