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
from . import encodings, json_faults, json_syntax
from .findings import JSON, Path

MAX_BYTES = 512 * 1024 * 1024
"""Some two million events; such a file takes about 10 GB of memory."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BLANKS = re.compile(r"[ \t\n\r]*")


class Read(NamedTuple):
    """A file's content."""

    value: JSON
    """What the scanner made of it; for what no program could read alike, something stands in."""
    data: bytes
    """As it was read."""
    sound: bool = True
    """Whether nothing was wrong with the text."""
    doubtful: frozenset[Path] = frozenset()
    """Where in the value something stands in, or is one of several things that the text says there."""

    @property
    def text(self) -> str:
        """Without the byte-order mark. Decoded when it is asked for: as text, a large file takes up to four times its size."""
        return encodings.decoded(self.data, Place("")).text


Report = Callable[[Problem], None]
"""Takes each problem as it is found."""


def value(data: bytes, name: str, report: Report, max_bytes: int = MAX_BYTES) -> Read | None:
    """Return the JSON value that a file holds, or None after at least one error was reported.

    ``name`` is the file that problems carry. Raises nothing for anything that the bytes can be.
    """
    read = readable(data, name, report, max_bytes)
    return read if read is not None and read.sound else None


def readable(data: bytes, name: str, report: Report, max_bytes: int = MAX_BYTES) -> Read | None:
    """Return the JSON value that a file holds, also where errors were reported, or None where nothing of it can be read.

    Of several values the first one. Raises nothing for anything that the bytes can be.
    """
    found = _decoded(data, name, report, max_bytes)
    if found is None:
        return None
    text, undecoded = found
    halves = _lone_surrogate(text)
    scanned = encodings.with_stand_ins(text) if undecoded else text
    if undecoded:
        report(undecoded)
    try:
        read, faults, end = _scanned(json_faults.ESCAPE.sub(_whole, scanned) if halves else scanned)
    except json.JSONDecodeError as error:
        if not encodings.UNDECODED.match(text, error.pos):
            report(json_syntax.syntax(error, scanned, name))
        return None
    except RecursionError:
        for problem in _reported(text, name).problems or [Problem(Place(name), "too-deep", "is nested too deeply")]:
            report(problem)
        return None
    second = _behind(text, end)
    told = _reported(text[:end], name) if faults or halves or undecoded else _NOTHING
    for problem in [*told.problems, *([json_syntax.second(scanned, second, name)] if second is not None else [])]:
        report(problem)
    sound = second is None and undecoded is None and not any(problem.severity == "error" for problem in told.problems)
    return None if told.too_deep else Read(read, data, sound, told.doubtful)


class _Reported(NamedTuple):
    """What is wrong in a text that the scanner reads."""

    problems: list[Problem]
    """Without the bytes that are no UTF-8, of which the first is told of already."""
    doubtful: frozenset[Path]
    """Paths of those that are errors, but for the top."""
    too_deep: bool


_NOTHING = _Reported([], frozenset(), too_deep=False)


def _reported(text: str, name: str) -> _Reported:
    found = json_faults.faults(text, name)
    doubtful = frozenset(fault.path for fault, _ in found if fault.severity == "error" and fault.path)
    return _Reported(
        [problem for _, problem in found if problem.code != encodings.CODE], doubtful, any(fault.code == "too-deep" for fault, _ in found)
    )


def _scanned(text: str) -> tuple[JSON, int, int]:
    """Return the first value of a text, how many faults the hooks saw that the scanner lets pass, and where it ends."""
    notes = _Notes()
    decoder = json.JSONDecoder(
        object_pairs_hook=notes.mapping, parse_constant=notes.constant, parse_int=notes.integer, parse_float=notes.real
    )
    if text.startswith("\ufeff"):
        raise json.JSONDecodeError("Unexpected UTF-8 BOM", text, 0)
    read, end = decoder.raw_decode(text, _past_blanks(text, 0))
    return read, notes.count, end


def _past_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _behind(text: str, end: int) -> int | None:
    """Return where something begins behind the first value, or None."""
    at = _past_blanks(text, end)
    return at if at < len(text) else None


def _decoded(data: bytes, name: str, report: Report, max_bytes: int) -> encodings.Decoded | None:
    if len(data) > max_bytes:
        report(Problem(Place(name), "too-large", f"is {len(data):,} bytes long; at most {max_bytes:,} are read"))
        return None
    found = encodings.decoded(data, Place(name))
    if not found.text.strip(" \t\n\r"):
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return found


def _lone_surrogate(text: str) -> bool:
    """Pairs of surrogate escapes are how JSON writes an astral character; half of one is no character."""
    return _SURROGATE.search(text) is not None and any(m.group(1) for m in json_faults.ESCAPE.finditer(text))


def _whole(match: re.Match[str]) -> str:
    """Return an escape, and of half a pair of surrogates one as long that is a character."""
    return match.group() if match.group(1) is None else r"\ufffd"


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
        if isfinite(number):
            return number
        self.count += 1
        return 0.0
