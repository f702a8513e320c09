"""Quotation marks and blanks as word processors write them, which YAML takes for letters of a text."""

from __future__ import annotations

import re
import unicodedata

QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb"
"""Quotation marks that YAML takes for letters."""
_QUOTE = re.compile(f"[{QUOTES}]")
QUOTES_HINT = "these are typographic quotes; write straight ones"
FIRST_IN_QUOTES = re.compile(rf"\s*(?:- +)?(?:[\w\"'-]+: +)?[{QUOTES}]")
_ODD_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_ODD_INDENTATION = re.compile(rf" *([{_ODD_BLANKS}])")
ODD_BLANK_AFTER_COLON = re.compile(rf"\s*(?:- +)?[\w-]+:([{_ODD_BLANKS}])")
_PAIRS = {
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201d": "\u201d",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
}
"""Quotation marks that open a text, with those that close it."""


def may_hold_quotes(text: str) -> bool:
    """Say whether a text may hold typographic quotes: false is certain."""
    return not text.isascii() and _QUOTE.search(text) is not None


def is_wrapped(text: str) -> bool:
    """Say whether a text stands as a whole in one pair of typographic quotes: its first and last characters are such, and none within."""
    closing = _PAIRS.get(text[:1], "")
    if len(text) < 3 or text[-1] not in closing:
        return False
    return not any(mark in text[1:-1] for mark in {text[0], *closing} - {"\u2019"})


def called(character: str) -> str:
    """Return what a character that looks like a blank is called, as ``a no-break space (U+00A0)``."""
    name = unicodedata.name(character).lower()
    return f"a{'n' if name[0] in 'aeiou' else ''} {name} (U+{ord(character):04X})"


def odd_indentation(line: str) -> str:
    """Return the first character in a line's indentation that looks like a blank and is none for YAML; empty where there is none."""
    match = _ODD_INDENTATION.match(line)
    return match[1] if match else ""


def odd_blank_hint(character: str, number: int) -> str:
    """Say what to do about a line that such a character indents."""
    return f"line {number} is indented with {called(character)}: write blanks in its place"
