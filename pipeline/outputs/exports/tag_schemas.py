"""JSON Schema for what an entry can hold in a field of the taxonomy, made from the taxonomy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...taxonomy import Field, TagValue
from .json_text import Json

Schema = dict[str, Json]
Choice = Callable[[Sequence[TagValue]], Schema]
"""How a choice between values is written; editors and validators are best served by different forms."""


def tags_schema(fields: Iterable[Field], choice: Choice, *, required: bool) -> Schema:
    """Return the schema of a whole ``tags`` mapping; ``required`` asks for the fields that every entry carries."""
    declared = list(fields)
    needed = [field.name for field in declared if field.required and required]
    return object_schema({field.name: tag_schema(field, choice) for field in declared}, required=needed)


def tag_schema(field: Field, choice: Choice) -> Schema:
    """Return the schema of one field, headed by its label and definition."""
    head: Schema = {"title": field.label, "description": field.definition}
    if field.kind == "one":
        return head | choice(field.values)
    if field.kind == "many":
        return head | {"type": "array", "minItems": 1, "uniqueItems": True, "items": choice(field.values)}
    return head | _map_schema(field, choice(field.levels) if field.levels else {"type": "string"})


def _map_schema(field: Field, said: Schema) -> Schema:
    """Return the schema of a field that says something of each value. What may be said stands there once, for whatever name."""
    told: dict[str, Json] = {value.name: {"title": value.label, "description": value.definition} for value in field.values}
    return {"type": "object", "propertyNames": {"enum": [*told]}, "properties": told, "patternProperties": {"": said}}


def object_schema(properties: dict[str, Json], *, required: Iterable[str] = ()) -> Schema:
    """Return the schema of an object that has these properties and no other."""
    needed: list[Json] = [*required]
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def by_constant(values: Sequence[TagValue]) -> Schema:
    """Return a choice as ``oneOf`` constants with title and description, which any validator knows."""
    return {"oneOf": [{"const": v.name, "title": v.label, "description": v.definition} for v in values]}


def by_list(values: Sequence[TagValue]) -> Schema:
    """Return a choice as an ``enum``, whose error names all values, with the descriptions that editors show beside each.

    A value made of digits counts as a number in YAML unless it is quoted, so both forms are taken.
    """
    described: list[Json] = [f"{v.label}. {v.definition}{f' {v.not_for}' if v.not_for else ''}" for v in values]
    taken: list[Json] = [v.name for v in values]
    taken += [int(v.name) for v in values if v.name.isdecimal()]
    return {"enum": taken, "enumDescriptions": described}
