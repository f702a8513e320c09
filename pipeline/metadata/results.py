"""From a result of the ``arxiv`` package to a listing of the lock."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from .. import characters, identifiers
from ..lock import Listing
from . import names

if TYPE_CHECKING:
    import arxiv


def listing(result: arxiv.Result, *, dated: bool, fetched: date) -> Listing:
    """Return what a result says. Dates are days in UTC; ``dated`` is whether that of the latest version is arXiv's own."""
    categories = tuple(filter(None, map(_line, result.categories)))
    return Listing(
        title=_line(result.title) or "",
        authors=names.cleaned(author.name for author in result.authors),
        published=result.published.date(),
        updated=result.updated.date() if dated else None,
        version=_version(result.entry_id),
        primary_category=_line(result.primary_category),
        categories=categories or None,
        doi=_doi(result.doi),
        journal_ref=_line(result.journal_ref),
        comment=_line(result.comment),
        source="api",
        fetched=fetched,
    )


def _line(text: str | None) -> str | None:
    """Return text as one line without what no file may hold; None where nothing is left."""
    return " ".join(characters.cleaned(text or "").split()) or None


def _version(entry_id: str) -> int | None:
    match = re.search(r"v([1-9][0-9]{0,3})\s*\Z", entry_id)
    return int(match[1]) if match else None


def _doi(text: str | None) -> str | None:
    """Return the first DOI of a field that may hold several."""
    candidates = (identifiers.bare_doi(part.rstrip(",;")) for part in (_line(text) or "").split())
    return next(filter(None, candidates), None)
