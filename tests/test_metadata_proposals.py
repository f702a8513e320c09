"""Patches that would make an entry follow arXiv: they apply, they are logged, and they change nothing else."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path

import arxiv_pool
import pytest
from arxiv_pool import RYE, listing

from pipeline.corpus import Corpus
from pipeline.lock import Listing
from pipeline.metadata import drift, proposals
from pipeline.metadata.proposals import Proposal

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 12, 1)


def proposed(root: Path) -> list[Proposal]:
    corpus = Corpus.load(root)
    found = list(drift.findings(corpus, [*corpus.papers, *corpus.exclusions]))
    return proposals.proposals(root, found, corpus, TODAY)


def applied(root: Path, seen: Listing, entry: str) -> tuple[str, Proposal]:
    """Return the entry's text after its patch was applied, which must leave every earlier day as it was."""
    arxiv_pool.write(root, {"rye": entry}, {RYE: seen})
    before = Corpus.load(root).at(date(2026, 11, 30)).papers[0]
    (proposal,) = proposed(root)
    if proposal.patch:
        subprocess.run(["git", "apply", "-"], cwd=root, input=proposal.patch.encode(), check=True)
    after = Corpus.load(root).at(date(2026, 11, 30)).papers[0]
    assert [(after.value_of(name), name) for name in NAMES] == [(before.value_of(name), name) for name in NAMES]
    return (root / "corpus/rye.yaml").read_bytes().decode(), proposal


NAMES = ("title", "authors", "authors_complete", "venue", "doi", "links", "year")


def test_a_title_is_replaced_and_logged(tmp_path: Path) -> None:
    text, proposal = applied(tmp_path, listing("Exact: Is $^2$ Easier", version=2), arxiv_pool.entry(more="# the end\n"))
    assert text.startswith('title: "Exact: Is 2 Easier"\nauthors:\n')
    assert text.endswith(
        "# the end\nchanges:\n  - {date: 2026-12-01, field: title, from: Relay Credit for Planner Teams, "
        "why: as arXiv gives it in v2 of 2025-05-02}\n"
    )
    assert proposed(tmp_path) == []
    assert proposal.left == ()


def test_nothing_is_written_by_proposing(tmp_path: Path) -> None:
    arxiv_pool.write(tmp_path, {"rye": arxiv_pool.entry()}, {RYE: listing("Exact Is Easier")})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert proposed(tmp_path)[0].patch
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_authors_that_stay_keep_their_lines(tmp_path: Path) -> None:
    entry = arxiv_pool.entry(authors=("Ana Vell  # since v1", "{team: Shelf Lab}", '"de la Mare, Mia"'))
    seen = listing(authors=("Foo Relay Collaboration", "Ana Vell", "Mia de la Mare", "Zoé Brandt"), version=1)
    text, _ = applied(tmp_path, seen, entry)
    assert (
        "authors:\n  - {team: Foo Relay Collaboration}\n  - Ana Vell  # since v1\n"
        '  - "de la Mare, Mia"\n  - Zoé Brandt\nyear: 2025\n'
    ) in text  # fmt: skip
    assert 'from: [Ana Vell, {team: Shelf Lab}, "de la Mare, Mia"], why: as arXiv gives it in v1 of 2025-05-02}' in text
    assert proposed(tmp_path) == []


def test_an_incomplete_list_becomes_a_complete_one_and_both_are_logged(tmp_path: Path) -> None:
    entry = arxiv_pool.entry(authors=("Tor Brandt",)).replace("year:", "authors_complete: no\nyear:")
    text, _ = applied(tmp_path, listing(), entry)
    assert "authors:\n  - Ana Vell\n  - Tor Brandt\nyear: 2025\n" in text
    assert "field: authors_complete, from: no, to: yes" in text


def test_a_journal_reference_and_a_doi_are_written_in_and_logged(tmp_path: Path) -> None:
    seen = listing(journal_ref="AAAI 2026, 40(35):29820-29828", doi="10.1609/aaai.v40i35.40228")
    text, proposal = applied(tmp_path, seen, arxiv_pool.entry(venue="arXiv  # so far"))
    assert "venue: AAAI 2026  # so far\n" in text
    assert "\nyear: 2025\n" in text
    assert proposal.left == ("year",), "the year is that of the venue's publication, and nobody but a person knows it"
    assert f"arxiv_id: {RYE}\ndoi: 10.1609/aaai.v40i35.40228\nlinks:\n" in text
    assert "field: venue, from: arXiv, why: as arXiv gives it in v1 of 2025-05-02}" in text
    assert "field: doi, to: 10.1609/aaai.v40i35.40228, why:" in text
    assert proposed(tmp_path) == []


@pytest.mark.parametrize(
    ("reference", "venue", "left"),
    [
        ("AAAI 2025, vol. 39, pp. 1-9", "AAAI 2025", ()), ("HYDROMEET 2025", "HydroMeet 2025", ()),
        ("AAAI 2025 Workshop on Relays", "AAAI 2025 Workshop on Relays", ()),
        ("Journal of Ferries 12 (2026) 1-9", "Journal of Ferries 12 (2026) 1-9", ("year",)), ("Proc. AAAI 2025", "Proc. AAAI 2025", ()),
    ],
)  # fmt: skip
def test_a_venue_is_proposed_as_entries_cite_it(tmp_path: Path, reference: str, venue: str, left: tuple[str, ...]) -> None:
    other = arxiv_pool.entry(venue="HydroMeet 2024").replace(RYE, arxiv_pool.ROLL)
    arxiv_pool.write(tmp_path, {"rye": arxiv_pool.entry(), "roll": other}, {RYE: listing(journal_ref=reference)})
    (proposal,) = proposed(tmp_path)
    assert f"\n+venue: {venue}\n" in proposal.patch
    assert proposal.left == left


def test_what_a_comment_says_is_left_to_people_and_so_is_a_doi_with_it(tmp_path: Path) -> None:
    seen = listing(comment="Accepted at ICLR 2026", doi="10.1000/relay.7", version=4, updated=date(2026, 3, 1))
    _, proposal = applied(tmp_path, seen, arxiv_pool.entry())
    assert (proposal.patch, proposal.left) == ("", ("venue", "doi", "version"))


def test_another_work_gets_no_patch(tmp_path: Path) -> None:
    _, proposal = applied(tmp_path, listing("Sourdough and Its Discontents", ("Mia Lund",)), arxiv_pool.entry())
    assert (proposal.patch, proposal.left) == ("", ("identity",))


def test_an_accepted_difference_gets_no_patch(tmp_path: Path) -> None:
    arxiv_pool.write(tmp_path, {"rye": arxiv_pool.entry(more="accepted: {title: as printed}\n")}, {RYE: listing("Exact Is Easier")})
    assert proposed(tmp_path) == []


def test_line_ends_and_a_missing_last_one_are_kept(tmp_path: Path) -> None:
    for number, entry in enumerate((arxiv_pool.entry().replace("\n", "\r\n"), arxiv_pool.entry().rstrip("\n"))):
        root = tmp_path / str(number)
        root.mkdir()
        text, _ = applied(root, listing("Exact Is Easier"), entry)
        assert text.count("\r\n") == (text.count("\n") if "\r\n" in entry else 0)


def test_changes_in_brackets_are_left_to_people(tmp_path: Path) -> None:
    entry = arxiv_pool.entry(more="changes: [{date: 2026-02-01, field: venue, from: Shelf, why: so}]\n")
    _, proposal = applied(tmp_path, listing("Exact Is Easier"), entry)
    assert (proposal.patch, proposal.left) == ("", ("title",))


@pytest.mark.parametrize(
    "title", ["- a: b #c", "{{x}}", "\"quoted\" 'twice'", "[a, b]", "yes", "Ends: ", "*alias", "&anchor", "!tag", "@x, y]"]
)
def test_hostile_titles_stay_titles(tmp_path: Path, title: str) -> None:
    arxiv_pool.write(tmp_path, {"rye": arxiv_pool.entry()}, {RYE: listing(title)})
    (proposal,) = proposed(tmp_path)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=proposal.patch.encode(), check=True)
    text = (tmp_path / "corpus/rye.yaml").read_text(encoding="utf-8")
    assert text.count("\n") == arxiv_pool.entry().count("\n") + 2
    assert text.splitlines()[1] == "authors:"
    assert proposed(tmp_path) == []


@pytest.mark.parametrize("title", ["~", "null", "%", "TODO: x", "$^{}$ \\\\", "x" * 2_001])
def test_a_title_that_no_entry_can_hold_is_left_to_people(tmp_path: Path, title: str) -> None:
    text, proposal = applied(tmp_path, listing(title), arxiv_pool.entry())
    assert (text, proposal.patch, proposal.left) == (arxiv_pool.entry(), "", ("title",))


@pytest.mark.parametrize("names", [("1 2",), ("@a b",), ("A, B, C",), ("and others",), ("null",), ("😀",), ("Ana Vell and Tor",)])
def test_authors_that_no_entry_can_hold_are_left_to_people(tmp_path: Path, names: tuple[str, ...]) -> None:
    text, proposal = applied(tmp_path, listing(authors=names), arxiv_pool.entry())
    assert (text, proposal.patch, proposal.left) == (arxiv_pool.entry(), "", ("authors",))


def test_what_can_be_followed_is_proposed_beside_what_cannot(tmp_path: Path) -> None:
    text, proposal = applied(tmp_path, listing("null", ("Ana Vell",)), arxiv_pool.entry())
    assert proposal.left == ("title",)
    assert "  - Ana Vell\nyear" in text


def test_a_patch_of_every_entry_of_the_real_survey_applies_to_its_files() -> None:
    corpus = Corpus.load(ROOT)
    renamed = {arxiv_id: replace(seen, title=f"{seen.title}, Revisited") for arxiv_id, seen in corpus.listings.items()}
    corpus = replace(corpus, listings=renamed)
    made = proposals.proposals(ROOT, list(drift.findings(corpus, [*corpus.papers, *corpus.exclusions])), corpus, TODAY)
    assert sum("\n+title:" in proposal.patch for proposal in made) > 80
    patch = "".join(proposal.patch for proposal in made)
    subprocess.run(["git", "apply", "--check", "-"], cwd=ROOT, input=patch.encode(), check=True)
