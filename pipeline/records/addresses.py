"""Identifiers and addresses of a record."""

from __future__ import annotations

from .. import identifiers
from ..fields import Fields
from ..located import Scalar, Sequence


def arxiv_id(fields: Fields, key: str) -> str | None:
    """Return the bare arXiv id that stands under a key, or None where none stands there or it was reported as none."""
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    bare = identifiers.bare_arxiv_id(scalar.text)
    if fault := identifiers.arxiv_fault(bare):
        named = _ids_in_links(fields)
        fields.problem(scalar, "bad-arxiv-id", fault, key, hint=f"a link names {' and '.join(named)}" if named else "")
        return None
    if bare != scalar.text:
        message = "holds more than the id; prefix and version are left out"
        fields.problem(scalar, "id-form", message, key, hint=f"write {bare}", severity="warning")
    return bare


def _ids_in_links(fields: Fields) -> list[str]:
    links = fields.mapping.items.get("links")
    texts = [item.text for item in links.items if isinstance(item, Scalar)] if isinstance(links, Sequence) else []
    return sorted({found for text in texts if (found := identifiers.arxiv_id_in(text))})


def doi(fields: Fields, key: str) -> str | None:
    """Return the bare DOI that stands under a key, or None where none stands there or it was reported as none."""
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    bare = identifiers.bare_doi(scalar.text)
    if bare is None:
        fields.problem(scalar, "bad-doi", "is no DOI", key, hint="write it as 10.1000/example")
    elif bare != scalar.text:
        message = "is no bare, lower-case DOI; it is read as one"
        fields.problem(scalar, "id-form", message, key, hint=f"write {bare}", severity="warning")
    return bare


def links_under(fields: Fields, key: str) -> tuple[str, ...]:
    """Return the https addresses in a list; what is none is reported and left out."""
    return fields.texts(key, fields.link, what="link")


def identifier_and_ids(fields: Fields) -> tuple[str, str, str]:
    """Return the identifier as logged, and the arXiv id and the DOI that it or the address names."""
    text = fields.text("identifier") or ""
    scalar = fields.scalar("url")
    candidates = (text, scalar.text if scalar else "")
    arxiv_id = next(filter(None, map(identifiers.arxiv_id_in, candidates)), "")
    doi = next(filter(None, map(identifiers.bare_doi, candidates)), "")
    if identifiers.is_said_to_be_arxiv(text) and not identifiers.arxiv_id_in(text):
        fault = identifiers.arxiv_fault(identifiers.bare_arxiv_id(text))
        fields.problem(fields.scalar("identifier"), "bad-arxiv-id", fault or "is no arXiv id", "identifier")
    return text, arxiv_id, doi
