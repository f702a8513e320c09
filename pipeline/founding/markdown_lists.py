"""A Markdown list to a table: headings become fields, items and rows of tables become entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import identifiers
from ..errors import Place, Problem
from ..located import Report
from . import item_cells, item_texts, list_items, markdown_blocks, markdown_grids, nested_items
from .item_cells import Cells
from .list_headings import LEVELS, labeled, told
from .markdown_blocks import Block, Grid, Heading, Item, Line, Prose
from .roles import Role
from .tables import Loss, Row, Table

_ROLES = {
    "title": Role("title"), "authors": Role("authors", ";"), "year": Role("year"), "venue": Role("venue"), "arxiv_id": Role("arxiv_id"),
    "doi": Role("doi"), "links": Role("links"), "summary": Role("summary"), "notes": Role("notes"),
    **{level: Role("one") for level in LEVELS},
}  # fmt: skip
_ASIDE = re.compile(
    r"(?:table of )?contents?|toc|contribut\w*( to this list| guide(lines)?)?|how to contribute|licen[cs]e|contacts?|acknowledge?ments?|"
    r"citations?|cit(e|ing)( us| this)?|star history|changelog|updates|news|legend|disclaimer|todo|sponsors?|maintainers?|about"
)
"""Headings under which no list has entries, folded."""


def read(text: str, name: str, report: Report) -> Table | None:
    """Return the table that a list holds, or None after at least one problem was reported.

    Raises CallFault where the library that reads Markdown is not installed.
    """
    blocks = markdown_blocks.read(text)
    reading = _Reading(blocks)
    found = list(reading.rows())
    if not found:
        hint = "entries are items of a list, or rows of a table, with a link or a title"
        report(Problem(Place(name), "nothing-found", "holds no entry", hint=hint))
        return None
    held = dict.fromkeys(column for _, cells in found for column, cell in cells.items() if cell.strip())
    columns = (*(column for column in _ROLES if column in held), *(column for column in held if column not in _ROLES))
    rows = tuple(Row(n, line, tuple(cells.get(column, "") for column in columns)) for n, (line, cells) in enumerate(found, 1))
    roles = {column: role for column, role in _ROLES.items() if column in columns}
    return Table(name, columns, rows, roles, reading.title, tuple(reading.losses))


class _Reading:
    """Goes through a list from top to bottom."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.title = ""
        self.losses: list[Loss] = []
        self._blocks = blocks
        self._path: list[tuple[int, str]] = []
        self._title_level = _title_level(blocks)

    def rows(self) -> Iterator[tuple[int, Cells]]:
        for block in self._blocks:
            if isinstance(block, Heading):
                self._enter(block)
            elif self._is_aside():
                self._lose_aside(block)
            elif isinstance(block, Item):
                yield from self._item(block, ())
            elif isinstance(block, Grid):
                yield from self._grid(block)
            elif text := item_texts.without_signs(block.text):
                self.losses.append(Loss(0, block.number, "", text, "is prose, and belongs to no entry"))

    def _enter(self, heading: Heading) -> None:
        text = labeled(heading.line)
        if heading.level == self._title_level and not self.title:
            self.title = text
            return
        self._path = [(level, name) for level, name in self._path if level < heading.level]
        if text:
            self._path.append((heading.level, text))
        self._lose_heading(heading.line, heading.number, text)

    def _lose_heading(self, line: Line, number: int, label: str) -> None:
        """Name what a heading, or the name of a group, says beside its label: signs alone, and where it leads."""
        if not label and told(line):
            self.losses.append(Loss(0, number, "", told(line), "is a heading without words, so that no field holds it"))
        for link in item_texts.addresses([one for one in line if not one.badge]):
            self.losses.append(Loss(0, number, "", link, "is where a heading leads, which no field holds"))

    def _is_aside(self) -> bool:
        return any(_ASIDE.fullmatch(identifiers.folded(name)) for _, name in self._path)

    def _lose_aside(self, block: Item | Grid | Prose) -> None:
        why = f"stands under “{self._path[-1][1]}”, which is no part of a list"
        for number, text in _told(block):
            self.losses.append(Loss(0, number, "", text, why))

    def _filed(self, groups: Sequence[str]) -> Cells:
        """Return the cells that say under which headings and groups something stands; what is deeper than LEVELS is joined."""
        names = [*(name for _, name in self._path), *groups]
        names = [*names[: len(LEVELS) - 1], " / ".join(names[len(LEVELS) - 1 :])] if len(names) > len(LEVELS) else names
        return dict(zip(LEVELS, names, strict=False))

    def _item(self, item: Item, groups: tuple[str, ...]) -> Iterator[tuple[int, Cells]]:
        """Yield the entries of an item: itself, those below it, or both. What stands below an entry and is none belongs to it."""
        if nested_items.is_group(item):
            group = labeled(item.line)
            self._lose_heading(item.line, item.number, group)
            for one in item.below:
                yield from self._item(one, (*groups, group) if group else groups)
            return
        below = nested_items.below(item)
        found = list_items.read(item.line, below.details)
        found.notes += below.remarks
        found.links = list(dict.fromkeys((*found.links, *below.links)))
        if found.title and not found.internal:
            yield item.number, item_cells.cells(found) | self._filed(groups)
        elif text := " ".join(filter(None, [*map(_text, (item.line, *below.details)), *below.remarks])):
            why = "leads nowhere but within the file" if found.internal else "is an item without a title"
            self.losses.append(Loss(0, item.number, "", text, why))
        for one in below.entries:
            yield from self._item(one, groups)

    def _grid(self, grid: Grid) -> Iterator[tuple[int, Cells]]:
        for number, cells in markdown_grids.rows(grid):
            if cells["title"]:
                yield number, cells | self._filed(())
            elif text := " | ".join(cell for cell in cells.values() if cell):
                self.losses.append(Loss(0, number, "", text, "is a row of a table without a title"))


def _told(block: Item | Grid | Prose) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block that is no part of the list, each with its number; those that only lead within the file are none."""
    if isinstance(block, Prose):
        yield block.number, " ".join(block.text.split())
    elif isinstance(block, Grid):
        for number, cells in block.rows:
            yield number, " | ".join(text for cell in cells if (text := _text(cell)))
    else:
        if text := _text(block.line):
            yield block.number, text
        for one in block.below:
            yield from _told(one)


def _text(line: Line) -> str:
    """Return what a line says, and where it leads where it does not say it; nothing where all of it leads within the file."""
    words = [one.text for one in line if not one.badge]
    if all(one.href.startswith("#") or not any(map(str.isalnum, one.text)) for one in line if not one.badge):
        words = []
    said = " ".join("".join(words).split())
    return " ".join([said, *(link for link in item_texts.addresses(line) if link not in said)]).strip()


def _title_level(blocks: Sequence[Block]) -> int:
    """Return the level of the heading that is the list's title: the first one, if no other is as high as it; else 0."""
    levels = [block.level for block in blocks if isinstance(block, Heading)]
    return levels[0] if levels and levels.count(levels[0]) == 1 and levels[0] == min(levels) else 0
