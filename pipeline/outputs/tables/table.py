"""A table as a value: headings, rows, and what is said of it. How it is written is decided elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from zlib import crc32

from ...taxonomy import Field

Cell = str | int
"""Text as it stands in the data, or a whole number."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    heading: str
    numeric: bool = False
    """Whether the cells are numbers, which stand at the right."""
    raw: bool = False
    """Whether print does without: names as they stand in files beside a column with their labels, titles beside the keys under
    which the references have them."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings, with a caption. Nothing in it is escaped."""

    name: str
    """Stem of its files and, with ``part``, its label in LaTeX."""
    caption: str
    """One line."""
    columns: tuple[Column, ...]
    """Their headings differ."""
    rows: tuple[tuple[Cell, ...], ...]
    """Each as long as ``columns``."""
    note: str = ""
    """What has to be known to read it; empty where the caption says enough."""
    part: str = ""
    """Of which part of the pool it is, in the signs ``[a-z0-9-]``, as several parts may stand in one document; empty for the whole."""

    def of(self, scope: str, chosen: Iterable[str] = ()) -> Table:
        """Return the table with a caption that says of which records it is; ``scope`` is empty where they are all there are.

        ``chosen`` says in clauses by what they were chosen, and becomes ``part``.
        """
        caption = f"{self.caption} ({scope})" if scope else self.caption
        return replace(self, caption=caption, part=_as_part("; ".join(chosen)))


_LONGEST = 60
_LOST = re.compile(r"[^A-Za-z0-9 _:;“”-]")


def _as_part(words: str) -> str:
    """Return words in the signs of a label: where some are lost, a checksum sets apart what would else be alike."""
    part = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
    if not _LOST.search(words) and len(part) <= _LONGEST:
        return part
    return f"{part[:_LONGEST].rstrip('-')}-{crc32(words.encode()):08x}".strip("-")


class Wording(Enum):
    """What a table calls fields and values."""

    NAMES = "names"
    """As programs read it: the names that stand in the data files."""
    LABELS = "labels"
    """As people read it."""

    @property
    def for_people(self) -> bool:
        """Whether people are to read it."""
        return self is Wording.LABELS

    def of_field(self, field: Field) -> str:
        """Return what a field is called."""
        return field.label if self.for_people else field.name

    def of_value(self, field: Field, value: str) -> str:
        """Return what a value of a field is called."""
        return field.label_of(value) if self.for_people else value

    def heading(self, words: str) -> str:
        """Return a heading that is no field: ``words`` are in lower case, with blanks."""
        return words[:1].upper() + words[1:] if self.for_people else words.replace(" ", "_")

    def span(self, low: int, high: int) -> str:
        """Return a range of whole numbers."""
        dash = "\u2013" if self.for_people else "-"
        return str(low) if low == high else f"{low}{dash}{high}"


def distinct(columns: Iterable[Column]) -> tuple[Column, ...]:
    """Return columns whose headings differ: the second of two that are alike gets a number."""
    seen: Counter[str] = Counter()
    found = []
    for column in columns:
        seen[column.heading] += 1
        count = seen[column.heading]
        found.append(column if count == 1 else replace(column, heading=f"{column.heading} ({count})"))
    return tuple(found)


def lowered(label: str) -> str:
    """Return a label for the middle of a sentence: in lower case, unless its first word has a capital inside."""
    first = label.partition(" ")[0]
    return label if first[1:] != first[1:].lower() else label[:1].lower() + label[1:]
