"""How counts came to be: the same question asked of the pool at several dates, or at several revisions."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from pathlib import Path

from . import claims, coverage, git, revisions
from .claims.subjects import known
from .corpus import Corpus
from .errors import CallFault, Problem, nearest
from .records import TAGS
from .statements import Claim
from .taxonomy import Taxonomy

PAPERS, EXCLUSIONS = "papers", "exclusions"
"""What can be counted besides fields; a field of that name goes first."""
VERDICT, FOUND = "verdict", "found"
"""What is followed of a claim: what it came to in a word, and what was found in one clause."""
CLAIM = "claim:"
"""What may stand before the id of a claim, and must where a field has the same name."""


@dataclass(frozen=True, slots=True)
class Series:
    """One count, or one side of a claim, that is followed."""

    name: str
    """As tables head its column."""
    conditions: coverage.Conditions
    """Which papers are counted; all where there are none."""
    of: str = PAPERS
    """PAPERS or EXCLUSIONS; of a claim VERDICT or FOUND."""
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """All that is followed, at one time."""

    date: date
    revision: str
    """Whole hash; empty where a date was asked for."""
    counts: tuple[int | str | None, ...]
    """One a series, of a claim as text; None where it cannot be told."""
    note: str
    """Why it cannot; else empty."""


def series(asked: Sequence[str], taxonomy: Taxonomy, stated: Sequence[Claim] = ()) -> tuple[Series, ...]:
    """Return what is asked for as ``papers``, ``exclusions``, ``FIELD``, ``FIELD=VALUE``, two of the latter, or a claim's id.

    A bare field gives a count for each of its values, and one for papers that do not carry it where it may be absent.
    Two conditions give the papers that meet both. A claim of those that are stated gives its verdict and what was found.
    Raises CallFault for anything else.
    """
    if len(asked) == 1 and (claim := _claim(asked[0], taxonomy, stated)):
        return Series(claim.id, {}, VERDICT, claim), Series(FOUND, {}, FOUND, claim)
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


def _claim(asked: str, taxonomy: Taxonomy, stated: Sequence[Claim]) -> Claim | None:
    """Return the claim that is asked for, or None where something else is."""
    by_id = {claim.id: claim for claim in stated}
    name = asked.removeprefix(CLAIM)
    if asked.startswith(CLAIM) and name not in by_id:
        best = nearest(name, tuple(by_id))
        raise CallFault(f"{name!r} is no claim of the survey{f' (did you mean {best}?)' if best else ''}")
    return by_id.get(name) if asked.startswith(CLAIM) or name not in taxonomy.fields else None


def _both(wanted: tuple[str, ...] | None, value: str) -> tuple[str, ...]:
    return (value,) if wanted is None or value in wanted else ()


def dates(corpus: Corpus, asked: Iterable[Series]) -> tuple[date, ...]:
    """Return every day on which a record of the kind that is counted joined or was changed, in order."""
    days: set[date] = set()
    for kind in {kind for wanted in asked for kind in _kinds(wanted)}:
        if kind == EXCLUSIONS:
            days |= {exclusion.date_screened for exclusion in corpus.exclusions}
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
        values = (course.at(day) if course else _value(then, wanted) for course, wanted in zip(courses, asked, strict=True))
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
        for day, step in _logged(corpus) if wanted.of == EXCLUSIONS else _tagged(corpus, wanted.conditions):
            steps[day] += step
        days = tuple(sorted(steps))
        return cls(days, tuple(accumulate(steps[day] for day in days)))

    def at(self, day: date) -> int:
        """Return the count at the end of a day."""
        position = bisect_right(self.days, day)
        return self.counts[position - 1] if position else 0


def _logged(corpus: Corpus) -> Iterator[tuple[date, int]]:
    """Yield when a record came into the log, and when one that was promoted left it."""
    yield from ((exclusion.date_screened, 1) for exclusion in corpus.exclusions)
    for paper in corpus.papers:
        screened = paper.promoted_from.exclusion.date_screened if paper.promoted_from else paper.added
        if screened < paper.added:
            yield from ((screened, 1), (paper.added, -1))


def _tagged(corpus: Corpus, conditions: coverage.Conditions) -> Iterator[tuple[date, int]]:
    """Yield when a paper came to meet the conditions, and when it ceased to."""
    asked = {f"{TAGS}{name}" for name in conditions}
    for paper in corpus.papers:
        touched = {change.date for change in paper.changes if change.field in asked}
        meets = False
        for day in (paper.added, *sorted(day for day in touched if day > paper.added)):
            then = paper.at(day) if touched else paper
            if coverage.meets(then, conditions) != meets:
                meets = not meets
                yield day, 1 if meets else -1


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
        counts = tuple(None if note or then is None else _value(then, wanted) for wanted in asked)
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
    declared = known(then).fields("screened")
    lacking = sorted({name for wanted in asked for name in _fields(wanted) if name not in declared})
    if lacking:
        return f"no field {', '.join(lacking)} yet"
    under = {wanted.claim.under for wanted in asked if wanted.claim} - {scenario.name for scenario in then.scenarios} - {""}
    return f"no scenario {', '.join(sorted(under))} yet" if under else ""


def _fields(wanted: Series) -> Iterable[str]:
    return wanted.claim.fields if wanted.claim else wanted.conditions


def _value(then: Corpus, wanted: Series) -> int | str:
    if wanted.claim:
        (verdict,) = claims.verdicts_on(then, [wanted.claim])
        senses = [f"{finding.sense}: {finding.found}" for finding in verdict.findings]
        found = "; ".join(senses) if len(senses) > 1 else verdict.findings[0].found
        return verdict.outcome if wanted.of == VERDICT else found
    if wanted.of == EXCLUSIONS:
        return len(then.exclusions)
    return len(coverage.matching(then.papers, wanted.conditions))
