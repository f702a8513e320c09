"""The full table of papers as Parquet, for those who have pyarrow."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date

from ...corpus import Corpus
from ...errors import CallFault
from .columns import TableColumn, full

EXTRA = "parquet"
"""The optional extra of the project that brings pyarrow."""


def content(corpus: Corpus) -> bytes:
    """Return the full table, a row per paper, the year as a whole number and days as dates.

    What an entry does not have is null; a value called NA stays text. Raises CallFault where pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise CallFault(f"Parquet needs pyarrow; install the optional extra: pip install '.[{EXTRA}]'") from error
    types = {"string": pyarrow.string(), "integer": pyarrow.int64(), "date": pyarrow.date32()}
    columns = {c.name: pyarrow.array(_cells(corpus, c), types[c.type]) for c in full(corpus)}
    written = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), written)
    return written.getvalue()


def _cells(corpus: Corpus, column: TableColumn) -> list[str | int | date | None]:
    texts = [column.of(paper) for paper in corpus.papers]
    typed: dict[str, Callable[[str], str | int | date]] = {"string": str, "integer": int, "date": date.fromisoformat}
    return [typed[column.type](text) if text else None for text in texts]
