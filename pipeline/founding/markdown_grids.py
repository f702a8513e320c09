"""A table within a Markdown list to rows with the same cells as items have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .. import identifiers
from . import headings, item_cells, item_texts, list_headings, list_items, pointers
from .item_cells import Cells
from .markdown_blocks import Grid, Line

FACTS = ("title", "authors", "year", "venue", "arxiv_id", "doi", "links", "summary", "notes")
"""What items and tables say of a paper."""


def rows(grid: Grid) -> Iterator[tuple[int, Cells]]:
    """Yield the cells of each row by column, with the number of its line; ``title`` is empty where a row has none."""
    names = [list_headings.labeled(cell) for cell in grid.head]
    facts = _facts(names, grid)
    for number, cells in grid.rows:
        yield number, _row(names, facts, cells)


def _facts(names: Sequence[str], grid: Grid) -> Mapping[int, str]:
    """Return what each column of a table is by its name, by position; where none is the title, the first one that leads somewhere."""
    found: dict[int, str] = {}
    for position, name in enumerate(names):
        fact = headings.fact(name)
        kind = fact[0] if fact else ""
        if kind in FACTS and (kind == "links" or kind not in found.values()):
            found[position] = kind
    if "title" not in found.values():
        leads = [sum(bool(item_texts.addresses(cells[n])) for _, cells in grid.rows if n < len(cells)) for n in range(len(names))]
        first = next((n for n in range(len(names)) if n not in found and leads[n]), 0)
        found[first] = "title"
    return found


def _row(names: Sequence[str], facts: Mapping[int, str], cells: Sequence[Line]) -> Cells:
    found: Cells = {"title": ""}
    links: list[str] = []
    for position, line in enumerate(cells):
        links += item_texts.addresses(line)
        for column, text in _cell(names, position, facts.get(position, ""), line).items():
            _put(found, column, text)
    return found | {"links": " ".join(dict.fromkeys(links))}


def _cell(names: Sequence[str], position: int, kind: str, line: Line) -> Cells:
    """Return what a cell says by column, without its addresses; one that only leads somewhere says nothing else."""
    if kind == "title":
        return {name: value for name, value in item_cells.cells(list_items.read(line)).items() if value and name != "links"}
    text = item_texts.without_signs("".join(one.text for one in line if not one.badge))
    if kind in ("arxiv_id", "doi"):
        ids = [found for one in line for found in pointers.pointers(one.text) if found.kind == kind]
        if ids and pointers.is_pointer(text):
            return {kind: ids[0].value}
        if identifiers.arxiv_id_in(text) if kind == "arxiv_id" else identifiers.bare_doi(text):
            return {kind: text}
    elif kind == "authors":
        return {kind: text.replace(",", ";") if ";" not in text else text}
    elif kind and kind != "links":
        return {kind: text}
    if item_texts.addresses(line) and all(item_texts.is_label(one.text) for one in line):
        return {}
    return {"notes" if kind == "links" else _column(names, position): text}


def _put(found: Cells, column: str, text: str) -> None:
    """Put a text under a column; what an earlier cell said there otherwise becomes a note."""
    before = found.get(column, "")
    if before and text and before != text:
        notes = [found.get("notes", ""), before] if column != "notes" else [before, text]
        found["notes"] = " ".join(note if note.endswith(".") else f"{note}." for note in notes if note)
    if text and not (column == "notes" and before):
        found[column] = text


def _column(names: Sequence[str], position: int) -> str:
    name = names[position] or f"column {position + 1}"
    if name in names[:position]:
        name = f"{name} {position + 1}"
    return f"{name} (table)" if name in (*FACTS, *list_headings.LEVELS) else name
