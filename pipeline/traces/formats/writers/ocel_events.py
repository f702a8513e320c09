"""The events of an object-centric log."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import Event
from ...findings import JSON
from ...timeline import Timeline
from ..clock import Clock
from .ocel_objects import RUN, Objects
from .ocel_values import Item, Relation, Value, values

_TO = {"spawn": "spawned", "despawn": "despawned"}
"""Event type to what the agent in ``to`` is to it; to others it is the receiver."""


def item(timeline: Timeline, objects: Objects, rank: int, times: Clock) -> Item:
    """Return the event at a rank, with its attributes and all objects that have to do with it."""
    event = timeline.trace.events[timeline.order[rank]]
    started = () if event.t_start is None else (Value("start_timestamp", "time", times.date(event.t_start)),)
    relations = (*_relations(event, objects, rank), *objects.of_events.get(rank, ()))
    return Item(event.id, event.type, times.date(event.t), (*values(_said(event, rank)), *started), relations)


def _said(event: Event, rank: int) -> Iterator[tuple[str, JSON]]:
    yield from (("rank", rank), ("t", float(event.t)), ("t_start", None if event.t_start is None else float(event.t_start)))
    for key in ("seq", "turn", "call_id", "decision", "status", "trusted", "role", "parent_agent", "content_ref", "content_sha256"):
        yield key, getattr(event, key)
    yield "stage", None if event.stage is None else str(event.stage)
    if event.tokens is not None:
        names = ("tokens_in", "tokens_out", "tokens_cached", "tokens_reasoning", "tokens_category")
        *counts, more = event.tokens
        yield from (*zip(names, counts, strict=True), ("tokens_other", {**more} or None))
    if event.error is not None:
        kind, message, cause, known, more = event.error
        yield from (("error_kind", kind), ("error_message", message), ("error_cause", cause), ("error_cause_known", known))
        yield "error_other", {**more} or None
    yield "inferred", [*event.inferred] or None
    yield "other", {**event.other} or None


def _relations(event: Event, objects: Objects, rank: int) -> Iterator[Relation]:
    yield Relation(RUN, "run")
    yield Relation(objects.agents[event.agent], "actor")
    if event.source is not None:
        yield Relation(objects.agents[event.source], "sender")
    if event.to is not None:
        yield Relation(objects.agents[event.to], _TO.get(event.type, "receiver"))
    if event.tool is not None:
        yield Relation(objects.tools[event.tool], "tool")
    if rank in objects.calls:
        yield Relation(objects.calls[rank], "call")
    if rank in objects.messages:
        yield Relation(objects.messages[rank], "message")
