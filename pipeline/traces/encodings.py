"""Bytes that are no UTF-8: where they stand, what they most likely are, and how the rest of a file is read all the same."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from ..errors import Place, Problem

CODE = "not-utf8"
UNDECODED = re.compile("[\udc80-\udcff]")
"""One such byte in a decoded text. No text has these characters otherwise, since UTF-8 has none for them."""
_SAVE = "save the file as UTF-8"


class Decoded(NamedTuple):
    """The text of a file."""

    text: str
    """Without a byte-order mark; each byte that is no UTF-8 is one character, which UNDECODED finds."""
    problem: Problem | None
    """Where the first of these bytes stands, and what it most likely is; None where there is none."""


def decoded(data: bytes, place: Place) -> Decoded:
    """Return the text of bytes that begin at a place. Raises nothing for anything that they can be."""
    mark = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
    try:
        return Decoded(data[mark:].decode() if mark else data.decode(), None)
    except UnicodeDecodeError as error:
        text = data[mark:].decode("utf-8", "surrogateescape")
        return Decoded(text, _problem(data, error.start + mark, error.end + mark, text, place))


def with_stand_ins(text: str) -> str:
    """Return a decoded text with a character of nobody's for each byte that is no UTF-8, so that two of them stay two names."""
    return UNDECODED.sub(lambda match: chr(0xF700 + _byte(match)), text)


def spelled_out(text: str) -> str:
    r"""Return a decoded JSON text in which each byte that is no UTF-8 is spelled out, as in ``caf\xE9``."""
    return UNDECODED.sub(lambda match: rf"\\x{_byte(match):02X}", text)


def _byte(match: re.Match[str]) -> int:
    return ord(match.group()) - 0xDC00


def _problem(data: bytes, start: int, end: int, text: str, place: Place) -> Problem:
    before = data.rfind(b"\n", 0, start) + 1
    column = len(data[before:start].decode("utf-8-sig", "replace")) + 1
    first = place.column if before == 0 else 1
    where = Place(place.path, place.line + data.count(b"\n", 0, start), first + column - 1)
    more = len(UNDECODED.findall(text)) - (end - start)
    message = f"is not UTF-8: byte 0x{data[start]:02X}{f', and {more:,} more behind it' if more else ''}"
    likely = _likely(data, start, end)
    return Problem(where, CODE, message, hint=f"{likely}; {_SAVE}" if likely else _SAVE)


def _likely(data: bytes, start: int, end: int) -> str:
    """Return what the bytes at fault most likely are; empty where nothing says so."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "the file begins as one in UTF-16 does"
    if 0xC2 <= data[start] <= 0xF4 and (end == len(data) or end - start > 1):
        return "a character is cut off here"
    run = re.compile(rb"[\x80-\xff]+").match(data, start)
    written = run.group() if run and data[start - 1 : start] < b"\x80" else b""
    letters = written.decode("cp1252", "replace")
    in_a_word = data[start - 1 : start].isalpha() and data[start + len(written) : start + len(written) + 1].isalpha()
    # Longer runs are of a script that has no letters of ASCII, and two such signs hardly stand side by side but in a word.
    if len(letters) == 1 or (len(letters) == 2 and letters.isalpha() and in_a_word):
        return "" if "\ufffd" in letters else f"in Windows-1252 “{letters}” is written so"
    return ""
