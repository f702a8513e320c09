"""How an entry came to be: the day on which it joined, and every correction since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from ...corpus import Corpus
from ...records import TAGS, Change, Paper
from ...taxonomy import Field, values_in

FEW = 4
"""Names or values that are written out; longer lists are cut."""

_WORDS = {"arxiv_id": "arXiv id", "doi": "DOI"}
"""Fields whose names are not just words with underscores."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One change of an entry."""

    date: date
    key: str
    field: str
    """In words."""
    before: str
    """What stood there until then; ``nothing`` where the field was absent."""
    after: str
    """What stood there from then on."""
    why: str


def corrections(paper: Paper, corpus: Corpus) -> tuple[Correction, ...]:
    """Return every change of an entry, the latest first."""
    found = [_correction(number, change, paper, corpus) for number, change in enumerate(paper.changes)]
    return tuple(reversed(found))


def _correction(number: int, change: Change, paper: Paper, corpus: Corpus) -> Correction:
    field = corpus.taxonomy.fields.get(change.field.removeprefix(TAGS)) if change.field.startswith(TAGS) else None
    after = change.after if change.after is not None else _later(paper, number)
    label = field.label if field else _WORDS.get(change.field, change.field.replace("_", " "))
    return Correction(change.date, paper.key, label, in_words(change.before, field), in_words(after, field), change.why)


def _later(paper: Paper, number: int) -> object:
    """Return what stood in a field after a change that does not say so: what the next one found there, else what is there."""
    field = paper.changes[number].field
    following = (change.before for change in paper.changes[number + 1 :] if change.field == field)
    return next(following, paper.value_of(field))


def in_words(value: object, field: Field | None = None) -> str:
    """Return what an entry holds in a field as one line; ``nothing`` for None."""
    if value is None or value == ():
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field is not None:
        return _listed([field.label_of(name) for name in values_in(value)])  # type: ignore[arg-type]  # parsed as a tag
    return _listed(list(_parts(value)))


def _parts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        yield from (str(part) for part in value)
    else:
        yield str(value)


def _listed(parts: list[str]) -> str:
    shown = parts if len(parts) <= FEW else [*parts[: FEW - 1], f"{len(parts) - FEW + 1} more"]
    return ", ".join(shown)
