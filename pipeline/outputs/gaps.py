"""What is not there, in words: the sentences that go with figures and tables of the coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from .. import coverage
from ..corpus import Corpus
from ..survey import Output
from ..taxonomy import Field
from .open_cells import left_out, open_cells
from .sentences import enumerated, many
from .tables.table import lowered

if TYPE_CHECKING:
    from pandas import DataFrame

FEW = 2
"""In at most so many rows a column of a cross-tab is worth naming with its rows."""


def sentences(output: Output, corpus: Corpus) -> str:
    """Return what a figure or table shows to be missing, as text; empty where its kind has nothing to say."""
    say = _SAYERS.get(output.kind)
    fields = [corpus.taxonomy.fields[name] for name in output.fields]
    return " ".join(say(output, fields, corpus)) if say else ""


def unused(corpus: Corpus, field: Field) -> list[str]:
    """Return the labels of the values that no entry carries, but for the one that says "not applicable"."""
    used = coverage.holders(corpus, field.name)
    return [value.label for value in field.values if value.name not in used and value.name != field.none]


def _values(_: Output, fields: Sequence[Field], corpus: Corpus) -> Iterable[str]:
    missing = unused(corpus, fields[0])
    if missing:
        yield f"{fields[0].label} without any entry: {enumerated(missing)}."


def _crosstab(_: Output, fields: Sequence[Field], corpus: Corpus) -> Iterable[str]:
    first, second = fields
    counts = coverage.crosstab(corpus, first.name, second.name)
    yield f"{_of_cells(corpus, first, second, counts)}."
    missing = [f"{enumerated(labels)} ({lowered(field.label)})" for field in (second, first) if (labels := unused(corpus, field))]
    if missing:
        yield f"Without any entry: {'; '.join(missing)}."
    narrow = list(_narrow(first, second, counts))
    if narrow:
        yield f"In one or two rows only: {'; '.join(narrow)}."


def _of_cells(corpus: Corpus, first: Field, second: Field, counts: DataFrame) -> str:
    """Say how many cells are empty: without "not applicable", and with it where a field has that, since both numbers get quoted."""
    cells = open_cells(corpus, first.name, second.name)
    said = f"{len(cells.gaps)} of {many(cells.cells, 'cell')} {'is' if len(cells.gaps) == 1 else 'are'} empty"
    none = left_out((first, second))
    if not none:
        return said
    whole = counts.loc[list(first.by_name), list(second.by_name)]
    return f"{said}, leaving out {none}; with it {len(coverage.gaps(whole))} of {whole.size}"


def _narrow(first: Field, second: Field, counts: DataFrame) -> Iterable[str]:
    for column in second.values:
        rows = [row.label for row in first.values if row.name != first.none and counts.loc[row.name, column.name]]
        if column.name != second.none and 0 < len(rows) <= FEW:
            yield f"{column.label} (with {enumerated(rows)})"


def _levels(_: Output, fields: Sequence[Field], corpus: Corpus) -> Iterable[str]:
    """How often each value is reached at the highest level, among the entries that are coded."""
    field = fields[0]
    if field.levels:
        coded = [paper.tag(field.name) for paper in corpus.papers if field.name in paper.tags]
        reached = Counter(value for tag in coded if isinstance(tag, dict) for value, level in tag.items() if level == field.levels[0].name)
        listed = ", ".join(f"{value.label} in {reached[value.name] or 'none'}" for value in field.values)
        yield f"{field.levels[0].label} among the {len(coded)} coded entries: {listed}."


_SAYERS: dict[str, Callable[[Output, Sequence[Field], Corpus], Iterable[str]]] = {
    "crosstab": _crosstab,
    "hierarchy": _values,
    "entries": _values,
    "drawings": _values,
    "groups": _levels,
    "matrix": _levels,
}
"""Kinds of figure and table whose gaps can be told."""
