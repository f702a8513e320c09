"""How wide the columns of a LaTeX table are, in which size of type, and how tall it comes out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from .table import Column, Table


class _Size(NamedTuple):
    """A size of type, and how a page of 6.5 by 9 inches takes it."""

    command: str
    line: int
    """Characters in one line."""
    lines: int
    """Lines on one page."""
    wide: int
    """Characters from which a column of text may be broken into lines."""


_SIZES = (_Size("small", 96, 54, 24), _Size("footnotesize", 108, 62, 24), _Size("scriptsize", 124, 72, 9))
"""The first in which a table has room is taken, else the last."""
_NARROW, _TURNED = 0.74, 1.17
"""What of that line a plain article has (345 pt), and its page that lies on its side (550 pt).

Where nothing can shrink a table, each word must fit there.
"""
_LOOSE = 1.1
"""Words are given so much room, since capitals are wider than the mean character."""
_GAP = 2
"""Characters between two columns."""
_SYLLABLES = (13, 7)
"""Characters for which a longer word, that TeX hyphenates, is taken: where there is room, and in a table that is crowded.

A blank of no width before the first word of a cell lets it do so there too.
"""
_BREAKS = re.compile(r"[-=,_/]")
"""Behind these a line may end within a word; of all but the hyphen ``as_latex`` sees to it."""
_POINTS = ".,;:()"
_TALLEST = 2
"""The tallest cell makes a row tall. The higher this power, the more a column's longest texts count against its many."""


class Layout(NamedTuple):
    """How a table is set."""

    size: str
    """The command that sets the size of type, without its backslash."""
    columns: str
    """The column types of a tabular."""
    turned: bool
    """Whether the table needs a page that lies on its side."""
    pages: float
    """How many pages of this size of type its rows fill."""


class Texts(NamedTuple):
    """What stands in a column, measured."""

    column: Column
    lengths: tuple[int, ...]
    """Characters of each cell, the heading first."""
    words: tuple[int, ...]
    """Characters of the longest part of a word that stays on one line, for each of ``_SYLLABLES``."""

    @property
    def longest(self) -> int:
        """The characters of the longest cell."""
        return max(self.lengths)

    def least(self, *, crowded: bool) -> float:
        """Return the characters that a line of it must have, with room for capitals."""
        return _LOOSE * self.words[crowded]

    @property
    def weight(self) -> float:
        """How much of the line is due to it: with widths in this proportion the rows are least tall, taken together."""
        return float(sum(length**_TALLEST for length in self.lengths) ** (1 / (_TALLEST + 1)))

    def is_broken(self, size: _Size) -> bool:
        """Say whether the column may be broken into lines."""
        return self.longest > size.wide and not self.column.numeric


def measured(table: Table) -> list[Texts]:
    """Return what stands in each column of a table, measured."""
    return [_texts(table, number) for number in range(len(table.columns))]


def layout(columns: Sequence[Texts], *, long: bool) -> Layout:
    """Return how a table is set: numbers right, short text left, long text in paragraphs that share the line by what they hold.

    A long table runs over pages and so cannot be shrunk: where it has no room in the smallest size it is turned. Else it comes
    out wider than the line.
    """
    for size in _SIZES:
        line = size.line * (_NARROW if long else 1)
        fits = _least(columns, size) <= line
        if fits:
            break
    turned = long and not fits
    line = size.line * _TURNED if turned else line
    widths = _widths(columns, size, line, crowded=not fits)
    types = (_type(text, width, line) for text, width in zip(columns, widths, strict=True))
    cells = zip(*(text.lengths for text in columns), strict=True)
    rows = [max(ceil(_LOOSE * length / width) for length, width in zip(row, widths, strict=True)) for row in cells]
    return Layout(size.command, f"@{{}}{''.join(types)}@{{}}", turned, sum(rows) / size.lines)


def _texts(table: Table, number: int) -> Texts:
    column = table.columns[number]
    texts = [column.heading, *(str(row[number]) for row in table.rows)]
    words = {word for text in set(texts) for word in text.split()}
    parts = {part for word in words for part in _uncut(word)}
    longest = (max((min(long, syllables) if plain else long for long, plain in parts), default=0) for syllables in _SYLLABLES)
    return Texts(column, tuple(map(len, texts)), tuple(longest))


def _uncut(word: str) -> Iterator[tuple[int, bool]]:
    """Yield the characters of each part of a word that stays on one line, and whether TeX hyphenates it.

    It hyphenates no word that has a hyphen or a figure.
    """
    parts = _BREAKS.sub(r"\g<0> ", word).split()
    plain = len(parts) == 1 and word.strip(_POINTS).isalpha()
    yield from ((len(part), plain) for part in parts)


def _least(columns: Sequence[Texts], size: _Size) -> float:
    """Return the characters that a line must have for no word to be cut."""
    return sum(text.least(crowded=False) if text.is_broken(size) else text.longest for text in columns) + _GAP * (len(columns) - 1)


def _widths(columns: Sequence[Texts], size: _Size, line: float, *, crowded: bool) -> list[float]:
    """Return characters for each column: none less than its longest word or more than its longest text, the rest by weight."""
    widths = {n: float(max(text.longest, 1)) for n, text in enumerate(columns) if not text.is_broken(size)}
    left = [n for n in range(len(columns)) if n not in widths]
    room = line - _GAP * (len(columns) - 1)
    while left:
        share = max(0.0, room - sum(widths.values())) / sum(columns[n].weight for n in left)
        asked = {n: share * columns[n].weight for n in left}
        narrow = {n: least for n in left if asked[n] <= (least := columns[n].least(crowded=crowded))}
        enough = {n: _LOOSE * columns[n].longest for n in left if asked[n] >= _LOOSE * columns[n].longest}
        settled = narrow or enough or asked
        widths |= settled
        left = [n for n in left if n not in settled]
    return [widths[n] for n in range(len(columns))]


def _type(text: Texts, width: float, line: float) -> str:
    if text.column.numeric:
        return "r"
    if width >= text.longest:
        return "l"
    return f">{{\\raggedright\\arraybackslash\\hspace{{0pt}}}}p{{{width / line:.2f}\\linewidth}}"
