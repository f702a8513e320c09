"""How the vocabulary is read from ``survey/taxonomy.yaml``."""

from __future__ import annotations

from collections.abc import Mapping

from ..fields import Fields
from ..located import Mapping as LocatedMapping
from ..located import Scalar
from .reading_rules import conditions_under, is_sound, rules_in
from .reading_values import declared_values, named, texts_below, values_under
from .tags import KINDS, Kind
from .vocabulary import Field, TagValue, Taxonomy

_FIELD_KEYS = (
    "label", "kind", "required", "ordered", "none", "definition", "attributes", "to", "absent", "applies_to", "values_from", "values",
)  # fmt: skip


def parse(top: Fields) -> Taxonomy:
    """Return the taxonomy that a file's fields describe; what is wrong is reported and left out."""
    top.allow(("fields", "rules", "exclusion"))
    top.require("fields")
    fields = _fields(top, "fields")
    below = top.below("fields")
    declared = tuple(below.mapping.keys) if below else ()
    for name in fields:
        source = below.below(name) if below else None
        if source:
            is_sound(source, "applies_to", fields, declared)
    return Taxonomy(fields, tuple(rules_in(top, fields, declared)), _fields(top, "exclusion"))


def _fields(top: Fields, section: str) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for name, source in named(top.below(section)):
        field = _field(name, source, found)
        if field:
            found[name] = field
    return found


def _field(name: str, source: Fields, earlier: Mapping[str, Field]) -> Field | None:
    source.allow(_FIELD_KEYS)
    source.require("label", "definition", *(() if "values_from" in source else ("values",)))
    label, definition = source.text("label"), source.text("definition")
    kind: Kind = "one"
    if "kind" in source:
        word = source.value_of("kind", KINDS)
        if word is None:
            return None
        kind = word  # type: ignore[assignment]  # among KINDS
    values = values_under(source, "values", earlier)
    if label is None or definition is None or not values:
        return None
    none = source.value_of("none", [v.name for v in values]) or ""
    levels = _levels(source, kind)
    absent = source.value_of("absent", [level.name for level in levels]) or ""
    required = source.yes_no("required", False)
    if required and "applies_to" in source:
        message = "a field that only some entries can carry cannot be required of all"
        source.problem(source.mapping.keys["applies_to"], "contradiction", message, "applies_to")
    return Field(
        name=name, label=label, kind=kind, definition=definition, values=values,
        required=required, ordered=source.yes_no("ordered", False), none=none,
        attributes=texts_below(source, "attributes"), levels=levels, absent=absent, applies_to=conditions_under(source, "applies_to"),
    )  # fmt: skip


def _levels(source: Fields, kind: Kind) -> tuple[TagValue, ...]:
    target = source.mapping.items.get("to")
    if kind != "map":
        if target is not None:
            source.problem(source.mapping.keys["to"], "unknown-field", "only a map is mapped to something", "to")
        return ()
    if isinstance(target, Scalar) and target.text == "text":
        return ()
    if isinstance(target, LocatedMapping):
        return declared_values(source, "to")
    source.problem(target, "wrong-kind", "must be 'text' or the levels a value can have", "to", allowed=("text",))
    return ()
