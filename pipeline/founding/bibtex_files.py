"""A BibTeX file to a table: macros and cross-references resolved, LaTeX made text, one row an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import Place, Problem
from ..located import Report
from . import bibtex_blocks, bibtex_cells, bibtex_names
from .bibtex_blocks import Block
from .roles import Role
from .tables import Loss, Row, Source, Table

_INHERITED_AS = {"title": "booktitle", "booktitle": "booktitle"}
"""What a field of the whole is called in its part, where the names differ."""
_FIRST = ("key", "title", "author", "year", "venue", "eprint", "doi", "url", "abstract", "note", "keywords", "type")
_ROLES = {
    "key": Role("key"), "title": Role("title"), "year": Role("year"), "venue": Role("venue"),
    "eprint": Role("arxiv_id"), "doi": Role("doi"), "url": Role("links"), "abstract": Role("summary"), "note": Role("notes"),
}  # fmt: skip


def read(text: str, name: str, report: Report) -> Table | None:
    """Return the table that a file holds, or None after at least one problem was reported.

    Raises CallFault where the library that reads BibTeX is not installed.
    """
    losses: list[Loss] = []
    blocks = bibtex_blocks.read(text, name, report, losses.append)
    if blocks is None:
        return None
    wholes = {block.key.casefold(): block for block in blocks}
    parts = {block.fields["crossref"].strip().casefold() for block in blocks if "crossref" in block.fields}
    found: list[tuple[Block, dict[str, str], dict[str, Source]]] = []
    for block in blocks:
        if block.key.casefold() in parts and block.kind in ("proceedings", "collection", "book", "mvbook", "periodical"):
            losses.append(Loss(0, block.line, "", block.key, "is what other entries are part of; what they need of it they have"))
        else:
            found.append((block, *bibtex_cells.cells(_whole(block, wholes, losses))))
    if not found:
        report(Problem(Place(name), "nothing-found", "holds no entry"))
        return None
    columns = tuple(_columns([cells for _, cells, _ in found]))
    rows = tuple(_row(number, *one, columns) for number, one in enumerate(found, 1))
    authors = Role("authors", bibtex_names.separator(cells["author"] for _, cells, _ in found))
    roles = {column: role for column, role in {**_ROLES, "author": authors}.items() if column in columns}
    return Table(name, columns, rows, roles, losses=tuple(losses))


def _row(number: int, block: Block, cells: Mapping[str, str], sources: Mapping[str, Source], columns: Sequence[str]) -> Row:
    held = {column: source for column, source in sources.items() if column in columns}
    return Row(number, block.line, tuple(cells.get(column, "") for column in columns), held)


def _whole(block: Block, wholes: Mapping[str, Block], losses: list[Loss]) -> Block:
    """Return an entry with what it takes over from the one that it refers to."""
    named = block.fields.get("crossref", "").strip()
    other = wholes.get(named.casefold()) if named else None
    if named and other is None:
        losses.append(Loss(0, block.line, "crossref", named, "is no key of this file, so nothing was taken over from it"))
    if other is None or other is block:
        return block
    inherited = {_INHERITED_AS.get(field, field): value for field, value in other.fields.items() if field != "crossref"}
    own = {field: value for field, value in block.fields.items() if field != "crossref"}
    return block._replace(fields={**inherited, **own})


def _columns(cells: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield the columns in which something stands: the usual ones first, the others in the order of first sight."""
    held = dict.fromkeys(column for one in cells for column, text in one.items() if text.strip())
    yield from (column for column in _FIRST if column in held)
    yield from (column for column in held if column not in _FIRST)
