"""Tables to text: for the terminal, for spreadsheets, for programs, for Markdown pages."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from io import StringIO

from .. import markdown
from ..markdown import Markdown
from .table import Cell, Table


def as_text(table: Table) -> str:
    """Return a table for a terminal: caption, aligned columns, note. Wide characters count twice."""
    lines = [_headings(table), *([_one_line(cell) for cell in row] for row in table.rows)]
    widths = _widths(lines, _cells_wide)
    numeric = [column.numeric for column in table.columns]
    laid = ["  ".join(_padded(line, widths, numeric, _cells_wide)).rstrip() for line in lines]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join([table.caption, "", laid[0], rule, *laid[1:], *(["", table.note] if table.note else [])]) + "\n"


def as_csv(table: Table) -> str:
    """Return a table as CSV: RFC 4180 but for the line ends, which are LF as in every file of the survey.

    To be written as UTF-8 without a mark. Cells stand as they are in the data: those that a spreadsheet would run as
    a formula are refused when the data are checked, so nothing is prefixed here.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_headings(table))
    writer.writerows(table.rows)
    return out.getvalue()


def as_json(table: Table) -> str:
    """Return a table as a JSON object: name, caption, note, columns, and rows as objects by heading."""
    headings = _headings(table)
    content = {
        "name": table.name,
        "caption": table.caption,
        "note": table.note,
        "columns": headings,
        "rows": [dict(zip(headings, row, strict=True)) for row in table.rows],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def as_markdown(table: Table) -> Markdown:
    """Return a table for GitHub: aligned pipes, numbers to the right, every cell escaped unless it is ``Markdown``.

    Widths are in UTF-16 code units, not in columns of a terminal, since that is how remark-lint, with which
    awesome lists are checked, takes the position of a pipe; the two differ for wide characters only.
    """
    lines: list[list[str]] = [[markdown.inline(heading) for heading in _headings(table)]]
    lines += [[_marked(cell) for cell in row] for row in table.rows]
    widths = [max(3, width) for width in _widths(lines, _units)]
    numeric = [column.numeric for column in table.columns]
    rule = ["-" * (width - 1) + (":" if right else "-") for width, right in zip(widths, numeric, strict=True)]
    laid = [_padded(line, widths, numeric, _units) for line in lines]
    return Markdown("".join(f"| {' | '.join(cells)} |\n" for cells in (laid[0], rule, *laid[1:])))


def _headings(table: Table) -> list[str]:
    return [column.heading for column in table.columns]


def _marked(cell: Cell) -> str:
    return markdown.inline(cell) if isinstance(cell, str) else str(cell)


def _one_line(cell: Cell) -> str:
    return " ".join(str(cell).split())


Length = Callable[[str], int]


def _widths(lines: Iterable[Sequence[str]], length: Length) -> list[int]:
    return [max(map(length, column)) for column in zip(*lines, strict=True)]


def _padded(line: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], length: Length) -> list[str]:
    return [_to_width(text, width - length(text), right) for text, width, right in zip(line, widths, numeric, strict=True)]


def _to_width(text: str, missing: int, right: bool) -> str:
    return " " * missing + text if right else text + " " * missing


def _cells_wide(text: str) -> int:
    """The columns that a text takes on a terminal (Unicode Standard Annex 11)."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
