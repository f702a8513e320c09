"""Tables that count: one field, two fields, and the log of excluded records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ... import coverage
from ...corpus import Corpus
from ...taxonomy import Field, values_in
from .table import Cell, Column, Table, Wording, distinct, lowered

_UNCODED_LABEL = "not coded"
_TOTAL_LABEL = "Entries"


def count_table(corpus: Corpus, field: str, say: Wording = Wording.NAMES, *, margins: bool = False) -> Table:
    """Return entries per value of a field: value, label, count, in the taxonomy's order, zeros kept.

    Where values have levels, a column for each stands before the count, which leaves out the level that says "not found".
    A field that not every entry carries has a last row for those without, and a note that says how many are coded.
    ``margins`` adds a row ``(total)`` that counts entries. Raises CallFault for an unknown field.
    """
    declared = coverage.field(field, corpus.taxonomy)
    counts, named = coverage.counts(corpus, field), coverage.levels(corpus, field)
    rows: list[tuple[Cell, ...]] = [
        (str(value), str(label), *(named.get((str(value), level), 0) for level in declared.level_by_name), int(count))
        for value, label, count in counts.itertuples()
    ]
    if margins:
        rows.append((coverage.TOTAL, _TOTAL_LABEL.lower(), *_reaching(corpus, declared), len(corpus.papers)))
    note = " ".join(filter(None, (coded_note(corpus, declared), _absent_note(declared))))
    return Table(f"count-{field}", f"Entries by {lowered(declared.label)}", _count_columns(declared, say), tuple(rows), note)


def _reaching(corpus: Corpus, field: Field) -> Iterator[int]:
    """Yield for each level how many entries give it to some value."""
    tags = [tag for paper in corpus.papers if isinstance(tag := paper.tag(field.name), dict)]
    return (sum(level in tag.values() for tag in tags) for level in field.level_by_name)


def _absent_note(field: Field) -> str:
    """Return what a count leaves out; empty where it leaves out nothing."""
    level = field.level_by_name.get(field.absent)
    return f"The count leaves out entries with the level “{level.label}”." if level else ""


def _count_columns(field: Field, say: Wording) -> tuple[Column, ...]:
    levels = (Column(level.label if say.for_people else level.name, numeric=True) for level in field.levels)
    label = Column(field.label if say.for_people else say.heading("label"))
    return distinct((Column(say.heading("value"), raw=True), label, *levels, Column(say.heading("count"), numeric=True)))


def said_once(table: Table, say: Wording) -> Table:
    """Return a count without its column of labels, or for people that of names, where every value is called by its name."""
    own = (coverage.UNCODED, coverage.TOTAL)
    if any(name != label for name, label, *_ in table.rows if name not in own):
        return table
    left_out = 0 if say.for_people else 1
    kept = [number for number in range(len(table.columns)) if number != left_out]
    rows = tuple(tuple(row[number] for number in kept) for row in table.rows)
    return replace(table, columns=tuple(table.columns[number] for number in kept), rows=rows)


def crosstab_table(corpus: Corpus, rows: str, cols: str, margins: bool = False, say: Wording = Wording.NAMES) -> Table:
    """Return entries per pair of values: a row per value of the first field, a column per value of the second.

    The first column is called as the row field and holds its values. Declared values without an entry keep their
    row and column. ``margins`` adds a column and a row ``(total)`` that count entries. Raises CallFault for an
    unknown field.
    """
    return crosstab_tables(corpus, rows, cols, margins, (say,))[0]


def crosstab_tables(
    corpus: Corpus, rows: str, cols: str, margins: bool = False, wordings: Iterable[Wording] = Wording
) -> tuple[Table, ...]:
    """Return ``crosstab_table`` in each of several wordings, counted once."""
    first, second = coverage.field(rows, corpus.taxonomy), coverage.field(cols, corpus.taxonomy)
    counts = coverage.crosstab(corpus, rows, cols, margins=margins)
    columns = [str(value) for value in counts.columns]
    body = [(str(value), tuple(int(count) for count in cells)) for value, *cells in counts.itertuples()]
    caption = f"Entries by {lowered(first.label)} (rows) and {lowered(second.label)} (columns)"
    note = " ".join(dict.fromkeys(note for note in (coded_note(corpus, first), coded_note(corpus, second)) if note))
    return tuple(
        Table(f"{rows}-by-{cols}", caption, _crossed_columns(first, second, columns, say), _said_rows(first, body, say), note)
        for say in wordings
    )


def _crossed_columns(first: Field, second: Field, columns: Iterable[str], say: Wording) -> tuple[Column, ...]:
    headings = [_said(say, second, value) for value in columns]
    corner = say.of_field(first) if say.of_field(first) not in headings else f"{say.of_field(first)} / {say.of_field(second)}"
    return Column(corner), *(Column(heading, numeric=True) for heading in headings)


def _said_rows(field: Field, rows: Iterable[tuple[str, tuple[int, ...]]], say: Wording) -> tuple[tuple[Cell, ...], ...]:
    return tuple((_said(say, field, value), *counts) for value, counts in rows)


def _said(say: Wording, field: Field, value: str) -> str:
    if not say.for_people or value not in (coverage.UNCODED, coverage.TOTAL):
        return say.of_value(field, value)
    return _UNCODED_LABEL if value == coverage.UNCODED else _TOTAL_LABEL


def coded_note(corpus: Corpus, field: Field) -> str:
    """Return how many of the entries that can carry a field do; empty where every entry does."""
    able, coded, _ = coverage.extent(corpus, field.name)
    whose = "entries" if able == len(corpus.papers) else "entries that can carry it"
    return f"{field.label}: coded for {coded} of {able} {whose}." if coded < len(corpus.papers) else ""


def exclusion_table(corpus: Corpus, field: str, say: Wording = Wording.NAMES, *, margins: bool = False) -> Table:
    """Return excluded records per value of a field of the log: value, label, count, zeros kept.

    A record with several values counts under each; ``margins`` adds a row ``(total)`` that counts records. Raises CallFault where
    the log has no such field.
    """
    declared = coverage.log_field(field, corpus.taxonomy)
    counts = Counter(value for exclusion in corpus.exclusions for value in values_in(exclusion.logged.get(field)))
    rows: list[tuple[Cell, ...]] = [(value.name, value.label, counts[value.name]) for value in declared.values]
    if margins:
        rows.append((coverage.TOTAL, "records", len(corpus.exclusions)))
    return Table(f"exclusions-{field}", f"Excluded records by {lowered(declared.label)}", _count_columns(declared, say), tuple(rows))
