"""Second readings: what another reader saw in the papers, and where that differs from what the entries hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date
from typing import Literal

from .errors import Place
from .records import TAGS, Paper
from .taxonomy import Field, Tag, Taxonomy, values_in

Kind = Literal["reading", "print"]
KINDS: tuple[Kind, ...] = ("reading", "print")
"""A pair of eyes on the papers, or a table that was printed from codings and shows only what was printed."""
Status = Literal["open", "settled"]
STATUSES: tuple[Status, ...] = ("open", "settled")
BLANK = "(blank)"
"""Stands for a dash in a field that has no value for "not applicable". No value can be called so."""


@dataclass(frozen=True, slots=True)
class Coding:
    """What one reader saw in one paper."""

    key: str
    """Of the paper."""
    tags: Mapping[str, Tag]
    """By field; a field that was not read is absent."""
    blank: tuple[str, ...]
    """Fields for which the reader wrote a dash, though they have no value that says so."""
    answers: Mapping[str, bool]
    """To the reading's questions, by name."""
    note: str
    place: Place = dataclass_field(compare=False)
    taken_over: frozenset[str] = frozenset()
    """Fields of which the file says nothing but that all it does not state is as published."""

    @property
    def stated(self) -> Coding:
        """The coding with only those tags that stand in the file."""
        return replace(self, tags={name: tag for name, tag in self.tags.items() if name not in self.taken_over}, taken_over=frozenset())

    @property
    def says_nothing(self) -> bool:
        """Whether it holds no tag, dash, answer or note."""
        return not (self.tags or self.blank or self.answers or self.note)

    def value(self, field: Field) -> str | None:
        """Return what the reader saw in a field, in comparable form; BLANK for a dash, None where it was not read."""
        return BLANK if field.name in self.blank else comparable(self.tags.get(field.name), field)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A field of a paper in which a reader differs from the entry as it stood on the day of the reading."""

    key: str
    field: str
    status: Status
    why: str
    place: Place = dataclass_field(compare=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reader's codings of one day."""

    id: str
    """The file's stem."""
    reader: str
    kind: Kind
    date: date
    method: str
    """How it was done, in a sentence."""
    caveat: str
    """What its numbers must not be taken for."""
    fields: tuple[str, ...]
    """The fields that were read, in the taxonomy's order."""
    questions: Mapping[str, str]
    """What was asked besides, by name."""
    codings: Mapping[str, Coding]
    """By key of the paper."""
    disagreements: Mapping[tuple[str, str], Disagreement]
    """By key and field."""
    place: Place = dataclass_field(compare=False)

    @property
    def stated(self) -> Reading:
        """The reading as its file states it: without what was taken over from the published pool, which the entries tell."""
        stated = {key: coding.stated for key, coding in self.codings.items()}
        return replace(self, codings={key: coding for key, coding in stated.items() if not coding.says_nothing})

    def without(self, keys: Collection[str]) -> Reading:
        """Return the reading as if it said nothing of some papers."""
        codings = {key: coding for key, coding in self.codings.items() if key not in keys}
        disagreements = {(key, field): one for (key, field), one in self.disagreements.items() if key not in keys}
        return replace(self, codings=codings, disagreements=disagreements)

    def stale(self, paper: Paper) -> tuple[str, ...]:
        """Return the fields of a paper that were retagged after they were read, in the order of the reading."""
        coding = self.codings.get(paper.key)
        if coding is None or not paper.changes:
            return ()
        later = (change.field for change in paper.changes if change.date > self.date)
        retagged = {name.removeprefix(TAGS) for name in later if name.startswith(TAGS)}
        return tuple(name for name in self.fields if name in retagged and (name in coding.tags or name in coding.blank))


def comparable(tag: Tag | None, field: Field) -> str | None:
    """Return a tag as one text that is equal where two readers saw the same, or None for an absent one.

    Several values count as a whole, in the taxonomy's order; of a map to free text only the names count.
    """
    if tag is None:
        return None
    names = values_in(tag)
    if isinstance(tag, dict) and field.levels:
        names = tuple(f"{name}: {level}" for name, level in tag.items())
    return "; ".join(names)


def differences(reading: Reading, papers: Mapping[str, Paper], taxonomy: Taxonomy) -> Iterator[tuple[str, str]]:
    """Yield key and field wherever a reader differs from the entry as it stood on the day of the reading.

    A field that only one of the two holds is no difference: nothing was compared.
    """
    for key, coding in reading.codings.items():
        then = papers[key].at(reading.date) if key in papers else None
        for name in reading.fields if then else ():
            assert then is not None
            theirs, ours = coding.value(taxonomy.fields[name]), comparable(then.tags.get(name), taxonomy.fields[name])
            if theirs is not None and ours is not None and theirs != ours:
                yield key, name
