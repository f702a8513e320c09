"""What a person says of a survey that is still to be made."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from .. import records
from ..edits import source
from ..errors import CallFault, Problem
from ..fields import top_level
from ..located import parse
from ..records import Author
from .plain_text import plain
from .vocabularies import Vocabulary, comparable, field_name, value_names

_FIELD = re.compile(r"(?P<label>[^:()]+?)\s*(?:\(\s*(?P<kind>[^()]*?)\s*\))?\s*:(?P<values>.*)")
Note = Callable[[str], None]
"""Takes in a clause each change without which no survey could hold an answer."""
_UNDEFINED = "Say here what belongs under it."


@dataclass(frozen=True, slots=True)
class Answers:
    """What the options say, or what was answered on a terminal."""

    title: str
    author: Author
    fields: tuple[Vocabulary, ...]
    day: date
    """On which the survey begins: its cutoff, and the day on which its entries joined."""
    license: str = "CC0-1.0"
    """SPDX identifier, of the data."""


def title(text: str, note: Note) -> str:
    """Return a survey's title, mended as a cell of a table is. Raises CallFault where it says nothing."""
    return _mended(text, f"the title {text[:80]!r}", note)


def author(text: str) -> Author:
    """Return a survey's author, written Given Family, or Family, Given. Raises CallFault where it is no name."""
    problems: list[Problem] = []
    top = top_level(parse(f"author: {source(text)}\n", "author", problems.append), "author", problems.append)
    scalar = top.scalar("author") if top else None
    found = records.person(top, scalar, "author") if top and scalar else None
    if found is None:
        first = problems[0]
        raise CallFault(f"the author {text[:80]!r} {first.message}" + (f"; {first.hint}" if first.hint else ""))
    return found


def field(text: str, note: Note, taken: Sequence[Vocabulary] = ()) -> Vocabulary:
    """Return the field that a text names with its values: ``topic: vision, speech``, or ``topic (many): vision, speech``.

    ``taken`` are the fields that were named before. Raises CallFault where it names none, or one of them again.
    """
    match = _FIELD.fullmatch(" ".join(text.split()))
    if match is None:
        raise CallFault(f"{text!r} is no field; write its name, a colon and its values: topic: vision, speech")
    kind = match["kind"] or "one"
    if kind not in ("one", "many"):
        raise CallFault(f"{text!r}: a paper carries one or many of the values, as in topic (many): vision, speech; not {kind!r}")
    label = _checked(match["label"], text, note)
    if any(comparable(one.label) == comparable(label) for one in taken):
        raise CallFault(f"{text!r} names the field {label} again; name it once, with all its values")
    labels = [_checked(part, text, note) for part in match["values"].split(",") if part.strip()]
    if not labels:
        raise CallFault(f"{text!r} names no value")
    if len({comparable(one) for one in labels}) < len(labels):
        raise CallFault(f"{text!r} names a value twice")
    names = value_names(labels)
    values = {names[comparable(one)]: one for one in labels}
    name = field_name(label, [one.name for one in taken])
    definitions = dict.fromkeys(values, _UNDEFINED)
    return Vocabulary(name, label, kind, f"{label} of the entry. {_UNDEFINED}", values, definitions, by_label=names)


def _checked(part: str, text: str, note: Note) -> str:
    return _mended(part, f"{text!r}: {part.strip()!r}", note)


def _mended(text: str, called: str, note: Note) -> str:
    found = plain(text)
    if not found.text:
        raise CallFault(f"{called} {found.changed or 'says nothing'}; write it in words")
    if found.changed:
        note(f"{called} {found.changed}: {found.text!r}")
    return found.text
