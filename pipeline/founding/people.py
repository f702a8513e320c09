"""A cell of names to authors, by the way in which the whole column writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .. import records
from ..drafts import names as drafted
from ..drafts.names import Author
from ..errors import Problem
from ..fields import Fields
from ..located import Mapping, Scalar
from ..metadata import names as listed
from .plain_text import plain
from .roles import INVERTED, PAIRED

_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}")
_AND = re.compile(r"\s*(?:,\s*)?(?:\band\b|&)\s+", re.IGNORECASE)
_OTHERS = re.compile(r"[\s,;]*\b(?:et\.? ?al\b\.?|and others|and \d+ more)\W*$|\s*…\s*$|\s*\.\.\.\s*$", re.IGNORECASE)


class People(NamedTuple):
    """The authors that a cell names."""

    authors: tuple[Author, ...]
    complete: bool
    """Whether these are all, as far as the cell says."""
    refused: tuple[str, ...]
    """What stood among them and no entry takes for a name."""


def separator(cells: Iterable[str]) -> str:
    """Return what stands between the names of a column, as ``Role`` has it; empty where each cell holds one."""
    held = [_OTHERS.sub("", cell).strip() for cell in cells if cell.strip()]
    if not held:
        return ""
    for sign in (";", "|"):
        if any(sign in cell for cell in held):
            parts = [part for cell in held for part in cell.split(sign) if part.strip()]
            return INVERTED if sign == ";" and _mostly("," in part for part in parts) else sign
    with_and = [cell for cell in held if _AND.search(cell)]
    if with_and and _mostly(_is_inverted(part) for cell in with_and for part in _AND.split(cell)):
        return "and"
    with_comma = [cell for cell in held if "," in cell]
    if with_comma and _mostly(_is_paired(cell) for cell in with_comma):
        return PAIRED
    return "," if with_comma or with_and else ""


def order(cells: Iterable[str]) -> str:
    """Return INVERTED where the cells of a column with one name each mostly write it Family, Given; else nothing."""
    return INVERTED if _mostly(_is_inverted(cell) for cell in cells if cell.strip()) else ""


def _mostly(said: Iterable[bool]) -> bool:
    answers = list(said)
    return 2 * sum(answers) > len(answers)


def _is_inverted(part: str) -> bool:
    return part.count(",") == 1


def _is_paired(cell: str) -> bool:
    """Say whether every second part between commas is made of initials, or the cell is one name as ``Family, Given``."""
    parts = [part.strip() for part in re.split(r",|\band\b|&", cell) if part.strip()]
    if len(parts) == 2 and all(" " not in part for part in parts):
        return True
    return len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) for part in parts[1::2])


def people(cell: str, separator: str) -> People:
    """Return the authors of a cell, in its order. A line break parts names as well."""
    lines = [line for line in cell.splitlines() if line.strip()]
    cut = [_OTHERS.sub("", line) for line in lines]
    found: list[Author] = []
    refused: list[str] = []
    others = cut != lines
    for part in (part for line in cut for part in _parts(line, separator)):
        if listed.says_and_others([part]):
            others = True
        elif named := _author(plain(part).text, alone=separator != INVERTED):
            found.append(named)
        else:
            refused.append(part)
    return People(tuple(found), not others and not refused, tuple(refused))


def _parts(text: str, separator: str) -> list[str]:
    if separator in (";", INVERTED, ""):
        parts = text.split(";")
    elif separator == "|":
        parts = text.split("|")
    elif separator == "and":
        parts = _AND.split(text)
    else:
        parts = [piece for part in _AND.split(text) for piece in part.split(",")]
        if separator == PAIRED:
            parts = _paired([part for part in parts if part.strip()])
    return [part.strip() for part in parts if part.strip()]


def _paired(parts: Sequence[str]) -> list[str]:
    if len(parts) % 2:
        return list(parts)
    return [f"{family.strip()}, {given.strip()}" for family, given in zip(parts[::2], parts[1::2], strict=True)]


def _author(name: str, *, alone: bool) -> Author | None:
    """Return the author that a name means; None where no entry takes it for one.

    ``alone`` is whether a name without a comma is a person's: in a column of Family, Given it is a team's.
    """
    team = re.fullmatch(r"\{(.+)\}|[Tt]eam: ?(.+)", name)
    if team:
        return Author(plain(team[1] or team[2]).text, "", True)
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and given:
        whole = f"{given} {family}"
        found = Author(whole, "", True) if listed.is_group(whole) else Author(family, given, False)
    elif comma:
        found = next(iter(drafted.authors([family])), Author("", "", False))
    elif not alone and name:
        found = Author(name, "", True)
    else:
        found = next(iter(drafted.authors([name])), Author("", "", False))
    return found if found.family and _is_taken(found) else None


def _is_taken(author: Author) -> bool:
    """Ask the reader of entries, which has the last word, for the name as it will be written; of a team a letter is enough."""
    if author.team:
        return any(map(str.isalpha, author.family))
    problems: list[Problem] = []
    inverted = author.given and " " in author.family
    text = f"{author.family}, {author.given}" if inverted else f"{author.given} {author.family}".strip()
    scalar = Scalar(text, 1, 1, quoted=True)
    return records.person(Fields(Mapping({}, {}, 1, 1), "", problems.append), scalar, "") is not None
