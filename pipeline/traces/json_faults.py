"""What is wrong in a JSON text that its readers would take without a word.

A slow walk over all its pieces, taken only where the fast reader noted a fault (see ``json_text``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isinf

from ..errors import Problem
from . import encodings, places
from .findings import Finding, Path, warning

MAX_DEPTH = 100
"""No trace nests deeper than six levels."""
MAX_DIGITS = 300
"""More digits make a number that no double holds; Python itself refuses more than 4,300."""
PRECISE = 2**53
"""Beyond it not every integer is a double: programs in other languages change its last digits."""

ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)
"""One escape, or a pair of surrogates; group 1 is a surrogate without its other half."""

_PIECE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)
_INTEGER = re.compile(r"-?[0-9]+\Z")


def faults(text: str, name: str) -> list[tuple[Finding, Problem]]:
    """Return the faults of a text that the scanner reads, or that is nested too deeply for it, each also with its place."""
    found = list(_Walk(text).faults())
    offsets = places.at_offsets(text, name, (offset for offset, _ in found))
    return [(finding, places.problem(finding, place)) for (_, finding), place in zip(found, offsets, strict=True)]


class _Walk:
    """The pieces of one text from front to back, with the path to where the walk is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._path: list[str | int] = []
        self._keys: list[set[str] | None] = []
        """For each open container the keys seen so far; None for a list."""
        self._key_next = False

    def faults(self) -> Iterator[tuple[int, Finding]]:
        """Yield offset and finding in the order of the text."""
        imprecise = False
        for match in _PIECE.finditer(self._text):
            piece = match.group()
            finding = self._step(piece)
            if finding is None or (finding.code == "imprecise-integer" and imprecise):
                continue
            imprecise = imprecise or finding.code == "imprecise-integer"
            yield match.start(), finding
            if finding.code == "too-deep":
                return

    def _step(self, piece: str) -> Finding | None:
        if piece in "{[":
            return self._open(piece)
        if piece in "}]":
            self._close()
        elif piece == ",":
            self._next()
        elif piece[0] == '"':
            return self._key(piece) if self._key_next else _in_text(tuple(self._path), piece)
        elif piece != ":":
            return _number(tuple(self._path), piece)
        return None

    def _open(self, piece: str) -> Finding | None:
        if len(self._keys) == MAX_DEPTH:
            return Finding((), "too-deep", f"is nested more than {MAX_DEPTH} levels deep")
        self._keys.append(set() if piece == "{" else None)
        self._path.append("" if piece == "{" else 0)
        self._key_next = piece == "{"
        return None

    def _close(self) -> None:
        self._key_next = False
        if self._keys:
            self._keys.pop()
            self._path.pop()

    def _next(self) -> None:
        if not self._keys:
            return
        self._key_next = self._keys[-1] is not None
        step = self._path[-1]
        if isinstance(step, int):
            self._path[-1] = step + 1

    def _key(self, piece: str) -> Finding | None:
        self._key_next = False
        finding = _in_text(tuple(self._path[:-1]), piece)
        key = _unescaped(encodings.with_stand_ins(piece))
        seen = self._keys[-1]
        assert seen is not None
        self._path[-1] = key
        if key in seen:
            return Finding(tuple(self._path), "duplicate-key", "the same key a second time", found=key)
        seen.add(key)
        return finding


def _unescaped(piece: str) -> str:
    import json

    try:
        return str(json.loads(piece))
    except ValueError:
        return piece


def _in_text(path: Path, piece: str) -> Finding | None:
    if encodings.UNDECODED.search(piece):
        return Finding(path, encodings.CODE, "is not UTF-8")
    return _surrogate(path, piece)


def _surrogate(path: Path, piece: str) -> Finding | None:
    lone = next((m for m in ESCAPE.finditer(piece) if m.group(1)), None) if "\\" in piece else None
    if lone is None:
        return None
    return Finding(path, "lone-surrogate", "half of a surrogate pair is no character", found=lone.group())


def _number(path: Path, piece: str) -> Finding | None:
    if piece in {"NaN", "Infinity", "-Infinity"}:
        return Finding(path, "not-a-number", f"{piece} is not JSON", found=piece, hint="leave out what is not known")
    if piece[0] not in "-0123456789":
        return None
    if len(piece) > MAX_DIGITS or isinf(float(piece)):
        return Finding(path, "number-too-large", "no double holds this number", found=f"{piece[:20]}… ({len(piece)} characters)")
    if _INTEGER.match(piece) and abs(int(piece)) > PRECISE:
        hint = "" if _is_counted(path) else "write it as text"
        return warning(path, "imprecise-integer", "beyond 2^53, where other programs change the last digits", piece, hint)
    return None


_NUMBERS = frozenset({"costs", "metrics", "rewards", "baseline"})
"""Keys of a trace whose values are numbers, or hold some."""
_NUMBERS_OF_EVENTS = frozenset({"t", "t_start", "seq", "turn", "tokens", "rewards"})


def _is_counted(path: Path) -> bool:
    """Return whether a path leads to what must be a number in a trace, so that it cannot be text."""
    top, _, key, *_ = (*path, None, None, None)
    return top in _NUMBERS or (top == "events" and key in _NUMBERS_OF_EVENTS)
