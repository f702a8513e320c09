"""JSON Schema for what an entry can hold in a field of the taxonomy, made from the taxonomy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...taxonomy import Field, TagValue
from .json_text import Json

Schema = dict[str, Json]


def tags_schema(fields: Iterable[Field]) -> Schema:
    """Return the schema of a ``tags`` mapping, with what each field and value means, for editors."""
    return object_schema({field.name: _told(field) for field in fields})


def names_schema(fields: Iterable[Field]) -> Schema:
    """Return the schema of a ``tags`` mapping that says which values there are and not what they mean, for data that tell it themselves."""
    return object_schema({field.name: _names(field) for field in fields})


def _names(field: Field) -> Schema:
    if field.kind == "map":
        told: Schema = by_name(field.levels) if field.levels else {"type": "string"}
        return {"type": "object", "propertyNames": by_name(field.values), "additionalProperties": told}
    one = by_name(field.values)
    return one if field.kind == "one" else {"type": "array", "minItems": 1, "uniqueItems": True, "items": one}


def _told(field: Field) -> Schema:
    head: Schema = {"title": field.label, "description": field.definition}
    if field.kind == "one":
        return head | by_list(field.values)
    if field.kind == "many":
        return head | {"type": "array", "minItems": 1, "uniqueItems": True, "items": by_list(field.values)}
    return head | _told_of_each(field, by_list(field.levels) if field.levels else {"type": "string"})


def _told_of_each(field: Field, said: Schema) -> Schema:
    """Return the schema of a field that says something of each value. What may be said stands there once, for whatever name."""
    told: dict[str, Json] = {value.name: {"title": value.label, "description": value.definition} for value in field.values}
    return {"type": "object", "propertyNames": {"enum": [*told]}, "properties": told, "patternProperties": {"": said}}


def object_schema(properties: dict[str, Json], *, required: Iterable[str] = ()) -> Schema:
    """Return the schema of an object that has these properties and no other."""
    needed: list[Json] = [*required]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def by_name(values: Iterable[TagValue]) -> Schema:
    """Return a choice as an ``enum`` of names."""
    return {"enum": [value.name for value in values]}


def by_list(values: Sequence[TagValue]) -> Schema:
    """Return a choice as an ``enum``, whose error names all values, with the descriptions that editors show beside each.

    A value made of digits counts as a number in YAML unless it is quoted, so both forms are taken.
    """
    described: list[Json] = [f"{v.label}. {v.definition}{f' {v.not_for}' if v.not_for else ''}" for v in values]
    taken: list[Json] = [v.name for v in values]
    taken += [int(v.name) for v in values if v.name.isdecimal()]
    return {"enum": taken, "enumDescriptions": described}
