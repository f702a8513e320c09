"""How far readers agree, field by field: which rows were compared, which agree, and the statistics of both.

The entries' own tags count as a reader. A coding of a field that was retagged afterwards is stale and counts nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from . import reliability
from .corpus import Corpus
from .readings import BLANK, Coding, Disagreement, Reading, comparable
from .records import Paper
from .reliability import Estimate
from .taxonomy import Field

ENTRIES = "our tags"
"""The tags of the entries, as they stand in the corpus that is looked at. No reading can be called so: a key has no blanks."""


class Row(NamedTuple):
    """One paper in the eyes of two readers."""

    key: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two readers on one field."""

    field: str
    first: str
    """ENTRIES or the id of a reading."""
    second: str
    rows: tuple[Row, ...]
    """Every paper that both read, by key."""
    stale: tuple[str, ...]
    """Papers that are left out, since they were retagged after one of the two had read them."""
    kappa: Estimate

    @property
    def agreeing(self) -> int:
        """How many rows agree."""
        return sum(row.first == row.second for row in self.rows)

    @property
    def disagreeing(self) -> tuple[Row, ...]:
        """The rows that do not agree."""
        return tuple(row for row in self.rows if row.first != row.second)


@dataclass(frozen=True, slots=True)
class Alpha:
    """All codings of one field."""

    field: str
    codings: tuple[str, ...]
    """ENTRIES and the ids of readings, printed tables among them unless they were left out."""
    papers: int
    """That at least two of them read."""
    estimate: Estimate


class Confusion(NamedTuple):
    """How often each value of the first reader met each value of the second."""

    values: tuple[str, ...]
    """Those that occur, in the taxonomy's order."""
    counts: tuple[tuple[int, ...], ...]
    """A row for each value of the first reader, a column for each of the second."""


# -- what is compared


def fields_read(corpus: Corpus) -> tuple[str, ...]:
    """Return the fields that some reading covers, in the taxonomy's order."""
    read = {name for reading in corpus.readings for name in reading.fields}
    return tuple(name for name in corpus.taxonomy.fields if name in read)


def comparisons(corpus: Corpus, fields: Iterable[str]) -> tuple[Comparison, ...]:
    """Return every pair of readers on each field that both cover: the entries with each reader first."""
    return tuple(
        compared(corpus, corpus.taxonomy.fields[name], first, second)
        for name in fields
        for first, second in combinations(_readers(corpus, name), 2)
    )


def _readers(corpus: Corpus, field: str) -> list[Reading | None]:
    """None stands for the entries."""
    return [None, *(reading for reading in corpus.readings if field in reading.fields)]


def compared(corpus: Corpus, field: Field, first: Reading | None, second: Reading | None) -> Comparison:
    """Return how two readers agree on a field; None stands for the entries."""
    read = _read(corpus, (first, second))
    both = [(paper.key, _seen(paper, field, first), _seen(paper, field, second)) for paper in read]
    rows = tuple(Row(key, one, other) for key, one, other in both if one is not None and other is not None)
    stale = tuple(paper.key for paper in read if any(one and field.name in one.stale(paper) for one in (first, second)))
    pairs = [(row.first, row.second) for row in rows]
    return Comparison(field.name, _name(first), _name(second), rows, stale, reliability.estimate(pairs, reliability.kappa))


def _read(corpus: Corpus, readers: Iterable[Reading | None]) -> list[Paper]:
    """Return the papers that one of several readers beside the entries has coded: of the others there is nothing to compare."""
    keys = set[str]().union(*(reading.codings for reading in readers if reading))
    return [paper for paper in corpus.papers if paper.key in keys]


def _name(reading: Reading | None) -> str:
    return reading.id if reading else ENTRIES


def _seen(paper: Paper, field: Field, reading: Reading | None) -> str | None:
    if reading is None:
        return comparable(paper.tag(field.name), field)
    coding = reading.codings.get(paper.key)
    return coding.value(field) if coding and field.name not in reading.stale(paper) else None


def confusion(comparison: Comparison, field: Field) -> Confusion:
    """Return which values met which."""
    met = Counter((row.first, row.second) for row in comparison.rows)
    used = {value for pair in met for value in pair}
    order = {value: number for number, value in enumerate((*field.by_name, BLANK))}
    values = tuple(sorted(used, key=lambda value: (order.get(value, len(order)), value)))
    return Confusion(values, tuple(tuple(met[one, other] for other in values) for one in values))


def noted(corpus: Corpus, comparison: Comparison, row: Row) -> Disagreement | None:
    """Return what a reading notes of a row in which it differs from our tags; None for two readings."""
    if comparison.first != ENTRIES:
        return None
    reading = next((reading for reading in corpus.readings if reading.id == comparison.second), None)
    return reading.disagreements.get((row.key, comparison.field)) if reading else None


# -- all readers together


def alpha(corpus: Corpus, field: Field) -> Alpha:
    """Return Krippendorff's alpha for nominal data over the entries and all readings; what was not read is missing."""
    return _alpha(corpus, field, _readers(corpus, field.name))


def alpha_without_prints(corpus: Corpus, field: Field) -> Alpha | None:
    """Return the same over the entries and pairs of eyes; None where no reading is a printed table, or nobody else is left."""
    readers = [reader for reader in _readers(corpus, field.name) if reader is None or reader.kind != "print"]
    prints = any(reading.kind == "print" for reading in corpus.readings)
    return _alpha(corpus, field, readers) if prints and len(readers) > 1 else None


def _alpha(corpus: Corpus, field: Field, readers: Sequence[Reading | None]) -> Alpha:
    seen = (tuple(value for reader in readers if (value := _seen(paper, field, reader)) is not None) for paper in _read(corpus, readers))
    units = [tuple(sorted(unit)) for unit in seen if len(unit) > 1]
    estimate = reliability.estimate(units, reliability.alpha)
    return Alpha(field.name, tuple(_name(reader) for reader in readers), len(units), estimate)


# -- papers


@dataclass(frozen=True, slots=True)
class Seen:
    """What one reader saw in one paper, held against the entry."""

    reading: Reading
    coding: Coding
    stale: tuple[str, ...]
    """Fields that were retagged since."""
    differs: tuple[tuple[str, str, str, Disagreement | None], ...]
    """Field, what the entry holds, what the reader saw, and what is noted about it; without stale fields."""


def readers_of(corpus: Corpus, paper: Paper) -> tuple[Seen, ...]:
    """Return who read a paper besides, and where they differ from the entry."""
    return tuple(_held_against(paper, reading, corpus) for reading in corpus.readings if paper.key in reading.codings)


def _held_against(paper: Paper, reading: Reading, corpus: Corpus) -> Seen:
    differs = []
    for field in (corpus.taxonomy.fields[name] for name in reading.fields):
        ours, theirs = _seen(paper, field, None), _seen(paper, field, reading)
        if ours is not None and theirs is not None and ours != theirs:
            differs.append((field.name, ours, theirs, reading.disagreements.get((paper.key, field.name))))
    return Seen(reading, reading.codings[paper.key], reading.stale(paper), tuple(differs))


def unseen(corpus: Corpus, keys: Iterable[str]) -> tuple[str, ...]:
    """Return those of the papers that no second reader has seen, sorted. A printed table is no reader."""
    read = {key for reading in corpus.readings if reading.kind == "reading" for key in reading.codings}
    return tuple(sorted(key for key in set(keys) if key in corpus.by_key and key not in read))
