"""Counts, cross-tabs and the papers behind them. The door to pandas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from ..corpus import Corpus, once
from ..records import Paper
from ..taxonomy import Field, holds
from .conditions import UNCODED, field

if TYPE_CHECKING:
    from pandas import DataFrame

TOTAL = "(total)"
"""The margin: the number of papers, not the sum of the cells, since a paper may stand in several."""


def coded(papers: Iterable[Paper], name: str) -> int:
    """Return how many papers carry a field."""
    return sum(name in paper.tags for paper in papers)


def applicable(papers: Iterable[Paper], declared: Field) -> tuple[Paper, ...]:
    """Return the papers that can carry a field."""
    return tuple(paper for paper in papers if holds(declared.applies_to, paper.tags))


class Extent(NamedTuple):
    """How far a field is coded."""

    able: int
    """How many papers can carry it."""
    coded: int
    """How many of these do."""
    used: Counter[str]
    """How many of these hold each value."""


@once
def extent(corpus: Corpus, name: str) -> Extent:
    """Return how far a field is coded among the papers that can carry it."""
    declared = corpus.taxonomy.fields[name]
    if not declared.applies_to:
        return Extent(len(corpus.papers), coded(corpus.papers, name), _used(corpus, name))
    able = applicable(corpus.papers, declared)
    used = Counter(chain.from_iterable(declared.held(paper.tags.get(name)) for paper in able))
    return Extent(len(able), coded(able, name), used)


def counts(corpus: Corpus, name: str) -> DataFrame:
    """Return papers per value: index ``value``, columns ``label`` and ``count`` (int), in the taxonomy's order.

    Values that no paper carries keep their row with 0. A field that not every paper carries gets a last row
    UNCODED. A paper that holds several values counts under each, but under none that it was looked for in vain.
    """
    import pandas

    declared = field(name, corpus.taxonomy)
    used, rows = _used(corpus, name), _rows(declared, corpus)
    numbers = {"label": list(rows.values()), "count": [used[value] for value in rows]}
    return pandas.DataFrame(numbers, index=pandas.Index(rows, name="value")).astype({"count": "int64"})


@once
def levels(corpus: Corpus, name: str) -> Mapping[tuple[str, str], int]:
    """Return how many papers name each value of a map at each level, as (value, level); such as none does are absent."""
    tags = (paper.tags.get(name) for paper in corpus.papers)
    return Counter(pair for tag in tags if isinstance(tag, dict) for pair in tag.items())


def crosstab(corpus: Corpus, rows: str, columns: str, *, margins: bool = False) -> DataFrame:
    """Return papers per pair of values: a row per value of the first field, a column per value of the second.

    Whole numbers; declared values without a paper keep their row and column. ``margins`` adds TOTAL, which counts
    papers and so equals ``counts``, also where a paper stands in several cells.
    """
    import pandas

    first, second = field(rows, corpus.taxonomy), field(columns, corpus.taxonomy)
    met = _met(corpus, rows, columns)
    down, across = list(_rows(first, corpus)), list(_rows(second, corpus))
    numbers = [[met[one, other] for other in across] for one in down]
    if margins:
        held, below = ([_used(corpus, name)[value] for value in values] for name, values in ((rows, down), (columns, across)))
        numbers = [*([*line, total] for line, total in zip(numbers, held, strict=True)), [*below, len(corpus.papers)]]
        down, across = [*down, TOTAL], [*across, TOTAL]
    return pandas.DataFrame(numbers, index=pandas.Index(down, name=rows), columns=pandas.Index(across, name=columns), dtype="int64")


@once
def _held(corpus: Corpus, name: str) -> list[tuple[str, ...]]:
    """Return what each paper holds in a field, UNCODED where it does not carry it."""
    declared = corpus.taxonomy.fields[name]
    return [declared.held(paper.tags[name]) if name in paper.tags else (UNCODED,) for paper in corpus.papers]


@once
def _used(corpus: Corpus, name: str) -> Counter[str]:
    """Return how many papers hold each value of a field, and how many do not carry it under UNCODED."""
    return Counter(chain.from_iterable(_held(corpus, name)))


@once
def holders(corpus: Corpus, name: str) -> Mapping[str, tuple[Paper, ...]]:
    """Return the papers that hold each value of a field, in their order; a value that none holds is absent."""
    found: dict[str, list[Paper]] = {}
    for paper, held in zip(corpus.papers, _held(corpus, name), strict=True):
        for value in held:
            found.setdefault(value, []).append(paper)
    return {value: tuple(papers) for value, papers in found.items() if value != UNCODED}


@once
def _met(corpus: Corpus, rows: str, columns: str) -> Counter[tuple[str, str]]:
    """Return how many papers hold each value of one field together with each of another; of one field with itself, each value once."""
    if rows == columns:
        return Counter((value, value) for held in _held(corpus, rows) for value in held)
    return Counter(pair for pairs in map(product, _held(corpus, rows), _held(corpus, columns)) for pair in pairs)


def gaps(table: DataFrame) -> list[tuple[str, str]]:
    """Return the empty cells of a cross-tab without margins, as (row, column), row by row."""
    return [(str(r), str(c)) for r, *cells in table.itertuples() for c, count in zip(table.columns, cells, strict=True) if count == 0]


def _rows(declared: Field, corpus: Corpus) -> dict[str, str]:
    """Value to label, with UNCODED where a paper does not carry the field."""
    rows = {value.name: value.label for value in declared.values}
    if UNCODED in _used(corpus, declared.name):
        rows[UNCODED] = "not coded"
    return rows
