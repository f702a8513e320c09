"""A cross-tab whose empty cells an expectation counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..statements import Expectation
from ..taxonomy import Field
from .sums import Bound, Vector


class Cells(NamedTuple):
    """The cells of a cross-tab, which a tally numbers row by row."""

    names: tuple[str, str]
    """The field of the rows and that of the columns."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    bound: Bound
    """On the number of empty cells."""

    def keep(self, vector: Vector) -> bool:
        """Say whether as many cells are empty as there should be, where so many records stand in each."""
        return self.bound.keeps(vector.count(0))

    def values(self, cell: int) -> tuple[str, str]:
        """Return the values of row and column of a cell."""
        return self.rows[cell // len(self.columns)], self.columns[cell % len(self.columns)]

    def label(self, cell: int, fields: Mapping[str, Field]) -> str:
        """Return what a cell is called."""
        return " \u00d7 ".join(fields[name].label_of(value) for name, value in zip(self.names, self.values(cell), strict=True))


def cells(expectation: Expectation) -> Cells | None:
    """Return the cells that an expectation counts; None for other kinds."""
    if expectation.kind != "empty_cells":
        return None
    (row, rows), (column, columns) = expectation.crossed
    low = expectation.number if expectation.limit != "at_most" else None
    high = expectation.number if expectation.limit != "at_least" else None
    return Cells((row, column), rows, columns, Bound((1,), low, high))
