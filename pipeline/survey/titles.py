"""Parts of titles that are computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..fields import Fields
from ..taxonomy import Field, Taxonomy
from .scale import SCALE_KINDS


class Placeholder(NamedTuple):
    """A part of a title that is computed: ``{count shape=box}``, or ``{count shape=box|is|are}``."""

    name: str
    arguments: tuple[str, ...]
    words: tuple[str, ...] = ()
    """The one that stands in the number's place where it is one, and the one for every other number; empty where the number is shown."""


_FORM = re.compile(r"\{([a-z_]+)((?: [^{}|\s]+)*)(?:\|([^{}|]+)\|([^{}|]+))?\}")


def placeholders(text: str) -> Iterator[tuple[re.Match[str], Placeholder]]:
    """Yield each placeholder of a text with the place where it stands in it."""
    for match in _FORM.finditer(text):
        yield match, Placeholder(match[1], tuple(match[2].split()), (match[3], match[4]) if match[3] else ())


PLACEHOLDERS: Mapping[str, str] = {
    "papers": "", "exclusions": "", "screened": "", "cutoff": "", "count": "conditions", "names": "conditions",
    "coded": "field", "applicable": "field", "gaps": "fields", "cells": "fields", "values": "field", "empty": "field",
    "top": "field", "top_count": "field", "stages": "", "complete": "field", "rated": "levels", "first": "conditions",
    "largest": "scale kind", "claims": "", "fragile": "", "firmest": "", "course": "conditions",
}  # fmt: skip
"""Name to what follows it: nothing, one field, two fields, conditions such as ``is_rl=yes``, levels of a map such as
``coverage=safety:direct``, or a kind of scale point."""


TEXTS = ("cutoff", "names", "empty", "top", "stages", "first", "largest", "course")
"""Placeholders that are no numbers."""


def placeholder_fault(placeholder: Placeholder, taxonomy: Taxonomy) -> str | None:
    """Say what is wrong with a placeholder, or return None."""
    wants = PLACEHOLDERS.get(placeholder.name)
    if wants is None:
        return f"there is no placeholder {placeholder.name!r}; known are {', '.join(PLACEHOLDERS)}"
    if placeholder.words and placeholder.name in TEXTS:
        return f"{placeholder.name!r} is no number, so no words can follow it"
    wanted = {"": 0, "field": 1, "fields": 2, "levels": 1, "scale kind": 1}.get(wants)
    if wanted is not None and len(placeholder.arguments) != wanted:
        return f"{placeholder.name!r} takes {wanted} {'fields' if wants.startswith('field') else wants}"
    if placeholder.name == "stages" and "stage" not in taxonomy.exclusion:
        return "the taxonomy declares no stage of exclusions"
    if wants == "scale kind":
        kind = placeholder.arguments[0]
        return None if kind in SCALE_KINDS else f"{kind!r} is no kind of scale point; known are {', '.join(SCALE_KINDS)}"
    faults = (argument_fault(argument, wants, taxonomy) for argument in placeholder.arguments)
    return next((fault for fault in faults if fault), None)


def argument_fault(argument: str, wants: str, taxonomy: Taxonomy) -> str | None:
    """Say why an argument is not what a placeholder wants (see PLACEHOLDERS), or return None."""
    asked, _, value = argument.partition("=")
    name, _, within = asked.partition(".") if wants == "conditions" else (asked, "", "")
    field = taxonomy.fields.get(name)
    if field is None:
        return f"the taxonomy has no field {name!r}"
    if wants in ("field", "fields") and argument != name:
        return f"{argument!r} is a condition, where a field is wanted"
    if wants == "levels":
        value, _, level = value.partition(":")
        return _level_fault(field, value, level)
    faults = (_condition_fault(field, within, one) for one in value.split(",") if wants == "conditions")
    return next((fault for fault in faults if fault), None)


def _condition_fault(field: Field, within: str, wanted: str) -> str | None:
    """Say why what is wanted of a field, or of the value within a map, can never be met, or return None."""
    value, colon, level = (within, ":", wanted) if within else wanted.partition(":")
    if colon:
        return _level_fault(field, value, level)
    return None if value in field.by_name else f"{value!r} is no value of {field.name}"


def _level_fault(field: Field, value: str, level: str) -> str | None:
    if value not in field.by_name:
        return f"{value!r} is no value of {field.name}"
    return None if level in field.level_by_name else f"{level!r} is no level of {field.name}"


def templated(source: Fields, key: str, taxonomy: Taxonomy) -> str:
    """Return a text that may hold placeholders, empty where there is none; faults of placeholders are reported."""
    text = source.text(key) or ""
    faults = [placeholder_fault(placeholder, taxonomy) for _, placeholder in placeholders(text)]
    if re.search(r"[{}]", _FORM.sub("", text)):
        faults.append("a brace belongs to no placeholder; write {name argument argument}, or {name argument|one|several}")
    for fault in filter(None, faults):
        source.problem(source.mapping.items[key], "bad-placeholder", fault, key)
    return text
