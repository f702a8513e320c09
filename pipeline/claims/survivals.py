"""The scenarios in which claims are tried, and whether a claim holds in each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ..corpus import Corpus
from ..statements import Claim, Scenario
from ..statements.claims import Sense
from ..statements.scenarios import LEFT_OUT, RETAGGED, STRICT
from ..taxonomy import Field
from . import words
from .changes import Changes
from .judging import unchecked, undecided
from .outcomes import Subsets
from .pool import Pool
from .scenarios import Replacements, replaced, seen_by
from .tally import Tally
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


def scenarios(corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """Return name and label of every scenario in which claims are tried, in order."""
    declared = [(scenario.name, scenario.label) for scenario in corpus.scenarios]
    readers = [(reading.id, f"Tags of: {reading.reader}") for reading in corpus.readings]
    single = [(LEFT_OUT, "Any one record left out"), (RETAGGED, "Any one record retagged in a field that is read")]
    return ((STRICT, "Strict sense for the broad one"), *declared, *readers, *single)


class Survivals:
    """Tries claims in every scenario of one pool."""

    def __init__(self, corpus: Corpus, pool: Pool) -> None:
        self._pool = pool
        self._scenarios: Mapping[str, Scenario] = {scenario.name: scenario for scenario in corpus.scenarios}
        papers = pool.corpus.papers
        self._readings: Mapping[str, Replacements] = {reading.id: seen_by(reading, papers) for reading in corpus.readings}
        self._read = {name: {field for seen in tags.values() for field in seen} for name, tags in self._readings.items()}
        self._worlds: dict[str, Mapping[str, World]] = {}

    def of(self, claim: Claim, name: str, run: Run, changes: Changes | None) -> Iterator[Survival]:
        """Yield whether a sense of a claim holds in each scenario, in the order of ``scenarios``.

        ``name`` is the sense's, ``run`` is of that sense, and ``changes`` is None where it is open.
        """
        sense = dict(claim.senses)[name]
        yield self._strict(claim, name, run.world)
        for scenario, variant in self._variants(claim, run.world).items():
            reason = self._beside_the_point(scenario, sense)
            yield Survival(scenario, "not asked", reason) if reason else self._survival(scenario, run.tally, variant)
        yield from _with_one_changed(run, changes)

    def _variants(self, claim: Claim, world: World) -> Mapping[str, World]:
        """Return the world of each scenario and each reader. Most claims start from the same one."""
        if claim.under not in self._worlds:
            declared = {name: self._pool.variant(name, world) for name in self._scenarios}
            self._worlds[claim.under] = declared | {name: replaced(world, tags) for name, tags in self._readings.items()}
        return self._worlds[claim.under]

    def _strict(self, claim: Claim, name: str, world: World) -> Survival:
        if claim.strict is None:
            return Survival(STRICT, "not asked", "the claim has one sense only")
        if name != "broad":
            return Survival(STRICT, "not asked", "this is the strict sense")
        if claim.broad.expectation.kind == "exactly":
            return Survival(STRICT, "not asked", "the claim lists the records of the broad sense")
        narrower = self._pool.tally(Sense(claim.strict.selection, claim.broad.expectation))
        return self._survival(STRICT, narrower, world)

    def _beside_the_point(self, name: str, sense: Sense) -> str:
        """Say why a scenario cannot touch a sense of a claim, or return an empty text."""
        if name in self._scenarios:
            restricts = self._scenarios[name].restrict is not None
            return "the claim is about exclusions" if restricts and not _reads_papers(sense) else ""
        touched = _reads_papers(sense) and self._read[name].intersection(sense.fields)
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
        return words.ranged(run.tally, run.spans(), self._fields(run.tally))

    def _fields(self, tally: Tally) -> Mapping[str, Field]:
        return self._pool.known.fields(tally.selection.of)


def _reads_papers(sense: Sense) -> bool:
    other = sense.expectation.other
    return sense.selection.takes("papers") or (other is not None and other.takes("papers"))


def _with_one_changed(run: Run, changes: Changes | None) -> Iterator[Survival]:
    if changes is None:
        yield from (Survival(name, "undecided", unchecked(run) or undecided(run)) for name in (LEFT_OUT, RETAGGED))
        return
    for name, keys in ((LEFT_OUT, changes.flipping_removals()), (RETAGGED, changes.flipping_retags())):
        yield Survival(name, "yes" if not keys and changes.holds else "no", _named(keys))


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
