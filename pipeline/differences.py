"""``survey/differences.yaml``: which contradictions between the survey's documents are known, and how each is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from .contradictions import Apart, Check, Condition, Corrected, Counted, Difference, Tagged, Unread, Unsettled, Wanted
from .fields import Fields
from .located import Mapping as LocatedMapping
from .located import Scalar
from .records import MISSING, PAPER_KEYS
from .taxonomy import Field, Taxonomy


class Known(NamedTuple):
    """What a check may name."""

    taxonomy: Taxonomy
    keys: tuple[str, ...]
    """Of papers."""
    readings: Mapping[str, tuple[str, ...]]
    """The fields of each reading, by its id."""


def parse(top: Fields, known: Known) -> tuple[Difference, ...]:
    """Return the differences that a file lists; what is wrong is reported and left out."""
    found = []
    for name in top.mapping.keys:
        source = top.below(name)
        if source is None:
            continue
        source.allow(("title", "sentence", "checks"))
        source.require("title", "sentence", "checks")
        items = (source.as_fields(item, f"checks[{number}]") for number, item in enumerate(source.each("checks", what="check"), 1))
        checks = tuple(check for item in items if item and (check := _check(item, known)))
        title, sentence = source.text("title"), source.text("sentence")
        if title and sentence and checks:
            found.append(Difference(name, title, sentence, checks))
    return tuple(found)


def _check(source: Fields, known: Known) -> Check | None:
    source.allow(tuple(_CHECKS))
    kinds = [kind for kind in source.mapping.keys if kind in _CHECKS]
    if len(kinds) != 1:
        source.problem(source.mapping, "wrong-count", "one check an item is asked for", "", hint=f"one of {', '.join(_CHECKS)}")
        return None
    below = source.below(kinds[0])
    return _CHECKS[kinds[0]](below, known) if below else None


def _tagged(source: Fields, known: Known) -> Check | None:
    papers = {key: condition for key in _papers(source, known) if (condition := _condition(source, key, known))}
    return Tagged(papers) if papers else None


def _apart(source: Fields, known: Known) -> Check | None:
    source.allow(("first", "second"))
    source.require("first", "second")
    first, second = _condition(source, "first", known), _condition(source, "second", known)
    return Apart(first, second) if first and second else None


def _counted(source: Fields, known: Known) -> Check | None:
    source.allow(("where", "printed"))
    source.require("where", "printed")
    where, printed = _condition(source, "where", known), source.number("printed")
    return Counted(where, printed) if where and printed is not None else None


def _unread(source: Fields, known: Known) -> Check | None:
    source.allow(("reading", "any"))
    source.require("reading", "any")
    reading = source.value_of("reading", known.readings)
    items = (source.as_fields(item, f"any[{number}]") for number, item in enumerate(source.each("any", what="condition"), 1))
    conditions = tuple(condition for item in items if item and (condition := _wanted(item, known)))
    return Unread(reading, conditions) if reading and conditions else None


def _unsettled(source: Fields, known: Known) -> Check | None:
    source.allow(("reading", "field"))
    source.require("reading", "field")
    reading = source.value_of("reading", known.readings)
    field = source.value_of("field", known.readings[reading]) if reading else None
    return Unsettled(reading, field) if reading and field else None


_NO_FACTS = ("tags", "changes", "exceptions", "accepted", "promoted_from")
"""Keys of an entry that say nothing of the paper itself."""


def _corrected(source: Fields, known: Known) -> Check | None:
    source.allow(("papers", "field"))
    source.require("papers", "field")
    field = source.value_of("field", [key for key in PAPER_KEYS if key not in _NO_FACTS])
    papers = source.texts("papers", lambda scalar, where: source.among(scalar, where, known.keys))
    return Corrected(papers, field) if papers and field else None


_CHECKS: Mapping[str, Callable[[Fields, Known], Check | None]] = {
    "tagged": _tagged, "apart": _apart, "counted": _counted, "unread": _unread, "unsettled": _unsettled, "corrected": _corrected,
}  # fmt: skip
"""By the name under which a check stands in the file."""


def _papers(source: Fields, known: Known) -> Iterator[str]:
    for key, scalar in source.mapping.keys.items():
        if key in known.keys:
            yield key
        else:
            message = "there is no such paper in the corpus"
            source.problem(scalar, "unknown-entry", message, key, allowed=known.keys, hint=MISSING)


def _condition(source: Fields, key: str, known: Known) -> Condition:
    below = source.below(key)
    return _wanted(below, known) if below else ()


def _wanted(source: Fields, known: Known) -> Condition:
    source.allow(tuple(known.taxonomy.fields))
    found = []
    for name in source.mapping.keys:
        field = known.taxonomy.fields.get(name)
        wanted = _one(source, field) if field and name in source else None
        if wanted:
            found.append(wanted)
    return tuple(found)


def _one(source: Fields, field: Field) -> Wanted | None:
    value = source.mapping.items[field.name]
    if isinstance(value, LocatedMapping) and field.levels:
        below = source.below(field.name)
        assert below is not None
        names = [name for name in below.mapping.keys if name in field.by_name]
        below.allow(tuple(field.by_name))
        levels = _texts(below, names[0], tuple(field.level_by_name)) if len(names) == 1 else ()
        if len(names) > 1:
            below.problem(below.mapping, "wrong-count", "one value with its levels is asked for", "")
        return Wanted(field.name, (names[0],), levels) if levels else None
    values = _texts(source, field.name, tuple(field.by_name))
    return Wanted(field.name, values, ()) if values else None


def _texts(source: Fields, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """Return one value, or several that stand in a list."""
    if isinstance(source.mapping.items.get(key), Scalar):
        value = source.value_of(key, allowed)
        return () if value is None else (value,)
    return source.values_of(key, allowed)
