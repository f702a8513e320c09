"""What arXiv says of a paper, as last seen, and where the entry says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...corpus import Corpus
from ...lock import Listing
from ...records import Paper

FEW = 3
"""Names that are written out."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a listing says."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper's listing."""

    seen: str
    """How and when it was seen, as a sentence."""
    facts: tuple[Fact, ...]
    differences: tuple[Fact, ...]
    """What the listing says otherwise than the entry."""


def listed(paper: Paper, corpus: Corpus) -> Listed | None:
    """Return what arXiv says of a paper; None where it was never looked up."""
    listing = corpus.listings.get(paper.arxiv_id)
    return Listed(_seen(listing), tuple(_facts(listing)), tuple(_differences(paper, listing))) if listing else None


def _seen(listing: Listing) -> str:
    day = listing.fetched.isoformat()
    if listing.source == "api":
        return f"As the arXiv API gave it on {day}."
    return f"As seen in public listings on {day}; not yet fetched from the arXiv API."


def _facts(listing: Listing) -> Iterator[Fact]:
    if listing.published:
        yield Fact("submitted", listing.published.isoformat())
    if listing.updated or listing.version:
        version = f"v{listing.version}" if listing.version else ""
        yield Fact("latest version", ", ".join(filter(None, (version, listing.updated.isoformat() if listing.updated else ""))))
    if listing.categories or listing.primary_category:
        yield Fact("categories", ", ".join(listing.categories or (listing.primary_category or "",)))
    if listing.journal_ref:
        yield Fact("journal reference", listing.journal_ref)
    if listing.comment:
        yield Fact("comment", listing.comment)
    if listing.doi:
        yield Fact("DOI", listing.doi)


def _differences(paper: Paper, listing: Listing) -> Iterator[Fact]:
    if listing.title != paper.title:
        yield Fact("title", listing.title)
    ours = [str(author) for author in paper.authors]
    only_some = not paper.authors_complete and set(ours) <= set(listing.authors)
    if list(listing.authors) != ours and not only_some:
        yield Fact("authors", _other_names(ours, list(listing.authors)))
    if listing.doi and paper.doi and listing.doi.lower() != paper.doi:
        yield Fact("DOI", listing.doi)


def _other_names(ours: list[str], theirs: list[str]) -> str:
    new = [name for name in theirs if name not in ours]
    if not new:
        return f"{len(theirs)} names, some fewer or in another order"
    named = ", ".join(new[:FEW])
    more = f" and {len(new) - FEW} more" if len(new) > FEW else ""
    return f"{len(theirs)} names, among them {named}{more}, not in the entry"
