"""Titles as arXiv writes them, with LaTeX in them, in a form in which they can be compared."""

from __future__ import annotations

import re
import unicodedata

from .. import identifiers

_COMMAND = re.compile(r"\\([A-Za-z]+)\s*(\{)?")
_LETTERS = {"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "i", "j": "j"}
_NAMED = {"LaTeX", "TeX", "infty", "max", "min", "log", "exp"}
"""Commands that stand for a word."""


def plain(title: str) -> str:
    """Return a title without LaTeX's signs, as it is read: ``MARS$^2$`` as ``MARS2``, ``$\\textit{Siege}$`` as ``Siege``."""
    spelled = _COMMAND.sub(_spelled, re.sub(r"\\[\"'`^~=.]", "", title))
    return " ".join(re.sub(r"[\\${}^_]", "", spelled.replace("~", " ")).split())


def _spelled(match: re.Match[str]) -> str:
    name, brace = match[1], match[2] or ""
    letter = _LETTERS.get(name) or _greek(name) or (name if name in _NAMED else "")
    return letter + brace if letter else brace or " "


def _greek(name: str) -> str:
    case = "CAPITAL" if name[0].isupper() else "SMALL"
    spelled = name.lower().removeprefix("var").replace("lambda", "lamda")
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {spelled.upper()}")
    except KeyError:
        return ""


def comparable(title: str) -> str:
    """Return a title without LaTeX, case, accents, punctuation and blanks; Greek letters by their names."""
    spelled = "".join(_greek_name(character) for character in plain(title))
    return identifiers.folded(spelled).replace(" ", "")


def _greek_name(character: str) -> str:
    if not "\u0370" <= character <= "\u03ff":
        return character
    match = re.fullmatch(r"GREEK (?:SMALL|CAPITAL) LETTER (\w+).*", unicodedata.name(character, ""))
    return match[1].lower().replace("lamda", "lambda") if match else character


def same(one: str, other: str) -> bool:
    """Say whether two titles read the same."""
    return comparable(one) == comparable(other)


def likeness(one: str, other: str) -> int:
    """Return how alike two titles read, in percent."""
    from rapidfuzz import fuzz

    return int(fuzz.ratio(identifiers.folded(plain(one)), identifiers.folded(plain(other))))
