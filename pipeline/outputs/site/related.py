"""Papers that share tags with another, a rare shared value counting for more than a common one."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

from ...corpus import Corpus, once
from ...records import Paper
from ...taxonomy import Taxonomy

RULE = "A tag that two papers share counts log₂(N/n), where n of all N papers hold it: the rarer the tag, the closer they are."
"""The rule, as pages state it."""
SHOWN = 5
"""Papers."""
REASONS = 3
"""Shared tags that are named, the rarest first."""
MOST = 250
"""Papers with which one is compared: those that share its rarest tags; in a smaller pool, all that share any."""
_PRECISION = 10**6
"""Weights are whole numbers of a millionth, so that sums come out the same in whatever order and on whatever machine."""

Trait = tuple[str, str]
"""A field and a value."""


@dataclass(frozen=True, slots=True)
class Relative:
    """A paper that is close to another."""

    key: str
    name: str
    title: str
    shared: tuple[str, ...]
    """``field: Value`` in words, the rarest first."""


class Relatives:
    """The papers of a survey by what they hold. Each is compared with so many others, however many there are."""

    def __init__(self, corpus: Corpus) -> None:
        import numpy

        self._corpus = corpus
        counts = Counter(trait for paper in corpus.papers for trait in _traits(paper, corpus.taxonomy))
        total = len(corpus.papers)
        self._weights = {trait: round(_PRECISION * log2(total / count)) for trait, count in counts.items()}
        declared = [(field.name, value) for field in corpus.taxonomy for value in field.by_name]
        rarest_first = sorted((trait for trait in declared if trait in counts), key=lambda trait: -self._weights[trait])
        places = {trait: place for place, trait in enumerate(rarest_first)}
        held = {paper.key: sorted(places[trait] for trait in _traits(paper, corpus.taxonomy)) for paper in corpus.papers}
        # Beside each other stand those that share their rarest traits.
        self._keys = sorted(held, key=lambda key: (held[key], key))
        self._held = [held[key] for key in self._keys]
        self._place = {key: place for place, key in enumerate(self._keys)}
        self._names = rarest_first
        self._worth = numpy.array([self._weights[trait] for trait in rarest_first], dtype=numpy.int64)
        self._table = numpy.zeros((total, len(rarest_first)), dtype=numpy.int8)
        self._holders: list[list[int]] = [[] for _ in rarest_first]
        for place, traits in enumerate(self._held):
            self._table[place, traits] = 1
            for trait in traits:
                self._holders[trait].append(place)

    def of(self, paper: Paper) -> tuple[Relative, ...]:
        """Return the papers closest to one, the closest first, equally close ones by key."""
        place = self._place[paper.key]
        others, traits = self._compared(place), self._held[place]
        if not others:
            return ()
        # ``take`` is twice as fast as the same with brackets, and Python faster than numpy with so few numbers.
        scores = (self._table.take(others, axis=0).take(traits, axis=1) @ self._worth[traits]).tolist()
        least = max(1, sorted(scores)[-SHOWN:][0])
        best = sorted((-score, self._keys[other]) for score, other in zip(scores, others, strict=True) if score >= least)
        return tuple(self._relative(place, key) for _, key in best[:SHOWN])

    def _compared(self, place: int) -> list[int]:
        """Return the papers that share the rarest traits with one, MOST at most; of a trait that too many hold, those most like it."""
        found: dict[int, None] = {}
        for trait in self._held[place]:
            holders, room = self._holders[trait], MOST + 1 - len(found)
            if len(holders) > room:
                middle = bisect_left(holders, place)
                first = max(0, min(middle - room // 2, len(holders) - room))
                holders = holders[first : first + room]
            found.update(dict.fromkeys(holders))
            if len(found) > MOST:
                break
        found.pop(place, None)
        return list(found)

    def _relative(self, place: int, key: str) -> Relative:
        both = set(self._held[self._place[key]])
        shared = [trait for trait in self._held[place] if trait in both]
        paper = self._corpus.by_key[key]
        return Relative(key, paper.name, paper.title, tuple(self._in_words(self._names[trait]) for trait in shared[:REASONS]))

    def _in_words(self, trait: Trait) -> str:
        field = self._corpus.taxonomy.fields[trait[0]]
        return f"{field.label}: {field.label_of(trait[1])}"


@once
def relatives(corpus: Corpus) -> Relatives:
    """Return the papers of a survey by what they hold."""
    return Relatives(corpus)


def _traits(paper: Paper, taxonomy: Taxonomy) -> Iterator[Trait]:
    """Yield what a paper holds; "not applicable" brings no two papers together."""
    for field in taxonomy:
        for value in field.held(paper.tag(field.name)):
            if value != field.none:
                yield field.name, value
