"""A trace as an object-centric event log, OCEL 2.0 in JSON, as tools for process mining read it.

Objects are the run, agents, tools, tool calls, messages, rewards and edges; an event names each that has to do with it, with
what it is to the event. The form joins no events with each other, so an edge is an object that both its ends name. Objects have
ids of our own, since an agent and a tool may have one name; the name is an attribute.

Values are written as text beside their declared type, as the standard's own schema wants it. Dates are made up where the trace
has none; ``time_base`` of the run says so.

Lost: the order of events of the same microsecond, but for the attribute ``rank``; unknown keys, as well as the provenance, are
kept as JSON text.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...findings import JSON
from ...timeline import Timeline
from ..clock import clock
from . import ocel_events, ocel_objects
from .compact import a_line_each, compact
from .ocel_values import Item

NAME = "ocel"
TITLE = "object-centric event log, OCEL 2.0 in JSON"
SUFFIX = ".ocel.json"


def text(timeline: Timeline) -> str:
    """Return a trace as one JSON object with an event, an object and a type a line."""
    times = clock(timeline.trace)
    objects = ocel_objects.Objects(timeline)
    things = objects.items(times)
    events = [ocel_events.item(timeline, objects, rank, times) for rank in range(len(timeline.order))]
    lists: dict[str, list[JSON]] = {
        "objectTypes": [_type(name, things) for name in sorted({thing.type for thing in things})],
        "eventTypes": [_type(name, events) for name in sorted({event.type for event in events})],
        "objects": [thing.as_object() for thing in things],
        "events": [event.as_event() for event in events],
    }
    members = ",\n".join(f"{compact(name)}:{a_line_each(listed)}" for name, listed in lists.items())
    return f"{{{members}}}\n"


def _type(name: str, items: Iterable[Item]) -> dict[str, JSON]:
    """Return a type with every attribute that an item of it has."""
    known = {value.name: value.type for item in items if item.type == name for value in item.values}
    return {"name": name, "attributes": [{"name": attribute, "type": kind} for attribute, kind in sorted(known.items())]}
