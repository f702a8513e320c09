"""What can be drawn of a document that is no valid trace: its events in their order, with what else can be used.

``read.js`` draws any document that has events. Here the same events become a timeline, for what stands beside the drawing:
what breaks the schema is left out, and an event that lacks a key it needs gets what ``read.js`` would take for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import NamedTuple

from .. import parsing, schema
from ..findings import JSON, Path
from ..timeline import Timeline
from .pruning import Object, pruned


class _Needed(NamedTuple):
    """What every event has to have, as the document says it or as ``read.js`` takes it to be."""

    id: str
    t: float
    type: str
    agent: str


_STAND_IN: Object = {"id": "", "t": 0, "type": "message", "agent": ""}
"""In place of what every event needs, until the rest of it is sound."""
_ORDERING = frozenset({"id", "t", "t_start", "seq"})
"""Keys of an event on which the order and the critical path rest."""


class Salvaged(NamedTuple):
    """What there is of a document."""

    timeline: Timeline
    """Of every event that is an object. Costs that are not given as numbers are absent, unlike in a valid trace."""
    ordered: bool
    """Whether ids, times and edges are all as they should be, so that what is computed from them holds: each event of the timeline
    then stands where the document has it."""


def salvaged(value: JSON) -> Salvaged | None:
    """Return what can be drawn of a document, or None where no event has both an id and a time or a place in the order.

    The value is used up. A newer major version is not read at all, since its keys may mean anything.
    """
    if not isinstance(value, dict) or _is_newer(value) or not isinstance(raw := value.get("events"), list):
        return None
    found = [item for item in raw if isinstance(item, dict)]
    if not any(map(_has_order, found)):
        return None
    fixed, broken = pruned(_document(value, [item | _STAND_IN for item in found]))
    timeline = _timeline(fixed, value, found)
    return Salvaged(timeline, len(found) == len(raw) and not any(map(_disorders, broken)) and _is_sound(found, timeline))


def _is_newer(value: Object) -> bool:
    stated = schema.unknown_version(value)
    return stated is not None and str(stated.found).partition(".")[0] != "1"


def _number(value: JSON) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) else None


def _has_order(raw: Object) -> bool:
    named = isinstance(raw.get("id"), str) or _number(raw.get("id")) is not None
    return named and (_number(raw.get("t")) is not None or _number(raw.get("seq")) is not None)


def _needed(raw: list[Object]) -> Iterator[_Needed]:
    """Yield of each event what it needs; who has no time stands where the last one does."""
    last = max((t for item in raw if (t := _number(item.get("t"))) is not None), default=0)
    for number, item in enumerate(raw, 1):
        t = _number(item.get("t"))
        yield _Needed(
            _name(item, number), last if t is None else t, _text(item, "type", "without a type"), _text(item, "agent", "(nobody)")
        )


def _name(raw: Object, number: int) -> str:
    stated = _number(raw.get("id"))
    return _text(raw, "id", f"event {number}") if stated is None else str(stated)


def _text(raw: Object, key: str, otherwise: str) -> str:
    return stated if isinstance(stated := raw.get(key), str) else otherwise


def _document(value: Object, events: Sequence[JSON]) -> Object:
    """Return a document of version 2 with the least that one needs, as far as the value does not say it."""
    given = {key: item for key, item in value.items() if type(item) is type(schema.LEAST.get(key, item)) or key == "rewards"}
    return schema.LEAST | given | {"schema_version": f"{schema.MAJOR}.0", "events": list(events)}


def _timeline(document: Object, value: Object, events: list[Object]) -> Timeline:
    """Return the timeline of a valid document, given what its events need; unknown costs are absent."""
    stated = value.get("costs")
    costs = {name: n for name, item in (stated.items() if isinstance(stated, dict) else ()) if (n := _number(item)) is not None}
    trace = parsing.trace(document)
    named = tuple(event._replace(**needed._asdict()) for event, needed in zip(trace.events, _needed(events), strict=True))
    return Timeline(replace(trace, events=named, costs=costs))


def _disorders(path: Path) -> bool:
    """Return whether the order or the critical path rest on what was left out."""
    return path[:1] == ("edges",) or (path[:1] == ("events",) and (len(path) < 3 or path[2] in _ORDERING))


def _is_sound(raw: Iterable[Object], timeline: Timeline) -> bool:
    keys: Iterator[bool] = (isinstance(item.get("id"), str) and _number(item.get("t")) is not None for item in raw)
    return all(keys) and None not in timeline.ends and len(timeline.positions) == len(timeline.trace.events)
