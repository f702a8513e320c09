"""Which claims hold, which fail and which cannot be checked, with the records behind each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ..corpus import Corpus, once
from ..statements import Claim, Vocabulary
from ..statements.claims import Sense
from . import words
from .outcomes import Subsets
from .scenarios import under
from .subjects import Subject, known, subjects
from .tally import Tally, tally
from .worlds import Run, World, in_order

Outcome = Literal["holds", "fails", "cannot be checked"]
OUTCOMES: tuple[Outcome, ...] = ("holds", "cannot be checked", "fails")
"""From the best to the worst: a claim is as good as the worst of its senses."""

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
    """What was counted by value, as label and number; empty where values are not counted."""
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


@dataclass(frozen=True, slots=True)
class Pool:
    """A survey's records, ready for claims."""

    corpus: Corpus
    known: Vocabulary
    world: World

    @property
    def by_key(self) -> Mapping[str, Subject]:
        """The records by key."""
        return self.world.certain.by_key

    def tally(self, sense: Sense) -> Tally:
        """Return how a sense of a claim is counted in this pool."""
        return tally(sense.selection, sense.expectation, self.known.fields(sense.selection.of))


@once
def pool_of(corpus: Corpus) -> Pool:
    """Return the pool of a survey as it stands."""
    return Pool(corpus, known(corpus), World(subjects(corpus)))


def _verdict(claim: Claim, pool: Pool, traces: TraceFaults | None) -> Verdict:
    if claim.broad.selection.of == "traces":
        return Verdict(claim, (_of_traces(traces or {}),))
    world = pool.world
    if claim.under:
        scenario = next(scenario for scenario in pool.corpus.scenarios if scenario.name == claim.under)
        world = under(world, scenario, pool.corpus, pool.known)
    return Verdict(claim, tuple(_finding(name, sense, pool, world) for name, sense in claim.senses))


def _finding(name: str, sense: Sense, pool: Pool, world: World) -> Finding:
    run = Run(pool.tally(sense), world, pool.known)
    fields = pool.known.fields(sense.selection.of)
    outcome, why, breaking = judged(run, pool)
    return Finding(
        name, outcome, run.selected, _compared(run), words.counted(run.tally, run.base, fields),
        words.found(run.tally, run.base, run.count, fields), breaking, why,
    )  # fmt: skip


def _compared(run: Run) -> tuple[str, ...]:
    other = run.tally.expectation.other
    if other is None or run.tally.expectation.kind == "every":
        return ()
    return in_order((sort.of, keys) for sort, keys in run.sorts.items() if other.takes(sort.of) and other.query.holds(sort.state))


def judged(run: Run, pool: Pool) -> tuple[Outcome, str, tuple[str, ...]]:
    """Return the outcome of a run, why it is not good, and what breaks it."""
    if reason := unchecked(run):
        return "cannot be checked", reason, ()
    found = run.subsets()
    if found.failing:
        if run.world.optional and run.tally.holds(run.base):
            return "fails", f"fails once {words.enumerated(found.smallest)} is retained", found.smallest
        return "fails", _reason(run, pool), _breaking(run, pool)
    reason = _open(found)
    return ("cannot be checked", reason, ()) if reason else ("holds", "", ())


def undecided(run: Run) -> str:
    """Say why it is open whether a claim holds, or return an empty text."""
    return _open(run.subsets())


def _open(found: Subsets) -> str:
    return "it depends on tags that are not known" if found.undecided and not found.failing else ""


def unchecked(run: Run) -> str:
    """Say why a run looked at nothing, or return an empty text."""
    of = run.tally.selection.of
    looked_at = [names for kind, names in run.world.certain.carried.items() if run.tally.selection.takes(kind)]
    if not looked_at:
        return f"there are no {of}"
    for name in run.tally.fields:
        if not any(name in names for names in looked_at):
            return f"none of the {of} is coded in {name}"
    if run.tally.expectation.kind == "every" and not run.count:
        return f"none of the {of} is meant by the query"
    return ""


def _reason(run: Run, pool: Pool) -> str:
    expectation = run.tally.expectation
    if expectation.kind == "exactly":
        met = {sort.key for sort in run.sorts if sort.key and any(run.tally.adds(sort))}
        lacking = [_lacking(key, run, pool) for key in expectation.keys if key not in met]
        return "; ".join([*lacking, *([f"{words.number(run.base[1])} more than named"] if run.base[1] else [])])
    fields = pool.known.fields(run.tally.selection.of)
    return words.found(run.tally, run.base, run.count, fields)


def _lacking(key: str, run: Run, pool: Pool) -> str:
    subject = pool.by_key.get(key)
    if subject is None:
        return f"{key} is not in the pool"
    fields = sorted({condition.field for condition in run.tally.selection.query.conditions()})
    held = ", ".join(f"{name} {words.tag(subject.tags.get(name))}" for name in fields)
    return f"{key} is not among them: it holds {held}"


def _breaking(run: Run, pool: Pool) -> tuple[str, ...]:
    """Return a smallest set of records whose removal mends the bounds that a removal can mend."""
    found: set[str] = set()
    fields = run.tally.fields
    for bound in run.tally.bounds:
        need = bound.excess(bound.value(run.base))
        pushing = [key for sort, keys in run.sorts.items() if need * bound.value(run.tally.adds(sort)) > 0 for key in keys]
        if abs(need) <= len(pushing):
            pushing.sort(key=lambda key: (pool.by_key[key].since(fields), key), reverse=True)
            found.update(pushing[: abs(need)])
    return tuple(sorted(found))


def _of_traces(traces: TraceFaults) -> Finding:
    faulty = tuple(sorted(name for name, fault in traces.items() if fault))
    outcome: Outcome = "fails" if faulty else "holds" if traces else "cannot be checked"
    why = "; ".join(f"{name}: {traces[name]}" for name in faulty) if faulty else "" if traces else "there are no example traces"
    found = f"{len(traces) - len(faulty):,} of {len(traces):,} valid"
    return Finding("broad", outcome, tuple(sorted(traces)), (), (), found, faulty, why)
