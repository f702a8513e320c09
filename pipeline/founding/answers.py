"""What a person says of a survey that is still to be made."""

from __future__ import annotations

import re
from collections.abc import Sequence
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


def title(text: str) -> str:
    """Return a survey's title. Raises CallFault where no title page can hold it as it is."""
    found = plain(text)
    if not found.text or found.changed:
        raise CallFault(f"the title {text[:80]!r} {found.changed or 'says nothing'}")
    return found.text


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


def field(text: str, taken: Sequence[str] = ()) -> Vocabulary:
    """Return the field that a text names with its values: ``topic: vision, speech``, or ``topic (many): vision, speech``.

    ``taken`` are the names of other fields. Raises CallFault where it names none.
    """
    match = _FIELD.fullmatch(" ".join(text.split()))
    if match is None:
        raise CallFault(f"{text!r} is no field; write its name, a colon and its values: topic: vision, speech")
    kind = match["kind"] or "one"
    if kind not in ("one", "many"):
        raise CallFault(f"{text!r}: a paper carries one or many of the values, as in topic (many): vision, speech; not {kind!r}")
    label = _checked(match["label"], text)
    labels = [_checked(part, text) for part in match["values"].split(",") if part.strip()]
    if not labels:
        raise CallFault(f"{text!r} names no value")
    if len({comparable(one) for one in labels}) < len(labels):
        raise CallFault(f"{text!r} names a value twice")
    names = value_names(labels)
    values = {names[comparable(one)]: one for one in labels}
    name = field_name(label, taken)
    definitions = dict.fromkeys(values, _UNDEFINED)
    return Vocabulary(name, label, kind, f"{label} of the entry. {_UNDEFINED}", values, definitions, by_label=names)


def _checked(part: str, text: str) -> str:
    found = plain(part)
    if not found.text or found.changed:
        raise CallFault(f"{text!r}: {part.strip()!r} {found.changed or 'says nothing'}")
    return found.text
