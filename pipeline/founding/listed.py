"""What arXiv says of entries that lack something, put where they say nothing themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..corpus import Corpus
from ..drafts import facts, names
from ..drafts.references import Reference
from ..lock import Listing
from ..survey import About, Outputs, Protocol, Readme
from ..taxonomy import Taxonomy
from .answers import Answers
from .entries import Entry


def wanted(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the arXiv ids of entries that lack authors or a year, sorted."""
    return tuple(sorted({entry.arxiv_id for entry in entries if entry.arxiv_id and not (entry.authors and entry.year)}))


def completed(entry: Entry, listings: Mapping[str, Listing]) -> Entry:
    """Return an entry with the authors, the year and the DOI that arXiv lists, where it has none."""
    listing = listings.get(entry.arxiv_id)
    if listing is None:
        return entry
    known = facts.of_listing(Reference("", arxiv_id=entry.arxiv_id), listing)
    found = names.authors(known.authors)
    complete = names.names(known.authors).complete
    authors, complete = (entry.authors, entry.authors_complete) if entry.authors else (found, complete)
    return replace(entry, authors=authors, authors_complete=complete, year=entry.year or known.year, doi=entry.doi or known.doi)


def bare(answers: Answers) -> Corpus:
    """Return a survey with a title page and nothing else, in whose name arXiv is asked."""
    about = About(
        answers.title, answers.title, answers.author, "", answers.day, "", (), "", answers.license, "MIT", "", "", "",
    )  # fmt: skip
    return Corpus(about, Taxonomy({}), Protocol((), (), {}, (), (), "", ()), (), Outputs((), (), Readme("", (), (), ()), ()), (), (), {})
