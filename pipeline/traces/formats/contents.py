"""Our own traces with what was said in the run, which is carried along only where that is asked for, and else known by its hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from .. import loading
from ..events import Event
from ..findings import JSON
from ..loading import Loaded
from ..timeline import Timeline
from .naming import hashed
from .shapes import WORDED

KEY = "content"
"""Under this key an event holds its content."""


def own(data: bytes, name: str, with_content: bool) -> tuple[Loaded, tuple[str, ...]]:
    """Return the trace of ours that bytes hold, and what was left out: contents, for which hashes stand, unless those are asked for.

    What an error says in words may repeat what was read, so it is content as well.
    """
    loaded = loading.load(data, name)
    if with_content or loaded.trace is None:
        return loaded, ()
    events = loaded.trace.events
    told, worded = sum(KEY in event.other for event in events), sum(_worded(event) for event in events)
    if not told and not worded:
        return loaded, ()
    bare = replace(loaded, timeline=Timeline(replace(loaded.trace, events=tuple(_mute(_bare(event)) for event in events))))
    notes = {"contents, for which hashes stand unless they are asked for: {}": told, WORDED: worded}
    return bare, tuple(what.format(number) for what, number in notes.items() if number)


def _bare(event: Event) -> Event:
    """Return an event without its content. A hash that it states itself stays."""
    if KEY not in event.other:
        return event
    other = _without(event.other, KEY)
    stated = event.content_sha256 is not None or "content_sha256" in other
    return event._replace(other=other, content_sha256=event.content_sha256 if stated else hashed(event.other[KEY]))


def _worded(event: Event) -> bool:
    """Return whether an event says in words what went wrong, be it in a way that profile 1.1 does not know."""
    if event.error is not None:
        return event.error.message is not None
    told = event.other.get("error")
    return isinstance(told, str) or (isinstance(told, dict) and "message" in told)


def _mute(event: Event) -> Event:
    """Return an event without the words of its error."""
    if not _worded(event):
        return event
    if event.error is not None:
        return event._replace(error=event.error._replace(message=None))
    told = event.other["error"]
    kept = {"error": dict(_without(told, "message"))} if isinstance(told, dict) else {}
    return event._replace(other=MappingProxyType({**_without(event.other, "error"), **kept}))


def _without(keys: Mapping[str, JSON], name: str) -> Mapping[str, JSON]:
    return MappingProxyType({key: value for key, value in keys.items() if key != name})
