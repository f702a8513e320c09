"""arXiv ids: which texts are some, what is wrong with others, which month they name."""

from __future__ import annotations

import re
from datetime import date

_ARXIV_PREFIX = re.compile(
    r"\s*(?:arxiv:\s*"
    r"|(?:https?://)?(?:[a-z0-9-]+\.)*arxiv\.org/(?:abs|pdf|html|format|e-print|src|ps)/(?:arxiv:)?"
    r"|(?:https?://)?(?:www\.)?(?:alphaxiv\.org/(?:abs|pdf)|ar5iv\.org/(?:abs|html)|huggingface\.co/papers)/"
    r"|(?:doi:\s*|(?:https?://)?(?:dx\.|www\.)?doi\.org/)?10\.48550/arxiv\.)",
    re.IGNORECASE,
)
"""What may stand before an arXiv id: arXiv's own addresses, those of sites that mirror it by id, and its DOIs."""
_ABSTRACTS = "https://arxiv.org/abs/"
"""The address in which nearly all ids stand, told apart without the expression above."""
_VERSION = re.compile(r"(?:v[0-9]+)?(?:\.pdf)?\Z", re.IGNORECASE)
_NEW_ID = re.compile(r"([0-9]{2})([0-9]{2})\.([0-9]{4,5})")
_SHORT_ID = re.compile(r"([0-9]{1,4})\.([0-9]{1,5})")
_OLD_ID = re.compile(r"([a-z]+(?:-[a-z]+)*)(?:\.[A-Z]{2})?/([0-9]{2})([0-9]{2})([0-9]{3})")
_ARCHIVES = (
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph", "cmp-lg", "comp-gas",
    "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th", "nlin",
    "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
)  # fmt: skip
"""The archives that gave out ids of their own until March 2007."""

ARXIV_OPENED = date(1991, 8, 14)
"""The day on which arXiv opened."""


def bare_arxiv_id(text: str) -> str:
    """Return an arXiv id without prefix, address, ``.pdf`` and version: ``arXiv:2504.12510v3`` to ``2504.12510``."""
    usual = text.removeprefix(_ABSTRACTS)
    if _NEW_ID.fullmatch(usual):
        return usual
    stripped = text.strip()
    if match := _ARXIV_PREFIX.match(stripped):
        stripped = re.split(r"[?#]", stripped[match.end() :])[0].rstrip("/")
    return _VERSION.sub("", stripped)


def arxiv_id_in(text: str) -> str:
    """Return the bare arXiv id that a text is or an address names, or an empty text."""
    bare = bare_arxiv_id(text)
    return bare if arxiv_fault(bare) is None else ""


def is_said_to_be_arxiv(text: str) -> bool:
    """Say whether a text begins as arXiv ids and their addresses do, whatever follows."""
    return _ARXIV_PREFIX.match(text) is not None


def comparable_arxiv_id(arxiv_id: str) -> str:
    """Return a bare id in the form in which two spellings are equal: ``math.GT/0309136`` is ``math/0309136``."""
    return re.sub(r"\.[A-Z]{2}/", "/", arxiv_id) if "/" in arxiv_id else arxiv_id


def arxiv_fault(text: str) -> str | None:
    """Say why a text is no bare arXiv id, or return None where it is one.

    Syntax: https://info.arxiv.org/help/arxiv_identifier.html (four digits after the point up to 1412, five
    from 1501 on; before April 2007 ``archive/YYMMNNN``).
    """
    match = _NEW_ID.fullmatch(text)
    if match is None and (old := _OLD_ID.fullmatch(text)):
        return _archive_fault(old[1]) or _month_fault(old[2], old[3], first=9107, last=703)
    if match is None:
        return _length_fault(text)
    fault = _month_fault(match[1], match[2], first=704, last=9106)
    return fault or (None if len(match[3]) == _places(match[1]) else _length_fault(text))


def _archive_fault(name: str) -> str | None:
    if name in _ARCHIVES:
        return None
    from difflib import get_close_matches

    nearest = next(iter(get_close_matches(name, _ARCHIVES, 1)), "")
    return f"names an archive that arXiv never had, {name}" + (f": is it {nearest}?" if nearest else "")


def _places(year: str) -> int:
    return 5 if int(year) >= 15 else 4


def _length_fault(text: str) -> str:
    match = _SHORT_ID.fullmatch(text)
    if match is None:
        return "is not an arXiv id (YYMM.NNNNN, or archive/YYMMNNN before April 2007)"
    if len(match[1]) < 4:
        return f"has {_digits(match[1])} before the point where 4 are due: was a zero lost?"
    wanted = _places(match[1][:2])
    if len(match[2]) < wanted:
        return f"has {_digits(match[2])} after the point where {wanted} are due: was a final zero lost?"
    return f"has {_digits(match[2])} after the point; ids before 2015 have {wanted}"


def _digits(text: str) -> str:
    return f"{len(text)} digit{'' if len(text) == 1 else 's'}"


def _month_fault(year: str, month: str, *, first: int, last: int) -> str | None:
    """Say what is wrong with a month; ``first`` and ``last`` bound, as YYMM, the months that this style names."""
    if not 1 <= int(month) <= 12:
        return f"names month {month}"
    number = int(year + month)
    named = first <= number <= last if first < last else number >= first or number <= last
    return None if named else f"names {year}{month}; ids up to 0703 are written archive/YYMMNNN, later ones YYMM.NNNN"


def arxiv_month(arxiv_id: str) -> str | None:
    """Return the month that an arXiv id names as ``YYYY-MM``, or None where the id is malformed."""
    if arxiv_fault(arxiv_id) is not None:
        return None
    digits = arxiv_id.rpartition("/")[2]
    year = int(digits[:2])
    return f"{1900 + year if year >= 91 else 2000 + year}-{digits[2:4]}"


def arxiv_link(arxiv_id: str) -> str:
    """Return the address of the abstract page of a bare arXiv id."""
    return f"{_ABSTRACTS}{arxiv_id}"
