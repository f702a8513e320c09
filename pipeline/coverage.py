"""How the taxonomy is covered: counts, cross-tabs and the papers behind them. The door to pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from .corpus import Corpus
from .errors import CallFault, nearest
from .records import Paper
from .taxonomy import Field, Taxonomy, holds, values_in

if TYPE_CHECKING:
    from pandas import DataFrame

UNCODED = "(uncoded)"
"""The row of papers that do not carry a facet. No value can be called so."""
TOTAL = "(total)"
"""The margin: the number of papers, not the sum of the cells, since a paper may stand in several."""

Conditions = Mapping[str, tuple[str, ...]]
"""Field name to the values of which an entry must hold one."""


def conditions(texts: Iterable[str], taxonomy: Taxonomy) -> dict[str, tuple[str, ...]]:
    """Return conditions written as ``FIELD=VALUE`` or ``FIELD=VALUE,VALUE``; several for one field add up.

    Raises CallFault for an unknown field or value, with the nearest known one.
    """
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, sign, wanted = text.partition("=")
        if not sign:
            raise CallFault(f"{text!r} is no condition; write FIELD=VALUE")
        declared = field(name, taxonomy)
        values = tuple(part.strip() for part in wanted.split(","))
        for value in values:
            if value not in declared.by_name and value != UNCODED:
                raise CallFault(_unknown(value, f"value of {name}", [*declared.by_name, UNCODED]))
        found[name] = (*found.get(name, ()), *values)
    return found


def field(name: str, taxonomy: Taxonomy) -> Field:
    """Return a field of the taxonomy by name. Raises CallFault, with the nearest name, where there is none."""
    if name not in taxonomy.fields:
        raise CallFault(_unknown(name, "field of the taxonomy", list(taxonomy.fields)))
    return taxonomy.fields[name]


def _unknown(word: str, what: str, allowed: Sequence[str]) -> str:
    best = nearest(word, allowed)
    guess = f" (did you mean {best}?)" if best else ""
    return f"{word!r} is no {what}{guess}; known are {', '.join(allowed)}"


def matching(papers: Iterable[Paper], wanted: Conditions) -> tuple[Paper, ...]:
    """Return the papers that meet every condition, in their order."""
    return tuple(paper for paper in papers if _meets(paper, wanted))


def _meets(paper: Paper, wanted: Conditions) -> bool:
    uncoded = {name for name, values in wanted.items() if UNCODED in values and name not in paper.tags}
    return holds({name: values for name, values in wanted.items() if name not in uncoded}, paper.tags)


def coded(papers: Iterable[Paper], name: str) -> int:
    """Return how many papers carry a field."""
    return sum(name in paper.tags for paper in papers)


def applicable(papers: Iterable[Paper], declared: Field) -> tuple[Paper, ...]:
    """Return the papers that can carry a field."""
    return matching(papers, declared.applies_to)


def counts(corpus: Corpus, name: str) -> DataFrame:
    """Return papers per value: index ``value``, columns ``label`` and ``count`` (int), in the taxonomy's order.

    Values that no paper carries keep their row with 0. A field that not every paper carries gets a last row
    UNCODED. A paper that holds several values counts under each.
    """
    import pandas

    declared = field(name, corpus.taxonomy)
    held = _long(corpus.papers, [declared])[name]
    rows = _rows(declared, corpus.papers)
    numbers = held.value_counts().reindex(list(rows), fill_value=0).astype("int64")
    return pandas.DataFrame({"label": list(rows.values()), "count": numbers.to_numpy()}, index=pandas.Index(rows, name="value"))


def crosstab(corpus: Corpus, rows: str, columns: str, *, margins: bool = False) -> DataFrame:
    """Return papers per pair of values: a row per value of the first field, a column per value of the second.

    Whole numbers; declared values without a paper keep their row and column. ``margins`` adds TOTAL, which counts
    papers and so equals ``counts``, also where a paper stands in several cells.
    """
    import pandas

    first, second = field(rows, corpus.taxonomy), field(columns, corpus.taxonomy)
    long = _long(corpus.papers, [first, second])
    down, across = list(_rows(first, corpus.papers)), list(_rows(second, corpus.papers))
    if first is second:
        pairs = pandas.crosstab(long[rows], long[rows].rename(f"{rows} again"))
    else:
        pairs = pandas.crosstab(long[rows], long[columns])
    table = pairs.reindex(index=down, columns=across, fill_value=0).astype("int64")
    table.index.name, table.columns.name = rows, columns
    if margins:
        table[TOTAL] = counts(corpus, rows)["count"].reindex(table.index)
        below = counts(corpus, columns)["count"].reindex(across)
        table.loc[TOTAL] = [*below, len(corpus.papers)]
    return table.astype("int64")


def gaps(table: DataFrame) -> list[tuple[str, str]]:
    """Return the empty cells of a cross-tab without margins, as (row, column), row by row."""
    return [(str(r), str(c)) for r in table.index for c in table.columns if table.loc[r, c] == 0]


def _rows(declared: Field, papers: Sequence[Paper]) -> dict[str, str]:
    """Value to label, with UNCODED where a paper does not carry the field."""
    rows = {value.name: value.label for value in declared.values}
    if coded(papers, declared.name) < len(papers):
        rows[UNCODED] = "not coded"
    return rows


def _long(papers: Iterable[Paper], declared: Sequence[Field]) -> DataFrame:
    """Return one row for each paper and each combination of the values that it holds in the fields."""
    import pandas

    names = list(dict.fromkeys(f.name for f in declared))
    table = pandas.DataFrame({name: [list(values_in(paper.tag(name))) or [UNCODED] for paper in papers] for name in names}, dtype="object")
    for name in names:
        table = table.explode(name, ignore_index=True)
    return table
