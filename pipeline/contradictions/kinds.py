"""The kinds of check, each of which yields the records that show a difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ..readings import BLANK, Reading, comparable
from ..records import Paper
from ..taxonomy import Taxonomy
from .conditions import Condition, meets, tags


class State(Protocol):
    """What differences are looked for in; a corpus is one."""

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The pool."""

    @property
    def taxonomy(self) -> Taxonomy:
        """Its vocabulary."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What other readers saw."""


class Evidence(NamedTuple):
    """A record that shows a difference."""

    key: str
    """Of the paper; empty where no single one is meant."""
    shows: tuple[tuple[str, str], ...]
    """What was looked at, and what stands there."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """Stands for each paper that still carries the tags which contradict each other."""

    papers: Mapping[str, Condition]

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the papers with these tags."""
        for paper in state.papers:
            condition = self.papers.get(paper.key)
            if condition and meets(paper, condition):
                yield Evidence(paper.key, tags(paper, [condition], state.taxonomy))


@dataclass(frozen=True, slots=True)
class Apart:
    """Stands for each paper that meets one of two conditions which should pick out the same papers."""

    first: Condition
    second: Condition

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the papers that only one of the two picks out."""
        for paper in state.papers:
            if meets(paper, self.first) != meets(paper, self.second):
                yield Evidence(paper.key, tags(paper, [self.first, self.second], state.taxonomy))


@dataclass(frozen=True, slots=True)
class Counted:
    """Stands while the pool counts otherwise than a document printed."""

    where: Condition
    printed: int

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the two numbers, then the papers that are counted now with the day on which each joined."""
        found = [paper for paper in state.papers if meets(paper, self.where)]
        if len(found) != self.printed:
            asked = " and ".join(str(wanted) for wanted in self.where)
            yield Evidence("", ((asked, f"printed {self.printed}, now {len(found)}"),))
            yield from (Evidence(paper.key, (("added", paper.added.isoformat()),)) for paper in found)


@dataclass(frozen=True, slots=True)
class Unread:
    """Stands for each paper that a reading is said to cover and does not."""

    reading: str
    meant: tuple[Condition, ...]
    """A paper is meant that meets one of them."""

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the papers that meet one of the conditions and have no coding."""
        covered = {key for reading in state.readings if reading.id == self.reading for key in reading.codings}
        for paper in state.papers:
            if paper.key not in covered and any(meets(paper, condition) for condition in self.meant):
                yield Evidence(paper.key, (*tags(paper, self.meant, state.taxonomy), ("added", paper.added.isoformat())))


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Stands for each disagreement of a reading that is open and that no retagging has ended."""

    reading: str
    field: str

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the papers with what the entry holds and what the reader saw."""
        field = state.taxonomy.fields[self.field]
        by_key = {paper.key: paper for paper in state.papers}
        listed = [(r, d) for r in state.readings if r.id == self.reading for d in r.disagreements.values()]
        for reading, disagreement in listed:
            paper, coding = by_key.get(disagreement.key), reading.codings.get(disagreement.key)
            if paper is None or coding is None or disagreement.field != self.field or disagreement.status != "open":
                continue
            ours, theirs = comparable(paper.tag(self.field), field), coding.value(field)
            if ours != theirs:
                there = "a dash" if theirs == BLANK else theirs or "nothing"
                yield Evidence(paper.key, ((f"{self.field} here", ours or "not coded"), ("there", there)))


@dataclass(frozen=True, slots=True)
class Corrected:
    """Stands for each paper whose entry corrects a fact of the published pool."""

    papers: tuple[str, ...]
    field: str

    def evidence(self, state: State) -> Iterator[Evidence]:
        """Yield the papers with what was published and what stands in the entry."""
        for paper in state.papers:
            changes = [change for change in paper.changes if change.field == self.field]
            if paper.key in self.papers and changes:
                before, now = _plain(changes[0].before), _plain(getattr(paper, self.field))
                yield Evidence(paper.key, ((f"{self.field} as published", before or "absent"), ("now", now or "absent")))


def _plain(value: object) -> str:
    if value is None:
        return ""
    return "; ".join(getattr(item, "inverted", str(item)) for item in value) if isinstance(value, tuple) else str(value)
