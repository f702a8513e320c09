"""The text of an item, cut into parts that each say one thing: dates, venues, names, addresses, ids, labels of links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from . import pointers
from .item_texts import CUT, ENDS, is_label, names_a_part, without_emoji
from .markdown_blocks import BREAK, Segment
from .pointers import Pointer


class Part(NamedTuple):
    """A part of an item's text."""

    kind: str
    """``text``, ``label`` for the text of a link that says what it leads to, or the kind of a pointer."""
    text: str
    """As it stands, or the pointer's value."""
    start: int
    end: int
    """From where to where it stands in the item's text."""
    alone: bool = False
    """Whether it is in italics or has a line of its own, as lists of authors do."""


class _Styled(NamedTuple):
    """A stretch of an item's text that is a part by its style."""

    start: int
    end: int
    kind: str
    """``label`` or ``slanted``."""


def parts(line: Sequence[Segment]) -> tuple[str, list[Part]]:
    """Return the text of a line, without emoji, and its parts in order."""
    shown = [one._replace(text=without_emoji(one.text)) for one in line]
    text = "".join(one.text for one in shown)
    styled = list(_styled(shown))
    found = [part for start, end in _spans(text, styled) for part in _parted(text, start, end, styled)]
    held = Counter(_place(part, text, styled) for part in found if part.kind == "text")
    return text, [part._replace(alone=_is_alone(part, held, text, styled)) for part in found]


def _styled(line: Iterable[Segment]) -> Iterator[_Styled]:
    begun = 0
    for one in line:
        end = begun + len(one.text)
        if one.href and is_label(one.text) and not pointers.is_pointer(one.text):
            yield _Styled(begun, end, "label")
        elif one.slanted and one.text.strip():
            yield _Styled(begun, end, "slanted")
        begun = end


def _spans(text: str, styled: Sequence[_Styled]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the parts stand, without what separates them."""
    edges = [match.span() for match in CUT.finditer(pointers.masked(text)) if not _within(match.start(), styled)]
    edges += [(place, place) for one in styled for place in (one.start, one.end)]
    begun = 0
    for start, end in (*sorted(edges), (len(text), len(text))):
        if text[begun:start].strip(ENDS):
            yield begun, start
        begun = max(begun, end)


def _within(place: int, styled: Iterable[_Styled]) -> _Styled | None:
    return next((one for one in styled if one.start <= place < one.end), None)


def _parted(text: str, start: int, end: int, styled: Sequence[_Styled]) -> Iterator[Part]:
    """Yield a part, and before or behind it the addresses and ids at its ends that belong to no sentence."""
    if (style := _within(start, styled)) and style.kind == "label":
        yield Part("label", text[start:end], start, end)
        return
    held = [Pointer(one.kind, one.value, start + one.start, start + one.end) for one in pointers.pointers(text[start:end])]
    behind: list[Part] = []
    while held and _stands_first(text, held[0], start, end):
        one = held.pop(0)
        yield from _plain(text, start, one.start)
        yield Part(one.kind, one.value, one.start, one.end)
        start = one.end
    while held and _stands_last(text, held[-1], start, end):
        one = held.pop()
        behind.insert(0, Part(one.kind, one.value, one.start, one.end))
        end = one.start
    yield from _plain(text, start, end)
    yield from behind


def _stands_first(text: str, one: Pointer, start: int, end: int) -> bool:
    before, behind = text[start : one.start].strip(ENDS), text[one.end : end].lstrip()
    return names_a_part(before) and (not behind or behind[0] in ENDS)


def _stands_last(text: str, one: Pointer, start: int, end: int) -> bool:
    before = text[start : one.start].rstrip()
    return not text[one.end : end].strip(ENDS) and (before.endswith((",", ";", ":", ".", "preprint")) or names_a_part(before))


def _plain(text: str, start: int, end: int) -> Iterator[Part]:
    """Yield a stretch as a part, without what stands at its ends and belongs to no part."""
    piece = text[start:end].strip(ENDS)
    if piece:
        begun = start + text[start:end].index(piece)
        yield Part("text", piece, begun, begun + len(piece))


def _place(part: Part, text: str, styled: Sequence[_Styled]) -> tuple[int, int, bool]:
    """Return what stands on one line with a part: the stretch between two in italics, and the line in it."""
    begun = max((one.end for one in styled if one.kind == "slanted" and one.end <= part.start), default=0)
    style = _within(part.start, styled)
    return begun, text.count(BREAK, begun, part.start), style is not None and style.kind == "slanted"


def _is_alone(part: Part, held: Counter[tuple[int, int, bool]], text: str, styled: Sequence[_Styled]) -> bool:
    place = _place(part, text, styled)
    return part.kind == "text" and (place[2] or (place[1] > 0 and held[place] == 1))
