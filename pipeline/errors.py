"""A place, a problem, and the one family of exceptions that the commands turn into an exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "notice"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "notice")
"""From what stops a build to what only informs."""


class Place(NamedTuple):
    """Where in the survey's files something stands."""

    path: str
    """Relative to the survey's root, with forward slashes."""
    line: int = 1
    """Counted from 1."""
    column: int = 1
    """Counted from 1, in characters."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: where it is, what was found there and what would be allowed."""

    place: Place
    code: str
    """Stable and kebab-case; people search for it and tests name it."""
    message: str
    """One clause in lower case, without a full stop."""
    field: str = ""
    """Dotted path of the field, as in ``tags.credit_granularity``; empty where the whole file is meant."""
    found: str | None = None
    """The text as written; None where something is missing."""
    allowed: tuple[str, ...] = ()
    """The permitted values, in the taxonomy's order; empty where they cannot be listed."""
    hint: str = ""
    """What to do about it, where that does not follow from the rest."""
    severity: Severity = "error"

    @property
    def nearest(self) -> str | None:
        """The allowed value that ``found`` most resembles, or None where none is near."""
        return None if self.found is None else nearest(self.found, self.allowed)


def nearest(word: str, allowed: Sequence[str]) -> str | None:
    """Return what a person who wrote ``word`` most likely meant, without regard to case and signs; None where none is near."""
    if not allowed:
        return None
    from rapidfuzz import fuzz, process, utils

    best = process.extractOne(word[:_LONGEST], allowed, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=60)
    return best[0] if best else None


def guess(word: str, allowed: Sequence[str]) -> str:
    """Return `` (did you mean X?)`` for what is told of a word that is not allowed; nothing where none is near."""
    best = nearest(word, allowed)
    return f" (did you mean {best}?)" if best else ""


_LONGEST = 200
"""Characters; no name is longer, and comparing a whole misplaced text would be slow."""


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by file, line and column, errors before warnings at the same place; drop repetitions."""
    return sorted(
        dict.fromkeys(problems),
        key=lambda p: (p.place, SEVERITIES.index(p.severity), p.code, p.field, p.found or ""),
    )


class SurveyError(Exception):
    """Anything a person can cause. Never shown as a traceback."""


class DataFault(SurveyError):  # noqa: N818 -- a fault is not an error of the program
    """The survey's files are at fault (exit code 1)."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_reading_order(problems)
        super().__init__(f"{len(self.problems)} problems")


class OutputFault(DataFault):
    """The files are in order, and yet an output cannot be made of what they say (exit code 1)."""


class CallFault(SurveyError):  # noqa: N818 -- a fault is not an error of the program
    """The call is at fault: an unknown field, a folder that is no survey (exit code 2)."""
