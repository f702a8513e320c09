"""Why a text is no JSON, or holds more than one value: the scanner's errors in words of our own."""

from __future__ import annotations

import json
import re

from ..errors import Place, Problem
from . import places


def second(text: str, at: int, name: str) -> Problem:
    """Return that a second value begins at an offset, or that something else stands there."""
    place = _place(text, name, at)
    if not begins_value(text, at):
        message = "is not JSON: something follows that is no part of the trace"
        return Problem(place, "json-syntax", message, found=_beginning(text, at), hint="one trace a file, and nothing behind it")
    return Problem(place, "second-value", f"a second value begins at line {place.line}", hint="one trace a file")


def begins_value(text: str, at: int) -> bool:
    """Return whether a JSON value begins at an offset, which need not be whole if it is text, a list or an object."""
    return text[at] in '{["' or _SIMPLE.match(text, at) is not None


_SIMPLE = re.compile(r"(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null|NaN|-?Infinity)(?=[\s,\]}]|\Z)", re.ASCII)


def _beginning(text: str, at: int) -> str:
    return text[at : at + 40].partition("\n")[0]


_SYNTAX = (
    ("Expecting value", "a value is expected here"),
    ("Expecting property name", "a key in double quotes is expected here"),
    ("Expecting ':'", "a colon is expected here"),
    ("Expecting ','", "a comma or a closing bracket is expected here"),
    ("Unterminated string", "a text begins that is not closed"),
    ("Invalid control character", "a control character stands in a text; write it as an escape"),
    ("Invalid \\", "an escape that JSON does not know"),
    ("Unexpected UTF-8 BOM", "a second byte-order mark"),
)
"""How a message of the scanner begins, and ours: theirs differ between versions of Python."""


def syntax(error: json.JSONDecodeError, text: str, name: str) -> Problem:
    """Return what is wrong with a text at the place where the scanner stopped."""
    comma = _stray_comma(text, error.pos)
    if comma is not None:
        return Problem(_place(text, name, comma), "json-syntax", "is not JSON: a comma stands before a closing bracket")
    if error.pos >= len(text.rstrip(" \t\n\r")):
        return Problem(_place(text, name, error.pos), "json-syntax", "is not JSON: the file ends in the middle")
    if text[error.pos] == "\n":
        return Problem(_place(text, name, error.pos), "json-syntax", "is not JSON: a text is not closed on its line")
    reason = next((ours for theirs, ours in _SYNTAX if error.msg.startswith(theirs)), "a fault is here")
    return Problem(_place(text, name, error.pos), "json-syntax", f"is not JSON: {reason}", found=_beginning(text, error.pos))


def _place(text: str, name: str, offset: int) -> Place:
    return next(places.at_offsets(text, name, [offset]))


def _stray_comma(text: str, offset: int) -> int | None:
    """Return the offset of a comma before a closing bracket, whether the scanner stopped at the one or the other."""
    before = text[:offset].rstrip(" \t\n\r") if text[offset : offset + 1] != "," else text[: offset + 1]
    behind = text[len(before) :].lstrip(" \t\n\r")[:1] if before.endswith(",") else ""
    return len(before) - 1 if behind in {"}", "]"} else None
