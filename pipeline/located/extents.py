"""Where everything in a text begins and ends, for those who edit it."""

from __future__ import annotations

from typing import NamedTuple

import yaml

from .nodes import compose


class Extent(NamedTuple):
    """From where to where a value stands, comments and blank lines before and behind it left out."""

    line: int
    """Index of the line on which it begins."""
    column: int
    """Index of its first character on that line."""
    last: int
    """Index of the line on which it ends."""
    end: int
    """Index behind its last character on that line."""
    items: tuple[Extent, ...]
    """Of a list its items, of a mapping the values under its keys, in the order of the file."""


def extent(text: str) -> Extent:
    """Return where everything in a YAML text stands, as the parser saw it. ``parse`` must take the text without an error."""
    node = compose(text)
    assert node is not None
    return _extent(node, text.split("\n"))


def _extent(node: yaml.Node, lines: list[str]) -> Extent:
    begin, end = node.start_mark, node.end_mark
    below: list[yaml.Node] = []
    if isinstance(node, yaml.CollectionNode):
        below = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else node.value
    items = tuple(_extent(one, lines) for one in below)
    if isinstance(node, yaml.CollectionNode) and items and not node.flow_style:
        return Extent(begin.line, begin.column, items[-1].last, items[-1].end, items)
    last, column = end.line, end.column
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">") and column == 0:
        last = next(n for n in range(last - 1, begin.line - 1, -1) if n == begin.line or lines[n].strip())
        column = len(lines[last].rstrip("\r"))
    return Extent(begin.line, begin.column, last, column, items)
