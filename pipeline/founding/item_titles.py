"""The title of an item: the first link that leads to no part of a paper, else what is bold, quoted or comes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from . import said
from .item_texts import CUT, cleaned, is_label, without_signs
from .item_venues import is_tag
from .markdown_blocks import BREAK, Segment
from .pointers import masked, pointers

_DATED = re.compile(r"^[*_ ]*(?:[\[(](?P<tag>[^\])]{4,60})[\]).]\s*|(?P<date>[^\])]{4,14}?)[\]).]\s+)")
"""A date or a venue before a title, as ``[2023/05] A Title`` and ``[ICML 2023] A Title``."""
_TAGGED = re.compile(r"[\s*_]*([^,:()\[\]]{4,40}(?:, ?[^,:()\[\]]{3,20})?(?<=\d))[,:]\s+")
"""What may be a date or a venue before a title without brackets, as in ``2023-05: A Title``."""
_BRACKET = re.compile(r"[\s*_]*[(\[]([^()\[\]]{4,80})[)\]]")
"""What stands in brackets before a title."""
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{8,300})[\"\u201d]")


class Titled(NamedTuple):
    """An item, cut at its title."""

    title: str
    """Empty where it has none."""
    before: list[Segment]
    behind: list[Segment]


def titled(shown: Sequence[Segment]) -> Titled:
    """Return an item, cut at its title."""
    for is_one in (leads, _is_strong):
        start = next((n for n, one in enumerate(shown) if is_one(one) and _names_it(shown, n)), None)
        if start is not None:
            return _cut(shown, start, is_one)
    found = _by_place(shown)
    lone = next((n for n, one in enumerate(shown) if leads(one) and _is_short(one.text, 1)), None)
    return found if found.title or lone is None else _cut(shown, lone, leads)


def linked(shown: Sequence[Segment]) -> int | None:
    """Return which piece of an item is a link by its title; None where none is."""
    return next((n for n, one in enumerate(shown) if leads(one) and _names_it(shown, n)), None)


def leads(one: Segment) -> bool:
    """Say whether a piece leads out of its file."""
    return bool(one.href) and not one.href.startswith("#")


def _cut(shown: Sequence[Segment], start: int, is_one: Callable[[Segment], bool]) -> Titled:
    """Return an item, cut at the title that begins with one of its pieces."""
    end = next((n for n in range(start, len(shown)) if not _goes_on(shown[n], shown[start], is_one)), len(shown))
    text = without_signs("".join(one.text for one in shown[start:end]))
    tag = _DATED.match(text)
    ahead = tag.end() if tag and is_tag(tag["tag"] or tag["date"]) and _may_be_title(text[tag.end() :]) else 0
    before = [*shown[:start], *([Segment(text[:ahead])] if ahead else [])]
    return Titled(cleaned(text[ahead:]), before, list(shown[end:]))


def _is_strong(one: Segment) -> bool:
    return one.strong and not one.href


def _goes_on(one: Segment, first: Segment, is_one: Callable[[Segment], bool]) -> bool:
    return one.href == first.href if is_one is leads else one.strong and not one.href


def _names_it(shown: Sequence[Segment], number: int) -> bool:
    """Say whether a piece can be the title; one as short as ``C3`` where no word stands before it."""
    text = shown[number].text
    return _may_be_title(text) or (_is_short(text, 2) and not any(map(str.isalnum, "".join(one.text for one in shown[:number]))))


def _may_be_title(text: str) -> bool:
    return sum(map(str.isalpha, cleaned(text))) > 1 and _is_short(text, 2)


def _is_short(text: str, least: int) -> bool:
    """Say whether a text of at least so many letters and figures, a letter among them, is neither a label nor a date nor a venue."""
    plain = cleaned(text)
    return sum(map(str.isalnum, plain)) >= least and any(map(str.isalpha, plain)) and not is_label(plain) and not is_tag(plain)


def _by_place(shown: Sequence[Segment]) -> Titled:
    """Take as the title what is quoted, else what comes first without being a date, a venue, an address or surely names."""
    text = "".join(one.text for one in shown)
    apart = set(_apart(shown))
    if quoted := _QUOTED.search(text):
        return Titled(cleaned(quoted[1]), _between(shown, 0, quoted.start()), _between(shown, quoted.end(), len(text)))
    spans = [span for span in _spans(text, apart) if span not in apart]
    spans = [span for span in spans if _may_be_title(text[slice(*span)])] or [span for span in spans if _is_short(text[slice(*span)], 2)]
    unnamed = [span for span in spans if not _are_names(text[slice(*span)])]
    for start, end in unnamed[:1] or spans[:1]:
        middle = start + _title_length(text[start:end])
        behind = [Segment(BREAK), *_between(shown, middle, end), Segment(BREAK), *_between(shown, end, len(text))]
        return Titled(cleaned(text[start:middle]), _between(shown, 0, start), behind)
    return Titled("", list(shown), [])


def _apart(shown: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Yield where no title stands: links by labels, dates and venues in a style of their own or before a title."""
    begun = 0
    found: list[tuple[int, int]] = []
    for one in shown:
        if (one.href and not _is_short(one.text, 2)) or ((one.slanted or one.strong) and is_tag(one.text)):
            found.append((begun, begun + len(one.text)))
        begun += len(one.text)
    text = "".join(one.text for one in shown)
    if (ahead := _TAGGED.match(text)) and is_tag(ahead[1]):
        found.append((0, ahead.end()))
    elif (bracket := _BRACKET.match(text)) and any(map(is_tag, re.split("[,;]", bracket[1]))):
        found.append(bracket.span(1))
    yield from found


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
        if is_tag(tail):
            return match.start()
        behind = re.search(r",\s+(?=[^,]*$)", tail)
        dated = behind and is_tag(tail[behind.end() :])
        if (names := said.names(tail[: behind.start()] if behind and dated else tail)) and (names.sure or dated):
            return match.start()
    return len(piece)


def _spans(text: str, apart: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the parts of a text stand; an address, an id or what stands apart is a part of its own."""
    edges = [match.span() for match in CUT.finditer(masked(text)) if match[0].strip() != ":"]
    edges += [edge for one in pointers(text) for edge in ((one.start, one.start), (one.end, one.end))]
    edges += [(place, place) for span in apart for place in span]
    begun = 0
    for start, end in sorted(edges):
        if start > begun:
            yield begun, start
        begun = max(begun, end)
    if begun < len(text):
        yield begun, len(text)
