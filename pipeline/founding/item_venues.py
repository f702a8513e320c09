"""What a free text says of when and where something was published, as far as it says so beyond doubt."""

from __future__ import annotations

import re
from typing import NamedTuple

_YEAR = r"(?:19|20)\d{2}"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?)\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_WHEN = (
    rf"(?:(?:{_DAY} )?{_MONTH}[ ,./-]+(?:{_DAY},? )?|\d{{1,2}}[./-](?:\d{{1,2}}[./-])?)?(?P<year>{_YEAR})"
    rf"(?:(?:[./-]\d{{1,2}}){{1,2}}|[ ,./-]+{_MONTH}(?: {_DAY})?)?"
)
"""A year, alone or in a date: ``2023``, ``2023.05``, ``2023/05/11``, ``05/2023``, ``May 2023``, ``11 May 2023``, ``2023 May``."""
_DATE = re.compile(rf"(?:\d{{1,2}}[ ,]+)?{_WHEN}", re.IGNORECASE)
_DATED = re.compile(rf"(?P<name>.{{2,100}}?)(?P<sign>[ ,:;(./_-]*)(?:(?P<date>{_WHEN})|['\u2019](?P<short>\d{{2}}))\)?", re.IGNORECASE)
"""A name with a date behind it."""
_BEHIND = re.compile(
    r"[ ,(-]*\b(?:oral|spotlight|poster|highlight|best paper|demo|workshops?|findings|datasets|submission|under review|accepted)\b"
    r"[^,.;]{0,40}$",
    re.IGNORECASE,
)
"""What stands behind the year of a meeting and says how a paper was there."""
_ACRONYM = re.compile(r"[A-Za-z+&/@-]*[A-Z][A-Za-z+&/@-]*[A-Z][A-Za-z+&/@-]*")
"""A word with two capitals, as meetings and journals are called."""
_JOURNALS = frozenset({"nature", "science", "cell", "plos", "journal", "transactions", "letters", "proceedings", "conference", "annals"})
"""Words of which a venue's name holds one where it holds no acronym."""
_BESIDE = frozenset({
    "findings", "workshop", "workshops", "proceedings", "proc", "proc.", "trans", "trans.", "preprint", "in", "of", "the", "on", "and",
    "for", "track", "conference",
})  # fmt: skip
"""Words that stand beside an acronym in a venue's name."""
_SERVERS = r"(?:(?i:arXiv|bioRxiv|medRxiv|chemRxiv|OpenReview)(?: preprint)?)"
"""Servers of preprints. They have no editions, so that a date behind such a name is no part of it."""
_KNOWN = rf"(?:{_SERVERS}|(?:NeurIPS|NIPS|ICLR|ICML|CVPR|ICCV|ECCV|ACL|EMNLP|NAACL|AAAI|IJCAI|KDD)(?: preprint)?)"
_SERVER, _WITHOUT_YEAR = re.compile(rf"{_SERVERS}|(?i:preprint)"), re.compile(_KNOWN)
_DATE_FIRST = re.compile(rf"(?P<date>(?i:{_WHEN}))[ ,:;-]+(?P<name>{_KNOWN})")
_SHORT_DATE = re.compile(rf"(?P<name>{_KNOWN})[ ,-]*(?P<year>\d{{2}})(?:[./-]?(?P<month>0[1-9]|1[0-2]))?")
"""A name that can be no other, with a year of two figures: ``ICML 23``, ``arXiv 23.05``, ``arXiv 2305``."""


class Venue(NamedTuple):
    """Where and when something was published."""

    name: str
    """As it stands: the year with it, where it is that of an edition."""
    year: int | None
    date: str = ""
    """As it stands; empty where the name holds it, or it is no more than the year."""


def date_year(text: str) -> int | None:
    """Return the year of a text that is a year or a date and nothing else; None for any other."""
    match = _DATE.fullmatch(text.strip(" .,;:()[]"))
    return int(match["year"]) if match else None


def venue(text: str) -> Venue | None:
    """Return the venue that a text is and nothing else; None for any other.

    ``NeurIPS 2023``, ``Findings of ACL'21`` and ``Nature 2019`` are names as they stand; ``arXiv 2023.05`` and ``2023, ICML`` are a
    name and a date.
    """
    plain = text.strip(" .,;:()[]")
    if len(plain) > 120:
        return None
    if _WITHOUT_YEAR.fullmatch(plain):
        return Venue(plain, None)
    return _dated(plain, plain) or _dated(_BEHIND.sub("", plain), plain) or _date_first(plain) or _short(plain)


def is_tag(text: str) -> bool:
    """Say whether a text is a date or a venue and nothing else."""
    return date_year(text) is not None or venue(text) is not None


def _dated(bare: str, plain: str) -> Venue | None:
    """Return the venue that a text names with a date behind it; ``plain`` is the text with what was said of it."""
    match = _DATED.fullmatch(bare)
    if match is None or not (_is_venue(match["name"]) or _SERVER.fullmatch(match["name"]) or (match["sign"] and venue(match["name"]))):
        return None
    year = int(match["year"]) if match["year"] else 2000 + int(match["short"])
    if bare != plain or not _SERVER.fullmatch(match["name"]):
        return Venue(plain, year)
    return Venue(match["name"], year, _more_than_year(match["date"] or ""))


def _date_first(plain: str) -> Venue | None:
    match = _DATE_FIRST.fullmatch(plain)
    return Venue(match["name"], int(match["year"]), _more_than_year(match["date"])) if match else None


def _short(plain: str) -> Venue | None:
    match = _SHORT_DATE.fullmatch(plain)
    if match is None:
        return None
    year = int(match["year"]) + (2000 if int(match["year"]) < _FIRST_OF_OLD else 1900)
    if not _SERVER.fullmatch(match["name"]):
        return Venue(plain, year)
    return Venue(match["name"], year, f"{year}-{match['month']}" if match["month"] else "")


_FIRST_OF_OLD = 60
"""Of two figures; from here on they are of the last century."""


def _more_than_year(date: str) -> str:
    return "" if re.fullmatch(_YEAR, date) else date


def _is_venue(name: str) -> bool:
    """Say whether a name is made of acronyms and the words that go with them, or holds a word by which journals are called."""
    words = [word.strip(",:()") for word in name.split()]
    known = [word for word in words if _ACRONYM.fullmatch(word) or word.casefold() in _JOURNALS]
    capital = all(word[:1].isupper() or word.casefold() in _BESIDE or _ACRONYM.fullmatch(word) for word in words if word)
    journal = any(word.casefold() in _JOURNALS for word in words)
    return bool(known) and capital and (journal or all(word in known or word.casefold() in _BESIDE for word in words if word))
