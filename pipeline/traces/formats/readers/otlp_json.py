"""How OTLP writes lists, ids, times and attributes as JSON.

https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding; names in the spelling of the protobuf files are read as well.
"""

from __future__ import annotations

import re

from ...findings import JSON
from ..moments import LATEST
from ..shapes import items, mapping, text


def listed(outer: dict[str, JSON], *keys: str) -> list[dict[str, JSON]]:
    """Return the objects in the lists that stand under these keys."""
    return [mapping(one) for key in keys for one in items(outer.get(key))]


def identity(raw: dict[str, JSON], key: str) -> str:
    """Return an id, of which hexadecimal digits may be written small or large."""
    snake = re.sub(r"([A-Z])", lambda match: f"_{match.group().lower()}", key)
    found = text(raw.get(key)) or text(raw.get(snake)) or ""
    return found.lower() if re.fullmatch(r"[0-9a-fA-F]+", found) else found


def time(raw: dict[str, JSON], key: str) -> float | None:
    """Return nanoseconds since 1970 as seconds; None for none, for 0, which stands for none, and for what is no time."""
    nanoseconds = _whole(stated(raw, key))
    return nanoseconds / 1e9 if nanoseconds and 0 < nanoseconds < LATEST * 1e9 else None


def stated(raw: dict[str, JSON], key: str) -> JSON:
    """Return what a span says of a time, readable or not; None where it says nothing, or 0."""
    snake = re.sub(r"([A-Z])", lambda match: f"_{match.group().lower()}", key)
    found = raw.get(key, raw.get(snake))
    return None if found in (0, "0", "") and found is not False else found


def _whole(value: JSON) -> int | None:
    """Return a whole number, which protobuf writes as text where it has 64 bits."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,20}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def attributes(raw: dict[str, JSON]) -> dict[str, JSON]:
    """Return the attributes of a span or a resource by name."""
    written = raw.get("attributes")
    if isinstance(written, dict):
        return written
    return {key: _value(pair.get("value")) for pair in map(mapping, items(written)) if (key := text(pair.get("key")))}


def _value(wrapped: JSON) -> JSON:
    """Return what an attribute holds."""
    for kind, value in mapping(wrapped).items():
        if kind in ("intValue", "int_value"):
            return value if (whole := _whole(value)) is None else whole
        if kind in ("arrayValue", "array_value"):
            return [_value(one) for one in items(mapping(value).get("values"))]
        if kind in ("kvlistValue", "kvlist_value"):
            return {text(one.get("key")) or "": _value(one.get("value")) for one in listed(mapping(value), "values")}
        return value
    return None
