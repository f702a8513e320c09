"""What a record holds in the fields of the taxonomy."""

from __future__ import annotations

from ..fields import Fields
from ..located import Scalar
from ..taxonomy import Field, Tag, Taxonomy


def parse_tags(fields: Fields, key: str, taxonomy: Taxonomy, *, required: bool) -> dict[str, Tag]:
    """Return the tags under a key, by field; what is wrong is reported and left out."""
    value = fields.mapping.items.get(key)
    if required and taxonomy.required and isinstance(value, Scalar) and not value.text and not value.quoted:
        named = ", ".join(field.name for field in taxonomy.required)
        fields.problem(value, "empty-value", "has no value", key, hint=f"every entry has these under it: {named}")
        return {}
    below = fields.below(key)
    if below is None:
        return {}
    below.allow(taxonomy.fields)
    if required:
        below.require(*(field.name for field in taxonomy.required))
    coded = [field for field in taxonomy if field.name in below]
    return {field.name: tag for field in coded if (tag := tag_under(below, field.name, field)) is not None}


def tag_under(below: Fields, key: str, field: Field) -> Tag | None:
    """Return the tag that stands under a key, in the form of its field; None where none does or it was reported."""
    if field.kind == "one":
        return below.value_of(key, field.by_name)
    if field.kind == "many":
        return below.values_of(key, field.by_name) or None
    return _mapped(below, key, field) or None


def _mapped(below: Fields, key: str, field: Field) -> dict[str, str]:
    source = below.below(key)
    if source is None:
        return {}
    if not source.mapping.items:
        below.problem(source.mapping, "empty-value", "has no value", key, hint="write a value or delete the line")
    for name in source.mapping.keys:
        if name not in field.by_name:
            source.problem(source.mapping.keys[name], "unknown-value", "not in the vocabulary", name, allowed=field.by_name)
    found = {}
    for name in field.by_name:
        text = source.value_of(name, field.level_by_name) if field.levels else source.text(name)
        if text is not None:
            found[name] = text
    return found
