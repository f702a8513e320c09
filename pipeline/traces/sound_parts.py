"""What can be said of a trace although its text or its schema is at fault: of what is sound in it, without guessing the rest.

Events and edges that cannot be used are replaced by blanks, so that positions stay what they are; what is then found at a blank, or
at an edge to one, is dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from . import checks, parsing, schema
from .events import Event
from .findings import JSON, Finding, Path, shown
from .timeline import Timeline

_BLANK = "\0"
_BLANK_EDGE: JSON = {"src": _BLANK, "dst": _BLANK, "type": "temporal"}
_NEEDED = frozenset({"id", "t", "type", "agent"})
"""Keys without which an event is none."""
Unusable = dict[int, frozenset[str]]
"""Position of an event to those of its keys that are not as profile 1.1 has them."""
_Faulty = dict[int, set[str | int]]
"""Position in a list to the keys at which an item is at fault; an empty text stands for all of it."""


def within(path: Path, doubtful: Collection[Path]) -> bool:
    """Return whether a path leads to a doubtful value, or into one."""
    return bool(doubtful) and any(path[:length] in doubtful for length in range(1, len(path) + 1))


def profile(value: JSON) -> tuple[Unusable, list[Finding]]:
    """Return the event keys that are not as profile 1.1 has them, by event, and warnings: version 1 allows it."""
    hint = "version 1 allows it, but profile 1.1 gives the key another type; it is kept and not used"
    found = [replace(f, severity="warning", hint=hint) for f in schema.findings(value, schema.PROFILE)]
    keys: Unusable = {}
    for finding in found:
        _, position, key, *_ = finding.path
        assert isinstance(position, int)
        assert isinstance(key, str)
        keys[position] = keys.get(position, frozenset()) | {key}
    return keys, found


def findings(value: JSON, faults: Collection[Path]) -> Iterator[Finding]:
    """Yield what is wrong with a document beside what is at fault at some paths: with its ids and edges, and with single events.

    ``faults`` are all the paths at which the schema or the text is broken. The value is left as it is.
    """
    if not isinstance(value, dict) or not all(isinstance(value.get(name), list) for name in schema.LISTS):
        return
    if ("events",) in faults or ("edges",) in faults or not value["events"]:
        return
    at = {name: _faulty(faults, name) for name in schema.LISTS}
    document = _sound(value, {path[0] for path in faults if path}, at)
    version = schema.version_of(document)
    if next(schema.findings(document, version), None) is not None:
        return
    unusable, found = profile(document) if version == schema.VERSION_1 else ({}, [])
    timeline = Timeline(parsing.trace(document, unusable))
    found += checks.findings(timeline, checks.STRUCTURE + checks.GRAPH + checks.SINGLE)
    stood_in = {key for key in document if document[key] is not value.get(key)} - {*schema.LISTS}
    yield from _Kept(value, timeline, at, stood_in).of(found)


_BLANKING = _NEEDED | {""}


def _faulty(faults: Collection[Path], name: str) -> _Faulty:
    found: defaultdict[int, set[str | int]] = defaultdict(set)
    for path in faults:
        if path[:1] == (name,) and len(path) > 1 and isinstance(path[1], int):
            found[path[1]].add(path[2] if len(path) > 2 else "")
    return dict(found)


def _sound(value: dict[str, JSON], tops: set[str | int], at: dict[str, _Faulty]) -> dict[str, JSON]:
    """Return a valid document of what is sound in one: the least that one needs stands for what is not."""
    events, edges = (items for name in schema.LISTS if isinstance(items := value[name], list))
    newer = schema.version_of(value) == schema.VERSION_2 or not tops.isdisjoint(schema.later_keys())
    return {
        **schema.LEAST, **{key: item for key, item in value.items() if key not in tops},
        **({"schema_version": f"{schema.MAJOR}.0"} if newer else {}),
        "events": [_event(raw, p, at["events"][p]) if p in at["events"] else raw for p, raw in enumerate(events)],
        "edges": [_BLANK_EDGE if n in at["edges"] else raw for n, raw in enumerate(edges)],
    }  # fmt: skip


def _event(raw: JSON, position: int, faulty: set[str | int]) -> JSON:
    """Return an event without the keys that are at fault, or a blank that has its id."""
    if isinstance(raw, dict) and faulty.isdisjoint(_BLANKING):
        return {key: item for key, item in raw.items() if key not in faulty}
    stated = raw.get("id") if isinstance(raw, dict) and "id" not in faulty else None
    return {"id": stated if isinstance(stated, str) else f"{_BLANK}{position}", "t": 0, "type": "message", "agent": _BLANK}


def _is_unnamed(event: Event) -> bool:
    return event.id.startswith(_BLANK)


class _Kept:
    """Tells which findings do not come from the blanks."""

    def __init__(self, value: dict[str, JSON], timeline: Timeline, at: dict[str, _Faulty], stood_in: set[str]) -> None:
        events, blanks = timeline.trace.events, {p for p, keys in at["events"].items() if not keys.isdisjoint(_BLANKING)}
        self._blanks, self._stood_in = blanks, stood_in
        self._shortened = at["events"].keys() - blanks
        """Events that keys were taken from."""
        hollow = {events[p].id for p in blanks}
        self._edges = {*at["edges"]} | {n for n, edge in enumerate(timeline.trace.edges) if edge.src in hollow or edge.dst in hollow}
        raw_events = value["events"]
        assert isinstance(raw_events, list)
        unnamed = [raw.get("id") if isinstance(raw, dict) else None for raw in (raw_events[p] for p in blanks if _is_unnamed(events[p]))]
        self._meant = {shown(stated) for stated in unnamed if not isinstance(stated, dict | list | None)}
        """What ids that are no text may be meant to be."""
        self._nameless = sum(isinstance(stated, str | dict | list | None) for stated in unnamed)
        """How many events may be meant by any id: also those that state one text, which is then only the last of several."""

    def of(self, found: list[Finding]) -> Iterator[Finding]:
        """Yield those of the findings that hold."""
        lost = {f.found for f in found if f.code == "unknown-endpoint" and self._holds(f)} - self._meant
        meant = self._meant | (lost if len(lost) <= self._nameless else set())
        yield from (f for f in found if self._holds(f) and not (f.code == "unknown-endpoint" and f.found in meant))

    def _holds(self, finding: Finding) -> bool:
        if finding.code in {"cycle", "duplicate-id"}:
            return True
        if finding.severity == "notice":
            return False
        top, place, *_ = (*finding.path, None)
        if top == "events" and place in self._shortened and len(finding.path) == 2:
            return False  # what is said of an event as a whole may come from what it lacks
        return top not in self._stood_in and place not in (self._blanks if top == "events" else self._edges if top == "edges" else ())
