"""A file's bytes to a trace and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import BinaryIO

from ..errors import Place, Problem
from . import checks, json_text, parsing, places, schema
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
        read = json_text.value(data, name, problems.append, max_bytes)
        if read is None:
            return Loaded(name, None, problems)
        timeline, found = _judged(read.value)
        if found:
            problems += places.problems(found, read.text, name)
    return Loaded(name, timeline, problems)


def _judged(value: JSON) -> tuple[Timeline | None, list[Finding]]:
    """Return a trace, or None where nothing can be computed from it, and what is wrong with it."""
    if unknown := schema.unknown_version(value):
        return None, [unknown]
    version = schema.version_of(value)
    if broken := list(schema.findings(value, version)):
        return None, [*broken, *_of_the_rest(value, broken)]
    unusable, found = _profile(value) if version == schema.VERSION_1 else ({}, [])
    timeline = Timeline(parsing.trace(value, unusable))
    structural = list(checks.findings(timeline, checks.STRUCTURE))
    found += structural
    found += checks.findings(timeline, checks.GRAPH + checks.WHOLE)
    return None if structural else timeline, found


def _profile(value: JSON) -> tuple[dict[int, frozenset[str]], list[Finding]]:
    """Return the event keys that are not as profile 1.1 has them, by event, and warnings: version 1 allows it."""
    hint = "version 1 allows it, but profile 1.1 gives the key another type; it is kept and not used"
    found = [replace(f, severity="warning", hint=hint) for f in schema.findings(value, schema.PROFILE)]
    keys: dict[int, frozenset[str]] = {}
    for finding in found:
        _, position, key, *_ = finding.path
        assert isinstance(position, int)
        assert isinstance(key, str)
        keys[position] = keys.get(position, frozenset()) | {key}
    return keys, found


def _of_the_rest(value: JSON, broken: list[Finding]) -> list[Finding]:
    """Return what is wrong with ids and edges, although some of the file is not as the schema has it.

    Events and edges that break the schema are replaced by blanks, so that positions stay what they are; what is then found at
    a blank, or at an edge to one, is dropped.
    """
    lists = [value.get(name) for name in schema.LISTS] if isinstance(value, dict) else []
    if not all(isinstance(items, list) for items in lists) or not any(lists):
        return []
    at = {name: {f.path[1] for f in broken if f.path[:1] == (name,) and len(f.path) > 1} for name in schema.LISTS}
    raw_events, raw_edges = (items for items in lists if isinstance(items, list))
    events = [_blank_event(raw, p) if p in at["events"] else _bare_event(raw) for p, raw in enumerate(raw_events)]
    edges: list[JSON] = [_BLANK_EDGE if n in at["edges"] else raw for n, raw in enumerate(raw_edges)]
    if not events:
        return []
    timeline = Timeline(parsing.trace({**schema.LEAST, "events": events, "edges": edges}))
    blanks = {timeline.trace.events[p].id for p in at["events"] if isinstance(p, int)}
    nameless = any(name.startswith(_BLANK) for name in blanks)
    dropped = at["edges"] | {n for n, edge in enumerate(timeline.trace.edges) if edge.src in blanks or edge.dst in blanks}
    return [f for f in checks.findings(timeline, checks.STRUCTURE + checks.GRAPH) if _holds(f, at["events"], dropped, nameless)]


_BLANK = "\0"
_BLANK_EDGE: JSON = {"src": _BLANK, "dst": _BLANK, "type": "temporal"}


def _blank_event(raw: JSON, position: int) -> JSON:
    stated = raw.get("id") if isinstance(raw, dict) else None
    return {"id": stated if isinstance(stated, str) else f"{_BLANK}{position}", "t": 0, "type": "message", "agent": ""}


def _bare_event(raw: JSON) -> JSON:
    """Return an event with the keys that the rules on ids and edges look at, all of them valid."""
    return {key: raw[key] for key in ("id", "t", "type", "agent", "to") if key in raw} if isinstance(raw, dict) else None


def _holds(finding: Finding, events: set[str | int], edges: set[str | int], nameless: bool) -> bool:
    """Return whether a finding does not come from the blanks."""
    if finding.code in {"cycle", "duplicate-id"}:
        return True
    if finding.severity == "notice" or (finding.code == "unknown-endpoint" and nameless):
        return False
    return finding.path[1] not in (events if finding.path[0] == "events" else edges)
