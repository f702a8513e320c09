"""Which items below another are entries of their own, and what the others say of the one above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .. import identifiers
from . import said
from .item_parts import parts
from .item_texts import ENDS, addresses, is_label, names_a_part, without_signs
from .item_titles import leads, linked, titled
from .item_venues import is_tag
from .markdown_blocks import Item, Line, Segment

_OF_PAPERS = re.compile(
    r"//(?:[\w-]+\.)*(?:openreview\.net|aclanthology\.org|aclweb\.org|neurips\.cc|nips\.cc|mlr\.press|openaccess\.thecvf\.com|dl\.acm\.org|"
    r"ieeexplore\.ieee\.org|semanticscholar\.org|biorxiv\.org|medrxiv\.org)/|\.pdf$",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?:see|cf|also|note|compare|updated?|follow-?ups?|related|extended|earlier|later|previous|based|builds?|published|accepted|presented)\b",
    re.IGNORECASE,
)
"""How remarks begin, and hardly any title."""
_DETAIL = re.compile(r"(?:code|key|keywords|summary|tl;?dr|details|uses|used in|available)\s*:", re.IGNORECASE)
_FEW = 3
"""Words; a name of a group has no more, where only the links of its items are labels, and a short link is no sure title."""


class Below(NamedTuple):
    """What stands below an item that is an entry."""

    entries: tuple[Item, ...]
    details: tuple[Line, ...]
    """Lines that say more of the paper above: its authors, its venue, where its parts are."""
    remarks: tuple[str, ...]
    """What is said in words around a link that is none of the paper's parts, with the addresses."""
    links: tuple[str, ...]
    """Where such remarks lead by a label, to no other paper."""


def is_group(item: Item) -> bool:
    """Say whether an item is a heading for those below it: it leads nowhere itself, and entries stand there."""
    return not addresses(item.line) and any(_holds_entry(one, item) for one in item.below)


def below(item: Item) -> Below:
    """Return what stands below an entry, at any depth."""
    found = list(_walk(item, item))
    lines = [one.line for one, is_entry in found if not is_entry]
    remarks = [(line, _remark(line, item.line)) for line in lines]
    return Below(
        tuple(one for one, is_entry in found if is_entry),
        tuple(line for line, text in remarks if not text),
        tuple(text for _, text in remarks if text),
        tuple(one.href for line, text in remarks if text for one in line if leads(one) and is_label(one.text) and not _is_paper(one.href)),
    )


def _walk(item: Item, above: Item) -> Iterator[tuple[Item, bool]]:
    """Yield what stands below an item, each with whether it is an entry; what stands below an entry is that one's."""
    for one in item.below:
        is_entry = _is_entry(one, above)
        yield one, is_entry
        if not is_entry:
            yield from _walk(one, above)


def _holds_entry(item: Item, above: Item) -> bool:
    return _is_entry(item, above) or any(_holds_entry(one, item) for one in item.below)


def _is_entry(item: Item, above: Item) -> bool:
    """Say whether an item below another is an entry: it begins with a link by its title, or with a title, and leads to a paper."""
    shown = [one for one in item.line if not one.badge]
    start = linked(shown)
    if start is None:
        return _is_told(item, above)
    title = "".join(one.text for one in shown[start:] if one.href == shown[start].href)
    paper = _is_paper(shown[start].href)
    alone = not addresses(above.line)
    sure = paper or len(title.split()) >= _FEW or (alone and len(_words(above.line)) <= _FEW)
    return sure and _begins(shown[:start], labeled=paper and alone)


def _begins(before: Sequence[Segment], *, labeled: bool) -> bool:
    """Say whether nothing but dates, venues and names stands before a title, or labels, where these may: ``Paper: A Title``."""
    _, found = parts(before)
    texts = [part.text for part in found if part.kind != "label"]
    names = (said.names(text) for text in texts)
    known = [is_tag(text) or bool(name and name.sure) for text, name in zip(texts, names, strict=True)]
    return all(is_one or (labeled and names_a_part(text)) for text, is_one in zip(texts, known, strict=True))


def _is_told(item: Item, above: Item) -> bool:
    """Say whether an item has a title that leads nowhere itself, and a paper that is not the one above."""
    if not _reads_like_one(item) or not _papers(item.line) - _papers(above.line):
        return False
    if addresses(above.line):
        return bool(_papers(above.line)) or _has_capitals(titled(item.line).title)
    return len(_words(above.line)) <= _FEW or sum(bool(_papers(one.line)) and _reads_like_one(one) for one in above.below) > 1


def _reads_like_one(item: Item) -> bool:
    title, before, _ = titled([one for one in item.line if not one.badge])
    begins = not any(part.kind == "text" and not is_tag(part.text) for part in parts(before)[1])
    words = title.split()
    return (
        begins
        and len(words) >= _FEW
        and not title[0].islower()
        and not _REMARK.match(title)
        and not _DETAIL.match(title)
        and said.names(title) is None
    )


def _has_capitals(title: str) -> bool:
    """Say whether a title is written as titles are and sentences are not: with capitals within, or a colon."""
    words = [word for word in title.split()[1:] if len(word) > _FEW]
    return ": " in title or (bool(words) and 2 * sum(word[:1].isupper() for word in words) > len(words))


def _remark(line: Line, above: Line) -> str:
    """Return what a line says around links with its addresses; empty where it says no more than what the paper's parts are."""
    begins = bool(_papers(above) and addresses(line) and _REMARK.match(" ".join(_words(line))))
    if not begins and not _is_of_another(line, above) and not any(_stands_within(line, number) for number in range(len(line))):
        return ""
    told = (f"{one.text} ({one.href})" if _ends(line, n) and one.href not in one.text else one.text for n, one in enumerate(line))
    return without_signs("".join(told)).strip(ENDS)


def _ends(line: Line, number: int) -> bool:
    """Say whether a link ends with a piece."""
    return leads(line[number]) and (number + 1 == len(line) or line[number + 1].href != line[number].href)


def _stands_within(line: Line, number: int) -> bool:
    """Say whether a piece is a link with words about it that are not what it leads to, or a text with an address among words."""
    one = line[number]
    if not leads(one):
        return any(part.kind == "text" and "://" in part.text for part in parts([one])[1])
    before = "".join(other.text for other in line[:number]).strip(f"{ENDS}()[]")
    others = "".join(other.text for other in line if not other.href).strip(f"{ENDS}()[]")
    return not one.badge and not is_label(one.text) and bool(_letters(others)) and not (before and names_a_part(before))


def _is_of_another(line: Line, above: Line) -> bool:
    """Say whether a line leads, by a label, to another paper at arXiv than the one above, and says something of it."""
    ids = [{one for one in _papers(of) if one.startswith(identifiers.ARXIV)} for of in (line, above)]
    told = [part.text for part in parts([one for one in line if not one.href])[1] if part.kind == "text"]
    return bool(ids[1]) and bool(ids[0] - ids[1]) and any(not is_tag(text) and not names_a_part(text) for text in told)


def _papers(line: Line) -> set[str]:
    """Return the papers to which a line leads: each as ``identifiers.identity`` gives it."""
    return {identifiers.identity(one) or one for one in addresses(line) if _is_paper(one)}


def _is_paper(address: str) -> bool:
    return bool(identifiers.arxiv_id_in(address) or identifiers.bare_doi(address) or _OF_PAPERS.search(address))


def _words(line: Line) -> list[str]:
    return without_signs("".join(one.text for one in line if not one.badge)).split()


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))
