"""A BibTeX file to a table: macros and cross-references resolved, LaTeX made text, one row an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .. import identifiers
from ..errors import Place, Problem
from ..located import Report
from . import bibtex_blocks, bibtex_names, latex_text
from .bibtex_blocks import Block
from .bibtex_venues import venue
from .roles import INVERTED, Role
from .tables import Loss, Row, Table

_VERBATIM = frozenset({"url", "doi", "eprint", "link", "ee", "pdf", "arxiv", "arxivid", "code", "archiveprefix", "eprinttype"})
"""Fields that LaTeX is not to touch."""
_INHERITED_AS = {"title": "booktitle", "booktitle": "booktitle"}
"""What a field of the whole is called in its part, where the names differ."""
_FIRST = ("key", "title", "author", "year", "venue", "eprint", "doi", "url", "abstract", "note", "keywords", "type")
_ROLES = {
    "key": Role("key"), "title": Role("title"), "author": Role("authors", INVERTED), "year": Role("year"), "venue": Role("venue"),
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
    found: list[tuple[Block, dict[str, str]]] = []
    for block in blocks:
        if block.key.casefold() in parts and block.kind in ("proceedings", "collection", "book", "mvbook", "periodical"):
            losses.append(Loss(0, block.line, "", block.key, "is what other entries are part of; what they need of it they have"))
        else:
            found.append((block, _cells(_whole(block, wholes, losses))))
    if not found:
        report(Problem(Place(name), "nothing-found", "holds no entry"))
        return None
    columns = tuple(_columns([cells for _, cells in found]))
    rows = tuple(
        Row(number, block.line, tuple(cells.get(column, "") for column in columns)) for number, (block, cells) in enumerate(found, 1)
    )
    roles = {column: role for column, role in _ROLES.items() if column in columns}
    return Table(name, columns, rows, roles, losses=tuple(losses))


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


def _cells(block: Block) -> dict[str, str]:
    fields = dict(block.fields)
    place, used = venue(block)
    cells = {"key": block.key, "type": block.kind, "title": _title(fields), "author": bibtex_names.cell(fields.pop("author", ""))}
    cells["year"] = latex_text.text(fields.pop("year", "") or fields.pop("date", ""))
    cells["eprint"] = _eprint(fields)
    cells["url"] = " ; ".join(dict.fromkeys(_addresses(fields)))
    for field, value in fields.items():
        if field not in used and field not in cells and field != "crossref":
            cells[field] = latex_text.verbatim(value) if field in _VERBATIM else latex_text.text(value)
    said_by_eprint = cells["eprint"] and not place
    return {**cells, "venue": "arXiv" if said_by_eprint else place}


def _title(fields: dict[str, str]) -> str:
    parts = [latex_text.text(fields.pop(name, "")) for name in ("title", "subtitle")]
    return ": ".join(part for part in parts if part)


def _eprint(fields: dict[str, str]) -> str:
    """Return the arXiv id that stands under ``eprint`` or the like; an eprint of another archive stays where it is."""
    archive = latex_text.verbatim(fields.get("archiveprefix", "") or fields.get("eprinttype", "")).casefold()
    if archive not in ("", "arxiv"):
        return ""
    for name in ("eprint", "arxiv", "arxivid"):
        if found := identifiers.arxiv_id_in(latex_text.verbatim(fields.get(name, ""))):
            for used in (name, "archiveprefix", "eprinttype"):
                fields.pop(used, None)
            return found
    volume = latex_text.verbatim(fields.get("volume", ""))
    told = (volume.removeprefix("abs/"), *latex_text.text(fields.get("journal", "")).split())
    return next(filter(None, map(identifiers.arxiv_id_in, told)), "")


def _addresses(fields: dict[str, str]) -> Iterator[str]:
    for name in ("url", "link", "ee"):
        if value := latex_text.verbatim(fields.pop(name, "")):
            yield value
    for name in ("howpublished", "note"):
        yield from latex_text.addresses(fields.get(name, ""))


def _columns(cells: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield the columns in which something stands: the usual ones first, the others in the order of first sight."""
    held = dict.fromkeys(column for one in cells for column, text in one.items() if text.strip())
    yield from (column for column in _FIRST if column in held)
    yield from (column for column in held if column not in _FIRST)
