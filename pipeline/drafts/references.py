"""What a person types to name a paper: an arXiv id or address, a DOI, an OpenReview page, any other https address."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import identifiers
from ..characters import REFUSED
from ..errors import CallFault


@dataclass(frozen=True, slots=True)
class Reference:
    """One paper, as far as its name alone says what it is. At least a link is known."""

    link: str
    """The https address where a title would lead."""
    arxiv_id: str = ""
    """Bare; empty where the paper is not named by one."""
    doi: str = ""
    """Bare and in lower case; empty where the paper is not named by one."""
    openreview_id: str = ""
    """Empty where the paper is not named by one."""

    @property
    def identifier(self) -> str:
        """What an exclusion record logs; empty where there is only an address."""
        if self.arxiv_id:
            return f"arXiv:{self.arxiv_id}"
        return f"OpenReview:{self.openreview_id}" if self.openreview_id else self.doi

    @property
    def source(self) -> str:
        """Where the paper was found, as far as its name says; else empty."""
        return "arXiv" if self.arxiv_id else "OpenReview" if self.openreview_id else ""

    def __str__(self) -> str:
        return self.identifier or self.link


def parse(text: str) -> Reference:
    """Return the paper that a text names. Raises CallFault, with the reason, where it names none."""
    typed = text.strip()
    if REFUSED.search(typed):
        raise CallFault(f"{text!r} holds a character that no name of a paper has")
    if found := identifiers.arxiv_id_in(typed):
        return Reference(identifiers.arxiv_link(found), arxiv_id=found)
    if found := identifiers.openreview_id_in(typed):
        return Reference(identifiers.openreview_link(found), openreview_id=found)
    if doi := identifiers.bare_doi(typed):
        return Reference(identifiers.doi_link(doi), doi=doi)
    if typed.startswith("https://") and not identifiers.is_said_to_be_arxiv(typed):
        return _address(typed)
    raise CallFault(f"{text!r} {_fault(typed)}")


def _address(typed: str) -> Reference:
    link = identifiers.checked_link(typed)
    if link.fault:
        raise CallFault(f"the address {typed!r} {link.fault}")
    return Reference(typed)


def _fault(typed: str) -> str:
    bare = identifiers.bare_arxiv_id(typed)
    if identifiers.is_said_to_be_arxiv(typed) or re.fullmatch(r"[0-9]+\.[0-9]+|[a-zA-Z.-]+/[0-9]+", bare):
        return str(identifiers.arxiv_fault(bare))
    return "is neither an arXiv id, nor a DOI, nor an https address"
