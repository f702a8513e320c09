"""Who read a paper besides those who tagged it, and where they saw something else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from ... import agreement
from ...corpus import Corpus
from ...readings import BLANK, Disagreement
from ...records import Paper
from ...taxonomy import Field


@dataclass(frozen=True, slots=True)
class Differing:
    """A field in which a reader and the entry differ."""

    field: str
    """Label."""
    ours: str
    theirs: str
    status: str
    """``open`` or ``settled``; empty where nothing is noted."""
    why: str


@dataclass(frozen=True, slots=True)
class Read:
    """One reader's look at one paper."""

    reading: str
    """Its id."""
    reader: str
    date: date
    fields: int
    """How many were read and are still as they were."""
    note: str
    differing: tuple[Differing, ...]
    stale: tuple[str, ...]
    """Labels of the fields that were retagged since."""


def read(paper: Paper, corpus: Corpus) -> tuple[Read, ...]:
    """Return every reader's look at a paper, the earliest first."""
    return tuple(_read(seen, corpus) for seen in agreement.readers_of(corpus, paper))


def _read(seen: agreement.Seen, corpus: Corpus) -> Read:
    fields = corpus.taxonomy.fields
    differing = tuple(_differing(fields[name], ours, theirs, noted) for name, ours, theirs, noted in seen.differs)
    looked_at = len([name for name in (*seen.coding.tags, *seen.coding.blank) if name not in seen.stale])
    return Read(
        seen.reading.id, seen.reading.reader, seen.reading.date, looked_at, seen.coding.note, differing,
        tuple(fields[name].label for name in seen.stale),
    )  # fmt: skip


def _differing(field: Field, ours: str, theirs: str, noted: Disagreement | None) -> Differing:
    status, why = (noted.status, noted.why) if noted else ("", "")
    return Differing(field.label, shown(field, ours), shown(field, theirs), status, why)


def shown(field: Field, compared: str) -> str:
    """Return a tag in its comparable form as people read it: labels, and a dash where a reader wrote one."""
    if compared == BLANK:
        return "\N{EN DASH}"
    parts = (part.partition(": ") for part in compared.split("; "))
    return "; ".join(f"{field.label_of(name)}{sign}{level}" for name, sign, level in parts)
