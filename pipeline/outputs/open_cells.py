"""Which cells of two fields could hold an entry, and which of these hold none: the gaps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .. import coverage
from ..claims.words import enumerated
from ..corpus import Corpus
from ..coverage import UNCODED
from ..taxonomy import Field


class OpenCells(NamedTuple):
    """The cells of a cross-tab in which an entry would say something."""

    gaps: tuple[tuple[str, str], ...]
    """Those without an entry, as (row, column), row by row."""
    cells: int
    """How many there are, with and without an entry."""


def aside(field: Field, value: str) -> bool:
    """Say whether a value is beside the point: "not applicable", or not coded. Where it meets another, nothing is missing."""
    return field.is_aside(value) or value == UNCODED


def left_out(fields: Iterable[Field]) -> str:
    """Return what fields call "not applicable", in quotes, as a list in words; empty where none of them has it."""
    return enumerated(list(dict.fromkeys(f"“{field.label_of(field.none)}”" for field in fields if field.none)))


def open_cells(corpus: Corpus, rows: str, columns: str) -> OpenCells:
    """Return the cells of two fields without those of a value that is set aside."""
    first, second = corpus.taxonomy.fields[rows], corpus.taxonomy.fields[columns]
    table = coverage.crosstab(corpus, rows, columns)
    down = [str(row) for row in table.index if not aside(first, str(row))]
    across = [str(column) for column in table.columns if not aside(second, str(column))]
    empty = set(coverage.gaps(table))
    return OpenCells(tuple((r, c) for r in down for c in across if (r, c) in empty), len(down) * len(across))
