"""How fragile each claim is: the least change that flips it, and the scenarios in which it holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..corpus import Corpus, once
from ..statements import Claim
from . import phrases, words
from .changes import Changes
from .moves import Step
from .pool import Pool, pool_of
from .survivals import Survival, Survivals, scenarios
from .tally import Tally
from .verdicts import TraceFaults, Verdict, verdicts
from .worlds import Run


@dataclass(frozen=True, slots=True)
class LeastChange:
    """The fewest changes that flip one sense of a claim."""

    sense: str
    count: int | None
    """None where no change flips it, or where it could not be checked."""
    words: str
    example: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """All that is known of how fragile a claim is."""

    verdict: Verdict
    least: tuple[LeastChange, ...]
    """One for each sense, the broad one first."""
    survivals: tuple[tuple[Survival, ...], ...]
    """For each sense, the broad one first, one for each of ``scenarios(corpus)``."""

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.verdict.claim


def sensitivity(corpus: Corpus, traces: TraceFaults | None = None) -> tuple[Sensitivity, ...]:
    """Return how fragile each claim is, in the order of the file."""
    return _sensitivity(corpus) if traces is None else _tried(corpus, verdicts(corpus, traces))


@once
def _sensitivity(corpus: Corpus) -> tuple[Sensitivity, ...]:
    return _tried(corpus, verdicts(corpus))


def _tried(corpus: Corpus, found: Iterable[Verdict]) -> tuple[Sensitivity, ...]:
    trials = {name: _Trials(corpus, pool_of(corpus.pool(name))) for name in dict.fromkeys(claim.pool for claim in corpus.claims)}
    return tuple(trials[verdict.claim.pool].of(verdict) for verdict in found)


def least_changes(corpus: Corpus) -> tuple[tuple[Claim, str, int | None, str], ...]:
    """Return each sense of each claim with the least number of changes that flips it and with that in words, in the file's order."""
    return tuple((one.claim, least.sense, least.count, least.words) for one in sensitivity(corpus) for least in one.least)


class _Trials:
    """Tries claims in one pool."""

    def __init__(self, corpus: Corpus, pool: Pool) -> None:
        self._pool = pool
        self._names = scenarios(corpus)
        self._survivals = Survivals(corpus, pool)

    def of(self, verdict: Verdict) -> Sensitivity:
        """Return how fragile a claim is."""
        claim = verdict.claim
        if claim.broad.selection.of == "traces":
            return Sensitivity(verdict, (_of_traces(verdict),), (tuple(Survival(name, "not asked", "") for name, _ in self._names),))
        world = self._pool.world_of(claim)
        runs = {name: Run(self._pool.tally(sense), world, self._pool.known) for name, sense in claim.senses}
        found = {name: Changes(run) for name, run in runs.items() if not _is_open(verdict, name)}
        least = tuple(self._least(verdict, name, run.tally, found.get(name)) for name, run in runs.items())
        survivals = tuple(tuple(self._survivals.of(claim, name, run, found.get(name))) for name, run in runs.items())
        return Sensitivity(verdict, least, survivals)

    def _least(self, verdict: Verdict, name: str, tally: Tally, changes: Changes | None) -> LeastChange:
        if changes is None:
            return LeastChange(name, None, "cannot be checked", "", ())
        found = changes.least()
        text = phrases.least(found, verdict.claim, name, tally, self._pool.known.fields(tally.selection.of))
        return LeastChange(name, found.count, text, phrases.example(found.steps), found.steps)


def _is_open(verdict: Verdict, sense: str) -> bool:
    return next(finding for finding in verdict.findings if finding.sense == sense).outcome == "cannot be checked"


def _of_traces(verdict: Verdict) -> LeastChange:
    if verdict.outcome == "cannot be checked":
        return LeastChange("broad", None, "cannot be checked", "", ())
    count = len(verdict.findings[0].breaking) or 1
    word = "one example trace that breaks the schema" if verdict.outcome == "holds" else f"{words.number(count)} traces mended"
    return LeastChange("broad", count, word, "", ())
