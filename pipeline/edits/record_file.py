"""A record's text, taken apart: which lines belong to which key."""

from __future__ import annotations

import re
from collections.abc import Mapping as Named
from collections.abc import Sequence
from dataclasses import dataclass

from .. import located
from ..errors import Problem
from ..located import Extent, Mapping, Value


class Unsupported(ValueError):  # noqa: N818 -- the file is good, only nothing for these functions
    """A value that only a person can edit."""


@dataclass(frozen=True, slots=True)
class Block:
    """One key at the top level and what stands under it."""

    start: int
    """Index of the line that holds the key."""
    end: int
    """Index after its last line; blank lines and comments that follow belong to nobody."""
    value: Value | None
    extent: Extent


@dataclass(frozen=True, slots=True)
class File:
    """A record's text, taken apart."""

    lines: Sequence[str]
    """With their ends, as YAML counts them."""
    end: str
    """How a line ends."""
    blocks: Named[str, Block]

    @property
    def foot(self) -> int:
        """Index of the line before which a further key can stand: the end, or that of the document where it is marked."""
        last = max((block.end for block in self.blocks.values()), default=0)
        return next((n for n in range(last, len(self.lines)) if self.lines[n].startswith("...")), len(self.lines))

    def found(self, key: str) -> Block:
        """Return what stands under a key. Raises Unsupported where it is absent."""
        if key not in self.blocks:
            raise Unsupported(f"there is no {key}")
        return self.blocks[key]

    def replaced(self, start: int, stop: int, new: Sequence[str]) -> str:
        """Return the text with other lines, each with its end, in place of some."""
        before = list(self.lines[:start])
        if new and before and not before[-1].endswith("\n"):
            before[-1] += self.end
        return "".join([*before, *new, *self.lines[stop:]])

    def after(self, extent: Extent) -> str:
        """Return what follows a value on its last line, a comment mostly, without the line's end."""
        return self.lines[extent.last][extent.end :].rstrip()


def taken_apart(text: str) -> File:
    """Return a record's text by its keys. Raises Unsupported where it is no block of names and values."""
    top = parsed(text)
    lines, extent = lines_of(text), located.extent(text)
    values = zip(top.keys.items(), extent.items, strict=True)
    blocks = {key: Block(scalar.line - 1, below.last + 1, top.items.get(key), below) for (key, scalar), below in values}
    return File(lines, "\r\n" if "\r\n" in text else "\n", blocks)


def parsed(text: str) -> Mapping:
    """Return what a text holds, with places. Raises Unsupported where it cannot be read, or is no block of names and values."""
    problems: list[Problem] = []
    top = located.parse(text, "", problems.append)
    if not isinstance(top, Mapping) or top.flow or any(problem.severity == "error" for problem in problems):
        raise Unsupported("the file is no list of names and values, one a line")
    return top


def lines_of(text: str) -> list[str]:
    """Return the lines with their ends, as YAML counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
