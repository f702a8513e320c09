"""Authors as people type them, one a line, to authors as an entry writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..edits import source
from ..records import Author, author_item

_TEAM = re.compile(r"(?:team|group)\s*:\s*(.+)", re.IGNORECASE)
_OTHERS = re.compile(r"(?:and\s+)?(?:others?|et\.?\s+al\.?)\.?", re.IGNORECASE)


class Names(NamedTuple):
    """The authors of an entry."""

    values: tuple[str, ...]
    """Each as YAML."""
    complete: bool
    surname: str
    """The family name of the first, or the name of the team; empty where there is none."""


def given(lines: Iterable[str]) -> Names:
    """Return the authors of some lines. A last line ``and others`` says that these are not all."""
    listed = [line for line in lines if line]
    named = [line for line in listed if not _OTHERS.fullmatch(line)]
    first = named[0] if named else ""
    team = _TEAM.fullmatch(first)
    surname = team[1] if team else Author.named(first).family
    return Names(tuple(_value(line) for line in named), len(named) == len(listed), surname)


def _value(line: str) -> str:
    team = _TEAM.fullmatch(line)
    return author_item(Author(team[1].strip(), team=True)) if team else source(line)
