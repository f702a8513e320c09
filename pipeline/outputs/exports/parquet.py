"""Three tables as Parquet, for engines that count where one machine's memory no longer does; for those who have pyarrow."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Literal

from ...corpus import Corpus
from ...errors import CallFault
from .columns import TableColumn, full
from .tables import TAG_COLUMNS, tag_rows

PAPERS, TAGS, VOCABULARY = "papers.parquet", "tags.parquet", "vocabulary.parquet"
"""Under which the three are published, and how the queries of docs/queries.md call them."""
VOCABULARY_COLUMNS = ("field", "place", "value", "label")
"""Columns of the table of declared values; ``place`` is the value's place in the taxonomy's order, from 1."""

Cell = str | int | date | None
Type = Literal["string", "integer", "date"]


def content(corpus: Corpus) -> bytes:
    """Return the full table, a row per paper, the year as a whole number and days as dates.

    What an entry does not have is null; a value called NA stays text. Raises CallFault where pyarrow is not installed.
    """
    return _written({column.name: (column.type, _cells(corpus, column)) for column in full(corpus)})


def tags(corpus: Corpus) -> bytes:
    """Return the long table of tags, a row per paper, field and value. Raises CallFault as ``content`` does."""
    rows = tag_rows(corpus)
    return _written({name: ("string", [row[place] for row in rows]) for place, name in enumerate(TAG_COLUMNS)})


def vocabulary(corpus: Corpus) -> bytes:
    """Return every declared value, a row per field and value, so that those without a paper can be counted as well.

    Raises CallFault as ``content`` does.
    """
    rows = [(field.name, place, value.name, value.label) for field in corpus.taxonomy for place, value in enumerate(field.values, 1)]
    types: tuple[Type, ...] = ("string", "integer", "string", "string")
    return _written({name: (types[place], [row[place] for row in rows]) for place, name in enumerate(VOCABULARY_COLUMNS)})


def _cells(corpus: Corpus, column: TableColumn) -> list[Cell]:
    texts = [column.of(paper) for paper in corpus.papers]
    typed: dict[str, Callable[[str], str | int | date]] = {"string": str, "integer": int, "date": date.fromisoformat}
    return [typed[column.type](text) if text else None for text in texts]


def _written(columns: Mapping[str, tuple[Type, Sequence[Cell]]]) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise CallFault("Parquet needs pyarrow: pip install pyarrow") from error
    types = {"string": pyarrow.string(), "integer": pyarrow.int64(), "date": pyarrow.date32()}
    written = io.BytesIO()
    parquet.write_table(pyarrow.table({name: pyarrow.array(cells, types[kind]) for name, (kind, cells) in columns.items()}), written)
    return written.getvalue()
