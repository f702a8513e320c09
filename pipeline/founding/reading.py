"""A file of others to a table, by what kind of file it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from .. import located
from ..errors import DataFault, Place, Problem
from ..located import Report
from . import csv_tables
from .tables import Table

MOST_BYTES = 200_000_000
_BY_SUFFIX = {".csv": "csv", ".tsv": "csv", ".bib": "bibtex", ".bibtex": "bibtex", ".md": "markdown", ".markdown": "markdown"}
_BIBTEX = re.compile(r"\s*(?:%[^\n]*\s*)*@\s*[a-z]+\s*[{(]", re.IGNORECASE)
_MARKDOWN = re.compile(r"^(?:#{1,6} |[-*+] +\[)", re.MULTILINE)


def table(path: Path, delimiter: str = "") -> Table:
    """Return the table in a CSV file, a BibTeX file or a Markdown list. ``delimiter`` is that of a CSV file, if it is to be no other.

    Raises DataFault with every problem that keeps the file from being read, CallFault where a library for it is not installed.
    """
    problems: list[Problem] = []
    found = _table(path, str(path), delimiter, problems.append)
    if found is None or problems:
        raise DataFault(problems)
    return found


def _table(path: Path, name: str, delimiter: str, report: Report) -> Table | None:
    text = located.read_text(path, name, report, MOST_BYTES)
    if text is None:
        return None
    if "\0" in text:
        report(_no_text(text, name))
        return None
    if not text.strip():
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return _reader(path, text, delimiter)(text, name, report)


def _reader(path: Path, text: str, delimiter: str) -> Callable[[str, str, Report], Table | None]:
    kind = "csv" if delimiter else _BY_SUFFIX.get(path.suffix.lower()) or _by_content(text)
    if kind == "bibtex":
        from . import bibtex_files

        return bibtex_files.read
    if kind == "markdown":
        from . import markdown_lists

        return markdown_lists.read
    return lambda text, name, report: csv_tables.read(text, name, report, delimiter)


def _by_content(text: str) -> str:
    if _BIBTEX.match(text):
        return "bibtex"
    return "markdown" if _MARKDOWN.search(text) else "csv"


def _no_text(text: str, name: str) -> Problem:
    position = text.index("\0")
    line = text.count("\n", 0, position) + 1
    place = Place(name, line, position - text.rfind("\n", 0, position))
    return Problem(place, "forbidden-character", "holds U+0000, which no text holds", hint="save the file as UTF-8 text")
