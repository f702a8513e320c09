"""All that is followed, at one time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from .. import claims, coverage
from ..corpus import Corpus
from .series import EXCLUSIONS, VERDICT, Series


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


def value(then: Corpus, wanted: Series) -> int | str:
    """Return the count of a survey as it stood, or what was found of a claim as text."""
    if wanted.claim:
        (verdict,) = claims.verdicts_on(then, [wanted.claim])
        senses = [f"{finding.sense}: {finding.found}" for finding in verdict.findings]
        found = "; ".join(senses) if len(senses) > 1 else verdict.findings[0].found
        return verdict.outcome if wanted.of == VERDICT else found
    if wanted.of == EXCLUSIONS:
        return sum(coverage.meets(exclusion.logged, wanted.conditions) for exclusion in then.exclusions)
    return len(coverage.matching(then.papers, wanted.conditions))
