"""Two fields against each other as a table of links: each number leads to its papers, each empty cell to its gap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ... import coverage
from ...corpus import Corpus
from ...coverage import TOTAL, UNCODED
from ...survey import Output
from ...taxonomy import Field, TagValue
from ..figures.palette import SHADES, THEMES, VALUES, Theme, shade
from . import addresses

COLUMNS = 40
"""A table with more columns than this is as wide as one with so many."""
NOT_CODED = "Not coded"
NOT_CODED_MEANS = "The field was not filled in for the paper, or does not apply to it."


@dataclass(frozen=True, slots=True)
class Head:
    """One value at the side or above the table."""

    value: str
    label: str
    definition: str
    quiet: bool
    """Whether it is beside the point: "not applicable", or not coded."""
    total: int
    """Papers that hold it."""
    sharing: str
    """Where these are listed."""
    entry: str
    """Where the taxonomy tells of it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row and a column meet."""

    label: str
    """The two values in words."""
    count: int
    kind: str
    """``empty`` for a gap; where a value is beside the point ``quiet``, or ``none`` without a paper; else ``shade-N`` as in the figures."""
    address: str
    """Where its papers are listed, or what is told of the gap; empty where there is neither."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table."""

    head: Head
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Heatmap:
    """Two fields against each other."""

    rows: Field
    columns: Field
    heads: tuple[Head, ...]
    body: tuple[Row, ...]
    papers: int

    @property
    def wide(self) -> int:
        """How many columns the style sheet is told of."""
        return min(len(self.heads), COLUMNS)

    @property
    def cells(self) -> int:
        """How many cells there are whose values are both to the point."""
        return sum(not head.quiet for head in self.heads) * sum(not row.head.quiet for row in self.body)

    @property
    def gaps(self) -> int:
        """How many of them are empty."""
        return sum(cell.kind == "empty" for row in self.body for cell in row.cells)


def heatmap(corpus: Corpus, rows: str, columns: str) -> Heatmap:
    """Return the table of two different fields, the values in the taxonomy's order, what is beside the point last."""
    first, second = corpus.taxonomy.fields[rows], corpus.taxonomy.fields[columns]
    table = coverage.crosstab(corpus, rows, columns, margins=True)
    counts = {(str(r), str(c)): int(table.loc[r, c]) for r in table.index for c in table.columns}
    down = _heads(first, {row: count for (row, column), count in counts.items() if column == TOTAL})
    across = _heads(second, {column: count for (row, column), count in counts.items() if row == TOTAL})
    largest = max((counts[r.value, c.value] for r in down for c in across if not (r.quiet or c.quiet)), default=0)
    body = (
        Row(row, tuple(_cell(first, row, second, column, counts[row.value, column.value], largest) for column in across)) for row in down
    )
    return Heatmap(first, second, across, tuple(body), len(corpus.papers))


def _heads(field: Field, totals: Mapping[str, int]) -> tuple[Head, ...]:
    found = [_head(field, field.by_name.get(value), count) for value, count in totals.items() if value != TOTAL]
    return tuple(sorted(found, key=lambda head: head.quiet))


def _head(field: Field, value: TagValue | None, total: int) -> Head:
    if value is None:
        sharing = addresses.sharing(field.name, UNCODED)
        return Head(UNCODED, NOT_CODED, NOT_CODED_MEANS, True, total, sharing, addresses.entry(field.name))
    sharing, entry = addresses.sharing(field.name, value.name), addresses.entry(field.name, value.name)
    return Head(value.name, value.label, value.definition, value.name == field.none, total, sharing, entry)


def _cell(rows: Field, row: Head, columns: Field, column: Head, count: int, largest: int) -> Cell:
    label, quiet = f"{row.label}, {column.label}", row.quiet or column.quiet
    if not count and quiet:
        return Cell(label, 0, "none", "")
    if not count:
        return Cell(label, 0, "empty", addresses.gap(rows.name, columns.name, row.value, column.value))
    kind = "quiet" if quiet else f"shade-{shade(count, largest)}"
    return Cell(label, count, kind, addresses.crossing((rows.name, row.value), (columns.name, column.value)))


def declared(corpus: Corpus) -> tuple[Output, ...]:
    """Return the crosstab figures that the survey declares, one for each pair of fields."""
    pairs = {output.fields: output for output in reversed(corpus.outputs.figures) if output.kind == "crosstab"}
    return tuple(output for output in corpus.outputs.figures if output in pairs.values())


def shades() -> str:
    """Return the style sheet that colors cells as the figures do, in both themes and on paper, and tells tables their width."""
    light, dark = (_rules(theme) for theme in THEMES)
    system = _under(":root:not([data-theme=light]) ", dark)
    chosen = f"@media screen {{\n{_under(':root[data-theme=dark] ', dark)}}}\n"
    columns = "".join(f".columns-{n} {{--columns:{n}}}\n" for n in range(1, COLUMNS + 1))
    return (
        "/* The steps from a count of one to the largest, as in the figures; and how many columns a table has. */\n"
        f"{columns}{_under('', light)}@media screen and (prefers-color-scheme: dark) {{\n{system}}}\n{chosen}"
    )


def _rules(theme: Theme) -> Mapping[str, str]:
    values = VALUES[theme]
    return {f".shade-{n}": f"background:{values[f'shade-{n}']};color:{values[f'on-{n}']}" for n in range(1, SHADES + 1)}


def _under(scope: str, rules: Mapping[str, str]) -> str:
    return "".join(f"{scope}{name} {{{rule}}}\n" for name, rule in rules.items())
