"""No work stands in the survey twice, by its title."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from .. import identifiers
from ..corpus import Corpus
from ..errors import Problem
from ..records import SIMILAR_TITLE, Paper
from .scope import all_records

_TITLE_BLOCK = 12
"""A word in more titles than this says nothing about which paper is meant."""


def titles_are_unlike(corpus: Corpus) -> Iterator[Problem]:
    """Titles that are the same but for case, accents and punctuation, or nearly so, are a likely duplicate."""
    records = list(all_records(corpus))
    folded = [identifiers.folded(record.title) for record in records]
    for first, second, likeness in _like_pairs(folded):
        one, two = records[first], records[second]
        if any(SIMILAR_TITLE in record.exceptions for record in (one, two) if isinstance(record, Paper)):
            continue
        for record, other in ((one, two), (two, one)):
            message = f"reads like {other.title!r} in {other.place.path} ({likeness} % alike)"
            hint = f"keep one, or write under exceptions of a paper: {SIMILAR_TITLE}: why they are two works"
            yield Problem(record.where("title"), SIMILAR_TITLE, message, "title", record.title, hint=hint, severity="warning")


def _like_pairs(folded: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield positions of like titles with their likeness in percent; compares only titles that share a rare word."""
    words = [frozenset(title.split()) for title in folded]
    for a, b in sorted(_pairs_to_compare(folded, words)):
        likeness = _likeness(folded[a], folded[b])
        if likeness >= identifiers.ALIKE and _numbering(folded[a]) == _numbering(folded[b]):
            yield a, b, likeness


def _pairs_to_compare(folded: list[str], words: list[frozenset[str]]) -> set[tuple[int, int]]:
    common = Counter(word for title in words for word in title)
    blocks: dict[str, list[int]] = defaultdict(list)
    for number, title in enumerate(words):
        for word in title:
            if 1 < common[word] <= _TITLE_BLOCK:
                blocks[word].append(number)
    twins: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(folded):
        if text:
            twins[text].append(number)
    pairs = {(a, b) for block in (*blocks.values(), *twins.values()) for a in block for b in block if a < b}
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
