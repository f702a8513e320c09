"""The title of an item: the first link that leads to no part of a paper, else what is bold, quoted or comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from . import said
from .item_texts import CUT, cleaned, is_label, without_signs
from .markdown_blocks import BREAK, Segment
from .pointers import masked, pointers

_DATED = re.compile(r"^[*_ ]*[\[(]?(?P<date>[^\])]{4,14}?)[\]).]\s+")
"""A date before a title, as ``[2023/05] A Title``."""
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
            text = without_signs("".join(one.text for one in shown[start:end]))
            dated = _DATED.match(text)
            ahead = dated.end() if dated and said.date_year(dated["date"]) and _may_be_title(text[dated.end() :]) else 0
            before = [*shown[:start], *([Segment(text[:ahead])] if ahead else [])]
            return Titled(cleaned(text[ahead:]), before, list(shown[end:]))
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
    """Take as the title what is quoted, else what comes first without being a date, a venue, an address or surely names."""
    text = "".join(one.text for one in shown)
    labels = set(_labels(shown))
    if quoted := _QUOTED.search(text):
        return Titled(cleaned(quoted[1]), _between(shown, 0, quoted.start()), _between(shown, quoted.end(), len(text)))
    spans = [span for span in _spans(text, labels) if span not in labels and _may_be_title(text[slice(*span)])]
    unnamed = [span for span in spans if not _are_names(text[slice(*span)])]
    for start, end in unnamed[:1] or spans[:1]:
        middle = start + _title_length(text[start:end])
        behind = [Segment(BREAK), *_between(shown, middle, end), Segment(BREAK), *_between(shown, end, len(text))]
        return Titled(cleaned(text[start:middle]), _between(shown, 0, start), behind)
    return Titled("", list(shown), [])


def _labels(shown: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Yield where the texts of links that are labels stand."""
    begun = 0
    for one in shown:
        if one.href and is_label(one.text):
            yield begun, begun + len(one.text)
        begun += len(one.text)


def _between(shown: Sequence[Segment], start: int, end: int) -> list[Segment]:
    """Return the pieces of a line from one place in its text to another."""
    found = []
    begun = 0
    for one in shown:
        text = one.text[max(start - begun, 0) : max(end - begun, 0)]
        begun += len(one.text)
        if text or (not one.text and start <= begun < end):
            found.append(one._replace(text=text))
    return found


def _are_names(text: str) -> bool:
    """Say whether a text is names and says that there are more, as ``Patil et al.`` does."""
    names = said.names(text)
    return names is not None and names.others


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


def _spans(text: str, labels: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the parts of a text stand; an address, an id or a label is a part of its own."""
    edges = [match.span() for match in CUT.finditer(masked(text)) if match[0].strip() != ":"]
    edges += [edge for one in pointers(text) for edge in ((one.start, one.start), (one.end, one.end))]
    edges += [(place, place) for label in labels for place in label]
    begun = 0
    for start, end in sorted(edges):
        if start > begun:
            yield begun, start
        begun = max(begun, end)
    if begun < len(text):
        yield begun, len(text)
