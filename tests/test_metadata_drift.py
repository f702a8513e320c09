"""Entries against the lock, field by field, on an invented survey and on the real one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import arxiv_pool
import pytest
from arxiv_pool import RYE, STONE, listing

from pipeline.corpus import Corpus
from pipeline.lock import Listing
from pipeline.metadata import drift
from pipeline.metadata.drift import VERDICTS, Finding

ROOT = Path(__file__).parent.parent
SAME, DIFFERS, UNKNOWN = VERDICTS


def findings(root: Path, seen: Listing | None, entry: str | None = None) -> dict[str, Finding]:
    """Return what is found of one entry, by field."""
    corpus = Corpus.load(arxiv_pool.write(root, {"rye": entry or arxiv_pool.entry()}, {RYE: seen} if seen else {}))
    return {finding.field: finding for finding in drift.findings(corpus, corpus.papers)}


def verdicts(found: Mapping[str, Finding]) -> dict[str, str]:
    return {field: finding.verdict for field, finding in found.items()}


def test_an_entry_that_agrees_is_the_same_in_every_field(tmp_path: Path) -> None:
    assert verdicts(findings(tmp_path, listing())) == dict.fromkeys(drift.FIELDS, SAME)


def test_what_was_never_seen_could_not_be_checked(tmp_path: Path) -> None:
    seen = listing(source="listing", version=3, updated=None)
    assert verdicts(findings(tmp_path, seen)) == {
        "identity": SAME, "title": SAME, "authors": SAME, "venue": UNKNOWN, "doi": UNKNOWN, "version": UNKNOWN, "withdrawn": UNKNOWN,
    }  # fmt: skip


def test_an_entry_that_was_never_fetched_says_so(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, None).values()
    assert (found.verdict, found.why) == (UNKNOWN, "not fetched yet: run masrl fetch")


def test_an_entry_without_an_id_says_so(tmp_path: Path) -> None:
    text = arxiv_pool.entry().replace(f"arxiv_id: {RYE}\n", "").replace("https://arxiv.org/abs/", "https://example.org/")
    (found,) = findings(tmp_path, None, text).values()
    assert (found.verdict, found.why) == (UNKNOWN, "the record has no arXiv id")


# -- identity


def test_another_title_by_the_same_people_is_the_same_work(tmp_path: Path) -> None:
    found = findings(tmp_path, listing("Exact Is Easier"))
    assert (found["identity"].verdict, found["title"].verdict) == (SAME, DIFFERS)


def test_the_same_title_by_other_people_is_the_same_work_with_other_authors(tmp_path: Path) -> None:
    found = findings(tmp_path, listing(authors=("Mia Lund",)))
    assert (found["identity"].verdict, found["authors"].verdict) == (SAME, DIFFERS)


def test_another_title_by_other_people_is_another_work_and_nothing_else_is_said(tmp_path: Path) -> None:
    found = findings(tmp_path, listing("Sourdough and Its Discontents", ("Mia Lund",)))
    assert verdicts(found) == {"identity": DIFFERS}
    assert found["identity"].why == f"title and authors of {RYE} are those of another work"


def test_another_title_without_people_to_compare_convicts_nobody(tmp_path: Path) -> None:
    found = findings(tmp_path, listing("Sourdough and Its Discontents", ("Foo Relay Collaboration",)))
    assert found["identity"].verdict == UNKNOWN


# -- fields


def test_latex_and_signs_make_no_other_title(tmp_path: Path) -> None:
    assert findings(tmp_path, listing(r"$\textit{Relay}$ credit for Planner-Teams"))["title"].verdict == SAME


def test_authors_that_joined_later_are_named(tmp_path: Path) -> None:
    found = findings(tmp_path, listing(authors=("Ana Vell", "Mia Lund", "Tor Brandt")))["authors"]
    assert (found.verdict, found.why) == (DIFFERS, "only arXiv has Mia Lund")


def test_an_incomplete_list_is_the_same_where_it_begins_alike(tmp_path: Path) -> None:
    text = arxiv_pool.entry(authors=("Ana Vell",)).replace("year:", "authors_complete: no\nyear:")
    assert findings(tmp_path, listing(), text)["authors"].verdict == SAME


def test_a_publication_is_news_for_a_preprint(tmp_path: Path) -> None:
    found = findings(tmp_path, listing(journal_ref="Shelf 3 (2026)", doi="10.1000/relay.7"))
    assert (found["venue"].verdict, found["venue"].theirs) == (DIFFERS, "Shelf 3 (2026)")
    assert (found["doi"].verdict, found["doi"].why) == (DIFFERS, "the entry names no DOI")


def test_a_doi_that_only_the_entry_names_could_not_be_checked(tmp_path: Path) -> None:
    text = arxiv_pool.entry().replace("links:", "doi: 10.1000/relay.7\nlinks:")
    assert findings(tmp_path, listing(), text)["doi"].verdict == UNKNOWN


@pytest.mark.parametrize(
    ("version", "updated", "more", "verdict", "accepted"),
    [
        (1, date(2025, 5, 2), "", SAME, ""), (3, date(2026, 1, 5), "", SAME, ""), (3, date(2026, 1, 6), "", DIFFERS, ""),
        (3, None, "", UNKNOWN, ""), (1, None, "", SAME, ""), (None, None, "", UNKNOWN, ""), (None, date(2026, 3, 1), "", DIFFERS, ""),
        (3, date(2026, 3, 1), "accepted: {v3: read again}\n", DIFFERS, "read again"),
        (3, None, "accepted: {v3: read again}\n", DIFFERS, "read again"),
        (4, date(2026, 3, 1), "accepted: {v3: read again}\n", DIFFERS, ""),
        (2, date(2026, 3, 1), "accepted: {v3: read again}\n", DIFFERS, "read again"),
    ],
)  # fmt: skip
def test_a_version_is_newer_than_the_day_on_which_the_entry_joined(
    tmp_path: Path, version: int | None, updated: date | None, more: str, verdict: str, accepted: str
) -> None:
    found = findings(tmp_path, listing(version=version, updated=updated), arxiv_pool.entry(more=more))["version"]
    assert (found.verdict, found.accepted) == (verdict, accepted)


def test_a_withdrawn_paper_is_news(tmp_path: Path) -> None:
    found = findings(tmp_path, listing(comment="This paper has been withdrawn by the authors"))["withdrawn"]
    assert (found.verdict, found.theirs) == (DIFFERS, "This paper has been withdrawn by the authors")


def test_an_accepted_difference_is_not_open(tmp_path: Path) -> None:
    found = findings(tmp_path, listing("Exact Is Easier"), arxiv_pool.entry(more="accepted: {title: as printed}\n"))
    assert (found["title"].verdict, found["title"].accepted, found["title"].open) == (DIFFERS, "as printed", False)


def test_an_accepted_difference_that_is_none_is_named(tmp_path: Path) -> None:
    text = arxiv_pool.entry(more="accepted: {title: as printed, venue: so, v3: read again}\n")
    corpus = Corpus.load(arxiv_pool.write(tmp_path, {"rye": text}, {RYE: listing(source="listing")}))
    found = list(drift.findings(corpus, corpus.papers))
    assert [one.name for one in drift.unneeded(corpus.papers, found)] == ["title"]


def test_exclusions_are_compared_by_title_version_and_withdrawal(tmp_path: Path) -> None:
    seen = {STONE: listing("A Stone on the Shelf", version=2, updated=date(2026, 2, 1))}
    corpus = Corpus.load(arxiv_pool.write(tmp_path, None, seen))
    found = {finding.field: finding.verdict for finding in drift.findings(corpus, corpus.exclusions)}
    assert found == {"identity": SAME, "title": SAME, "version": DIFFERS, "withdrawn": SAME}


# -- the real survey, whatever it holds by now


def test_every_field_of_every_record_gets_one_of_three_verdicts() -> None:
    corpus = Corpus.load(ROOT)
    records = [*corpus.papers, *corpus.exclusions]
    found = list(drift.findings(corpus, records))
    assert {finding.verdict for finding in found} <= set(VERDICTS)
    assert {finding.record.place for finding in found} == {record.place for record in records}
    assert len({(finding.record.place, finding.field) for finding in found}) == len(found)
    assert all(finding.why for finding in found if finding.verdict == UNKNOWN)
