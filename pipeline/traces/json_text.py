"""Bytes to one JSON value, more strictly than the ``json`` module: what two programs could read differently is refused.

The C scanner does the reading; its hooks only note that something is wrong, and ``json_faults`` then finds out what and
where. Refused: duplicate keys, NaN and Infinity, numbers that no double holds, lone surrogates, invalid UTF-8, a second value,
nesting deeper than MAX_DEPTH. A byte-order mark at the start is skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import isfinite
from typing import NamedTuple

from ..errors import Place, Problem
from . import json_faults, places
from .findings import JSON

MAX_BYTES = 512 * 1024 * 1024
"""Some two million events; such a file takes about 10 GB of memory."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Read(NamedTuple):
    """A file's content."""

    value: JSON
    data: bytes
    """As it was read."""

    @property
    def text(self) -> str:
        """Without the byte-order mark. Decoded when it is asked for: as text, a large file takes up to four times its size."""
        return self.data.decode("utf-8-sig")


Report = Callable[[Problem], None]
"""Takes each problem as it is found."""


def value(data: bytes, name: str, report: Report, max_bytes: int = MAX_BYTES) -> Read | None:
    """Return the JSON value that a file holds, or None after at least one error was reported.

    ``name`` is the file that problems carry. Raises nothing for anything that the bytes can be.
    """
    text = _text(data, name, report, max_bytes)
    if text is None:
        return None
    try:
        read, faults = _scanned(text)
    except json.JSONDecodeError as error:
        report(_syntax_problem(error, text, name))
        return None
    except RecursionError:
        for problem in json_faults.faults(text, name) or [Problem(Place(name), "too-deep", "is nested too deeply")]:
            report(problem)
        return None
    found = json_faults.faults(text, name) if faults or _lone_surrogate(text) else []
    for problem in found:
        report(problem)
    return None if any(problem.severity == "error" for problem in found) else Read(read, data)


def _scanned(text: str) -> tuple[JSON, int]:
    """Return what the text holds, and how many faults the hooks saw that the scanner lets pass."""
    notes = _Notes()
    read = json.loads(text, object_pairs_hook=notes.mapping, parse_constant=notes.constant, parse_int=notes.integer, parse_float=notes.real)
    return read, notes.count


def _text(data: bytes, name: str, report: Report, max_bytes: int) -> str | None:
    if len(data) > max_bytes:
        report(Problem(Place(name), "too-large", f"is {len(data):,} bytes long; at most {max_bytes:,} are read"))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report(_encoding_problem(error, data, name))
        return None
    if not text.strip(" \t\n\r"):
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return text


def _encoding_problem(error: UnicodeDecodeError, data: bytes, name: str) -> Problem:
    # The error counts from behind a byte-order mark.
    start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
    line_start = data.rfind(b"\n", 0, start) + 1
    column = len(data[line_start:start].decode("utf-8-sig", "replace")) + 1
    place = Place(name, data.count(b"\n", 0, start) + 1, column)
    return Problem(place, "not-utf8", f"is not UTF-8: byte 0x{data[start]:02X}", hint="save the file as UTF-8")


def _lone_surrogate(text: str) -> bool:
    """Pairs of surrogate escapes are how JSON writes an astral character; half of one is no character."""
    return _SURROGATE.search(text) is not None and any(m.group(1) for m in json_faults.ESCAPE.finditer(text))


class _Notes:
    """The scanner's hooks. They are called a million times, so they count and nothing else."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def mapping(self, pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
        items = dict(pairs)
        if len(items) != len(pairs):
            self.count += 1
        return items

    def constant(self, _text: str) -> None:
        self.count += 1

    def integer(self, text: str) -> int:
        if len(text) < 16:
            return int(text)
        self.count += len(text) > json_faults.MAX_DIGITS or abs(int(text)) > json_faults.PRECISE
        return int(text) if len(text) <= json_faults.MAX_DIGITS else 0

    def real(self, text: str) -> float:
        number = float(text)
        if not isfinite(number):
            self.count += 1
        return number


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


def _syntax_problem(error: json.JSONDecodeError, text: str, name: str) -> Problem:
    if error.msg.startswith("Extra data"):
        place = _place(text, name, error.pos)
        return Problem(place, "second-value", f"a second value begins at line {place.line}", hint="one trace a file")
    comma = _stray_comma(text, error.pos)
    if comma is not None:
        return Problem(_place(text, name, comma), "json-syntax", "is not JSON: a comma stands before a closing bracket")
    if error.pos >= len(text.rstrip(" \t\n\r")):
        return Problem(_place(text, name, error.pos), "json-syntax", "is not JSON: the file ends in the middle")
    if text[error.pos] == "\n":
        return Problem(_place(text, name, error.pos), "json-syntax", "is not JSON: a text is not closed on its line")
    reason = next((ours for theirs, ours in _SYNTAX if error.msg.startswith(theirs)), "a fault is here")
    shown = text[error.pos : error.pos + 40].partition("\n")[0]
    return Problem(_place(text, name, error.pos), "json-syntax", f"is not JSON: {reason}", found=shown)


def _place(text: str, name: str, offset: int) -> Place:
    return next(places.at_offsets(text, name, [offset]))


def _stray_comma(text: str, offset: int) -> int | None:
    """Return the offset of a comma before a closing bracket, whether the scanner stopped at the one or the other."""
    before = text[:offset].rstrip(" \t\n\r") if text[offset : offset + 1] != "," else text[: offset + 1]
    behind = text[len(before) :].lstrip(" \t\n\r")[:1] if before.endswith(",") else ""
    return len(before) - 1 if behind in {"}", "]"} else None
