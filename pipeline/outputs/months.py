"""The month in which a paper was first submitted, as ``YYYY-MM``."""

from __future__ import annotations

from collections.abc import Mapping

from ..identifiers import arxiv_month
from ..lock import Listing
from ..records import Paper

_NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
"""Written out here: the names of the system follow the reader's locale."""


def submitted(paper: Paper, listings: Mapping[str, Listing]) -> str | None:
    """Return the month of a paper's first version on arXiv, else the month that its arXiv id names, else None."""
    if not paper.arxiv_id:
        return None
    listing = listings.get(paper.arxiv_id)
    if listing and listing.published:
        return f"{listing.published.year:04}-{listing.published.month:02}"
    return arxiv_month(paper.arxiv_id)


def in_words(month: str) -> str:
    """Return a month written as ``YYYY-MM`` in words: ``May 2025``."""
    year, _, number = month.partition("-")
    return f"{_NAMES[int(number) - 1]} {year}"


def short(number: int) -> str:
    """Return the three letters of a month counted from 1."""
    return _NAMES[number - 1][:3]
