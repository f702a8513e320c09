"""What a free text says of who wrote a paper, as far as it says so beyond doubt, and addresses of the year."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_YEAR = r"(?:19|20)\d{2}"
_PARTICLE = r"(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten|zu)"
_NAME = re.compile(rf"(?:[^\W\d_a-z][\w\u2019'.-]*|{_PARTICLE})(?: (?:[^\W\d_a-z][\w\u2019'.-]*|{_PARTICLE})){{1,4}}")
_INITIAL = re.compile(r"\b[A-Z]\.")
_NOT_NAMES = frozenset(
    {"the", "a", "an", "in", "on", "for", "of", "with", "using", "and", "by", "from", "new", "how", "why", "what", "is", "are"}
)
_ET_AL = re.compile(r",?\s*\b(?:et\.? ?al\b\.?|and others)\s*$", re.IGNORECASE)


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
