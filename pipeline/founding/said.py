"""What a free text says of a paper, as far as it says so beyond doubt: years, venues, names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_YEAR = r"(?:19|20)\d{2}"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?)\.?"
)
_DATE = re.compile(rf"(?:(?:{_MONTH}|\d{{1,2}})[ ,./-]+)?(?:\d{{1,2}},? )?({_YEAR})(?:[./-]\d{{1,2}}){{0,2}}", re.IGNORECASE)
"""A year, alone or in a date."""
_DATED = re.compile(rf"(?P<name>.{{2,100}}?)[ ,(-]*(?:(?P<year>{_YEAR})|['\u2019](?P<short>\d{{2}}))\)?")
_PRAISE = re.compile(r"[ ,(-]*\b(?:oral|spotlight|poster|highlight|best paper|demo)\b[^,.;]{0,20}$", re.IGNORECASE)
_ACRONYM = re.compile(r"[A-Za-z+&/@-]*[A-Z][A-Za-z+&/@-]*[A-Z][A-Za-z+&/@-]*")
"""A word with two capitals, as meetings and journals are called."""
_JOURNALS = frozenset({"nature", "science", "cell", "plos", "journal", "transactions", "letters", "proceedings", "conference", "annals"})
"""Words of which a venue's name holds one where it holds no acronym."""
_BESIDE = frozenset({
    "findings", "workshop", "workshops", "proceedings", "proc", "proc.", "trans", "trans.", "preprint", "in", "of", "the", "on", "and",
    "for", "track", "conference",
})  # fmt: skip
"""Words that stand beside an acronym in a venue's name."""
_WITHOUT_YEAR = re.compile(
    r"(?:arXiv|bioRxiv|medRxiv|NeurIPS|NIPS|ICLR|ICML|CVPR|ICCV|ECCV|ACL|EMNLP|NAACL|AAAI|IJCAI|KDD|OpenReview)(?: preprint)?"
)
_PARTICLE = r"(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten|zu)"
_NAME = re.compile(rf"(?:[^\W\d_a-z][\w\u2019'.-]*|{_PARTICLE})(?: (?:[^\W\d_a-z][\w\u2019'.-]*|{_PARTICLE})){{1,4}}")
_INITIAL = re.compile(r"\b[A-Z]\.")
_NOT_NAMES = frozenset(
    {"the", "a", "an", "in", "on", "for", "of", "with", "using", "and", "by", "from", "new", "how", "why", "what", "is", "are"}
)
_ET_AL = re.compile(r",?\s*\b(?:et\.? ?al\b\.?|and others)\s*$", re.IGNORECASE)


class Venue(NamedTuple):
    """Where and when something was published."""

    name: str
    """As it stands, the year with it."""
    year: int | None


def date_year(text: str) -> int | None:
    """Return the year of a text that is a year or a date and nothing else; None for any other."""
    match = _DATE.fullmatch(text.strip(" .,;:()[]"))
    return int(match[1]) if match else None


def venue(text: str) -> Venue | None:
    """Return the venue that a text is and nothing else: ``NeurIPS 2023``, ``Findings of ACL'21``, ``Nature 2019``; None for any other."""
    plain = text.strip(" .,;:()[]")
    if len(plain) > 120:
        return None
    match = _DATED.fullmatch(_PRAISE.sub("", plain))
    if match is None:
        return Venue(plain, None) if _WITHOUT_YEAR.fullmatch(plain) else None
    if not _is_venue(match["name"]):
        return None
    return Venue(plain, int(match["year"]) if match["year"] else 2000 + int(match["short"]))


def _is_venue(name: str) -> bool:
    """Say whether a name is made of acronyms and the words that go with them, or holds a word by which journals are called."""
    words = [word.strip(",:()") for word in name.split()]
    known = [word for word in words if _ACRONYM.fullmatch(word) or word.casefold() in _JOURNALS]
    capital = all(word[:1].isupper() or word.casefold() in _BESIDE or _ACRONYM.fullmatch(word) for word in words if word)
    journal = any(word.casefold() in _JOURNALS for word in words)
    return bool(known) and capital and (journal or all(word in known or word.casefold() in _BESIDE for word in words if word))


class Names(NamedTuple):
    """Authors."""

    names: tuple[str, ...]
    others: bool
    """Whether the text says that there are more."""
    sure: bool
    """Whether the text leaves no doubt that these are names: ``by``, ``et al.`` or an initial."""


def names(text: str) -> Names | None:
    """Return the names that a text lists and nothing else; None for any other."""
    plain = text.strip(" ,;:()[]*_")
    by = re.match(r"(?:by|authors?:)\s+", plain, re.IGNORECASE)
    body = plain[by.end() :] if by else plain
    head = _ET_AL.sub("", body)
    others = head != body
    parts = [
        part.strip()
        for part in re.split(r",\s*(?:and\s+)?|;\s*|\s+(?:and|&)\s+", head.rstrip(".") if not _INITIAL.search(head[-3:]) else head)
    ]
    parts = [part for part in parts if part]
    if not parts or not all(_is_name(part, alone=others and len(parts) == 1) for part in parts):
        return None
    sure = bool(by) or others or any(_INITIAL.search(part) for part in parts)
    return Names(tuple(parts), others, sure) if sure or len(parts) > 1 else None


def _is_name(part: str, *, alone: bool) -> bool:
    if any(word.casefold() in _NOT_NAMES for word in part.split()):
        return False
    if alone and re.fullmatch(r"[^\W\d_a-z][\w\u2019'-]+", part):
        return True
    return _NAME.fullmatch(part) is not None


_ADDRESSES = (
    re.compile(rf"(?:aclanthology\.org|aclweb\.org/anthology)/({_YEAR})\."),
    re.compile(rf"(?:neurips|nips)\.cc/(?:paper(?:_files/paper)?|virtual)/({_YEAR})\b"),
    re.compile(rf"openaccess\.thecvf\.com/(?:content/)?(?:content_)?[A-Za-z]+_?({_YEAR})\b"),
    re.compile(rf"isca-(?:speech|archive)\.org/(?:archive/)?[a-z]+_({_YEAR})\b"),
)
_OLD_ANTHOLOGY = re.compile(r"(?:aclanthology\.org|aclweb\.org/anthology)/[A-Z](\d{2})-\d")


def year_in_addresses(links: Iterable[str]) -> int | None:
    """Return the year that stands in the address of proceedings; None where none does, or several."""
    found = {int(match[1]) for link in links for pattern in _ADDRESSES if (match := pattern.search(link))}
    for link in links:
        if match := _OLD_ANTHOLOGY.search(link):
            short = int(match[1])
            found.add((1900 if short > 50 else 2000) + short)
    return found.pop() if len(found) == 1 else None
