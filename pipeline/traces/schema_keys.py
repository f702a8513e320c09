"""The schemas in words: which keys there are, what each may hold and means, read from the schema files alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from . import schema
from .findings import JSON

_Object = dict[str, JSON]


class Word(NamedTuple):
    """One value of an enumeration."""

    name: str
    meaning: str
    """Empty where the schema says none."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object."""

    name: str
    required: bool
    form: str
    """What kind of value it holds, in words."""
    meaning: str
    words: tuple[Word, ...]
    """The values that it may have; empty where they cannot be listed."""
    inside: tuple[Key, ...]
    """The keys of the object that it holds, or of those in its list; empty for events and edges, which are told by themselves."""


def words(version: str, name: str) -> tuple[Word, ...]:
    """Return an enumeration under ``$defs`` of a schema, in its order, with what it says of each value."""
    return _words(cast("_Object", cast("_Object", _document(version)["$defs"])[name]))


def top_keys(version: str) -> tuple[Key, ...]:
    """Return the keys of a trace in the order of a schema, the required ones as it has them."""
    return tuple(_keys(_document(version), version))


def event_keys(version: str) -> tuple[Key, ...]:
    """Return the keys of an event that a schema gives a meaning beyond those of the schema that it builds on."""
    return tuple(_keys(cast("_Object", cast("_Object", _document(version)["$defs"])["event"]), version))


def edge_keys() -> tuple[Key, ...]:
    """Return the keys of an edge, which are the same in every version."""
    return tuple(_keys(cast("_Object", cast("_Object", _document(schema.VERSION_1)["$defs"])["edge"]), schema.VERSION_1))


def keys_of(kind: tuple[str, ...], version: str) -> tuple[Key, ...]:
    """Return the keys that an object of a trace may have; ``kind`` holds the keys that lead to it, none for the trace itself.

    Those of an event are those of version 1 and its profile together. Empty for objects whose keys are free, or that are none.
    """
    if kind[:1] == ("edges",):
        return edge_keys()
    of_event = kind[:1] == ("events",)
    keys = event_keys(schema.VERSION_1) + event_keys(schema.PROFILE) if of_event else top_keys(version)
    for name in kind[1:] if of_event else kind:
        keys = next((key.inside for key in keys if key.name == name), ())
    return keys


def title(version: str) -> str:
    """Return the title of a schema."""
    return str(_document(version)["title"])


def description(version: str) -> str:
    """Return what a schema says of itself."""
    return str(_document(version)["description"])


@cache
def _document(version: str) -> _Object:
    return cast("_Object", json.loads(schema.text(version)))


def _keys(holder: _Object, version: str) -> Iterator[Key]:
    required = cast("list[str]", holder.get("required", []))
    for name, raw in cast("dict[str, _Object]", holder.get("properties", {})).items():
        yield _key(name, raw, version, name in required)


def _key(name: str, raw: _Object, version: str, required: bool) -> Key:
    meant, home = _resolved(raw, version)
    held = cast("_Object", meant.get("items", {})) if meant.get("type") == "array" else meant
    inner, home = _resolved(held, home) if name not in schema.LISTS else ({}, home)
    if "then" in meant:
        inner, home = _resolved(cast("_Object", cast("_Object", meant["then"])["items"]), home)
    many = inner.get("additionalProperties")
    listed = many if "properties" not in inner and isinstance(many, dict) else inner
    return Key(name, required, _form(meant), str(meant.get("description", "")), _words(meant), tuple(_keys(listed, home)))


def _resolved(raw: _Object, version: str) -> tuple[_Object, str]:
    """Return what a reference leads to, and in which schema that stands; a schema without one is itself.

    A description beside the reference is nearer to its reader than that of what it leads to, and stands in its place.
    """
    reference = raw.get("$ref")
    if not isinstance(reference, str):
        return raw, version
    address, _, path = reference.partition("#")
    home = next((name for name in schema.VERSIONS if _document(name)["$id"] == address), version)
    found: JSON = _document(home)
    for step in path.strip("/").split("/"):
        found = cast("_Object", found)[step]
    meant, home = _resolved(cast("_Object", found), home)
    return ({**meant, "description": raw["description"]} if "description" in raw else meant), home


_NAMES = {"string": "text", "boolean": "true or false", "number": "number", "integer": "whole number", "object": "object", "array": "list"}


def _form(meant: _Object) -> str:
    if "enum" in meant:
        return "one of"
    if "then" in meant:
        return "object or list"
    kinds = meant.get("type")
    listed = [str(kind) for kind in kinds] if isinstance(kinds, list) else [str(kinds)] if kinds else []
    return " or ".join(_NAMES.get(kind, kind) for kind in listed)


def _words(meant: _Object) -> tuple[Word, ...]:
    names = cast("list[str]", meant.get("enum", []))
    said = cast("list[str]", meant.get("enumDescriptions", [""] * len(names)))
    return tuple(Word(name, text) for name, text in zip(names, said, strict=True))
