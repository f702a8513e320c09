"""What arXiv says of one paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_WITHDRAWN = re.compile(r"\b(?:withdrawn|retracted)\b(?! (?:submission )?from (?!arxiv))", re.IGNORECASE)
"""Not what was withdrawn from a conference."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What arXiv says of one paper. None means that it was not seen."""

    title: str
    authors: tuple[str, ...]
    published: date | None
    """Of version 1, in UTC."""
    updated: date | None
    """Of the latest version."""
    version: int | None
    primary_category: str | None
    categories: tuple[str, ...] | None
    doi: str | None
    journal_ref: str | None
    comment: str | None
    source: str
    """``api`` where fetched, ``listing`` where seeded from public listings."""
    fetched: date
    """The day on which it was seen, in UTC."""

    @property
    def withdrawn(self) -> bool:
        """Whether the comment says that the paper was taken back; its abstract page stays up all the same."""
        return bool(self.comment and _WITHDRAWN.search(self.comment))
