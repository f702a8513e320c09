"""A cell of names to authors, by the way in which the whole column writes them. A name that cannot be told is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..drafts.names import SUFFIXES
from ..metadata import names as listed
from ..records import Author
from . import single_names
from .plain_text import plain
from .roles import INVERTED, PAIRED
from .single_names import AND, INITIALS, SEVERAL, is_plainly_inverted, may_be_two

OTHERS = re.compile(r"[\s,;]*\b(?:et\.? ?al\b\.?|and others|and \d+ more)\W*$|\s*…\s*$|\s*\.\.\.\s*$", re.IGNORECASE)
"""What stands behind names where there are more authors than are named."""


class People(NamedTuple):
    """The authors that a cell names."""

    authors: tuple[Author, ...]
    complete: bool
    """Whether these are all, as far as the cell says."""
    refused: tuple[str, ...]
    """What stood among them and is not taken for a name."""
    doubted: tuple[str, ...] = ()
    """Names among the authors that would be taken for several, did the column not write all names as Family, Given."""


def fault(name: str) -> str:
    """Return why a name is refused."""
    if name.count(",") > 1 or may_be_two(name) or len(list(filter(None, AND.split(name)))) > 1:
        return "is one name or several, which cannot be told"
    return "is no name of an author that an entry takes"


def separator(cells: Iterable[str]) -> str:
    """Return what stands between the names of a column, as ``Role`` has it; empty where each cell holds one."""
    held = [OTHERS.sub("", cell).strip() for cell in cells if cell.strip()]
    if not held:
        return ""
    for sign in (";", "|"):
        if any(sign in cell for cell in held):
            parts = [part for cell in held for part in cell.split(sign) if part.strip()]
            return INVERTED if sign == ";" and _mostly("," in part for part in parts) else sign
    with_and = [cell for cell in held if AND.search(cell)]
    if with_and and _mostly(_is_inverted(part) for cell in with_and for part in AND.split(cell)):
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
    return len(parts) % 2 == 0 and all(INITIALS.fullmatch(part) for part in parts[1::2])


def people(cell: str, separator: str) -> People:
    """Return the authors of a cell, in its order. A line break parts names as well."""
    lines = [line for line in cell.splitlines() if line.strip()]
    cut = [OTHERS.sub("", line) for line in lines]
    parts = [part for line in cut for part in _parts(line, separator)]
    named = [part for part in parts if not listed.says_and_others([part])]
    names = _initials_last(named)
    tells_order = any(map(is_plainly_inverted, names))
    doubted = [] if tells_order else [name for name in names if may_be_two(name)]
    read = [(name, _author(name, separator, is_doubted=name in doubted)) for name in names]
    refused = tuple(name for name, found in read if found is None)
    complete = cut == lines and named == parts and not refused
    return People(tuple(found for _, found in read if found), complete, refused, tuple(name for name in doubted if name not in refused))


def _initials_last(names: list[str]) -> list[str]:
    """Return names as ``Family, Given`` where all of several are written like ``Vell A``, as databases of medicine do."""
    if len(names) < 2 or not all(map(_INITIALS_LAST.fullmatch, names)):
        return names
    return [_INITIALS_LAST.sub(r"\1, \2", name) for name in names]


_INITIALS_LAST = re.compile(r"([^\s,.{}]{2,}(?: [^\s,.{}]{2,})*) ([A-Z]{1,3})")


def _author(name: str, separator: str, *, is_doubted: bool) -> Author | None:
    if single_names.begins_with_an_initial(name) or (is_doubted and separator != INVERTED):
        return None
    return single_names.author(plain(name).text, alone=separator != INVERTED)


def _parts(text: str, separator: str) -> list[str]:
    if separator in (";", INVERTED, ""):
        parts = text.split(";")
    elif separator == "|":
        parts = text.split("|")
    elif separator == "and":
        parts = AND.split(text)
    else:
        parts = _between_commas(text, paired=separator == PAIRED)
    return [part.strip() for part in parts if part.strip()]


def _between_commas(text: str, *, paired: bool) -> list[str]:
    """Return the names between commas, of which each or every second one parts names; the whole where neither reading is sure."""
    between = AND.split(text)
    parts: list[str] = []
    for part in (piece.strip() for one in between for piece in one.split(",") if piece.strip()):
        if parts and part in SUFFIXES:
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    whole = [SEVERAL.join(parts)]
    has_initials = any(map(INITIALS.fullmatch, parts))
    if len(parts) < 2 or (len(parts) != 2 and not has_initials and all(" " in part for part in parts)):
        return parts
    if has_initials or paired:
        return _paired(parts) or whole
    return whole if len(between) == 1 and len(parts) == 2 and not any(" " in part for part in parts) else parts


def _paired(parts: Sequence[str]) -> list[str]:
    """Return names written as Family and Given in turn; none where not all given names are initials and there are several."""
    if len(parts) % 2 or not (len(parts) == 2 or all(map(INITIALS.fullmatch, parts[1::2]))):
        return []
    return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
