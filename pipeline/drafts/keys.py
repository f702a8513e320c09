"""Names for new records: a key that people would guess, and the log's next number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import chain, count

from .. import identifiers
from ..errors import CallFault, SurveyError
from ..records import EXCLUSION_ID

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i", "ħ": "h"})
"""Latin letters that no decomposition reduces to ASCII."""
_GREEK = re.compile("[\u03b1-\u03c9]+")
_GREEK_IN_WORDS = {"eta": "e", "theta": "th", "xi": "x", "upsilon": "y", "phi": "ph", "chi": "ch", "psi": "ps", "omega": "o"}
"""What stands for a letter of a Greek word, by its name, where it is not the first letter of the name."""
_MARKS = "'\u2019`"
"""Within a word, as in a contraction."""
_NO_NAMES = {"survey", "review", "position", "perspective", "tutorial", "report", "technical", "appendix", "erratum"}
_SMALL_WORDS = {
    "a", "an", "and", "are", "as", "at", "be", "beyond", "by", "can", "do", "does", "for", "from", "how", "if", "in", "into", "is", "it",
    "its", "not", "of", "on", "or", "our", "should", "the", "their", "to", "toward", "towards", "via", "we", "what", "when", "where",
    "which", "who", "why", "will", "with", "without",
}  # fmt: skip
"""Words that say nothing of what a paper is about."""
_LONGEST = 50
"""Characters of a proposal; a key may have ten more, which leaves room for a year and a number."""


def short_name(title: str) -> str:
    """Return the name that a title gives its method or system: one or two words before its first colon; else empty."""
    head, colon, _ = title.partition(":")
    words = head.split()
    plain = {slug(word) for word in words}
    if not colon or not 1 <= len(words) <= 2 or len(head) > 30 or plain & (_NO_NAMES | _SMALL_WORDS):
        return ""
    return " ".join(words) if plain - {""} else ""


def proposal(title: str, surname: str, year: int | None, taken: Collection[str], fallback: str = "paper", name: str = "") -> str:
    """Return a key that is free: the short name, else first surname, year and first word of weight.

    ``taken`` are the keys in use, in lower case; ``fallback`` stands where neither title nor surname has a letter of
    the Latin alphabet; ``name`` is the short name where somebody gave it, else the title's is taken. A key that is taken,
    or that some system reserves, gets the year and then a number behind it. Raises CallFault where no number is left.
    """
    dated = str(year) if year else ""
    base = slug(name) or slug(short_name(title)) or _from_surname(title, surname, dated) or slug(fallback) or "paper"
    numbered = (_with(base, f"{dated}-{number}") for number in range(2, len(taken) + 3))
    free = (key for key in chain((base, _with(base, dated)), numbered) if key not in taken and identifiers.key_fault(key) is None)
    if (found := next(free, None)) is None:
        raise CallFault(f"every key that begins with {base!r} is taken; choose another")
    return found


def _from_surname(title: str, surname: str, year: str) -> str:
    name = slug(surname).replace("-", "")
    words = (slug(word) for word in title.split())
    word = next((word for word in words if word and word not in _SMALL_WORDS), "")
    return _cut(f"{name}{year}{word}" if name else _with(word, year)) if name or word else ""


def _with(base: str, suffix: str) -> str:
    """Return a key with something behind it: a hyphen keeps digits apart."""
    joint = "-" if base[-1:].isdigit() and suffix[:1].isdigit() else ""
    return f"{base}{joint}{suffix}".rstrip("-")


def slug(text: str) -> str:
    """Return a text in lower-case ASCII letters, digits and single inner hyphens; empty where nothing of it can stay."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    kept = "".join(c for c in plain if not unicodedata.combining(c) and c not in _MARKS)
    kept = kept if kept.isascii() else _GREEK.sub(lambda match: _in_latin(match[0]), kept.casefold())
    return _cut("-".join(re.findall(r"[a-z0-9]+", kept)))


def _in_latin(greek: str) -> str:
    """Return Greek letters in lower case in Latin ones: a single one by its name, as in tau-bench, several as a word."""
    names = [unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda") for letter in greek]
    return names[0] if len(names) == 1 else "".join(_GREEK_IN_WORDS.get(name, name[0]) for name in names)


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return (text[:_LONGEST].rpartition("-")[0] or text[:_LONGEST]).strip("-")


def checked(key: str, taken: Collection[str]) -> str:
    """Return a key that a person chose. Raises CallFault where it can be none, or is another record's."""
    if fault := identifiers.key_fault(key):
        raise CallFault(f"the key {key!r} {fault}")
    if key in taken:
        raise CallFault(f"the key {key!r} is taken")
    return key


def next_id(ids: Iterable[str]) -> str:
    """Return the number after the highest that the log has given away, as ``E033``.

    A gap is never filled: its number was that of a record that left the log. Raises SurveyError after E999999.
    """
    numbers = (int(name[1:]) for name in ids if EXCLUSION_ID.fullmatch(name))
    following = next(count(max(numbers, default=0) + 1))
    if following > 999_999:
        raise SurveyError("the log is full: its ids have six digits at most")
    return f"E{following:03d}"
