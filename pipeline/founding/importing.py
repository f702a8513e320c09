"""A table, with what its columns are, to entries and the fields by which they are tagged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from ..lock import Listing
from . import blanks, duplicates, fields, listed, writing
from .entries import Entry, Reader
from .guessing import Guess
from .report import Import
from .tables import Loss, Row, Table, file_name


def imported(
    table: Table, columns: Sequence[Guess], today: date, taken: Sequence[str] = (), listings: Mapping[str, Listing] | None = None
) -> Import:
    """Return what becomes of a table. ``taken`` are the names of fields that do not come from it, ``listings`` what arXiv says, by id.

    Raises CallFault where a column has too many values to be a field.
    """
    losses: list[Loss] = list(table.losses)
    reader = Reader(columns, today, losses.append)
    read = [(row, reader.entry(row)) for row in blanks.emptied(table.rows, columns, losses.append)]
    said = [entry for _, entry in read if entry]
    entries, surplus = duplicates.merged(said, losses.append)
    left = [row for row, entry in read if entry is None] + [entry.row for entry in surplus]
    entries = [listed.completed(entry, listings or {}) for entry in entries]
    found = fields.vocabularies(columns, said, entries, file_name(table.path), taken)
    named = tuple(zip(writing.names(entries, losses.append), entries, strict=True))
    ordered = tuple(sorted(losses, key=lambda loss: (loss.line, loss.row)))
    needed = _needed(listings or {}, entries)
    return Import(table.path, len(table.rows), tuple(columns), found, named, _aside(left, reader), ordered, needed)


def _aside(rows: Sequence[Row], reader: Reader) -> tuple[tuple[Row, dict[str, str]], ...]:
    return tuple((row, reader.aside(row)) for row in sorted(rows, key=lambda row: row.number))


def _needed(listings: Mapping[str, Listing], entries: Sequence[Entry]) -> dict[str, Listing]:
    """Return what arXiv says of the entries: the lock holds nothing else."""
    ids = {entry.arxiv_id for entry in entries}
    return {arxiv_id: listing for arxiv_id, listing in listings.items() if arxiv_id in ids}
