"""What ``masrl agreement`` shows: the readers with their caveats, then tables from raw agreement to single rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .. import agreement
from ..agreement import Alpha, Comparison
from ..corpus import Corpus
from ..outputs.tables import Column, Table
from ..readings import BLANK, Reading
from ..reliability import LEVEL, RESAMPLES, Estimate
from .problems import many

MANY = 6
"""More papers than this are not all named in a cell."""
NO_READING = "No reading stands in survey/audits yet."
TOO_EARLY = "Nothing can be compared at the end of {day}: the first reading in survey/audits is of {first}."
BOOTSTRAP = f"Intervals: {LEVEL:.0%}, percentiles of {RESAMPLES:,} resamples of the rows. Where all rows agree, no resample can differ."


def readers(corpus: Corpus) -> list[tuple[Reading, str]]:
    """Return the readings, each with a line that says who read how many papers when."""
    return [(one, f"{one.id}: {one.reader}, {one.date}, {many(len(one.codings), 'paper')}") for one in corpus.readings]


def tables(corpus: Corpus, fields: Sequence[str], behind: Mapping[str, Sequence[str]]) -> list[Table]:
    """Return the tables on some fields; empty ones are left out. ``behind`` holds the papers behind each claim."""
    compared = agreement.comparisons(corpus, fields)
    chosen = [corpus.taxonomy.fields[name] for name in fields]
    together = _alpha("alpha", "our tags, readers and prints together", [agreement.alpha(corpus, field) for field in chosen])
    eyes = [one for field in chosen if (one := agreement.alpha_without_prints(corpus, field))]
    without = _alpha("alpha-without-prints", "our tags and readers alone, without printed tables", eyes)
    differing = [table for one in compared if one.disagreeing for table in (_rows(corpus, one), _confusion(corpus, one))]
    found = [_raw(compared), _kappa(compared), together, without, *differing, _stale(compared), _unseen(corpus, behind)]
    return [table for table in found if table.rows]


def _columns(words: str, numbers: str = "", more: str = "") -> tuple[Column, ...]:
    """Return columns of words, of numbers, and of words again, each list separated by commas."""
    listed = ((words, False), (numbers, True), (more, False))
    return tuple(Column(heading, numeric) for headings, numeric in listed if headings for heading in headings.split(","))


def _raw(compared: Iterable[Comparison]) -> Table:
    rows = (
        (one.field, one.first, one.second, len(one.rows), one.agreeing, f"{one.agreeing / len(one.rows):.1%}" if one.rows else "none")
        for one in compared
    )
    columns = _columns("field,first,second", "compared,agree,share")
    return Table("agreement", "Rows that both read, and rows that agree", columns, tuple(rows))


def _kappa(compared: Sequence[Comparison]) -> Table:
    rows = tuple((one.field, one.first, one.second, *_written(one.kappa)) for one in compared)
    caption = "Cohen's kappa: agreement beyond what the two readers' own frequencies give"
    return Table("kappa", caption, _columns("field,first,second", "kappa,interval"), rows, _note(one.kappa for one in compared))


def _alpha(name: str, whose: str, found: Sequence[Alpha]) -> Table:
    rows = tuple((one.field, len(one.codings), one.papers, *_written(one.estimate)) for one in found)
    caption = f"Krippendorff's alpha: {whose}, nominal, with missing values"
    return Table(name, caption, _columns("field", "codings,papers,alpha,interval"), rows, _note(one.estimate for one in found))


def _note(estimates: Iterable[Estimate]) -> str:
    reasons = sorted({estimate.undefined for estimate in estimates if estimate.undefined})
    return " ".join([BOOTSTRAP, *(f"Undefined: {reason}." for reason in reasons)])


def _written(estimate: Estimate) -> tuple[str, str]:
    if estimate.value is None:
        return "undefined", "none"
    return f"{estimate.value:.3f}", estimate.interval_in_words


def _rows(corpus: Corpus, comparison: Comparison) -> Table:
    rows: list[tuple[str, ...]] = []
    notes = comparison.first == agreement.ENTRIES  # of how two readings differ, nobody says anything
    for row in comparison.disagreeing:
        noted = agreement.noted(corpus, comparison, row)
        said = (noted.status, noted.why) if noted else ("", "")
        rows.append((row.key, shown(row.first), shown(row.second), *(said if notes else ())))
    columns = _columns(f"paper,{comparison.first},{comparison.second}{',status,why' if notes else ''}")
    return Table(f"rows-{comparison.field}", f"{comparison.field}: rows that do not agree", columns, tuple(rows))


def shown(value: str) -> str:
    """Return a value as people read it: a dash where the reader wrote one."""
    return "\u2013" if value == BLANK else value


def _confusion(corpus: Corpus, comparison: Comparison) -> Table:
    met = agreement.confusion(comparison, corpus.taxonomy.fields[comparison.field])
    columns = (Column(""), *(Column(shown(value), numeric=True) for value in met.values))
    rows: tuple[tuple[str | int, ...], ...] = tuple((shown(value), *counts) for value, counts in zip(met.values, met.counts, strict=True))
    caption = f"{comparison.field}: {comparison.first} in rows, {comparison.second} in columns"
    return Table(f"confusion-{comparison.field}", caption, columns, rows)


def _stale(compared: Iterable[Comparison]) -> Table:
    rows = tuple((key, one.field, one.second) for one in compared if one.first == agreement.ENTRIES for key in one.stale)
    return Table("stale", "Left out: retagged after it was read", _columns("paper,field,read by"), rows)


def _unseen(corpus: Corpus, behind: Mapping[str, Sequence[str]]) -> Table:
    whole = [claim for claim, keys in behind.items() if len(keys) == len(corpus.papers)]
    named = {f"the whole pool ({many(len(whole), 'claim')})": behind[whole[0]]} if whole else {}
    rows: list[tuple[str | int, ...]] = []
    for claim, keys in {**named, **{claim: keys for claim, keys in behind.items() if claim not in whole}}.items():
        unseen = agreement.unseen(corpus, keys)
        shortened = [*unseen[:MANY], *(["..."] if len(unseen) > MANY else [])]
        if unseen:
            rows.append((claim, len(keys), len(unseen), ", ".join(shortened)))
    caption, note = "Papers behind claims that no second reader has seen", "A printed table is no reader. --format json names all of them."
    return Table("unseen", caption, _columns("claim", "papers,unseen", "which"), tuple(rows), note)
