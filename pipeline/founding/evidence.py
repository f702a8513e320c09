"""What the cells of a column say of it: addresses, ids, or values that come back, one a cell or several."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .. import identifiers
from ..outputs import sentences
from .plain_text import plain, says_nothing
from .roles import SEPARATORS, Role

MOST_VALUES = 60
"""More different values than this are no vocabulary, unless the column's name says that they are tags."""
MOST_TAGS = 400
"""More than this are none in any case."""
_LONGEST = 60
"""Characters; a longer value is a sentence."""
_SHARE = 0.8
"""Of the cells that hold something, how many must be as the whole column is taken to be."""


class Found(NamedTuple):
    """What a column is by its cells, and why."""

    role: Role
    why: str


def identifier(cells: Sequence[str]) -> Found | None:
    """Return the fact that nearly all cells give by their form: an arXiv id, a DOI or an address; None where they do not."""
    held = [cell.strip() for cell in cells if cell.strip() and not says_nothing(cell)]
    if not held:
        return None
    looks = (
        ("arxiv_id", lambda cell: bool(identifiers.arxiv_id_in(cell)) and not cell.startswith("http")),
        ("doi", lambda cell: identifiers.bare_doi(cell) is not None and not cell.startswith("http")),
        ("links", lambda cell: re.match(r"https?://", cell) is not None),
    )
    for kind, is_one in looks:
        count = sum(map(is_one, held))
        if count >= _SHARE * len(held):
            what = {"arxiv_id": "an arXiv id", "doi": "a DOI", "links": "an address"}[kind]
            return Found(Role(kind), f"{count} of {sentences.many(len(held), 'cell')} {'holds' if count == 1 else 'hold'} {what}")
    return None


def vocabulary(cells: Sequence[str], *, named: bool) -> Found | None:
    """Return whether a column holds values that come back, and what parts them; None where it does not.

    ``named`` says that the column is called as columns of tags are, for which less evidence will do.
    """
    held = [text for cell in cells if (text := plain(cell).text) and not says_nothing(cell)]
    whole = Counter(map(identifiers.folded, held))
    if not held:
        return None
    parted = [many for separator in SEPARATORS if (many := _parted(held, whole, separator, named=named))]
    if parted:
        return min(parted)[1]
    most = MOST_TAGS if named else MOST_VALUES
    comes_back = named or (len(whole) > 1 and 2 * len(whole) <= len(held))
    if len(whole) > most or not comes_back or max(map(len, held)) > _LONGEST:
        return None
    return Found(Role("one"), f"{sentences.many(len(whole), 'value')} in {sentences.many(len(held), 'cell')}")


def _parted(held: Sequence[str], whole: Counter[str], separator: str, *, named: bool) -> tuple[tuple[float, int], Found] | None:
    """Return a way to part cells with a rank, the lower the better; None where it finds no values that come back.

    Between commas and slashes, parts are values where they stand in more combinations than there are parts: ``Speech, Language and
    Audio`` alone is one value.
    """
    cut = [split(cell, separator) for cell in held]
    several = sum(len(one) > 1 for one in cut)
    counted = Counter(identifiers.folded(part) for one in cut for part in one)
    if not several or not counted or max(len(part) for one in cut for part in one) > _LONGEST:
        return None
    most = MOST_TAGS if named else MOST_VALUES
    comes_back = len(counted) < sum(counted.values())
    combine = len(counted) < len(whole) + (named and comes_back) or separator in _SURE or (named and _never_alike(held, whole, several))
    if len(counted) > most or not combine or (not named and 2 * len(counted) > sum(counted.values())):
        return None
    hold = "holds" if several == 1 else "hold"
    why = f"{several} of {sentences.many(len(held), 'cell')} {hold} several; {sentences.many(len(counted), 'value')}"
    return (len(counted) / sum(counted.values()), SEPARATORS.index(separator)), Found(Role("many", separator), why)


_SURE = (";", "|")
"""Signs that stand within no tag."""


def _never_alike(held: Sequence[str], whole: Counter[str], several: int) -> bool:
    """Say whether nearly all cells hold several parts and most cells are like no other, as those of free keywords."""
    return several >= _SHARE * len(held) and 2 * len(whole) > len(held)


def split(cell: str, separator: str) -> list[str]:
    """Return the values of a cell as ``parts`` parts it, each once and as a record can hold it."""
    texts = (plain(part).text for part in parts(cell, separator) if not says_nothing(part))
    return list(dict.fromkeys(text for text in texts if text))


def parts(cell: str, separator: str) -> list[str]:
    """Return the parts of a cell as they stand; the whole cell where nothing parts it. Where something does, line breaks do as well."""
    if not separator:
        return [cell]
    return [part for line in cell.splitlines() for part in line.split(separator)]
