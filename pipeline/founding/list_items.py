"""An item of a Markdown list to what it says of a paper: title, links, ids, authors, venue, year, and what is left."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import said
from .item_cells import Said
from .item_parts import Part, parts
from .item_texts import ENDS, addresses, names_a_part
from .item_titles import titled
from .item_venues import date_year, is_tag, venue
from .leftovers import Leftovers
from .markdown_blocks import BREAK, Line, Segment


def read(line: Line, details: Sequence[Line] = ()) -> Said:
    """Return what an item says. Its title is the first link that leads to no part of a paper, else what is bold, quoted or first.

    ``details`` are lines below it that say more of the same paper; the title stands in one of them only where it stands nowhere else.
    """
    whole = [*line, *(one for detail in details for one in (Segment(BREAK), *detail))]
    own, shown = ([one for one in part if not one.badge] for part in (line, whole))
    found = Said(links=addresses(whole), struck=any(one.struck for one in whole))
    found.internal = not found.links and any(one.href.startswith("#") for one in whole)
    found.title, before, behind = titled(own)
    if found.title:
        behind += shown[len(own) :]
    else:
        found.title, before, behind = titled(shown)
    for segments, following in ((before, False), (behind, True)):
        text, cut = parts(segments)
        _classify(text, cut, found, following=following)
    found.year = found.year or said.year_in_addresses(found.links)
    return found


def _classify(text: str, cut: Sequence[Part], found: Said, *, following: bool) -> None:
    left = Leftovers(text)
    for number, part in enumerate(cut):
        after = cut[number + 1] if number + 1 < len(cut) else None
        if part.kind == "label" or _names_what_follows(part, after):
            left.passed(part.start, part.end)
        elif part.kind == "text":
            _told(part, after, found, left, following=following)
        elif part.kind == "links" or _is_known(part, found):
            left.close()
        else:
            left.add(part.start, part.end)
    found.rest += left.texts()


def _names_what_follows(part: Part, after: Part | None) -> bool:
    """Say whether a part says what the link behind it leads to, as in ``Code: https://...``, and no more."""
    if part.kind != "text" or after is None or after.kind == "text":
        return False
    if after.kind in ("arxiv_id", "doi"):
        return part.text.casefold() in _OF_IDS
    return names_a_part(part.text) and "preprint" not in part.text.casefold()


_OF_IDS = ("paper", "pdf", "link", "arxiv", "doi", "arxiv id")
"""What may stand before an id and says no more than that it is one."""


def _is_known(part: Part, found: Said) -> bool:
    """Take an id as the paper's; say whether it is, since a paper has one."""
    if not getattr(found, part.kind):
        setattr(found, part.kind, part.text)
    return bool(getattr(found, part.kind) == part.text)


def _told(part: Part, after: Part | None, found: Said, left: Leftovers, *, following: bool) -> None:
    """Take a part as a date, a venue or the authors, or keep it as it stands."""
    if _dated(part.text, found):
        left.close()
        return
    names = said.names(part.text)
    if not found.names and (following or (names and names.sure)) and _named(part, after, found, left):
        return
    left.add(part.start, part.end)


def _dated(piece: str, found: Said) -> bool:
    """Take a piece as venue or year; say whether it is one."""
    if (year := date_year(piece)) is not None:
        return _is_of_the_year(year, piece, found)
    place = venue(piece)
    if place is None or found.venue:
        return False
    if (place.date and found.dated not in place.date) or (found.dated and place.year not in (None, found.year)):
        found.notes += [found.dated] * bool(found.dated)
        found.dated = ""
    found.venue, found.year, found.dated = place.name, place.year or found.year, place.date or found.dated
    return True


def _is_of_the_year(year: int, date: str, found: Said) -> bool:
    """Take a date as that of the paper; say whether it is one, since a paper has one year, and one day in it."""
    if found.year not in (None, year):
        return False
    if found.dated in ("", str(year)):
        found.year, found.dated = year, date
        return True
    return date in (found.dated, str(year))


def _named(part: Part, after: Part | None, found: Said, left: Leftovers) -> bool:
    """Take a part as the authors, with a venue and a year behind them; say whether it is that."""
    piece, place = part.text, None
    end = len(piece)
    for match in re.finditer(r"[,.;]\s+", piece):
        if (place := venue(piece[match.end() :])) or date_year(piece[match.end() :]):
            end = match.start()
            break
    text, tail = piece[:end], piece[end:].lstrip(" ,.;")
    names = said.names(text)
    known = names is not None and (names.sure or part.alone or bool(tail) or _says_when(after))
    if not known and not (place and not found.venue):
        return False
    if known and names:
        found.names, found.others = list(names.names), names.others
        left.close()
    elif text.strip(ENDS):
        left.add(part.start, part.start + end)
    if tail and not _dated(tail, found):
        left.add(part.end - len(tail), part.end)
    else:
        left.close()
    return True


def _says_when(part: Part | None) -> bool:
    return part is not None and is_tag(part.text)
