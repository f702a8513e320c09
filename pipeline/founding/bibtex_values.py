"""What stands behind the equals sign of a BibTeX field: what it means, and where a comma is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_NUMBER = re.compile(r"[0-9]+")
_BARE = re.compile(r"[^\s#{}\"=,]+")
_BLANKS = re.compile(r"\s*")
_NEXT_FIELD = re.compile(r"([^\W\d][\w:+-]*)\s*=\s*")


class Missing(NamedTuple):
    """A comma that is not there."""

    position: int
    """Within the value, behind what the comma is to follow."""
    field: str
    """Name of the field that begins there."""


def meaning(raw: str, macros: Mapping[str, str]) -> str | None:
    """Return what a value stands for, its parts joined at each ``#``; None where it is no such value or a macro is not defined."""
    parts = []
    for part in _parts(raw):
        if part[:1] in ("{", '"'):
            if _end(part, 0) != len(part):
                return None
            parts.append(part[1:-1])
        elif _NUMBER.fullmatch(part):
            parts.append(part)
        elif part.casefold() in macros:
            parts.append(macros[part.casefold()])
        else:
            return None
    return "".join(parts)


def names_a_macro(raw: str) -> bool:
    """Say whether a value is of the form that a value has, so that only a macro in it can be unknown."""
    return all(_end(part, 0) == len(part) for part in _parts(raw))


def missing_commas(raw: str) -> Iterator[Missing]:
    """Yield each place in a value at which it ends and another field begins, which only a comma would tell."""
    at = 0
    while at < len(raw):
        end = _end(raw, at)
        behind = _blank(raw, end)
        if end == at or behind == len(raw):
            return
        if raw[behind] == "#":
            at = _blank(raw, behind + 1)
            continue
        following = _NEXT_FIELD.match(raw, behind)
        if following is None:
            return
        yield Missing(end, following[1])
        at = following.end()


def _blank(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _end(text: str, start: int) -> int:
    """Return where the part of a value that begins somewhere ends: behind its closing brace or quote, or its last letter."""
    if text[start : start + 1] not in ("{", '"'):
        bare = _BARE.match(text, start)
        return bare.end() if bare else start
    depth, quoted = 0, text[start] == '"'
    for position in range(start, len(text)):
        depth += (text[position] == "{") - (text[position] == "}")
        if depth == 0 and (not quoted or (text[position] == '"' and position > start)):
            return position + 1
    return start


def _parts(raw: str) -> Iterator[str]:
    """Yield the parts of a value that a ``#`` outside braces and quotes joins."""
    depth, quoted, begun = 0, False, 0
    for position, character in enumerate(raw):
        depth += (character == "{") - (character == "}")
        if character == '"' and depth == 0:
            quoted = not quoted
        elif character == "#" and depth == 0 and not quoted:
            yield raw[begun:position].strip()
            begun = position + 1
    yield raw[begun:].strip()
