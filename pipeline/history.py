"""How counts came to be: the same question asked of the pool at several dates, or at several revisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from . import coverage, git, revisions
from .corpus import Corpus
from .errors import CallFault, Problem
from .taxonomy import Taxonomy

PAPERS, EXCLUSIONS = "papers", "exclusions"
"""What can be counted besides fields; a field of that name goes first."""


@dataclass(frozen=True, slots=True)
class Series:
    """One count that is followed."""

    name: str
    """As tables head its column."""
    conditions: coverage.Conditions
    """Which papers are counted; all where there are none."""
    of: str = PAPERS
    """PAPERS or EXCLUSIONS."""


@dataclass(frozen=True, slots=True)
class Point:
    """All counts at one time."""

    date: date
    revision: str
    """Whole hash; empty where a date was asked for."""
    counts: tuple[int | None, ...]
    """One a series; None where it cannot be told."""
    note: str
    """Why it cannot; else empty."""


def series(asked: Sequence[str], taxonomy: Taxonomy) -> tuple[Series, ...]:
    """Return the counts that are asked for as ``papers``, ``exclusions``, ``FIELD``, ``FIELD=VALUE``, or two of the latter.

    A bare field gives a count for each of its values, and one for papers that do not carry it where it may be absent.
    Two conditions give the papers that meet both. Raises CallFault for anything else.
    """
    if len(asked) == 1 and asked[0] in (PAPERS, EXCLUSIONS) and asked[0] not in taxonomy.fields:
        return (Series(asked[0], {}, asked[0]),)
    bare = [text for text in asked if "=" not in text]
    if not 0 < len(asked) <= 2 or len(bare) > 1:
        raise CallFault("ask for papers, exclusions, FIELD, FIELD=VALUE, or two conditions of which at most one has no value")
    fixed = coverage.conditions([text for text in asked if "=" in text], taxonomy)
    if not bare:
        return (Series(" and ".join(asked), fixed),)
    field = coverage.field(bare[0], taxonomy)
    values = [*field.by_name, *([] if field.required else [coverage.UNCODED])]
    return tuple(Series(value, {**fixed, field.name: _both(fixed.get(field.name), value)}) for value in values)


def _both(wanted: tuple[str, ...] | None, value: str) -> tuple[str, ...]:
    return (value,) if wanted is None or value in wanted else ()


def dates(corpus: Corpus, asked: Iterable[Series]) -> tuple[date, ...]:
    """Return every day on which a record of the kind that is counted joined or was changed, in order."""
    days: set[date] = set()
    for kind in {wanted.of for wanted in asked}:
        if kind == EXCLUSIONS:
            days |= {exclusion.date_screened for exclusion in corpus.exclusions}
        else:
            days |= {day for paper in corpus.papers for day in (paper.added, *(change.date for change in paper.changes))}
    return tuple(sorted(days))


def over_dates(corpus: Corpus, asked: Sequence[Series], days: Iterable[date]) -> Iterator[Point]:
    """Yield the counts at the end of each day, from what ``added`` and ``changes`` say of it."""
    for day in days:
        then = corpus.at(day)
        yield Point(day, "", tuple(_count(then, wanted) for wanted in asked), "")


def over_revisions(root: Path, asked: Sequence[Series], commits: Iterable[git.Revision]) -> Iterator[Point]:
    """Yield the counts at each revision, from the files that stood there.

    Where these were at fault or no survey yet, or lacked a field that is asked for, the counts are None and the note
    says why.
    """
    for commit in commits:
        problems: list[Problem] = []
        then = revisions.survey_at(root, commit.id, problems.append)
        errors = [problem for problem in problems if problem.severity == "error"]
        note = _note(then, errors, asked)
        counts = tuple(None if note or then is None else _count(then, wanted) for wanted in asked)
        yield Point(commit.date, commit.id, counts, note)


def commits(root: Path) -> tuple[git.Revision, ...]:
    """Return the revisions that touched the survey's files, the oldest first. Raises as ``git.revisions`` does."""
    return git.revisions(root, revisions.SOURCES)


def _note(then: Corpus | None, errors: Sequence[Problem], asked: Sequence[Series]) -> str:
    if errors:
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        return f"{errors[0].place}: {errors[0].message}{more}"
    if then is None:
        return "no survey yet"
    lacking = sorted({name for wanted in asked for name in wanted.conditions if name not in then.taxonomy.fields})
    return f"no field {', '.join(lacking)} yet" if lacking else ""


def _count(then: Corpus, wanted: Series) -> int:
    if wanted.of == EXCLUSIONS:
        return len(then.exclusions)
    return len(coverage.matching(then.papers, wanted.conditions))
