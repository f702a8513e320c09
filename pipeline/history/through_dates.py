"""What is followed at the end of days, from what the records themselves say of their past."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from .. import coverage
from ..corpus import Corpus
from ..records import TAGS, Exclusion
from .points import Point, value
from .series import EXCLUSIONS, PAPERS, Series


def dates(corpus: Corpus, asked: Iterable[Series]) -> tuple[date, ...]:
    """Return every day on which a record of the kind that is counted joined, was changed, or left by promotion, in order."""
    days: set[date] = set()
    for kind in {kind for wanted in asked for kind in _kinds(wanted)}:
        if kind == EXCLUSIONS:
            days |= {exclusion.date_screened for exclusion in corpus.exclusions}
            days |= {day for was, left in _promoted(corpus) for day in (was.date_screened, left)}
        else:
            days |= {day for paper in corpus.papers for day in (paper.added, *(change.date for change in paper.changes))}
    return tuple(sorted(days))


def _kinds(wanted: Series) -> set[str]:
    """Return which records a series looks at. A claim about variants of the pool looks at what might have been retained."""
    if wanted.claim is None:
        return {wanted.of}
    expected = (sense.expectation.other for _, sense in wanted.claim.senses)
    selections = [*(sense.selection for _, sense in wanted.claim.senses), *(other for other in expected if other)]
    exclusions = wanted.claim.under or any(selection.takes("exclusions") for selection in selections)
    papers = any(selection.takes("papers") for selection in selections)
    return {*([PAPERS] if papers else []), *([EXCLUSIONS] if exclusions else [])}


def over_dates(corpus: Corpus, asked: Sequence[Series], days: Iterable[date]) -> Iterator[Point]:
    """Yield the counts at the end of each day, from what ``added`` and ``changes`` say of it.

    Records are counted once, and not again for each day; only claims look at the whole pool of each day.
    """
    courses = [None if wanted.claim else _Course.of(corpus, wanted) for wanted in asked]
    for day in days:
        then = corpus.at(day) if None in courses else corpus
        values = (course.at(day) if course else value(then, wanted) for course, wanted in zip(courses, asked, strict=True))
        yield Point(day, "", tuple(values), "")


@dataclass(frozen=True, slots=True)
class _Course:
    """How a count of records went."""

    days: tuple[date, ...]
    """On which it changed, in order."""
    counts: tuple[int, ...]
    """From each of these days on."""

    @classmethod
    def of(cls, corpus: Corpus, wanted: Series) -> _Course:
        steps: Counter[date] = Counter()
        for day, step in _logged(corpus, wanted.conditions) if wanted.of == EXCLUSIONS else _tagged(corpus, wanted.conditions):
            steps[day] += step
        days = tuple(sorted(steps))
        return cls(days, tuple(accumulate(steps[day] for day in days)))

    def at(self, day: date) -> int:
        """Return the count at the end of a day."""
        position = bisect_right(self.days, day)
        return self.counts[position - 1] if position else 0


def _logged(corpus: Corpus, conditions: coverage.Conditions) -> Iterator[tuple[date, int]]:
    """Yield when a record that meets the conditions came into the log, and when one that was promoted left it."""
    yield from ((one.date_screened, 1) for one in corpus.exclusions if coverage.meets(one.logged, conditions))
    for was, left in _promoted(corpus):
        if coverage.meets(was.logged, conditions):
            yield from ((was.date_screened, 1), (left, -1))


def _promoted(corpus: Corpus) -> Iterator[tuple[Exclusion, date]]:
    """Yield what stood in the log at the end of a day and was promoted later, with the day on which it left."""
    for paper in corpus.papers:
        was = paper.promoted_from.exclusion if paper.promoted_from else None
        if was and was.date_screened < paper.added:
            yield was, paper.added


def _tagged(corpus: Corpus, conditions: coverage.Conditions) -> Iterator[tuple[date, int]]:
    """Yield when a paper came to meet the conditions, and when it ceased to."""
    asked = {f"{TAGS}{condition.field.name}" for condition in conditions}
    for paper in corpus.papers:
        touched = {change.date for change in paper.changes if change.field in asked}
        meets = False
        for day in (paper.added, *sorted(day for day in touched if day > paper.added)):
            then = paper.at(day) if touched else paper
            if coverage.meets(then.tags, conditions) != meets:
                meets = not meets
                yield day, 1 if meets else -1
