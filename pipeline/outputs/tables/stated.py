"""Tables of what the survey states of its own records: the claims, and the scenarios under which they were tried."""

from __future__ import annotations

from collections.abc import Iterator

from ... import claims
from ...claims import LeastChange, Sensitivity, words
from ...corpus import Corpus
from ...statements import Expectation
from ...survey import Output
from ..claimed import ANSWERS, LEGEND, word
from .cells import Content, texts
from .table import Cell, Column, Wording


def stated(_: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each sense of each claim: what it says and expects, what it came to, and what would flip it."""
    headings = ("claim", "sense", "sentence", "pool", "expects", "verdict", "found")
    columns = (*texts(*map(say.heading, headings)), Column(say.heading("changes"), numeric=True), Column(say.heading("least change")))
    return columns, (row for one in claims.sensitivity(corpus) for row in _stated(one)), ""


def _stated(one: Sensitivity) -> Iterator[tuple[Cell, ...]]:
    claim, senses = one.claim, dict(one.claim.senses)
    for finding, least in zip(one.verdict.findings, one.least, strict=True):
        outcome = finding.outcome if len(one.verdict.findings) > 1 else word(one.verdict)
        expects = _expected(senses[finding.sense].expectation)
        yield claim.id, finding.sense, claim.sentence, claim.pool, expects, outcome, finding.found, _count(least), least.words


def _count(least: LeastChange) -> Cell:
    return "" if least.count is None else least.count


def _expected(expectation: Expectation) -> str:
    """Return what is expected as the file has it, in one line."""
    kind = expectation.kind.replace("_", " ")
    if expectation.kind in ("count", "at_most", "at_least"):
        return f"{kind} {expectation.number}"
    if expectation.crossed:
        limit = expectation.limit.replace("_", " ")
        return f"{kind} of {' by '.join(name for name, _ in expectation.crossed)}: {limit} {expectation.number}"
    if expectation.other:
        return f"{kind}: {expectation.other.of}, {words.query(expectation.other.query)}"
    named = expectation.keys or tuple(expectation.numbers)
    if expectation.kind == "counts":
        named = tuple(f"{value} {number}" for value, number in expectation.numbers.items())
    return f"{kind}: {', '.join(named)}" if named else kind


def scenarios(_: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each sense of each claim and a column for each scenario.

    People get numbers for headings and signs for answers.
    """
    named = claims.scenarios(corpus) if corpus.claims else ()
    headings = tuple(str(number) if say.for_people else name for number, (name, _) in enumerate(named, 1))
    columns = (*texts(*map(say.heading, ("claim", "sense"))), *texts(*headings))
    listed = "; ".join(f"{number}: {label}" for number, (_, label) in enumerate(named, 1))
    note = f"{LEGEND}. Scenarios are {listed}." if say.for_people and named else ""
    return columns, (row for one in claims.sensitivity(corpus) for row in _tried(one, say)), note


def _tried(one: Sensitivity, say: Wording) -> Iterator[tuple[Cell, ...]]:
    for least, survivals in zip(one.least, one.survivals, strict=True):
        answers = (ANSWERS[survival.answer] if say.for_people else survival.answer for survival in survivals)
        yield one.claim.id, least.sense, *answers
