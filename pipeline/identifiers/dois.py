"""DOIs, bare and as addresses."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from .. import characters

_DOI_PREFIX = re.compile(r"(?:doi:\s*|(?:https?://)?(?:dx\.|www\.)?doi\.org/)", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")


def bare_doi(text: str) -> str | None:
    """Return the DOI in a text, lower-cased since DOIs ignore case (DOI Handbook 2.4), or None where none is.

    One that holds, percent-encoded or not, what no file of a survey may hold is none.
    """
    stripped = text.strip()
    match = _DOI_PREFIX.match(stripped)
    candidate = unquote(stripped[match.end() :] if match else stripped).lower()
    return candidate if _DOI.fullmatch(candidate) and characters.may_be_written(candidate) else None


def doi_link(doi: str) -> str:
    """Return the https address of a DOI, percent-encoded."""
    return "https://doi.org/" + quote(doi, safe="/:;().-_")
