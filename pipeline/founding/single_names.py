"""One name to an author, and whether it is one name at all."""

from __future__ import annotations

import re

from ..drafts import names as drafted
from ..drafts.names import SUFFIXES
from ..metadata import names as listed
from ..records import Author, is_read_as_written
from .plain_text import plain

AND = re.compile(r"\s*(?:,\s*)?(?:\band\b|&)\s+", re.IGNORECASE)
INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}")
SEVERAL = ",, "
"""Joins what may be several names: no name has it, so that nobody takes the whole for one."""
_TEAM = re.compile(r"\{(.+)\}|[Tt]eam: ?(.+)")
_BRACED = re.compile(r"\{([^{}]+)\}, (.+)")
"""A family name of which the file itself says that it is one."""


def author(name: str, *, alone: bool) -> Author | None:
    """Return the author that a name means; None where no entry takes it for one.

    ``alone`` is whether a name without a comma is a person's: in a column of Family, Given it is a team's.
    """
    if name.casefold() in ("and", "&"):
        return None
    found = _author(name, alone=alone)
    return found if found.family and _is_taken(found) else None


def _author(name: str, *, alone: bool) -> Author:
    if braced := _BRACED.fullmatch(name):
        return Author(braced[1].strip(), braced[2].strip())
    if team := _TEAM.fullmatch(name):
        return Author(plain(team[1] or team[2]).text, team=True)
    family, comma, given = (part.strip() for part in _with_suffix(name).partition(","))
    if comma and given:
        whole = f"{given} {family}"
        return Author(whole, team=True) if listed.is_group(whole) else Author(family, given)
    if not alone and name and not comma:
        return Author(name, team=True)
    return next(iter(drafted.authors([family if comma else name])), Author(""))


def _with_suffix(name: str) -> str:
    """Return a name written ``Family, Jr, Given`` or ``Family, Given, Jr`` with one comma."""
    pieces = [piece.strip() for piece in name.split(",")]
    if len(pieces) != 3 or (pieces[1] in SUFFIXES) == (pieces[2] in SUFFIXES):
        return name
    suffix, given = pieces[1:] if pieces[1] in SUFFIXES else pieces[:0:-1]
    return f"{pieces[0]} {suffix}, {given}"


def _is_taken(author: Author) -> bool:
    """Say whether an entry takes a name; of a team a letter is enough."""
    return any(map(str.isalpha, author.family)) if author.team else is_read_as_written(author)


def may_be_two(name: str) -> bool:
    """Say whether what stands on both sides of one comma reads like a whole name: ``Bo Li, Ana Vell``, but not ``Vell, Ana Maria``."""
    family, given = _sides(name)
    if given and begins_with_an_initial(name):
        return True
    return len(family) > 1 and len(given) > 1 and not _is_initial(given[-1])


def begins_with_an_initial(name: str) -> bool:
    """Say whether a name that has a comma begins like ``B. Li, A. Vell``, which no family name does."""
    family, _ = _sides(name)
    return len(family) > 1 and _is_initial(family[0])


def is_plainly_inverted(name: str) -> bool:
    """Say whether a name is written ``Family, Given`` beyond doubt."""
    family, given = _sides(name)
    return len(family) == 1 and bool(given) and not name.startswith("{")


def _sides(name: str) -> tuple[list[str], list[str]]:
    """Return the words on both sides of a name's only comma, but for particles and suffixes; none of a name with none or several."""
    if name.count(",") != 1 or name.startswith("{"):
        return [], []
    family, given = ([word for word in side.split() if not word[0].islower() and word not in SUFFIXES] for side in name.split(","))
    return family, given


def _is_initial(word: str) -> bool:
    return all(len(letter) < 2 for letter in re.split(r"[.-]", word))
