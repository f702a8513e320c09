"""Parts of titles that are computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..fields import Fields
from ..taxonomy import Taxonomy
from .scale import SCALE_KINDS


class Placeholder(NamedTuple):
    """A part of a title that is computed: ``{count credit_granularity=message}``."""

    name: str
    arguments: tuple[str, ...]


_FORM = re.compile(r"\{([a-z_]+)((?: [^{}\s]+)*)\}")


def placeholders(text: str) -> Iterator[tuple[re.Match[str], Placeholder]]:
    """Yield each placeholder of a text with the place where it stands in it."""
    for match in _FORM.finditer(text):
        yield match, Placeholder(match[1], tuple(match[2].split()))


PLACEHOLDERS: Mapping[str, str] = {
    "papers": "", "exclusions": "", "screened": "", "cutoff": "", "count": "conditions", "names": "conditions",
    "coded": "field", "applicable": "field", "gaps": "fields", "cells": "fields", "values": "field", "empty": "field",
    "top": "field", "top_count": "field", "stages": "", "complete": "field", "rated": "levels", "first": "conditions",
    "largest": "scale kind", "claims": "", "fragile": "", "firmest": "", "course": "conditions",
}  # fmt: skip
"""Name to what follows it: nothing, one field, two fields, conditions such as ``is_rl=yes``, levels of a map such as
``coverage=safety:direct``, or a kind of scale point."""


def placeholder_fault(placeholder: Placeholder, taxonomy: Taxonomy) -> str | None:
    """Say what is wrong with a placeholder, or return None."""
    wants = PLACEHOLDERS.get(placeholder.name)
    if wants is None:
        return f"there is no placeholder {placeholder.name!r}; known are {', '.join(PLACEHOLDERS)}"
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
    name, _, value = argument.partition("=")
    field = taxonomy.fields.get(name)
    if field is None:
        return f"the taxonomy has no field {name!r}"
    if wants in ("field", "fields") and argument != name:
        return f"{argument!r} is a condition, where a field is wanted"
    if wants == "levels":
        value, _, level = value.partition(":")
        if level not in field.level_by_name:
            return f"{level!r} is no level of {name}"
    values = {"conditions": value.split(","), "levels": [value]}.get(wants, [])
    return next((f"{value!r} is no value of {name}" for value in values if value not in field.by_name), None)


def templated(source: Fields, key: str, taxonomy: Taxonomy) -> str:
    """Return a text that may hold placeholders, empty where there is none; faults of placeholders are reported."""
    text = source.text(key) or ""
    faults = [placeholder_fault(placeholder, taxonomy) for _, placeholder in placeholders(text)]
    if re.search(r"[{}]", _FORM.sub("", text)):
        faults.append("a brace belongs to no placeholder; write {name argument argument}")
    for fault in filter(None, faults):
        source.problem(source.mapping.items[key], "bad-placeholder", fault, key)
    return text
