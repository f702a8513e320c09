"""What is followed at revisions of the repository, from the files that stood there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .. import git, revisions
from ..claims.subjects import known
from ..corpus import Corpus
from ..errors import Problem
from .points import Point, value
from .series import Series


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
        counts = tuple(None if note or then is None else value(then, wanted) for wanted in asked)
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
    return wanted.claim.fields if wanted.claim else (condition.field.name for condition in wanted.conditions)
