"""Where a paper can be read, for its own page."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from ... import identifiers
from ...records import Paper
from ..exports.references import address


@dataclass(frozen=True, slots=True)
class Link:
    """An address outside the site."""

    label: str
    address: str


def links(paper: Paper) -> tuple[Link, ...]:
    """Return where a paper can be read, the main place first. What is no https address is left out, whoever let it in."""
    named = [*paper.links, address(paper), *([identifiers.doi_link(paper.doi)] if paper.doi else [])]
    return tuple(Link(_label(link, paper), link) for link in dict.fromkeys(named) if link.startswith("https://"))


def _label(link: str, paper: Paper) -> str:
    if paper.arxiv_id and link == identifiers.arxiv_link(paper.arxiv_id):
        return f"arXiv:{paper.arxiv_id}"
    arxiv_id, doi = identifiers.arxiv_id_in(link), identifiers.bare_doi(link)
    if arxiv_id:
        return f"arXiv:{arxiv_id}"
    return f"doi:{doi}" if doi else (urlsplit(link).hostname or link).removeprefix("www.")
