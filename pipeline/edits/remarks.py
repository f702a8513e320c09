"""The comments of a file, which no edit may lose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .. import located
from ..located import Extent
from .record_file import File, lines_of


def comments(text: str) -> tuple[str, ...]:
    """Return the comments of a file that can be read, however it is written, each from its sign on."""
    lines = lines_of(text)
    return tuple(_said(lines, located.extent(text), 0, len(lines)))


def comment_lines(file: File, extent: Extent, start: int, stop: int) -> list[str]:
    """Return the comments on some lines, each on a line of its own. ``extent`` is that of the value that stands there."""
    indent = " " * (len(file.lines[start]) - len(file.lines[start].lstrip()))
    return [f"{indent}{said}{file.end}" for said in _said(file.lines, extent, start, stop)]


def _said(lines: Sequence[str], extent: Extent, start: int, stop: int) -> Iterator[str]:
    """Yield the comments on some lines: what begins with their sign outside of all texts of a value."""
    rest = dict(enumerate(lines[start:stop], start))
    for leaf in _leaves(extent):
        for n in range(max(leaf.line, start), min(leaf.last + 1, stop)):
            begin, end = (leaf.column if n == leaf.line else 0), (leaf.end if n == leaf.last else len(rest[n]))
            rest[n] = f"{rest[n][:begin]}{'x' * (end - begin)}{rest[n][end:]}"
    yield from (match[1] for line in rest.values() if (match := re.search(r"(?:^|\s)(#.*\S|#)\s*$", line)))


def _leaves(extent: Extent) -> Iterator[Extent]:
    if not extent.items:
        yield extent
    for item in extent.items:
        yield from _leaves(item)
