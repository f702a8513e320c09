"""Which claims rest on a paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from ... import claims
from ...corpus import Corpus, once

NARROW = 20
"""A claim that means more records than this rests on no single one of them."""
SHOWN = 4
"""Claims, those that mean the fewest records first."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A claim, as the page of a paper behind it shows it."""

    id: str
    sentence: str
    outcome: str
    papers: int
    """How many records the claim means."""


@once
def resting(corpus: Corpus) -> Mapping[str, tuple[Resting, ...]]:
    """Return by key the claims that rest on a paper: those whose query means it and few others, the fewest first."""
    found: dict[str, list[Resting]] = defaultdict(list)
    for verdict in claims.verdicts(corpus):
        for key in verdict.matched if len(verdict.matched) <= NARROW else ():
            found[key].append(Resting(verdict.claim.id, verdict.claim.sentence, verdict.outcome, len(verdict.matched)))
    return {key: tuple(sorted(rest, key=lambda one: one.papers)[:SHOWN]) for key, rest in found.items()}
