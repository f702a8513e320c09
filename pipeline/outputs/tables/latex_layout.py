"""How wide the columns of a LaTeX table are, in which size of type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .table import Column, Table


class _Size(NamedTuple):
    """A size of type, and how a page of 6.5 inches takes it."""

    command: str
    line: int
    """Characters in one line."""
    wide: int
    """Characters from which a column of text is broken into lines."""


_SIZES = (_Size("small", 96, 24), _Size("footnotesize", 108, 24), _Size("scriptsize", 124, 9))
"""The first in which a table has room is taken, else the last."""
_TURNED = 1.38
"""How much longer the line is on a page that lies on its side (9 inches)."""
_LOOSE = 1.2
"""Words are given so much room, since capitals are wider than the mean character."""
_GAP = 2
"""Characters between two columns."""


class Layout(NamedTuple):
    """How a table is set."""

    size: str
    """The command that sets the size of type, without its backslash."""
    columns: str
    """The column types of a tabular."""
    turned: bool
    """Whether the table needs a page that lies on its side."""


def layout(table: Table, *, may_turn: bool) -> Layout:
    """Return how a table is set: numbers right, short text left, long text in paragraphs of shared width.

    A table without room in the smallest size is turned where it may; else it comes out wider than the line.
    """
    lengths = {n: max(map(len, texts)) for n, texts in enumerate(_texts(table))}
    for size in _SIZES:
        broken = {n: length for n, length in lengths.items() if length > size.wide and not table.columns[n].numeric}
        words = {n: _LOOSE * _longest_word(texts) for n, texts in enumerate(_texts(table)) if n in broken}
        taken = sum(length for n, length in lengths.items() if n not in broken) + _GAP * (len(lengths) - 1)
        fits = taken + sum(words.values()) <= size.line
        if fits:
            break
    turned = may_turn and not fits
    line = size.line * (_TURNED if turned else 1)
    widths = _widths(broken, words, line - taken)
    types = (_type(column, widths.get(n, 0) / line) for n, column in enumerate(table.columns))
    return Layout(size.command, f"@{{}}{''.join(types)}@{{}}", turned)


def _texts(table: Table) -> list[list[str]]:
    """Return the texts of each column, its heading first."""
    return [[column.heading, *(str(row[n]) for row in table.rows)] for n, column in enumerate(table.columns)]


def _longest_word(texts: list[str]) -> int:
    return max((len(word) for text in set(texts) for word in text.replace("-", "- ").split()), default=0)


def _widths(lengths: Mapping[int, int], words: Mapping[int, float], room: float) -> dict[int, float]:
    """Return characters for each broken column: its longest word, and what is left in proportion to its longest text."""
    left = max(0.0, room - sum(words.values()))
    return {n: words[n] + left * length / sum(lengths.values()) for n, length in lengths.items()}


def _type(column: Column, share: float) -> str:
    if share:
        return f">{{\\raggedright\\arraybackslash}}p{{{share:.2f}\\linewidth}}"
    return "r" if column.numeric else "l"
