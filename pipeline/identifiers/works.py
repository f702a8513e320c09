"""Which work a text names, whatever it is: an id, a DOI, an identifier as logged, an address."""

from __future__ import annotations

from collections.abc import Iterable

from .arxiv_ids import arxiv_id_in, comparable_arxiv_id
from .dois import bare_doi
from .links import comparable_link
from .openreview_ids import openreview_id_in, openreview_link

ARXIV, DOI, LINK = "arxiv:", "doi:", "link:"
"""What an identity begins with."""


def identity(text: str) -> str:
    """Return the work that a text names, in the one form in which two spellings are equal; empty where it names none.

    An arXiv id goes before a DOI, a DOI before an address: the DOIs that arXiv gives out, and addresses that hold an id, are the id's.
    """
    if arxiv_id := arxiv_id_in(text):
        return f"{ARXIV}{comparable_arxiv_id(arxiv_id)}"
    if openreview_id := openreview_id_in(text):
        return f"{LINK}{comparable_link(openreview_link(openreview_id))}"
    if doi := bare_doi(text):
        return f"{DOI}{doi}"
    return f"{LINK}{comparable_link(text.strip())}" if text.strip().startswith(("https://", "http://")) else ""


def identities(texts: Iterable[str]) -> frozenset[str]:
    """Return the works that texts name: what two records have in common here says that they are of one work."""
    return frozenset(filter(None, map(identity, filter(None, texts))))
