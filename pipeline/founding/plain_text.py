"""Text from elsewhere to text that a record may hold, and what had to be changed for that."""

from __future__ import annotations

import re
from typing import NamedTuple

from .. import characters
from ..errors import Problem
from ..fields import MAX_TEXT, Fields
from ..located import Mapping, Scalar

_FORMULA = re.compile(r"[=+@|%-][=+@|%\s-]*")
"""How no text of a survey may begin, since a spreadsheet would run it."""
_MARKS = {"{{": "{", "}}": "}", "${": "{"}
"""What a template leaves behind and no text of a survey may hold, to what stands in its place."""
_BY_ITSELF = {"none given", "not available", "unknown", "nan"}
"""What people and programs write where they have nothing to write, beside what the reader of entries takes for that."""
_ERROR = re.compile(r"#[\u00a1\u00bf]?[A-Z\u00c0-\u00de][A-Z\u00c0-\u00de0-9/_]*[!?]|#GETTING_DATA|#NV|Err:[0-9]{3}|<NA>|NaT|\\N")
"""What a spreadsheet, a data frame or a database writes into a cell of which it knows no value."""
_NONE = "None"
"""So does a program. Written otherwise it may be a value of a field."""


_ORDINARY = re.compile(r"(?!(?i:todo|fixme|tbd|lorem))[A-Za-z0-9][ !#%-;=?-Z_a-z]{10,1000}[A-Za-z0-9]")
"""Texts that are surely as a record may hold them, which most are: letters, figures and plain signs, longer than any placeholder."""


class Plain(NamedTuple):
    """A text as a record can hold it."""

    text: str
    """On one line; empty where nothing is left."""
    changed: str
    """What was done to it, in one clause; empty where it is as it was, blanks and line breaks apart."""


def plain(text: str) -> Plain:
    """Return a text on one line in which no record finds a fault. What only says that there is nothing is empty."""
    given = " ".join(text.split())
    if _ORDINARY.fullmatch(given):
        return Plain(given, "")
    if not given or given.casefold() in _BY_ITSELF or _ERROR.fullmatch(given):
        return Plain("", "")
    done: list[str] = []
    found = _without_marks(_without_sign(_without_characters(given, done), done), done)
    if len(found) > MAX_TEXT:
        done.append(f"was cut, having {len(found):,} characters where {MAX_TEXT:,} are allowed")
        found = found[: MAX_TEXT - 1].rstrip() + "…"
    if found and _is_held(found):
        return Plain(found, "; ".join(done))
    if len(given) > _WORD or sum(any(map(str.isalnum, word)) for word in given.split()) > 1:
        done.append("reads like a text that is still to be written, and was left out")
    return Plain("", "; ".join(done))


_WORD = 40
"""Characters; what is longer, or has several words, says something, even where it begins like a placeholder."""


def says_nothing(text: str) -> bool:
    """Say whether something stands in a cell that only says that there is nothing."""
    given = text.strip()
    return 0 < len(given) <= _WORD and (given == _NONE or plain(given) == ("", ""))


def _without_characters(text: str, done: list[str]) -> str:
    if characters.may_be_written(text):
        return text
    unwanted = sorted(set(characters.REFUSED.findall(text)))
    named = ", ".join(f"U+{ord(c):04X}" for c in unwanted[:5]) + (f" and {len(unwanted) - 5} more" if len(unwanted) > 5 else "")
    done.append(f"held {named}, which no text may hold; taken out")
    return " ".join(characters.cleaned(text).split())


def _without_sign(text: str, done: list[str]) -> str:
    match = _FORMULA.match(text)
    if match is None or (text[0] == "-" and match.end() == len(text)):
        return text
    done.append(f"began like a spreadsheet formula; {match[0].strip()} was taken from its front")
    return text[match.end() :]


def _without_marks(text: str, done: list[str]) -> str:
    if not any(mark in text for mark in _MARKS):
        return text
    done.append("held the marks of a template; each was made one brace")
    while any(mark in text for mark in _MARKS):
        for mark, instead in _MARKS.items():
            text = text.replace(mark, instead)
    return text


def _is_held(text: str) -> bool:
    """Ask the reader of entries, which takes TBD and the like for no text."""
    problems: list[Problem] = []
    return Fields(Mapping({}, {}, 1, 1), "", problems.append).line(Scalar(text, 1, 1, quoted=True), "") is not None
