"""What joined the pool and what was corrected in it, day by day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ...corpus import Corpus
from ...records import Exclusion, Paper
from .entry_history import Correction, corrections


@dataclass(frozen=True, slots=True)
class Alike:
    """Corrections of one field that were made for one reason."""

    field: str
    why: str
    papers: tuple[Paper, ...]
    """Each of which was corrected so."""
    before: str
    """What stood there, where it was the same in all of them; else empty."""
    after: str
    """What stands there since, where it is the same in all of them; else empty."""


@dataclass(frozen=True, slots=True)
class Day:
    """What was done on one day."""

    date: date
    added: tuple[Paper, ...]
    corrected: tuple[Alike, ...]
    excluded: tuple[Exclusion, ...]


def days(corpus: Corpus) -> tuple[Day, ...]:
    """Return every day on which something was done, the latest first."""
    made = [one for paper in corpus.papers for one in corrections(paper, corpus)]
    dates = {paper.added for paper in corpus.papers} | {one.date for one in made} | {e.date_screened for e in corpus.exclusions}
    return tuple(_day(day, made, corpus) for day in sorted(dates, reverse=True))


def _day(day: date, made: Iterable[Correction], corpus: Corpus) -> Day:
    groups: dict[tuple[str, str], list[Correction]] = defaultdict(list)
    for one in made:
        if one.date == day:
            groups[one.field, one.why].append(one)
    return Day(
        day,
        tuple(paper for paper in corpus.papers if paper.added == day),
        tuple(_alike(groups[name], corpus) for name in sorted(groups)),
        tuple(exclusion for exclusion in corpus.exclusions if exclusion.date_screened == day),
    )


def _alike(made: list[Correction], corpus: Corpus) -> Alike:
    papers = tuple(corpus.by_key[one.key] for one in made)
    return Alike(made[0].field, made[0].why, papers, _common(one.before for one in made), _common(one.after for one in made))


def _common(texts: Iterable[str]) -> str:
    distinct = set(texts)
    return distinct.pop() if len(distinct) == 1 else ""
