"""A CSV file to a table: the delimiter by evidence, rows that do not fit named by line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import Place, Problem
from ..located import Report
from ..outputs.exports import tables as exported
from .plain_text import plain
from .tables import Row, Table

DELIMITERS = (",", ";", "\t", "|")
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
MOST_ROWS = 50_000
"""The most for which the pipeline was measured."""
_MOST_COLUMNS = 500
_PROBE = 200
"""Records by which delimiters are told apart."""


_SEP = re.compile(r"(\"?)sep=([^\w\s\"]|\t)\1(?=[\r\n]|\Z)", re.IGNORECASE)
"""The line by which Excel is told the delimiter: it names no column."""


class _Record(NamedTuple):
    line: int
    """At which it begins."""
    cells: list[str]


def read(text: str, name: str, report: Report, delimiter: str = "") -> Table | None:
    """Return the table that a text holds, or None after at least one problem was reported.

    The first line names the columns, or the second where the first is Excel's ``sep=;``, which names the delimiter. ``delimiter`` is
    found by evidence where it is empty and no line names it. Apostrophes that an export put
    before what looks like a formula are taken off.
    """
    said = _SEP.match(text)
    text = text[said.end() :] if said else text  # its line break stays, so that lines keep their numbers
    if not text.strip():
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    before = csv.field_size_limit(len(text) + 1)
    try:
        sign = delimiter or (said[2] if said and _fit(text, said[2])[1] > 1 else _delimiter(text))
        records, faulty = _records(text, sign, name, report) if sign else ([], False)
    finally:
        csv.field_size_limit(before)
    if not sign:
        tried = ", ".join(NAMES.values())
        hint = f"the first line names the columns, with one of these between them: {tried}; --delimiter names another"
        report(Problem(Place(name), "no-columns", "names a single column", found=text.strip().partition("\n")[0][:120], hint=hint))
    elif not records and not faulty:
        report(Problem(Place(name), "empty-file", "holds nothing"))
    return _table(records, name, report) if records else None


def _delimiter(text: str) -> str:
    """Return the delimiter under which the first line has most columns and most records have as many as it; empty where none parts it."""
    best = max(DELIMITERS, key=lambda sign: _fit(text, sign))
    return best if _fit(text, best)[1] > 1 else ""


def _fit(text: str, sign: str) -> tuple[float, int]:
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
        widths = [len(cells) for cells, _ in zip((cells for cells in reader if cells), range(_PROBE), strict=False)]
    except csv.Error:
        return 0.0, 0
    if not widths or widths[0] < 2:
        return 0.0, 0
    return widths.count(widths[0]) / len(widths), widths[0]


def _records(text: str, sign: str, name: str, report: Report) -> tuple[list[_Record], bool]:
    """Return the records with something in them, and whether a quote was found that does not close where a cell ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    found: list[_Record] = []
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            report(_quote_problem(text, name, line, max(line, reader.line_num), str(error)))
            return [], True
        if any(map(str.strip, cells)):
            found.append(_Record(line, cells))
        line = reader.line_num + 1
    return found, False


def _quote_problem(text: str, name: str, begun: int, stopped: int, said: str) -> Problem:
    if "end of data" in said:
        column = _lines(text)[begun - 1].find('"') + 1
        message = "a quote that is opened here is never closed"
        return Problem(Place(name, begun, max(1, column)), "csv-syntax", message, hint="a quote within a quoted cell is written twice")
    message = "something other than the delimiter follows a closing quote"
    return Problem(Place(name, stopped), "csv-syntax", message, hint="a quote within a quoted cell is written twice")


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _table(records: Sequence[_Record], name: str, report: Report) -> Table | None:
    head, *body = records
    if len(head.cells) > _MOST_COLUMNS:
        report(Problem(Place(name), "too-many-columns", f"names {len(head.cells):,} columns; at most {_MOST_COLUMNS} are taken"))
        return None
    columns = _named(head.cells)
    faults = list(_faults(body, len(columns), name))
    for problem in faults:
        report(problem)
    if faults:
        return None
    width = len(columns)
    padded = ([*map(_bare, cells[:width]), *[""] * (width - len(cells))] for _, cells in body)
    rows = tuple(Row(number, record.line, tuple(cells)) for number, (record, cells) in enumerate(zip(body, padded, strict=True), 1))
    return Table(name, columns, rows)


def _bare(cell: str) -> str:
    return exported.bare(cell) if cell.startswith("'") else cell


def _faults(body: Sequence[_Record], width: int, name: str) -> Iterator[Problem]:
    if not body:
        yield Problem(Place(name), "nothing-found", "holds no row below the names of its columns")
    if len(body) > MOST_ROWS:
        yield Problem(Place(name, body[MOST_ROWS].line), "too-many-rows", f"holds {len(body):,} rows; at most {MOST_ROWS:,} are taken")
        return
    for line, cells in body:
        if any(map(str.strip, cells[width:])):
            message = f"has {len(cells)} cells where the first line names {width} columns"
            hint = "a cell that holds the delimiter must stand in quotes"
            yield Problem(Place(name, line), "ragged-row", message, found=next(filter(str.strip, cells[width:])), hint=hint)


def _named(cells: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each column: numbered where it is empty or stands twice."""
    found: list[str] = []
    for number, cell in enumerate(cells, 1):
        name = base = plain(cell).text[:_LONGEST].strip() or f"column {number}"
        turn = 2
        while name in found:
            name, turn = f"{base} ({turn})", turn + 1
        found.append(name)
    while found and not cells[len(found) - 1].strip():
        found.pop()
    return tuple(found)


_LONGEST = 60
"""Characters of a column's name."""
