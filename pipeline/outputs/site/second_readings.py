"""The agreement page: who read the papers besides, how far they agree, and where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ... import agreement, claims
from ...agreement import ENTRIES, Alpha, Comparison
from ...corpus import Corpus
from ...readings import Reading
from ...records import Paper
from ...reliability import LEVEL, RESAMPLES, Estimate
from ...taxonomy import Field
from ..figures.palette import shade
from . import shell
from .readers import shown

DASH = "\N{EN DASH}"
"""Stands where there is no number."""
OURS = "these entries"
"""What the entries' own tags are called among the readers."""
INTERVALS = (
    f"Intervals hold {LEVEL:.0%} of {RESAMPLES:,} resamples of the papers (percentile bootstrap); where all rows agree, none can differ."
)


@dataclass(frozen=True, slots=True)
class Number:
    """A statistic, written out."""

    value: str
    interval: str
    undefined: str
    """Why it is; empty where it is not."""


@dataclass(frozen=True, slots=True)
class Differing:
    """A paper in which two readers differ."""

    paper: Paper
    first: str
    second: str
    status: str
    """``open`` or ``settled``; empty where nothing is noted."""
    why: str


@dataclass(frozen=True, slots=True)
class Met:
    """A row of a confusion table: how often one value of the first reader met each of the second's."""

    label: str
    counts: tuple[tuple[int, str], ...]
    """Each with ``same``, ``empty`` or ``shade-N``."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two readers on one field."""

    id: str
    field: Field
    first: str
    second: str
    rows: int
    agreeing: int
    share: str
    kappa: Number
    differing: tuple[Differing, ...]
    noted: bool
    """Whether it is said of a difference what became of it: of how two readings differ, nobody says anything."""
    columns: tuple[str, ...]
    """Labels of the values of the confusion table; empty where all rows agree."""
    met: tuple[Met, ...]
    stale: tuple[Paper, ...]
    """Papers that were retagged since they were read, and are left out."""


@dataclass(frozen=True, slots=True)
class Together:
    """All codings of one field."""

    field: Field
    codings: int
    papers: int
    alpha: Number


@dataclass(frozen=True, slots=True)
class Unseen:
    """A claim with papers that no second reader has seen."""

    id: str
    sentence: str
    papers: tuple[Paper, ...]
    of: int
    """How many papers are behind the claim."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the agreement page; nothing where nobody read the papers besides."""
    if not corpus.readings:
        return
    fields = agreement.fields_read(corpus)
    pairs = tuple(_pair(one, corpus) for one in agreement.comparisons(corpus, fields))
    together = [_together(agreement.alpha(corpus, corpus.taxonomy.fields[name]), corpus) for name in fields]
    alphas = {
        "entries, readers and prints together": together,
        "entries and readers alone, without printed tables": list(_of_eyes(corpus, fields)),
    }
    unread = agreement.unseen(corpus, corpus.by_key)
    page = shell.Page("agreement.html", "Second readings", "Who read the papers besides, and where they saw something else.", "agreement",
                      ("pages.css", "shades.css"))  # fmt: skip
    yield shell.render(
        corpus, page, "agreement.html", readings=corpus.readings, questions={one.id: _questions(one) for one in corpus.readings},
        read={one.id: _papers(sorted(one.codings), corpus) for one in corpus.readings}, pairs=pairs, alphas=alphas,
        intervals=INTERVALS, unread=_papers(unread, corpus), unseen=tuple(_unseen(corpus)),
    )  # fmt: skip


def _questions(reading: Reading) -> tuple[tuple[str, int, int], ...]:
    """Return each question with the number of papers for which the answer was yes, and no."""
    answers = {name: [coding.answers[name] for coding in reading.codings.values() if name in coding.answers] for name in reading.questions}
    return tuple((text, sum(answers[name]), len(answers[name]) - sum(answers[name])) for name, text in reading.questions.items())


def _papers(keys: Iterable[str], corpus: Corpus) -> tuple[Paper, ...]:
    return tuple(corpus.by_key[key] for key in keys if key in corpus.by_key)


def _reader(name: str, corpus: Corpus) -> str:
    return OURS if name == ENTRIES else next(reading.reader for reading in corpus.readings if reading.id == name)


def _pair(one: Comparison, corpus: Corpus) -> Pair:
    field = corpus.taxonomy.fields[one.field]
    columns, met = _confusion(one, field) if one.disagreeing else ((), ())
    return Pair(
        f"{one.field}.{one.first}.{one.second}".replace(" ", "-"), field, _reader(one.first, corpus), _reader(one.second, corpus),
        len(one.rows), one.agreeing, f"{one.agreeing / len(one.rows):.1%}" if one.rows else DASH, _number(one.kappa),
        tuple(_differing(row, one, field, corpus) for row in one.disagreeing), one.first == ENTRIES, columns, met,
        tuple(corpus.by_key[key] for key in one.stale),
    )  # fmt: skip


def _differing(row: agreement.Row, one: Comparison, field: Field, corpus: Corpus) -> Differing:
    noted = agreement.noted(corpus, one, row)
    status, why = (noted.status, noted.why) if noted else ("", "")
    return Differing(corpus.by_key[row.key], shown(field, row.first), shown(field, row.second), status, why)


def _confusion(one: Comparison, field: Field) -> tuple[tuple[str, ...], tuple[Met, ...]]:
    found = agreement.confusion(one, field)
    largest = max((n for r, line in enumerate(found.counts) for c, n in enumerate(line) if r != c), default=0)
    labels = tuple(shown(field, value) for value in found.values)
    rows = (
        Met(labels[r], tuple((n, "same" if r == c else f"shade-{shade(n, largest)}" if n else "none") for c, n in enumerate(line)))
        for r, line in enumerate(found.counts)
    )
    return labels, tuple(rows)


def _together(one: Alpha, corpus: Corpus) -> Together:
    return Together(corpus.taxonomy.fields[one.field], len(one.codings), one.papers, _number(one.estimate))


def _of_eyes(corpus: Corpus, fields: Iterable[str]) -> Iterator[Together]:
    found = (agreement.alpha_without_prints(corpus, corpus.taxonomy.fields[name]) for name in fields)
    yield from (_together(one, corpus) for one in found if one)


def _number(estimate: Estimate) -> Number:
    if estimate.value is None:
        return Number(DASH, "", estimate.undefined)
    return Number(f"{estimate.value:.3f}", estimate.interval_in_words, "")


def _unseen(corpus: Corpus) -> Iterator[Unseen]:
    """Yield the narrow claims first: a claim on the whole pool tells little about who was read."""
    verdicts = sorted(claims.verdicts(corpus), key=lambda verdict: len(verdict.matched))
    for verdict in verdicts:
        papers: Sequence[str] = [key for key in verdict.matched if key in corpus.by_key]
        unread = agreement.unseen(corpus, papers)
        if unread:
            yield Unseen(verdict.claim.id, verdict.claim.sentence, _papers(unread, corpus), len(papers))
