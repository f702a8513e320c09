"""Files of other programs to JSON values, more leniently than our own: what can be read is read, and what was wrong is told.

One value a file, or one a line (JSON Lines); which of the two is seen from the content. A line that cannot be read is left out.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import BinaryIO, NamedTuple

from ...errors import Place, Problem
from .. import json_syntax, json_text
from ..loading import STDIN, bytes_of
from ..packed import packed
from .lenient import Text, changes
from .source import Source

BOM = b"\xef\xbb\xbf"
SUFFIXES = (".json", ".jsonl")
"""Endings of the files that are taken from a folder, in small letters or capitals."""
_PACKED = tuple(f"{suffix}.{how}" for suffix in SUFFIXES for how in ("gz", "bz2", "xz", "zst", "zip"))
"""Endings of files that would be taken if they were unpacked."""


class Read(NamedTuple):
    """One file."""

    source: Source
    """Its name and what could be read of it."""
    data: bytes
    """As it was read; empty for standard input that failed."""
    problems: list[Problem]
    """What could not be read (errors), and what was read otherwise than it stands (warnings)."""


class Files(NamedTuple):
    """What a call names."""

    paths: list[str]
    """Files, each once, and in place of a folder the JSON files anywhere in it, sorted by path."""
    problems: list[Problem]
    """Of the folders, what could not be listed (errors) and what was left out (warnings)."""


def files(names: Iterable[str]) -> Files:
    """Return the files that names of files and folders stand for. Raises nothing for anything that a name can be."""
    paths: dict[str, None] = {}
    problems: list[Problem] = []
    for name in names:
        inside = list(_inside(name)) if name != STDIN and is_folder(name) else [name]
        paths |= dict.fromkeys(sorted(one for one in inside if isinstance(one, str)))
        found = [one for one in inside if isinstance(one, Problem)]
        if len(found) == len(inside) and not any(problem.severity == "error" for problem in found):
            found.append(Problem(Place(name), "no-file", "holds no .json or .jsonl file"))
        problems += found
    return Files(list(paths), problems)


def is_folder(name: str) -> bool:
    """Return whether there is a folder of a name, which may be too long for one, or lie where nobody may look."""
    try:
        return FilePath(name).is_dir()
    except OSError:
        return False


def _inside(folder: str) -> Iterator[str | Problem]:
    """Yield the JSON files below a folder, and what is wrong with the others."""
    faults: list[OSError] = []
    for parent, below, found in os.walk(folder, onerror=faults.append):
        yield from (_linked(path) for name in below if (path := FilePath(parent) / name).is_symlink())
        yield from (_file(FilePath(parent) / name) for name in found if name.lower().endswith(SUFFIXES))
        yield from (_packed(FilePath(parent) / name) for name in found if name.lower().endswith(_PACKED))
    yield from (_closed(fault, folder) for fault in faults)


def _closed(fault: OSError, folder: str) -> Problem:
    place = Place(FilePath(fault.filename).as_posix() if isinstance(fault.filename, str) else folder)
    return Problem(place, "unreadable", f"cannot be read: {(fault.strerror or str(fault)).lower()}")


def _linked(path: FilePath) -> Problem:
    # Not followed, since links may lead round in a circle.
    hint = "name it in the call where it belongs to the run"
    return Problem(Place(path.as_posix()), "linked-folder", "is a link to a folder, and is left out", hint=hint, severity="warning")


def _packed(path: FilePath) -> Problem:
    return Problem(Place(path.as_posix()), "packed", "is packed, and is left out", hint="unpack it first", severity="warning")


def _file(path: FilePath) -> str | Problem:
    """Return the name of a file; a pipe or a socket is left out, since reading it may never end."""
    try:
        plain = stat.S_ISREG(path.stat().st_mode)
    except OSError:
        plain = True  # whoever reads it is told why that cannot be
    return (
        path.as_posix()
        if plain
        else Problem(Place(path.as_posix()), "no-plain-file", "is no plain file, and is left out", severity="warning")
    )


def read_file(name: str, stdin: BinaryIO, max_bytes: int = json_text.MAX_BYTES) -> Read:
    """Return what a file holds; ``-`` stands for ``stdin``. A file that cannot be read is a problem as well."""
    data = bytes_of(name, stdin)
    return Read(Source(name, ()), b"", [data]) if isinstance(data, Problem) else read(data, name, max_bytes)


def read(data: bytes, name: str, max_bytes: int = json_text.MAX_BYTES) -> Read:
    """Return the JSON values that bytes hold. Raises nothing for anything that the bytes can be."""
    if problem := _unfit(data, name, max_bytes):
        return Read(Source(name, ()), data, [problem])
    whole = Text(data.removeprefix(BOM), Place(name))
    if whole.problem is not None and not _is_lines(data):
        return Read(Source(name, ()), data, [_second(data, whole.problem)])
    texts = [whole] if whole.problem is None else [Text(line, Place(name, n)) for n, line in _lines(data)]
    documents = tuple(text.value for text in texts if text.problem is None)
    return Read(Source(name, documents), data, [text.problem for text in texts if text.problem] + changes(texts))


def _second(data: bytes, problem: Problem) -> Problem:
    """Return why a file is not read, which is no fault of syntax where it holds several values, each over several lines."""
    if problem.code != "json-syntax":
        return problem
    lines = data.removeprefix(BOM).split(b"\n")
    before, (line, column) = lines[: problem.place.line - 1], (problem.place.line, problem.place.column)
    at_fault = lines[line - 1].decode("utf-8", "replace")
    first = b"\n".join([*before, at_fault[: column - 1].encode()])
    if not at_fault[column - 1 :] or not json_syntax.begins_value(at_fault, column - 1):
        return problem
    if not first.strip() or Text(first, problem.place).problem is not None:
        return problem
    hint = "one value a file, or each on a line of its own: jq -c . FILE"
    return replace(problem, code="second-value", message=f"a second value begins at line {line}", hint=hint)


def _unfit(data: bytes, name: str, max_bytes: int) -> Problem | None:
    if len(data) > max_bytes:
        return Problem(Place(name), "too-large", f"is more than {max_bytes:,} bytes long")
    if not data.strip():
        return Problem(Place(name), "empty-file", "holds nothing")
    how = packed(data)
    return Problem(Place(name), "packed", f"is packed ({how.kind})", hint=how.hint) if how else None


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
