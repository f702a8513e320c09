"""Files of other programs to JSON values, more leniently than our own: what can be read is read, and what was wrong is told.

One value a file, or one a line (JSON Lines); which of the two is seen from the content. A line that cannot be read is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import BinaryIO, NamedTuple

from ...errors import Place, Problem
from .. import json_text
from ..loading import STDIN, bytes_of
from .lenient import Text, changes
from .source import Source

BOM = b"\xef\xbb\xbf"
SUFFIXES = (".json", ".jsonl")
"""Endings of the files that are taken from a folder."""
_ZIPPED = {b"PK\x03\x04": "unpack the archive first; an inspect_ai log becomes JSON by 'inspect log dump'", b"\x1f\x8b": "unpack it first"}
"""How packed files begin."""


class Read(NamedTuple):
    """One file."""

    source: Source
    """Its name and what could be read of it."""
    data: bytes
    """As it was read; empty for standard input that failed."""
    problems: list[Problem]
    """What could not be read (errors), and what was read otherwise than it stands (warnings)."""


def files(names: Iterable[str]) -> Iterator[str]:
    """Yield files, each once, and in place of a folder the JSON files anywhere in it, sorted by path."""
    yield from dict.fromkeys(path for name in names for path in (sorted(_inside(name)) if _is_folder(name) else (name,)))


def _is_folder(name: str) -> bool:
    return name != STDIN and FilePath(name).is_dir()


def _inside(folder: str) -> Iterator[str]:
    for parent, _, found in os.walk(folder):
        paths = (FilePath(parent) / name for name in found if name.endswith(SUFFIXES))
        yield from (path.as_posix() for path in paths if path.is_file())


def read_file(name: str, stdin: BinaryIO, max_bytes: int = json_text.MAX_BYTES) -> Read:
    """Return what a file holds; ``-`` stands for ``stdin``. A file that cannot be read is a problem as well."""
    data = bytes_of(name, stdin)
    return Read(Source(name, ()), b"", [data]) if isinstance(data, Problem) else read(data, name, max_bytes)


def read(data: bytes, name: str, max_bytes: int = json_text.MAX_BYTES) -> Read:
    """Return the JSON values that bytes hold. Raises nothing for anything that the bytes can be."""
    if problem := _unfit(data, name, max_bytes):
        return Read(Source(name, ()), data, [problem])
    whole = Text(data.removeprefix(BOM), Place(name))
    texts = [whole] if whole.problem is None or not _is_lines(data) else [Text(line, Place(name, n)) for n, line in _lines(data)]
    documents = tuple(text.value for text in texts if text.problem is None)
    return Read(Source(name, documents), data, [text.problem for text in texts if text.problem] + changes(texts))


def _unfit(data: bytes, name: str, max_bytes: int) -> Problem | None:
    if len(data) > max_bytes:
        return Problem(Place(name), "too-large", f"is more than {max_bytes:,} bytes long")
    if not data.strip():
        return Problem(Place(name), "empty-file", "holds nothing")
    hint = next((hint for start, hint in _ZIPPED.items() if data.startswith(start)), None)
    return Problem(Place(name), "packed", "is a packed file", hint=hint) if hint else None


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), start=1):
        if line.strip():
            yield number, line


def _is_lines(data: bytes) -> bool:
    """Return whether a file that is no JSON value is meant to hold one a line: some line is an object from its first column on.

    In a JSON text over many lines that is so only below an opening bracket.
    """
    if data.removeprefix(BOM).lstrip().startswith(b"["):
        return False
    begun = (line for _, line in _lines(data) if line.startswith(b"{") and line.rstrip().endswith(b"}"))
    return any(isinstance(Text(line, Place("")).value, dict) for line in begun)
