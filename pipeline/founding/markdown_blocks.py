"""A Markdown file to headings, list items and tables. The only module that reads one by the library for it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import CallFault

if TYPE_CHECKING:
    from markdown_it.token import Token

_HREF = re.compile(r"<a\b[^>]*\bhref\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|p|/p|div|/div)\b", re.IGNORECASE)
_BOX = re.compile(r"\[[ xX]\](?=\s)")
"""The box before a task, ticked or not."""
BREAK = "\n"


class Segment(NamedTuple):
    """A piece of a line in one style."""

    text: str
    """BREAK where a new line was begun on purpose."""
    href: str = ""
    """Where it leads; empty where it does not."""
    strong: bool = False
    slanted: bool = False
    """In italics or as code."""
    struck: bool = False
    badge: bool = False
    """Whether it is an image that leads somewhere; the text is what stands for it."""


Line = tuple[Segment, ...]


class Heading(NamedTuple):
    """A heading."""

    level: int
    line: Line
    number: int
    """Of the line in the file, counted from 1."""


class Item(NamedTuple):
    """An item of a list, with the items below it."""

    line: Line
    number: int
    below: tuple[Item, ...]


class Grid(NamedTuple):
    """A table."""

    head: tuple[Line, ...]
    rows: tuple[tuple[int, tuple[Line, ...]], ...]
    """Each with the number of its line."""
    number: int


class Prose(NamedTuple):
    """Anything else that holds text."""

    text: str
    number: int


Block = Heading | Item | Grid | Prose


def read(text: str) -> list[Block]:
    """Return what a text holds, in its order. Raises CallFault where the library is not installed."""
    try:
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise CallFault("Markdown needs markdown-it-py: pip install markdown-it-py") from error
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.validateLink = _is_link  # type: ignore[method-assign, assignment]  # as its documentation has it
    return list(_Walk(parser.parse(text)).blocks())


def _is_link(_address: str) -> bool:
    """Take every link for one: one that no entry may hold is refused by name where entries are read, and is no text."""
    return True


class _Walk:
    """Goes through the library's tokens once."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def blocks(self) -> Iterator[Block]:
        while self._at < len(self._tokens):
            token = self._next()
            number = token.map[0] + 1 if token.map else 1
            if token.type == "heading_open":
                yield Heading(int(token.tag[1:]), segments(self._next()), number)
            elif token.type == "list_item_open":
                yield self._item(number)
            elif token.type == "table_open":
                yield self._grid(number)
            elif token.type in ("inline", "html_block", "fence", "code_block") and (text := _prose(token)):
                yield Prose(text, number)

    def _item(self, number: int) -> Item:
        line: list[Segment] = []
        below: list[Item] = []
        while (token := self._next()).type != "list_item_close":
            if token.type == "list_item_open":
                below.append(self._item(token.map[0] + 1 if token.map else number))
            elif token.type == "inline":
                line += [Segment(BREAK), *segments(token)] if line else _without_box(segments(token))
            elif token.type in ("html_block", "fence", "code_block"):
                line += [Segment(BREAK), Segment(_plain(token)), *(Segment("", match[1]) for match in _HREF.finditer(token.content))]
        return Item(tuple(line), number, tuple(below))

    def _grid(self, number: int) -> Grid:
        rows: list[tuple[int, tuple[Line, ...]]] = []
        cells: list[Line] = []
        line = number
        while (token := self._next()).type != "table_close":
            if token.type == "tr_open":
                cells, line = [], token.map[0] + 1 if token.map else line
            elif token.type == "inline":
                cells.append(segments(token))
            elif token.type == "tr_close":
                rows.append((line, tuple(cells)))
        return Grid(rows[0][1] if rows else (), tuple(rows[1:]), number)


def _without_box(line: Line) -> Line:
    return (line[0]._replace(text=_BOX.sub("", line[0].text, count=1)), *line[1:]) if line and _BOX.match(line[0].text) else line


def _prose(token: Token) -> str:
    """Return the text of a block; images and what they lead to are none."""
    if token.type != "inline":
        return _plain(token)
    return " ".join("".join(one.text for one in segments(token) if not one.badge).split())


def _plain(token: Token) -> str:
    return " ".join(html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", " ", token.content, flags=re.DOTALL)).split())


def segments(inline: Token) -> Line:
    """Return the pieces of a line; images are gone but for what they lead to."""
    return tuple(_segments(inline.children or ()))


def _segments(tokens: Sequence[Token]) -> Iterator[Segment]:
    href, depth = "", {"strong": 0, "em": 0, "s": 0}
    said = pictured = False
    alt = ""
    for token in tokens:
        opened = token.type == "html_inline" and _HREF.match(token.content)
        if token.type == "link_open" or opened:
            href, said, pictured, alt = str(token.attrGet("href") or (opened[1] if opened else "")), False, False, ""
        elif token.type == "link_close" or (token.type == "html_inline" and token.content.lower().startswith("</a")):
            if href and not said and pictured:
                yield Segment(alt, href, badge=True)
            href = ""
        elif token.type == "image" or (token.type == "html_inline" and token.content.lower().startswith("<img")):
            pictured, alt = True, " ".join(token.content.split()) if token.type == "image" else ""
        elif token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and _BREAK.match(token.content)):
            yield Segment(" " if token.type == "softbreak" else BREAK)
        elif token.type.endswith(("_open", "_close")):
            depth[token.type.partition("_")[0]] += 1 if token.type.endswith("_open") else -1
        elif token.type in ("text", "code_inline", "text_special") and token.content:
            said = said or bool(token.content.strip())
            yield Segment(token.content, href, depth["strong"] > 0, depth["em"] > 0 or token.type == "code_inline", depth["s"] > 0)
