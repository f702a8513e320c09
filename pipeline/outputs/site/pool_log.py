"""What joined the pool and what was corrected in it, day by day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from ...corpus import Corpus
from ...records import Exclusion, Paper
from .entry_history import Correction, corrections

T = TypeVar("T")


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
    corrected = _by_day((one.date, one) for paper in corpus.papers for one in corrections(paper, corpus))
    added = _by_day((paper.added, paper) for paper in corpus.papers)
    excluded = _by_day((exclusion.date_screened, exclusion) for exclusion in corpus.exclusions)
    return tuple(
        Day(day, tuple(added.get(day, ())), tuple(_told(corrected.get(day, ()), corpus)), tuple(excluded.get(day, ())))
        for day in sorted({*corrected, *added, *excluded}, reverse=True)
    )


def _by_day(dated: Iterable[tuple[date, T]]) -> dict[date, list[T]]:
    found: dict[date, list[T]] = defaultdict(list)
    for day, one in dated:
        found[day].append(one)
    return dict(found)


def _told(made: Iterable[Correction], corpus: Corpus) -> Iterator[Alike]:
    groups: dict[tuple[str, str], list[Correction]] = defaultdict(list)
    for one in made:
        groups[one.field, one.why].append(one)
    yield from (_alike(groups[name], corpus) for name in sorted(groups))


def _alike(made: list[Correction], corpus: Corpus) -> Alike:
    papers = tuple(corpus.by_key[one.key] for one in made)
    return Alike(made[0].field, made[0].why, papers, _common(one.before for one in made), _common(one.after for one in made))


def _common(texts: Iterable[str]) -> str:
    distinct = set(texts)
    return distinct.pop() if len(distinct) == 1 else ""
