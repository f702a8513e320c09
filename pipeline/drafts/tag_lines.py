"""The tags of a draft: what is known as it stands, what is to be chosen as comments that name every value."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from ..taxonomy import Field, Tag, TagValue, Taxonomy
from . import yaml_text

WIDTH = 110
"""Columns to which comments are wrapped."""


def lines(taxonomy: Taxonomy, tags: Mapping[str, Tag], proposed_in: str = "") -> Iterator[str]:
    """Yield the lines under ``tags:``, required fields first, each field in the taxonomy's order.

    A field that ``tags`` holds is written out, all others stand as ``#name:``, which is right once its ``#`` is gone, whether
    by hand or by an editor. ``proposed_in`` names the record that proposes tags; empty where there is none.
    """
    if proposed_in and tags:
        yield f"  # What is filled in is a proposal, as in {proposed_in}, until you have read the paper."
    yield "  # Required: take away the # of each and write one of its values; survey/taxonomy.yaml defines them."
    for field in taxonomy.required:
        yield from _field(field, tags.get(field.name))
    optional = [field for field in taxonomy if not field.required]
    if optional:
        yield "  # Optional: what you saw; delete the others."
    for field in optional:
        yield from _field(field, tags.get(field.name))


def tag_text(tag: Tag) -> str:
    """Return a tag as it stands behind its field's name. Values are names, which our reader takes as they are."""
    if isinstance(tag, str):
        return tag
    if isinstance(tag, tuple):
        return f"[{', '.join(tag)}]"
    return "{" + ", ".join(f"{name}: {yaml_text.scalar(text, flow=True)}" for name, text in tag.items()) + "}"


def _field(field: Field, tag: Tag | None) -> Iterator[str]:
    yield from textwrap.wrap(_told(field), WIDTH, initial_indent="  # ", subsequent_indent="  #   ", break_on_hyphens=False)
    yield f"  #{field.name}:" if tag is None else f"  {field.name}: {tag_text(tag)}"


def _told(field: Field) -> str:
    """Return what a field takes, in one line."""
    values = _listed(field.values)
    said = f"{field.label}, {_HOW[field.kind]} {values}"
    if field.kind == "map":
        said += f"; as {{value: {'level' if field.levels else 'a few words'}}}"
    if field.levels:
        said += f", the level one of {_listed(field.levels)}"
    if field.applies_to:
        conditions = (f"{name} is {' or '.join(wanted)}" for name, wanted in field.applies_to.items())
        said += f". Only where {' and '.join(conditions)}"
    return yaml_text.cleaned(said)


_HOW = {"one": "one of", "many": "as [a list] of", "map": "for any of"}


def _listed(values: tuple[TagValue, ...]) -> str:
    return ", ".join(value.name if value.label == value.name else f"{value.name} ({value.label})" for value in values)
