"""An item of a Markdown list to what it says of a paper: title, links, authors, venue, year, and what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from . import said
from .item_texts import CUT, ENDS, addresses, is_label, without_signs
from .item_titles import titled
from .markdown_blocks import BREAK, Line, Segment

Cells = dict[str, str]
"""What is said of a paper, by column."""


@dataclass
class Said:
    """What an item says."""

    title: str = ""
    links: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    others: bool = False
    year: int | None = None
    venue: str = ""
    rest: list[str] = field(default_factory=list)
    """What was recognised as nothing else, in order."""
    struck: bool = False
    internal: bool = False
    """Whether its only links lead within the file."""

    @property
    def authors(self) -> str:
        """The names as one cell."""
        return "; ".join([*self.names, *(["others"] if self.others and self.names else [])])


def cells(found: Said) -> Cells:
    """Return what an item says by column; what is left is a summary where it reads like a sentence, else a note."""
    rest = ". ".join(piece.rstrip(".") for piece in found.rest)
    is_sentence = len(rest.split()) > 3 and rest[:1].isalpha()
    notes = [] if is_sentence or not rest else [rest]
    notes += ["Struck through in the list."] * found.struck
    return {
        "title": found.title, "authors": found.authors, "year": str(found.year or ""), "venue": found.venue,
        "links": " ".join(found.links), "summary": rest if is_sentence else "", "notes": " ".join(notes),
    }  # fmt: skip


def read(line: Line) -> Said:
    """Return what an item says. Its title is the first link that leads to no part of a paper, else what is bold, quoted or first."""
    shown = [one for one in line if not one.badge]
    found = Said(links=addresses(line), struck=any(one.struck for one in line))
    found.internal = not found.links and any(one.href.startswith("#") for one in line)
    found.title, before, behind = titled(shown)
    _classify(_pieces(before), found, following=False)
    _classify(_pieces(behind), found, following=True)
    found.year = found.year or said.year_in_addresses(found.links)
    return found


class Piece(str):
    """A part of an item."""

    __slots__ = ("alone",)

    alone: bool
    """Whether it is in italics or has a line of its own, as lists of authors do."""


def _pieces(line: Sequence[Segment]) -> list[Piece]:
    """Return the parts of a line; the texts of links that are labels are gone."""
    found: list[Piece] = []
    run = ""
    for one in line:
        if one.slanted and one.text.strip():
            found += [*_cut(run), _piece(one.text, alone=True)]
            run = ""
        elif not (one.href and is_label(one.text)):
            run += one.text
    return [piece for piece in (*found, *_cut(run)) if piece]


def _cut(text: str) -> Iterator[Piece]:
    lines = text.split(BREAK)
    for number, line in enumerate(lines):
        parts = [part for part in CUT.split(line) if part and part.strip(ENDS)]
        for part in parts:
            yield _piece(part, alone=len(parts) == 1 and number > 0)


def _piece(text: str, *, alone: bool) -> Piece:
    piece = Piece(without_signs(text).strip(ENDS))
    piece.alone = alone
    return piece


def _classify(pieces: Sequence[Piece], found: Said, *, following: bool) -> None:
    for number, piece in enumerate(pieces):
        if _dated(piece, found):
            continue
        after = pieces[number + 1] if number + 1 < len(pieces) else ""
        if following and not found.names and _named(piece, after, found):
            continue
        if piece.strip(ENDS) and not is_label(piece):
            found.rest.append(piece.strip())


def _dated(piece: str, found: Said) -> bool:
    """Take a piece as venue or year; say whether it is one."""
    if (year := said.date_year(piece)) is not None:
        found.year = found.year or year
        return True
    place = said.venue(piece)
    if place is None or found.venue:
        return False
    found.venue, found.year = place.name, place.year or found.year
    return True


def _named(piece: Piece, after: str, found: Said) -> bool:
    """Take a piece as the authors, with a venue and a year behind them; say whether it is that."""
    text, place = str(piece), None
    for match in re.finditer(r"[,.;]\s+", piece):
        if (place := said.venue(piece[match.end() :])) or said.date_year(piece[match.end() :]):
            text = piece[: match.start()]
            break
    names = said.names(text)
    if names is None:
        return place is not None and not found.venue and _told_apart(piece, text, found)
    followed = text != piece or said.venue(after) is not None or said.date_year(after) is not None
    if not (names.sure or piece.alone or followed):
        return False
    found.names, found.others = list(names.names), names.others
    if text != piece:
        _dated(piece[len(text) :].lstrip(" ,.;"), found)
    return True


def _told_apart(piece: str, text: str, found: Said) -> bool:
    """Take the venue at the end of a piece, and keep what stands before it."""
    _dated(piece[len(text) :].lstrip(" ,.;"), found)
    if text.strip(ENDS):
        found.rest.append(text.strip(ENDS))
    return True
