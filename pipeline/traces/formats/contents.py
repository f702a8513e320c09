"""Our own traces with what was said in the run, which is carried along only where that is asked for, and else known by its hash."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from .. import loading
from ..loading import Loaded
from ..model import Event
from ..timeline import Timeline
from .naming import hashed

KEY = "content"
"""Under this key an event holds its content."""


def own(data: bytes, name: str, with_content: bool) -> tuple[Loaded, tuple[str, ...]]:
    """Return the trace of ours that bytes hold, and what was left out; hashes stand for contents unless those are asked for."""
    loaded = loading.load(data, name)
    told = 0 if with_content or loaded.trace is None else sum(KEY in event.other for event in loaded.trace.events)
    if not told or loaded.trace is None:
        return loaded, ()
    events = tuple(_bare(event) if KEY in event.other else event for event in loaded.trace.events)
    bare = replace(loaded, timeline=Timeline(replace(loaded.trace, events=events)))
    return bare, (f"contents, for which hashes stand unless they are asked for: {told}",)


def _bare(event: Event) -> Event:
    """Return an event without its content. A hash that it states itself stays."""
    other = MappingProxyType({key: value for key, value in event.other.items() if key != KEY})
    stated = event.content_sha256 is not None or "content_sha256" in other
    return event._replace(other=other, content_sha256=event.content_sha256 if stated else hashed(event.other[KEY]))
