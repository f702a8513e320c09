"""What is known of a paper before anyone has tagged it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .. import identifiers
from ..lock import Listing
from . import names, yaml_text
from .references import Reference


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a paper, each empty or None where it is not known."""

    reference: Reference
    title: str
    authors: tuple[str, ...]
    """As arXiv lists them."""
    year: int | None
    """Of the first arXiv version, in UTC."""
    venue: str
    doi: str
    """Bare and in lower case."""
    said: tuple[str, ...] = ()
    """What arXiv says of a publication elsewhere, which may change year and venue: one clause each."""

    @property
    def surname(self) -> str:
        """The family name of the first author, or the name of the first team."""
        found = names.authors(self.authors)
        return found[0].family if found else ""

    @property
    def identities(self) -> frozenset[str]:
        """Everything that this paper can be known by, as ``identifiers.identity`` gives it."""
        return identifiers.identities((self.reference.identifier, self.reference.link, self.doi))

    def titled(self, title: str) -> Facts:
        """Return the same facts with another title; an empty one changes nothing."""
        plain = yaml_text.cleaned(title)
        return replace(self, title=plain) if plain else self


def of_listing(reference: Reference, listing: Listing) -> Facts:
    """Return what arXiv's record says of a paper."""
    month = identifiers.arxiv_month(reference.arxiv_id)
    year = listing.published.year if listing.published else int(month[:4]) if month else None
    doi = identifiers.bare_doi(yaml_text.cleaned(listing.doi or "")) or ""
    if identifiers.arxiv_id_in(doi):
        doi = ""
    return Facts(reference, yaml_text.cleaned(listing.title), listing.authors, year, "arXiv", doi, tuple(_said(listing, doi)))


def _said(listing: Listing, doi: str) -> Iterator[str]:
    if listing.version:
        yield f"version {listing.version}" + (f" of {listing.updated}" if listing.updated else "")
    for what, text in (("journal reference", listing.journal_ref), ("comment", listing.comment)):
        if text:
            yield f"{what}: {yaml_text.cleaned(text)}"
    if listing.doi and not doi:
        yield f"DOI: {yaml_text.cleaned(listing.doi)}"


def of_reference(reference: Reference) -> Facts:
    """Return what the name of a paper alone says."""
    month = identifiers.arxiv_month(reference.arxiv_id)
    year = int(month[:4]) if month else None
    return Facts(reference, "", (), year, "arXiv" if reference.arxiv_id else "", reference.doi)
