"""How a query is read from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..fields import Fields
from ..taxonomy import Field
from .queries import Condition, Query

QUERY_KEYS = ("where", "not", "any")


def parse(source: Fields, fields: Mapping[str, Field]) -> Query:
    """Return the query that stands under ``where``, ``not`` and ``any``; what is wrong is reported and left out."""
    alternatives = (source.as_fields(item, f"any[{number}]") for number, item in enumerate(source.each("any", what="alternative"), 1))
    return Query(
        tuple(conditions(source, "where", fields)),
        tuple(conditions(source, "not", fields)),
        tuple(_alternative(below, fields) for below in alternatives if below),
    )


def _alternative(source: Fields, fields: Mapping[str, Field]) -> Query:
    source.allow(QUERY_KEYS)
    return parse(source, fields)


def conditions(source: Fields, key: str, fields: Mapping[str, Field]) -> Iterator[Condition]:
    """Yield the conditions under a key, written ``FIELD: [values]`` or ``FIELD.VALUE: [levels]``."""
    below = source.below(key)
    for name in below.keys() if below else ():
        assert below is not None
        field, _, within = name.partition(".")
        allowed = _allowed(below, name, fields)
        wanted = below.values_of(name, allowed) if allowed else ()
        if wanted:
            yield Condition(field, within, wanted)


def _allowed(below: Fields, name: str, fields: Mapping[str, Field]) -> tuple[str, ...]:
    """Return the values that a condition may ask for, or none after reporting that there is no such field."""
    field, dot, within = name.partition(".")
    where = below.mapping.keys[name]
    declared = fields.get(field)
    if declared is None:
        below.problem(where, "unknown-field", "there is no such field to ask", name, allowed=tuple(fields))
        return ()
    if not dot:
        return tuple(declared.by_name)
    if not declared.levels:
        below.problem(where, "unknown-field", "only a map with levels is asked by FIELD.VALUE", name, hint=f"write {field}: [values]")
    elif within not in declared.by_name:
        allowed = tuple(f"{field}.{value}" for value in declared.by_name)
        below.problem(where, "unknown-value", f"{within!r} is no value of {field}", name, allowed=allowed)
    else:
        return tuple(declared.level_by_name)
    return ()
