"""Which papers of a pool are meant: by what they are tagged with, by key, by year, and by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ..corpus import Corpus
from ..errors import CallFault, guess
from ..records import Paper
from . import words
from .conditions import Conditions, meets


@dataclass(frozen=True, slots=True)
class Choice:
    """What papers must be to be meant. A choice of nothing means all."""

    conditions: Conditions = ()
    """All must be met."""
    keys: tuple[str, ...] = ()
    """Where there are some, it is one of these."""
    years: tuple[tuple[int, int], ...] = ()
    """Where there are some, it is of a year within one of these spans, both ends included."""
    search: str = ""
    """Words of which each is found in title, short name, authors or summary; empty where none is asked for."""

    def __bool__(self) -> bool:
        """Say whether anything is asked."""
        return bool(self.conditions or self.keys or self.years or self.search)

    def of(self, corpus: Corpus) -> tuple[Paper, ...]:
        """Return the papers of a survey that are meant, in their order. Raises CallFault for a key that it has no paper of."""
        for key in self.keys:
            if key not in corpus.by_key:
                raise _no_key(key, corpus)
        return tuple(paper for paper in corpus.papers if self._means(paper))

    def _means(self, paper: Paper) -> bool:
        if self.keys and paper.key not in self.keys:
            return False
        if self.years and not any(paper.year is not None and low <= paper.year <= high for low, high in self.years):
            return False
        return meets(paper.tags, self.conditions) and (not self.search or words.found(self.search, _texts(paper)))

    def in_words(self) -> tuple[str, ...]:
        """Return what is asked, a clause each, as people read it: ``Category: Benchmark or Survey``, ``year: 2024 to 2026``."""
        asked = [f"{one.field.label}: {one.in_words()}" for one in self.conditions]
        asked += [f"key: {' or '.join(self.keys)}"] if self.keys else []
        asked += [f"year: {' or '.join(str(low) if low == high else f'{low} to {high}' for low, high in self.years)}"] if self.years else []
        return (*asked, *([f"found by “{' '.join(self.search.split())}”"] if self.search else []))


def _texts(paper: Paper) -> tuple[str, ...]:
    return paper.title, paper.short_name, *map(str, paper.authors), paper.summary


def _no_key(key: str, corpus: Corpus) -> CallFault:
    if key in corpus.by_id:
        return CallFault(f"{key} is a record of the exclusion log, and no paper of the pool")
    return CallFault(f"{key!r} is no key of the pool{guess(key, list(corpus.by_key))}")


_SPAN = re.compile(r"([0-9]{4})(?:-([0-9]{4}))?")


def year_spans(texts: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return spans of years written ``YEAR`` or ``YEAR-YEAR``, both ends included. Raises CallFault for anything else."""
    return tuple(map(_span, texts))


def _span(text: str) -> tuple[int, int]:
    match = _SPAN.fullmatch(text.strip())
    if not match or (match[2] and match[2] < match[1]):
        raise CallFault(f"{text!r} is no year; write YEAR, or YEAR-YEAR for those from one to another")
    return int(match[1]), int(match[2] or match[1])


def newest(corpus: Corpus) -> date:
    """Return the last day on which a record of a pool joined or was changed, or the cutoff date where it has no record."""
    days: Sequence[date] = [
        *(paper.added for paper in corpus.papers),
        *(change.date for paper in corpus.papers for change in paper.changes),
        *(exclusion.date_screened for exclusion in corpus.exclusions),
    ]
    return max(days, default=corpus.about.cutoff)
