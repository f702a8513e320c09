"""No work stands in the survey twice, by its title."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import chain, combinations

from .. import identifiers
from ..corpus import Corpus
from ..errors import Problem
from ..records import SIMILAR_TITLE, Paper, Record
from .scope import all_records

_TITLE_BLOCK = 12
"""A word in more titles than this says nothing about which paper is meant."""
_TELLING = 4
"""So many words that mean something, all of them in another title, make it likely that it is that title with words added."""
_SMALL = frozenset("a an and as at by for from in into is of on or the their to toward towards via with without".split())  # noqa: SIM905
"""Words that say nothing of what a work is about."""
_ABBREVIATION = re.compile(r"\b([A-Z]{3,6})s?\b")


def titles_are_unlike(corpus: Corpus) -> Iterator[Problem]:
    """Titles that are nearly the same, or the same but for words that one adds or abbreviates, are a likely duplicate."""
    records = list(all_records(corpus))
    folded = [identifiers.folded(record.title) for record in records]
    for first, second, likeness in _like_pairs(folded, _abbreviated(folded, [record.title for record in records])):
        one, two = records[first], records[second]
        if _is_excepted(one) or _is_excepted(two):
            continue
        for record, other in ((one, two), (two, one)):
            message = f"reads like {other.title!r} in {other.place.path} ({likeness})"
            hint = f"keep one, or write under {_where_to_say(one, two)}: {SIMILAR_TITLE}: why they are two works"
            yield Problem(record.where("title"), SIMILAR_TITLE, message, "title", record.title, hint=hint, severity="warning")


def _is_excepted(record: Record) -> bool:
    return SIMILAR_TITLE in (record.exceptions if isinstance(record, Paper) else record.accepted)


def _where_to_say(one: Record, two: Record) -> str:
    return "exceptions of a paper" if isinstance(one, Paper) or isinstance(two, Paper) else "accepted of one of the two"


def _like_pairs(folded: Sequence[str], short: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield positions of like titles with how they are alike; compares only titles that share a rare word."""
    for a, b in sorted(_pairs_to_compare(folded, short)):
        if _numbering(folded[a]) == _numbering(folded[b]) and (how := _how_alike(folded[a], folded[b]) or _how_alike(short[a], short[b])):
            yield a, b, how


def _how_alike(one: str, other: str) -> str:
    """Say in what two titles are alike; nothing where they are not."""
    if (likeness := _likeness(one, other)) >= identifiers.ALIKE:
        return f"{likeness} % alike"
    few, many = sorted((_telling(one), _telling(other)), key=len)
    return "the same but for added words" if len(few) >= _TELLING and f" {' '.join(few)} " in f" {' '.join(many)} " else ""


def _telling(title: str) -> list[str]:
    """Return the words of a title that mean something, in the singular."""
    return [word.removesuffix("s") if len(word) > 3 else word for word in title.split() if word not in _SMALL]


def _abbreviated(folded: Sequence[str], titles: Sequence[str]) -> list[str]:
    """Return folded titles with words replaced by their initials where some title has these in capitals, as in MDPs."""
    known = {match.lower() for title in titles for match in _ABBREVIATION.findall(title)}
    begun = {abbreviation[:3] for abbreviation in known}
    return [" ".join(_shortened(title.split(), known, begun)) for title in folded] if known else list(folded)


def _shortened(words: Sequence[str], known: Container[str], begun: Container[str]) -> Iterator[str]:
    """Yield the words of a title, shortened. ``begun`` are the first three letters of those known, most words being at none of them."""
    initials, place = "".join([word[0] for word in words]), 0
    while place < len(words):
        initial = ""
        if initials[place : place + 3] in begun:
            initial = next((initials[place : place + n] for n in (6, 5, 4, 3) if initials[place : place + n] in known), "")
        singular = words[place].removesuffix("s")
        yield initial or (singular if singular in known else words[place])
        place += len(initial) or 1


def _pairs_to_compare(folded: Sequence[str], short: Sequence[str]) -> set[tuple[int, int]]:
    words = [frozenset((*one.split(), *other.split())) for one, other in zip(folded, short, strict=True)]
    common = Counter(chain.from_iterable(words))
    blocks: dict[str, list[int]] = defaultdict(list)
    for number, title in enumerate(words):
        for word in title:
            if 1 < common[word] <= _TITLE_BLOCK:
                blocks[word].append(number)
    twins: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(folded):
        if text:
            twins[text].append(number)
    pairs = set(chain.from_iterable(combinations(block, 2) for block in (*blocks.values(), *twins.values()) if len(block) > 1))
    return {(a, b) for a, b in pairs if 2 * len(words[a] & words[b]) >= min(len(words[a]), len(words[b]))}


def _likeness(one: str, other: str) -> int:
    """Return how alike two texts are, in percent; 0 where two quicker bounds say that it is below ALIKE."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, one, other, autojunk=False)
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio)
    return int(100 * matcher.ratio()) if all(100 * bound() >= identifiers.ALIKE for bound in bounds) else 0


_NUMERALS = {"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "one", "two", "three", "four"}


def _numbering(title: str) -> list[str]:
    """What tells part I from part II, and version 2 from version 2.5."""
    return [word for word in title.split() if word in _NUMERALS or any(c.isdigit() for c in word)]
