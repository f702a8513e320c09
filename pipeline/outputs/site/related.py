"""Papers that share tags with another, a rare shared value counting for more than a common one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2

from ...corpus import Corpus
from ...records import Paper
from ...taxonomy import Taxonomy, values_in

RULE = "A tag that two papers share counts log₂(N/n), where n of all N papers hold it: the rarer the tag, the closer they are."
"""The rule, as pages state it."""
SHOWN = 5
"""Papers."""
REASONS = 3
"""Shared tags that are named, the rarest first."""
ENOUGH = 500
"""At least so many papers are compared, those that share the rarest tags; in a smaller pool, all that share any."""

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
    """The papers of a survey by what they hold."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._traits = {paper.key: tuple(_traits(paper, corpus.taxonomy)) for paper in corpus.papers}
        self._holders: dict[Trait, list[str]] = defaultdict(list)
        for key, traits in self._traits.items():
            for trait in traits:
                self._holders[trait].append(key)
        total = len(corpus.papers)
        self._weights: Mapping[Trait, float] = {trait: log2(total / len(keys)) for trait, keys in self._holders.items()}

    def of(self, paper: Paper) -> tuple[Relative, ...]:
        """Return the papers closest to one, the closest first, equally close ones by key."""
        scores = ((self._score(paper.key, other), other) for other in self._candidates(paper.key))
        best = sorted((-score, other) for score, other in scores if score > 0)[:SHOWN]
        return tuple(self._relative(paper.key, other) for _, other in best)

    def _candidates(self, key: str) -> set[str]:
        found: set[str] = set()
        for trait in self._rarest_first(self._traits[key]):
            if len(found) > ENOUGH:
                break
            found.update(self._holders[trait])
        return found - {key}

    def _rarest_first(self, traits: tuple[Trait, ...]) -> list[Trait]:
        return sorted(traits, key=lambda trait: -self._weights[trait])

    def _score(self, key: str, other: str) -> float:
        shared = set(self._traits[other])
        return round(sum(self._weights[trait] for trait in self._traits[key] if trait in shared), 6)

    def _relative(self, key: str, other: str) -> Relative:
        both = set(self._traits[other])
        shared = [trait for trait in self._rarest_first(self._traits[key]) if trait in both]
        paper = self._corpus.by_key[other]
        return Relative(other, paper.name, paper.title, tuple(self._in_words(trait) for trait in shared[:REASONS]))

    def _in_words(self, trait: Trait) -> str:
        field = self._corpus.taxonomy.fields[trait[0]]
        return f"{field.label}: {field.label_of(trait[1])}"


def _traits(paper: Paper, taxonomy: Taxonomy) -> Iterator[Trait]:
    """Yield what a paper holds; "not applicable" brings no two papers together."""
    for field in taxonomy:
        for value in values_in(paper.tag(field.name)):
            if value != field.none:
                yield field.name, value
