"""How the values of a field are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..fields import Fields
from ..located import Scalar
from .vocabulary import Field, TagValue

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""Values and fields stand in file names, addresses and queries."""


def named(below: Fields | None) -> Iterator[tuple[str, Fields]]:
    """Yield names that are safe and no twins, each with the mapping under it; report the others."""
    folded: dict[str, str] = {}
    for name in below.mapping.keys if below else ():
        assert below is not None
        place, source = below.mapping.keys[name], below.below(name)
        twin = folded.setdefault(name.casefold(), name)
        if not _NAME.fullmatch(name):
            below.problem(place, "bad-name", "a name may hold letters, digits, hyphens and underscores only", name)
        elif twin != name:
            below.problem(place, "bad-name", f"differs from {twin} by case only", name)
        elif source:
            yield name, source


_VALUE_KEYS = ("label", "definition", "not", "confused_with", "attributes")


def values_under(source: Fields, key: str, earlier: Mapping[str, Field]) -> tuple[TagValue, ...]:
    """Return the values of a field: its own, or those that it borrows from an earlier field, all or some."""
    return _borrowed(source, key, earlier) if "values_from" in source else declared_values(source, key)


def declared_values(source: Fields, key: str) -> tuple[TagValue, ...]:
    """Return the values that stand under a key; what is wrong is reported and left out."""
    below = source.below(key)
    found = [value for name, inner in named(below) if (value := _value(name, inner))]
    _check_neighbors(below, found)
    return tuple(found)


def _borrowed(source: Fields, key: str, earlier: Mapping[str, Field]) -> tuple[TagValue, ...]:
    lender = source.value_of("values_from", earlier)
    if lender is None:
        return ()
    known = earlier[lender].by_name
    names = source.texts(key, lambda scalar, where: source.among(scalar, where, known)) if key in source else tuple(known)
    return tuple(known[name] for name in names)


def _value(name: str, source: Fields) -> TagValue | None:
    source.allow(_VALUE_KEYS)
    source.require("label", "definition")
    label, definition = source.text("label"), source.text("definition")
    if label is None or definition is None:
        return None
    neighbors, attributes = source.texts("confused_with", verbatim), texts_below(source, "attributes")
    return TagValue(name, label, definition, source.text("not") or "", neighbors, attributes, source.place())


def _check_neighbors(below: Fields | None, values: list[TagValue]) -> None:
    names = [value.name for value in values]
    for value in values:
        source = below.below(value.name) if below and value.confused_with else None
        if source:
            source.values_of("confused_with", names)


def texts_below(source: Fields, key: str) -> dict[str, str]:
    """Return the texts of a mapping by name; none where it is absent."""
    below = source.below(key)
    if below is None:
        return {}
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}


def verbatim(scalar: Scalar, _: str) -> str:
    """Return the name of a value: ``no`` is one, and no truth value. It is folded to a line, since messages quote it."""
    return " ".join(scalar.text.split())
