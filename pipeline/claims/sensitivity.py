"""How fragile each claim is: the least change that flips it, and the scenarios in which it holds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ..corpus import Corpus, once
from ..statements import Claim, Scenario
from ..statements.claims import Sense
from ..statements.scenarios import LEFT_OUT, RETAGGED, STRICT
from ..taxonomy import Field
from . import phrases, words
from .changes import Changes
from .moves import Step
from .outcomes import Subsets
from .scenarios import Replacements, replaced, seen_by, under
from .sums import Bound, unit
from .tally import Tally
from .verdicts import Pool, TraceFaults, Verdict, pool_of, unchecked, undecided, verdicts
from .worlds import Run, World

Answer = Literal["yes", "no", "undecided", "not asked"]
LISTED = 6
"""More records than this are counted and not named."""


@dataclass(frozen=True, slots=True)
class Survival:
    """Whether a claim holds in one scenario."""

    scenario: str
    answer: Answer
    """``undecided`` where it depends on unknown tags or where nothing is left to look at."""
    detail: str
    """What was found, or why, in one clause."""


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
    survivals: tuple[Survival, ...]
    """One for each of ``scenarios(corpus)``, for the broad sense."""

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.verdict.claim


def scenarios(corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """Return name and label of every scenario in which claims are tried, in order."""
    declared = [(scenario.name, scenario.label) for scenario in corpus.scenarios]
    readers = [(reading.id, f"Tags of: {reading.reader}") for reading in corpus.readings]
    single = [(LEFT_OUT, "Any one record left out"), (RETAGGED, "Any one record retagged in a field that is read")]
    return ((STRICT, "Strict sense for the broad one"), *declared, *readers, *single)


def sensitivity(corpus: Corpus, traces: TraceFaults | None = None) -> tuple[Sensitivity, ...]:
    """Return how fragile each claim is, in the order of the file."""
    return _sensitivity(corpus) if traces is None else _tried(corpus, verdicts(corpus, traces))


@once
def _sensitivity(corpus: Corpus) -> tuple[Sensitivity, ...]:
    return _tried(corpus, verdicts(corpus))


def _tried(corpus: Corpus, found: Iterable[Verdict]) -> tuple[Sensitivity, ...]:
    trials = {name: _Trials(corpus, pool_of(corpus.pool(name))) for name in dict.fromkeys(claim.pool for claim in corpus.claims)}
    return tuple(trials[verdict.claim.pool].of(verdict) for verdict in found)


def least_changes(corpus: Corpus) -> tuple[tuple[Claim, int | None, str], ...]:
    """Return each claim with the least number of changes that flips it and with that in words, in the order of the file."""
    return tuple((one.claim, one.least[0].count, one.least[0].words) for one in sensitivity(corpus))


class _Trials:
    """Tries claims in one pool."""

    def __init__(self, corpus: Corpus, pool: Pool) -> None:
        self._pool = pool
        self._names = scenarios(corpus)
        self._scenarios: Mapping[str, Scenario] = {scenario.name: scenario for scenario in corpus.scenarios}
        papers = pool.corpus.papers
        self._readings: Mapping[str, Replacements] = {reading.id: seen_by(reading, papers) for reading in corpus.readings}
        self._worlds: dict[str, Mapping[str, World]] = {}

    def of(self, verdict: Verdict) -> Sensitivity:
        """Return how fragile a claim is."""
        claim = verdict.claim
        if claim.broad.selection.of == "traces":
            return Sensitivity(verdict, (_of_traces(verdict),), tuple(Survival(name, "not asked", "") for name, _ in self._names))
        world = self._pool.world if not claim.under else self._under(claim.under, self._pool.world)
        tallies = {name: self._pool.tally(sense) for name, sense in claim.senses}
        runs = {name: Run(tally, world, self._pool.known) for name, tally in tallies.items()}
        found = {name: Changes(run) for name, run in runs.items() if not _is_open(verdict, name)}
        least = tuple(self._least(verdict, name, run.tally, found.get(name)) for name, run in runs.items())
        return Sensitivity(verdict, least, tuple(self._survivals(claim, runs["broad"], found.get("broad"))))

    def _under(self, name: str, world: World) -> World:
        return under(world, self._scenarios[name], self._pool.corpus, self._pool.known)

    def _variants(self, claim: Claim, world: World) -> Mapping[str, World]:
        """Return the world of each scenario and each reader. Most claims start from the same one."""
        if claim.under not in self._worlds:
            declared = {name: self._under(name, world) for name in self._scenarios}
            self._worlds[claim.under] = declared | {name: replaced(world, tags) for name, tags in self._readings.items()}
        return self._worlds[claim.under]

    def _fields(self, tally: Tally) -> Mapping[str, Field]:
        return self._pool.known.fields(tally.selection.of)

    def _least(self, verdict: Verdict, name: str, tally: Tally, changes: Changes | None) -> LeastChange:
        if changes is None:
            return LeastChange(name, None, "cannot be checked", "", ())
        found = changes.least()
        text = phrases.least(found, verdict.claim, tally, self._fields(tally))
        return LeastChange(name, found.count, text, phrases.example(found.steps), found.steps)

    def _survivals(self, claim: Claim, run: Run, changes: Changes | None) -> Iterator[Survival]:
        yield self._strict(claim, run.world)
        for name, variant in self._variants(claim, run.world).items():
            reason = self._beside_the_point(name, claim)
            yield Survival(name, "not asked", reason) if reason else self._survival(name, run.tally, variant)
        yield from self._single(run, changes)

    def _strict(self, claim: Claim, world: World) -> Survival:
        if claim.strict is None:
            return Survival(STRICT, "not asked", "the claim has one sense only")
        narrower = self._pool.tally(Sense(claim.strict.selection, claim.broad.expectation))
        return self._survival(STRICT, narrower, world)

    def _beside_the_point(self, name: str, claim: Claim) -> str:
        """Say why a scenario cannot touch a claim, or return an empty text."""
        if name in self._scenarios:
            restricts = self._scenarios[name].restrict is not None
            return "the claim is about exclusions" if restricts and not _reads_papers(claim) else ""
        read = {field for seen in self._readings[name].values() for field in seen}
        touched = _reads_papers(claim) and read.intersection(claim.broad.fields)
        return "" if touched else "the reader did not look at what the claim reads"

    def _survival(self, name: str, tally: Tally, world: World) -> Survival:
        run = Run(tally, world, self._pool.known)
        if reason := unchecked(run):
            return Survival(name, "undecided", reason)
        found = run.subsets()
        answer: Answer = "no" if found.failing else "undecided" if found.undecided else "yes"
        if found.variants > 1:
            return Survival(name, answer, _subsets(found))
        return Survival(name, answer, self._range(run) if answer == "undecided" else self._found(run))

    def _found(self, run: Run) -> str:
        if run.world.retained:
            return self._range(run)
        return words.found(run.tally, run.base, run.count, self._fields(run.tally))

    def _range(self, run: Run) -> str:
        spans = [run.span(Bound(unit(position, len(run.tally.parts)))) for position in range(len(run.tally.parts))]
        return words.ranged(run.tally, spans, self._fields(run.tally))

    def _single(self, run: Run, changes: Changes | None) -> Iterator[Survival]:
        if changes is None:
            yield from (Survival(name, "undecided", unchecked(run) or undecided(run)) for name in (LEFT_OUT, RETAGGED))
            return
        for name, keys in ((LEFT_OUT, changes.flipping_removals()), (RETAGGED, changes.flipping_retags())):
            yield Survival(name, "yes" if not keys and changes.holds else "no", _named(keys))


def _is_open(verdict: Verdict, sense: str) -> bool:
    return next(finding for finding in verdict.findings if finding.sense == sense).outcome == "cannot be checked"


def _reads_papers(claim: Claim) -> bool:
    other = claim.broad.expectation.other
    return claim.broad.selection.takes("papers") or (other is not None and other.takes("papers"))


def _subsets(found: Subsets) -> str:
    parts = [f"holds in {_many(found.holding)} of {_many(found.variants)} subsets"]
    if found.undecided:
        parts.append(f"open in {_many(found.undecided)}")
    if found.smallest:
        parts.append(f"fails with {words.enumerated(found.smallest)}")
    return "; ".join(parts)


def _many(number: int) -> str:
    """Return a number in digits, or where nobody could read them its power of ten."""
    return f"{number:,}" if number < 10**15 else f"about 10^{int(math.log10(number))}"


def _named(keys: tuple[str, ...]) -> str:
    if not keys:
        return "none flips it"
    return f"flipped by {words.enumerated(keys)}" if len(keys) <= LISTED else f"flipped by any of {len(keys):,}"


def _of_traces(verdict: Verdict) -> LeastChange:
    if verdict.outcome == "cannot be checked":
        return LeastChange("broad", None, "cannot be checked", "", ())
    count = len(verdict.findings[0].breaking) or 1
    word = "one example trace that breaks the schema" if verdict.outcome == "holds" else f"{words.number(count)} traces mended"
    return LeastChange("broad", count, word, "", ())
