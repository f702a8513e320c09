"""The figures and tables that the survey wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from .. import identifiers
from ..errors import Place
from ..fields import Fields
from ..located import Scalar, Sequence, Value
from ..taxonomy import Taxonomy
from .drawing import Drawing, drawings_in
from .titles import argument_fault, templated


@dataclass(frozen=True, slots=True)
class Output:
    """A figure or a table that the survey wants, of one of the kinds that the pipeline can make."""

    name: str
    """Its file's stem."""
    kind: str
    fields: tuple[str, ...]
    """Fields of the taxonomy that it shows."""
    title: str
    """The finding, with ``{placeholders}``; of a table the caption."""
    subtitle: str
    alt: str
    """What a screen reader says, with placeholders; empty takes the title."""
    groups: tuple[tuple[str, ...], ...]
    """Of a grouped matrix: the keys of each row."""
    drawings: Mapping[str, Drawing]
    """Of drawings: one graph for each value."""
    place: Place = dataclass_field(compare=False)
    asked: tuple[tuple[str, ...], ...] = ()
    """Of a history: what is counted, each as conditions such as ``is_rl=yes`` that are met together, or ``papers`` or
    ``exclusions`` alone."""


FIGURE_KINDS: Mapping[str, int] = {
    "flow": 0, "counts": -1, "crosstab": 2, "timeline": 1, "scale": 0, "groups": 1, "hierarchy": 2, "entries": 1, "drawings": 1,
    "matrix": 1, "sensitivity": 0, "history": 0,
}  # fmt: skip
"""Kind of figure to the number of fields it shows; -1 is any number from one up."""
TABLE_KINDS: Mapping[str, int] = {
    "counts": 1, "crosstab": 2, "flow": 0, "queries": 0, "scale": 0, "groups": 1, "entries": -1, "matrix": -1, "values": 1, "signals": -1,
    "pool": -1, "facets": -1, "levels": -1, "claims": 0, "scenarios": 0,
}  # fmt: skip
"""Kind of table to the number of fields it shows; -1 is any number from one up."""
Groups = tuple[tuple[str, ...], ...]


def outputs_in(
    top: Fields, section: str, kinds: Mapping[str, int], taxonomy: Taxonomy, groups: Mapping[str, Groups] | None = None
) -> Iterator[Output]:
    """Yield the outputs of a section; ``groups`` are those of earlier outputs, by name, that it may borrow."""
    below = top.below(section)
    for name in below.keys() if below else ():
        assert below is not None
        if fault := identifiers.key_fault(name):
            below.problem(below.mapping.keys[name], "bad-name", f"is a file's name, and {fault}", name)
            continue
        source = below.below(name)
        output = _output(name, source, kinds, taxonomy, groups or {}) if source else None
        if output:
            yield output


def _output(name: str, source: Fields, kinds: Mapping[str, int], taxonomy: Taxonomy, earlier: Mapping[str, Groups]) -> Output | None:
    source.allow(("kind", "fields", "title", "subtitle", "alt", "groups", "groups_from", "drawings", "asked"))
    source.require("kind", "title")
    kind = source.value_of("kind", kinds)
    fields = source.texts("fields", lambda scalar, where: source.among(scalar, where, taxonomy.fields))
    title, subtitle, alt = (templated(source, key, taxonomy) for key in ("title", "subtitle", "alt"))
    if kind is None or not title:
        return None
    wanted = kinds[kind]
    listed = source.mapping.items.get("fields")
    if isinstance(listed, Sequence) and len(fields) < len(listed.items):
        return None
    if (len(fields) != wanted) if wanted >= 0 else not fields:
        message = f"a {kind} shows {wanted if wanted >= 0 else 'at least one'} of the taxonomy's fields"
        source.problem(source.mapping, "wrong-count", message, "fields")
        return None
    groups = tuple(_group(source, number, item) for number, item in enumerate(source.each("groups", what="group"), 1))
    if "groups_from" in source:
        groups = earlier.get(source.value_of("groups_from", earlier) or "", ())
    asked = source.texts("asked", lambda scalar, where: _counted(source, scalar, where, taxonomy))
    if kind == "history" and not asked:
        source.require("asked")
        return None
    counted = tuple(tuple(text.split()) for text in asked)
    return Output(name, kind, fields, title, subtitle, alt, groups, drawings_in(source, taxonomy, fields), source.place(), counted)


RECORDS = ("papers", "exclusions")
"""What a history can count besides conditions."""


def _counted(source: Fields, scalar: Scalar, where: str, taxonomy: Taxonomy) -> str | None:
    """Return what a history counts as it was written, or None after reporting why it cannot be counted."""
    faults = (argument_fault(text, "conditions", taxonomy) for text in scalar.text.split())
    fault = None if scalar.text in RECORDS else next((fault for fault in faults if fault), None)
    if fault:
        source.problem(scalar, "bad-condition", fault, where)
    return None if fault else scalar.text


def _group(source: Fields, number: int, item: Value) -> tuple[str, ...]:
    where = f"groups[{number}]"
    if not isinstance(item, Sequence):
        source.problem(item, "wrong-kind", "must be a list of keys", where)
        return ()
    keys = (source.as_scalar(child, f"{where}[{n}]", what="key") for n, child in enumerate(item.items, 1))
    return tuple(key.text for key in keys if key)
