"""What an object-centric log is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...findings import JSON
from .compact import compact

ALWAYS = "1970-01-01T00:00:00Z"
"""The standard's time for a value that an object has from the beginning."""


class Value(NamedTuple):
    """An attribute."""

    name: str
    """Of the attribute."""
    type: str
    """string, time, integer, float or boolean."""
    text: str
    """The value as text."""


class Relation(NamedTuple):
    """What an object is to an event, or to another object."""

    object_id: str
    """Which object."""
    qualifier: str
    """What it is."""


class Item(NamedTuple):
    """An event or an object."""

    id: str
    """One of its kind."""
    type: str
    """Name of its type."""
    time: str
    """When it happened, in ISO 8601; empty for an object."""
    values: tuple[Value, ...]
    """Attributes, none twice."""
    relations: tuple[Relation, ...]
    """None twice."""

    def as_event(self) -> dict[str, JSON]:
        """Return an event as it is written."""
        values: list[JSON] = [{"name": value.name, "value": value.text} for value in self.values]
        return {"id": self.id, "type": self.type, "time": self.time, "attributes": values, "relationships": self._relations()}

    def as_object(self) -> dict[str, JSON]:
        """Return an object as it is written."""
        values: list[JSON] = [{"name": value.name, "time": ALWAYS, "value": value.text} for value in self.values]
        return {"id": self.id, "type": self.type, "attributes": values, "relationships": self._relations()}

    def _relations(self) -> JSON:
        return [{"objectId": relation.object_id, "qualifier": relation.qualifier} for relation in dict.fromkeys(self.relations)]


def values(said: Iterable[tuple[str, JSON]]) -> tuple[Value, ...]:
    """Return attributes with their types. What is not said is left out; lists and objects become JSON text."""
    return tuple(_value(name, item) for name, item in said if item is not None)


def _value(name: str, item: JSON) -> Value:
    if isinstance(item, bool):
        return Value(name, "boolean", "true" if item else "false")
    if isinstance(item, int | float):
        return Value(name, "integer" if isinstance(item, int) else "float", repr(item))
    return Value(name, "string", item if isinstance(item, str) else compact(item))
