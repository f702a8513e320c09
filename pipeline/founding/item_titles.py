"""The title of an item: the first link that leads to no part of a paper, else what is bold, quoted or comes first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import said
from .item_texts import CUT, cleaned, is_label
from .markdown_blocks import BREAK, Segment

_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{8,300})[\"\u201d]")


class Titled(NamedTuple):
    """An item, cut at its title."""

    title: str
    """Empty where it has none."""
    before: list[Segment]
    behind: list[Segment]


def titled(shown: Sequence[Segment]) -> Titled:
    """Return an item, cut at its title."""
    for is_one in (_leads, _is_strong):
        start = next((n for n, one in enumerate(shown) if is_one(one) and _may_be_title(one.text)), None)
        if start is not None:
            end = next((n for n in range(start, len(shown)) if not _goes_on(shown[n], shown[start], is_one)), len(shown))
            return Titled(cleaned("".join(one.text for one in shown[start:end])), list(shown[:start]), list(shown[end:]))
    return _by_place(shown)


def _leads(one: Segment) -> bool:
    return bool(one.href) and not one.href.startswith("#")


def _is_strong(one: Segment) -> bool:
    return one.strong and not one.href


def _goes_on(one: Segment, first: Segment, is_one: object) -> bool:
    return one.href == first.href if is_one is _leads else one.strong and not one.href


def _may_be_title(text: str) -> bool:
    plain = cleaned(text)
    return sum(map(str.isalpha, plain)) > 1 and not is_label(plain) and said.venue(plain) is None and said.date_year(plain) is None


def _by_place(shown: Sequence[Segment]) -> Titled:
    """Take as the title what is quoted, else what comes first without being a date or a venue."""
    text = "".join(one.text for one in shown if not (one.href and is_label(one.text)))
    if quoted := _QUOTED.search(text):
        return Titled(cleaned(quoted[1]), [Segment(text[: quoted.start()])], [Segment(text[quoted.end() :])])
    done = 0
    for start, end in _spans(text):
        piece = cleaned(text[start:end])
        if _may_be_title(piece):
            length = _title_length(text[start:end])
            behind = f"{BREAK}{text[start + length : end].lstrip(', ')}{BREAK}{text[end:]}"
            return Titled(cleaned(text[start : start + length]), [Segment(text[:start])], [Segment(behind)])
        done = end
    return Titled("", [Segment(text[:done])], [])


def _title_length(piece: str) -> int:
    """Return where the title of a piece ends that has names, a venue or a year behind it, with nothing but commas between."""
    for match in re.finditer(r",\s+", piece):
        tail = piece[match.end() :]
        if said.date_year(tail) or said.venue(tail):
            return match.start()
        behind = re.search(r",\s+(?=[^,]*$)", tail)
        dated = behind and (said.date_year(tail[behind.end() :]) or said.venue(tail[behind.end() :]))
        if (names := said.names(tail[: behind.start()] if behind and dated else tail)) and (names.sure or dated):
            return match.start()
    return len(piece)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    begun = 0
    for match in CUT.finditer(text):
        if match[0].strip() != ":":
            yield begun, match.start()
            begun = match.end()
    yield begun, len(text)
