"""Where a paper stands: for each field with an order or with several values, all values in a row and the paper's marked."""

from __future__ import annotations

from dataclasses import dataclass

from ...corpus import Corpus, once
from ...records import Paper
from ...taxonomy import Field, Tag, TagValue, hashable, restored, values_in


@dataclass(frozen=True, slots=True)
class Step:
    """One value of a strip."""

    label: str
    marked: bool
    """Whether the paper holds it, at a level that says so if it has one."""
    level: str
    """Label of the level at which it does; empty where the field has no levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """One field, value by value. One value for all papers that hold the same, so that what is made of it can be kept."""

    label: str
    ordered: bool
    steps: tuple[Step, ...]
    """Without the value that says "not applicable"."""
    note: str
    """That value's label where the paper holds it; else empty."""


def strips(paper: Paper, corpus: Corpus) -> tuple[Strip, ...]:
    """Return a strip for each field that the paper carries and in which a place can be seen, in the taxonomy's order."""
    return tuple(
        _strip(corpus, field.name, hashable(paper.tags[field.name]))
        for field in corpus.taxonomy
        if field.name in paper.tags and (field.ordered or field.kind != "one")
    )  # fmt: skip


@once
def _strip(corpus: Corpus, name: str, form: object) -> Strip:
    """Return the strip of papers that hold the same in a field."""
    field = corpus.taxonomy.fields[name]
    tag = restored(form, field.kind)
    steps = tuple(_step(value, field, tag) for value in ladder(field, corpus) if value.name != field.none)
    return Strip(field.label, field.ordered, steps, field.label_of(field.none) if field.none in values_in(tag) else "")


def _step(value: TagValue, field: Field, tag: Tag) -> Step:
    said = tag.get(value.name, "") if isinstance(tag, dict) else ""
    level = field.level_by_name.get(said)
    return Step(value.label, value.name in values_in(tag) and not (said and said == field.absent), level.label if level else "")


def ladder(field: Field, corpus: Corpus) -> tuple[TagValue, ...]:
    """Return the values of a field in order; where a figure draws them as rungs of another field's ladder, in that one's.

    So credit reads from coarse to fine on every page, whichever way round its field declares the units.
    """
    drawn = (output.fields[1] for output in corpus.outputs.figures if output.kind == "hierarchy" and output.fields[0] == field.name)
    rungs = list(corpus.taxonomy.fields[next(drawn, field.name)].by_name)
    places = {value: place for place, value in enumerate(rungs)}
    return tuple(sorted(field.values, key=lambda value: places.get(value.name, len(rungs))))
