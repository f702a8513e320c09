"""What every part of a comparison is made of: headed lines, written plainly or as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...records import TAGS, Exclusion, Record
from ...submissions import labels
from ...taxonomy import Field, Tag
from ...taxonomy_diff import Diff, Pair
from .. import markdown

SHORT = 160
"""Characters of a text from the data that are shown."""
FEW = 8
"""Names of a list that are shown."""


class Style(NamedTuple):
    """How text from the data is written, so that it shows literally."""

    said: Callable[[str], str]
    strong: Callable[[str], str]
    name: Callable[[str], str]
    """Of keys, fields and values as they stand in files."""


PLAIN = Style(lambda text: " ".join(text.split()), lambda text: " ".join(text.split()), lambda text: " ".join(text.split()))
MARKDOWN = Style(markdown.inline, lambda text: f"**{markdown.inline(text)}**", markdown.code)


class Line(NamedTuple):
    """One line, under the line before it that has a smaller depth."""

    depth: int
    text: str
    """Written already."""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading."""

    heading: str
    """In our own words."""
    count: int
    """How many things it tells of."""
    lines: tuple[Line, ...]


def short(text: str, most: int = SHORT) -> str:
    """Return a text on one line, with an ellipsis where it had to be cut."""
    folded = " ".join(text.split())
    return folded if len(folded) <= most else f"{folded[: most - 1].rstrip()}…"


def listed(names: Iterable[str]) -> str:
    """Return names with commas between them; of a long list the first ones and how many more."""
    shown = list(names)
    return ", ".join(shown if len(shown) <= FEW else [*shown[: FEW - 1], f"and {len(shown) - FEW + 1} more"])


def called(record: Record, style: Style) -> str:
    """Return a record's title and its key or id."""
    name = record.id if isinstance(record, Exclusion) else record.key
    return f"{style.strong(short(record.title))} ({style.name(name)})"


@dataclass(frozen=True, slots=True)
class Words:
    """What fields and values are called on each side."""

    fields: Pair[dict[str, Field]]
    log: Pair[dict[str, Field]]

    @classmethod
    def of(cls, diff: Diff) -> Words:
        """Return the words of both taxonomies."""
        both = [side.corpus.taxonomy for side in diff.side]
        return cls(Pair(*(dict(one.fields) for one in both)), Pair(*(dict(one.exclusion) for one in both)))

    def field(self, name: str, *, after: bool) -> Field | None:
        """Return the field that a fact's name means on one side, or None where it is none of the taxonomy."""
        declared = self.fields[after] if name.startswith(TAGS) else self.log[after]
        return declared.get(name.removeprefix(TAGS))

    def label(self, name: str, *, after: bool) -> str:
        """Return what a fact is called on one side."""
        field = self.field(name, after=after)
        return field.label if field else labels.fact(name)

    def value(self, name: str, tag: Tag | None, *, after: bool) -> str:
        """Return what stands in a fact on one side, in words and cut where it is long."""
        if tag is None:
            return "nothing"
        field = self.field(name, after=after)
        return listed(parts(tag, field)) if field or not isinstance(tag, str) else f"“{short(tag)}”"


def parts(tag: Tag, field: Field | None) -> list[str]:
    """Return the values of a tag in words, each with its level or text; outside of the taxonomy as they stand."""
    if isinstance(tag, dict):
        return [f"{name}: {text}" for name, text in entries(tag, field).items()]
    return [_label(name, field) for name in ((tag,) if isinstance(tag, str) else tag)]


def entries(tag: Mapping[str, str], field: Field | None) -> dict[str, str]:
    """Return what a map holds, in words: each value's level or text by what the value is called."""
    return {_label(name, field): _level(text, field) for name, text in tag.items()}


def _label(name: str, field: Field | None) -> str:
    return field.label_of(name) if field else short(name)


def _level(text: str, field: Field | None) -> str:
    level = field.level_by_name.get(text) if field else None
    return level.label if level else short(text)
