"""Cells to the facts of an entry: years, days, ids and addresses, each with the reason where a cell gives none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from .. import identifiers

_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?![0-9])")
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s|<>\"]+|[^\s|<>\";,]+", re.IGNORECASE)
_EARLIEST = 1450
_LONGEST_DOI = 300
"""Characters; longer ones do not occur, and their address would be too long to be a link."""


class Year(NamedTuple):
    """What a cell says of a year."""

    year: int | None
    fault: str
    """Why it says none; empty where it does, or holds nothing."""


def year(text: str, today: date) -> Year:
    """Return the year that a cell names alone or in a date; the cell of several years names none."""
    found = {int(match[1]) for match in _YEAR.finditer(text)}
    if not text.strip():
        return Year(None, "")
    if len(found) != 1:
        return Year(None, "names several years" if found else "names no year")
    named = found.pop()
    if not _EARLIEST <= named <= today.year + 1:
        return Year(None, "lies in the future" if named > today.year else f"is before {_EARLIEST}")
    return Year(named, "")


def day(text: str, today: date) -> date | None:
    """Return the calendar day that a cell begins with, as YYYY-MM-DD and not in the future; None where it does not."""
    match = _DAY.match(text.strip())
    try:
        found = date(*map(int, match.groups())) if match else None
    except ValueError:
        return None
    return found if found and found <= today else None


def arxiv_id(text: str, today: date) -> tuple[str, str]:
    """Return the bare arXiv id that a cell names, and why it names none; two empty texts where it holds nothing."""
    stripped = text.strip()
    if not stripped:
        return "", ""
    found = identifiers.arxiv_id_in(stripped)
    if not found:
        return "", identifiers.arxiv_fault(identifiers.bare_arxiv_id(stripped)) or "is no arXiv id"
    month = identifiers.arxiv_month(found)
    return ("", "names a month to come") if month and month > f"{today:%Y-%m}" else (found, "")


class Links(NamedTuple):
    """The addresses that cells hold."""

    good: tuple[str, ...]
    """Such as may be published, in order."""
    refused: tuple[tuple[str, str], ...]
    """The others, each with the reason."""


def links(cells: Iterable[str]) -> Links:
    """Return the addresses in some cells, in order and each once. Ids without an address are none."""
    good: dict[str, None] = {}
    refused: dict[str, str] = {}
    for cell in cells:
        for match in _ADDRESS.finditer(cell):
            text = match[0].rstrip(".,;") if "://" in match[0] else match[0]
            link = identifiers.checked_link(_encoded(text))
            if link.fault is None:
                good[link.url] = None
            else:
                refused[text] = link.fault
    return Links(tuple(good), tuple(refused.items()))


def _encoded(text: str) -> str:
    """Return an address whose path is written in ASCII: the same address, as browsers send it."""
    if text.isascii():
        return text
    try:
        parts = urlsplit(text)
    except ValueError:
        return text
    return text if not parts.netloc.isascii() else quote(text, safe="%/:=&?~#+!$,;'@()*[]")


def secure(link: str) -> str:
    """Return the https address of what an address without it names by an id, or an empty text: arXiv and DOIs."""
    if found := identifiers.arxiv_id_in(link):
        return identifiers.arxiv_link(found)
    found = doi(link)
    return identifiers.doi_link(found) if found and "://" in link else ""


def doi(text: str) -> str:
    """Return the bare DOI that a text is or an address names, or an empty text."""
    found = identifiers.bare_doi(text) or ""
    return found if len(found) <= _LONGEST_DOI else ""
