"""How an expectation is read from a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..fields import Fields
from ..records import MISSING
from ..taxonomy import Field
from . import reading_cells, reading_queries
from .expectations import Expectation, Kind
from .queries import Query
from .reading_cells import fault
from .reading_queries import QUERY_KEYS
from .vocabulary import OF, Of, Selection, Vocabulary

_COUNTED: Mapping[str, Of] = {word: of for word, of in OF.items() if of != "traces"}


def parse(source: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    """Return the expectation under ``expect``, or None after reporting what is wrong with it."""
    below = source.below("expect")
    if below is None:
        return None
    allowed = ("valid",) if selection.of == "traces" else tuple(kind for kind in _READERS if kind != "valid")
    below.allow(allowed)
    named = [key for key in below.mapping.keys if key in allowed]
    if len(named) != 1:
        if named or not below.mapping.keys:
            message = f"states {len(named)} expectations; a claim has one"
            below.problem(below.mapping, "bad-expectation", message, "", allowed=allowed)
        return None
    return _READERS[named[0]](below, selection, known)


Reader = Callable[[Fields, Selection, Vocabulary], Expectation | None]


def _number(kind: Kind) -> Reader:
    def read(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
        number = below.number(kind)
        return None if number is None else Expectation(kind, number)

    return read


def _switch(kind: Kind) -> Reader:
    def read(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
        return Expectation(kind) if below.value_of(kind, ("yes",)) else None

    return read


def _exactly(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    names = known.names(selection.of)
    found: list[str] = []
    for scalar in below.each("exactly", what="key"):
        where = f"exactly[{len(found) + 1}]"
        text = below.as_scalar(scalar, where)
        if text is None:
            return None
        if text.text not in names:
            message = f"there is no such record among the {selection.of}"
            hint = "" if text.text in known.names("screened") else MISSING
            below.problem(text, "unknown-entry", message, where, allowed=names, hint=hint)
            return None
        if text.text in found:
            below.problem(text, "repeated-value", "stands in this list already", where)
            return None
        found.append(text.text)
    return Expectation("exactly", keys=tuple(sorted(found))) if found else None


def _relation(kind: Kind) -> Reader:
    def read(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
        source = below.below(kind)
        if source is None:
            return None
        source.allow(("of", *QUERY_KEYS))
        word = source.value_of("of", _COUNTED) if "of" in source else selection.of
        if word is None:
            return None
        of = _COUNTED[word]
        query = reading_queries.parse(source, known.fields(of))
        if fault := known.fault(of, query):
            source.problem(source.mapping, *fault)
            return None
        return Expectation(kind, other=Selection(of, query))

    return read


def _every(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    source = below.below("every")
    if source is None:
        return None
    source.allow(QUERY_KEYS)
    target = reading_queries.parse(source, known.fields(selection.of))
    if target == Query():
        if not source.mapping.keys:
            source.problem(source.mapping, "empty-value", "asks nothing", "")
        return None
    if fault := known.fault(selection.of, selection.query, target):
        source.problem(source.mapping, *fault)
        return None
    return Expectation("every", other=Selection(selection.of, target))


def _counts(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    source, declared = _counted(below, "counts", selection, known, one_value=True)
    if source is None or declared is None:
        return None
    values = source.below(declared.name)
    if values is None:
        return None
    values.allow(tuple(declared.by_name))
    numbers = {value: number for value in declared.by_name if (number := values.number(value)) is not None}
    return Expectation("counts", field=declared.name, numbers=numbers) if numbers else None


def _each(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    source, declared = _counted(below, "each", selection, known, one_value=False)
    if source is None or declared is None:
        return None
    values = source.values_of(declared.name, declared.by_name)
    return Expectation("each", field=declared.name, numbers=dict.fromkeys(values, 1)) if values else None


def _most_common(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    source, declared = _counted(below, "most_common", selection, known, one_value=True)
    if source is None or declared is None:
        return None
    value = source.value_of(declared.name, [name for name in declared.by_name if name != declared.none])
    return Expectation("most_common", field=declared.name, numbers={value: 1}) if value else None


def _counted(below: Fields, key: str, selection: Selection, known: Vocabulary, *, one_value: bool) -> tuple[Fields | None, Field | None]:
    """Return what stands under ``key`` and the one field named there; None for either after reporting."""
    source = below.below(key)
    if source is None:
        return None, None
    fields = known.fields(selection.of)
    source.allow(tuple(fields))
    names = [name for name in source.mapping.keys if name in fields]
    if len(names) != 1:
        if names or not source.mapping.keys:
            source.problem(source.mapping, "bad-expectation", f"names {len(names)} fields; it counts the values of one", "")
        return None, None
    declared = fields[names[0]]
    where = source.mapping.keys[names[0]]
    if wrong := fault(declared, selection, one_value=one_value):
        source.problem(where, "bad-expectation", wrong, names[0])
        return None, None
    return source, declared


_READERS: dict[str, Reader] = {
    "count": _number("count"), "at_most": _number("at_most"), "at_least": _number("at_least"), "none": _switch("none"),
    "exactly": _exactly, "fewer_than": _relation("fewer_than"), "equal_to": _relation("equal_to"), "every": _every,
    "counts": _counts, "each": _each, "most_common": _most_common, "empty_cells": reading_cells.parse, "valid": _switch("valid"),
}  # fmt: skip
"""How each kind is read, in the order in which they are listed to whoever misspells one."""
