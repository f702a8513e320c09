"""arXiv ids, DOIs, links, keys and titles in the one form in which they can be compared."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

_ARXIV_PREFIX = re.compile(r"^(?:arxiv:|https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format)/)", re.IGNORECASE)
_NEW_ID = re.compile(r"^(\d{2})(\d{2})\.(\d{4,5})$")
_OLD_ID = re.compile(r"^([a-z-]+)(?:\.[A-Z]{2})?/(\d{2})(\d{2})(\d{3})$")
_DOI_PREFIX = re.compile(r"^(?:doi:|https?://(?:dx\.|www\.)?doi\.org/)\s*", re.IGNORECASE)
_DOI = re.compile(r"^10\.\d{4,9}/\S+$")
_DEVICE_NAMES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))}
KEY = re.compile(r"^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$")
"""A key that every file system holds, that needs no quoting in an address, and that BibTeX takes."""


def bare_arxiv_id(text: str) -> str:
    """Return an arXiv id without prefix, address, ``.pdf`` and version: ``arXiv:2504.12510v3`` to ``2504.12510``."""
    stripped = _ARXIV_PREFIX.sub("", text.strip())
    return re.sub(r"v\d+$", "", re.sub(r"\.pdf$", "", stripped.split("?")[0].split("#")[0].rstrip("/")))


def arxiv_fault(text: str) -> str | None:
    """Say why a text is no bare arXiv id, or return None where it is one.

    Syntax: https://info.arxiv.org/help/arxiv_identifier.html (four digits after the point up to 1412, five
    from 1501 on; before April 2007 ``archive/YYMMNNN``).
    """
    if match := _OLD_ID.match(text):
        return _month_fault(match[3])
    match = _NEW_ID.match(text)
    if match is None:
        return "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before 2007)"
    wanted = 5 if int(match[1]) >= 15 else 4
    if len(match[3]) < wanted:
        return f"has {len(match[3])} digits after the point where {wanted} are due: was a final zero lost?"
    if len(match[3]) > wanted:
        return f"has {len(match[3])} digits after the point; ids before 2015 have {wanted}"
    return _month_fault(match[2])


def _month_fault(month: str) -> str | None:
    return None if 1 <= int(month) <= 12 else f"names month {month}"


def arxiv_month(arxiv_id: str) -> str | None:
    """Return the month that an arXiv id names as ``YYYY-MM``, or None where the id is malformed."""
    if arxiv_fault(arxiv_id) is not None:
        return None
    digits = arxiv_id.rpartition("/")[2]
    year = int(digits[:2])
    return f"{1900 + year if year >= 91 else 2000 + year}-{digits[2:4]}"


def arxiv_link(arxiv_id: str) -> str:
    """Return the address of the abstract page of a bare arXiv id."""
    return f"https://arxiv.org/abs/{arxiv_id}"


def bare_doi(text: str) -> str | None:
    """Return the DOI in a text, lower-cased since DOIs ignore case (DOI Handbook 2.4), or None where none is."""
    candidate = unquote(_DOI_PREFIX.sub("", text.strip())).lower()
    return candidate if _DOI.match(candidate) else None


def doi_link(doi: str) -> str:
    """Return the https address of a DOI, percent-encoded."""
    return "https://doi.org/" + quote(doi, safe="/:;().-_")


class Link(NamedTuple):
    """An address and what is wrong with it."""

    url: str
    fault: str | None


def checked_link(text: str) -> Link:
    """Return an address with the reason why it may not be published, or with None where it may.

    Only absolute https addresses without credentials, blanks and characters that end a link elsewhere pass.
    """
    if not text.startswith("https://"):
        return Link(text, "must begin with https://")
    if re.search(r"[\s<>\"'`\\^{|}]", text):
        return Link(text, "holds a character that an address may not hold")
    try:
        parts = urlsplit(text)
        port_is_good = parts.port is None or 0 < parts.port
    except ValueError:
        return Link(text, "is not an address")
    if not parts.hostname or "." not in parts.hostname or not port_is_good:
        return Link(text, "names no host")
    if parts.username or parts.password:
        return Link(text, "holds a user name")
    return Link(text, None)


def comparable_link(url: str) -> str:
    """Return an address in the form in which two spellings of it are equal."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}" + (f"?{parts.query}" if parts.query else "")


def key_fault(key: str) -> str | None:
    """Say why a text cannot be a record's key, or return None where it can."""
    if len(key) > 60:
        return "is longer than 60 characters"
    if not KEY.match(key):
        return "may hold lower-case letters, digits and inner hyphens only"
    if key in _DEVICE_NAMES:
        return "is a device name on Windows"
    return None


def folded(text: str) -> str:
    """Return a text for comparing: compatibility forms, accents, case, invisible characters and punctuation gone.

    Words stay, separated by one blank: ``"Relay: A Study"`` and ``"relay – a study."`` are both ``relay a study``.
    """
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in decomposed if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(re.findall(r"[^\W_]+", plain.casefold()))
