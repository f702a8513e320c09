"""A file's bytes to a trace and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import BinaryIO

from ..errors import Place, Problem
from . import checks, json_text, parsing, places, schema, sound_parts
from .collection import paused
from .findings import JSON, Finding
from .model import Trace
from .packed import packed
from .timeline import Timeline

STDIN = "-"
"""Stands for standard input."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """One file."""

    name: str
    """As it was called."""
    timeline: Timeline | None
    """The trace and its order; None where the file breaks the schema, repeats an id or has an edge that ends nowhere."""
    problems: list[Problem]
    """Everything that is wrong, in no particular order."""

    @property
    def trace(self) -> Trace | None:
        """The trace, where anything can be computed from it."""
        return self.timeline.trace if self.timeline else None

    @property
    def faulty(self) -> bool:
        """Whether anything is an error."""
        return any(problem.severity == "error" for problem in self.problems)


def load_file(name: str, stdin: BinaryIO) -> Loaded:
    """Return what a file holds; ``-`` stands for ``stdin``. A file that cannot be read is a problem as well."""
    data = bytes_of(name, stdin)
    return Loaded(name, None, [data]) if isinstance(data, Problem) else load(data, name)


def bytes_of(name: str, stdin: BinaryIO) -> bytes | Problem:
    """Return a file's bytes, or why they cannot be read; ``-`` stands for ``stdin``. No more is read than ``load`` takes."""
    try:
        return stdin.read(json_text.MAX_BYTES + 1) if name == STDIN else _bytes(FilePath(name))
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        return Problem(Place(name), "unreadable", f"cannot be read: {reason}", hint=_FOLDER if isinstance(error, IsADirectoryError) else "")


_FOLDER = "name the traces in it; masrl trace convert takes a folder of what other programs recorded"


def _bytes(path: FilePath) -> bytes:
    with path.open("rb") as file:
        return file.read(json_text.MAX_BYTES + 1)


def load(data: bytes, name: str, max_bytes: int = json_text.MAX_BYTES) -> Loaded:
    """Return the trace that bytes hold, and everything that is wrong. Raises nothing for anything that the bytes can be."""
    if how := packed(data):
        return Loaded(name, None, [Problem(Place(name), "unreadable", f"cannot be read: is packed ({how.kind})", hint=how.hint)])
    problems: list[Problem] = []
    with paused():
        read = json_text.readable(data, name, problems.append, max_bytes)
        if read is None:
            return Loaded(name, None, problems)
        timeline, found = _judged(read.value) if read.sound else (None, list(_doubted(read)))
        if found:
            problems += places.problems(found, read.text, name)
    return Loaded(name, timeline, problems)


def _doubted(read: json_text.Read) -> Iterator[Finding]:
    """Yield what is wrong with what could be read of a faulty text, but for what its faults may have made of it."""
    if not isinstance(read.value, dict) or read.value.keys().isdisjoint(schema.LEAST):
        return  # of what is no trace at all nothing else needs to be said
    unknown = schema.unknown_version(read.value)
    broken = [unknown] if unknown else list(schema.findings(read.value, schema.version_of(read.value)))
    yield from (finding for finding in broken if not sound_parts.within(finding.path, read.doubtful))
    if not unknown:
        yield from sound_parts.findings(read.value, {*read.doubtful, *(finding.path for finding in broken)})


def _judged(value: JSON) -> tuple[Timeline | None, list[Finding]]:
    """Return a trace, or None where nothing can be computed from it, and what is wrong with it."""
    if unknown := schema.unknown_version(value):
        return None, [unknown]
    version = schema.version_of(value)
    if broken := list(schema.findings(value, version)):
        return None, [*broken, *sound_parts.findings(value, {finding.path for finding in broken})]
    unusable, found = sound_parts.profile(value) if version == schema.VERSION_1 else ({}, [])
    timeline = Timeline(parsing.trace(value, unusable))
    structural = list(checks.findings(timeline, checks.STRUCTURE))
    found += structural
    found += checks.findings(timeline, checks.GRAPH + checks.SINGLE + checks.WHOLE)
    return None if structural else timeline, found
