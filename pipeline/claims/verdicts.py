"""Which claims hold, which fail and which cannot be checked, with the records behind each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..corpus import Corpus, once
from ..statements import Claim
from ..statements.claims import Sense
from . import words
from .judging import OUTCOMES, Outcome, judged
from .pool import Pool, pool_of
from .worlds import Run, World, in_order

TraceFaults = Mapping[str, str]
"""Example traces by name, with what is wrong with each; an empty text where nothing is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one sense of a claim came to."""

    sense: str
    """``broad`` or ``strict``."""
    outcome: Outcome
    matched: tuple[str, ...]
    """The records that the query means, by key."""
    compared: tuple[str, ...]
    """Of a relation, the records on its other side."""
    numbers: tuple[tuple[str, int], ...]
    """What was counted by value, as label and number; empty where values are not counted. Of cells, the filled ones."""
    cells: tuple[tuple[str, str], ...]
    """Of these cells, the values of row and column."""
    found: str
    """The count beside what was expected, in one clause."""
    breaking: tuple[str, ...]
    """Where it fails, a smallest set of records that are too many, those that came or were retagged last. Empty where records
    are lacking, so that taking some away mends nothing."""
    why: str
    """Where it does not hold, the reason in one clause."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a claim came to."""

    claim: Claim
    findings: tuple[Finding, ...]
    """One for each sense, the broad one first."""

    @property
    def outcome(self) -> Outcome:
        """The worst outcome of its senses."""
        return max((finding.outcome for finding in self.findings), key=OUTCOMES.index)

    @property
    def matched(self) -> tuple[str, ...]:
        """The records behind the claim in its broad sense."""
        return self.findings[0].matched


def verdicts(corpus: Corpus, traces: TraceFaults | None = None) -> tuple[Verdict, ...]:
    """Return what each claim comes to, in the order of the file.

    ``traces`` are the example traces, for a claim about them, by default those that the survey holds; without any it
    cannot be checked.
    """
    return _verdicts(corpus) if traces is None else _judged_by(corpus, traces)


@once
def _verdicts(corpus: Corpus) -> tuple[Verdict, ...]:
    return _judged_by(corpus, corpus.example_traces)


def _judged_by(corpus: Corpus, traces: TraceFaults) -> tuple[Verdict, ...]:
    return tuple(_verdict(claim, pool_of(corpus.pool(claim.pool)), traces) for claim in corpus.claims)


def verdicts_on(corpus: Corpus, claims: Iterable[Claim]) -> tuple[Verdict, ...]:
    """Return what claims come to on a survey's records as they are, whatever pool they name; for looking back in time."""
    return tuple(_verdict(claim, pool_of(corpus), None) for claim in claims)


def failing(corpus: Corpus, traces: TraceFaults | None = None) -> tuple[Verdict, ...]:
    """Return the verdicts on published claims that do not hold, in the order of the file."""
    return tuple(v for v in verdicts(corpus, traces) if v.claim.pool == "published" and v.outcome != "holds")


def _verdict(claim: Claim, pool: Pool, traces: TraceFaults | None) -> Verdict:
    if claim.broad.selection.of == "traces":
        return Verdict(claim, (_of_traces(traces or {}),))
    world = pool.world_of(claim)
    return Verdict(claim, tuple(_finding(name, sense, pool, world) for name, sense in claim.senses))


def _finding(name: str, sense: Sense, pool: Pool, world: World) -> Finding:
    run = Run(pool.tally(sense), world, pool.known)
    fields = pool.known.fields(sense.selection.of)
    outcome, why, breaking = judged(run, pool)
    return Finding(
        name, outcome, run.selected, _compared(run), words.counted(run.tally, run.base, fields), tuple(_cells(run)),
        words.found(run.tally, run.base, run.count, fields), breaking, why,
    )  # fmt: skip


def _compared(run: Run) -> tuple[str, ...]:
    other = run.tally.expectation.other
    if other is None or run.tally.expectation.kind == "every":
        return ()
    return in_order((sort.of, keys) for sort, keys in run.sorts.items() if other.takes(sort.of) and other.query.holds(sort.state))


def _cells(run: Run) -> Iterator[tuple[str, str]]:
    if run.tally.cells:
        yield from map(run.tally.cells.values, words.filled(run.base))


def _of_traces(traces: TraceFaults) -> Finding:
    faulty = tuple(sorted(name for name, fault in traces.items() if fault))
    outcome: Outcome = "fails" if faulty else "holds" if traces else "cannot be checked"
    why = "; ".join(f"{name}: {traces[name]}" for name in faulty) if faulty else "" if traces else "there are no example traces"
    found = f"{len(traces) - len(faulty):,} of {len(traces):,} valid"
    return Finding("broad", outcome, tuple(sorted(traces)), (), (), (), found, faulty, why)
