"""The values of which a comparison is made."""

from __future__ import annotations

from dataclasses import dataclass

from ..claims import Verdict
from ..corpus import Corpus
from ..records import TAGS, Change, Paper, Record
from ..taxonomy import Field, Rule, Tag, TagValue
from .numbers import Count, Crosstab
from .pairs import Pair

LOGGED = ("title", "authors", "year", "venue", "affiliation", "arxiv_id", "doi")
"""What a paper's log of changes is to tell of, beside its tags: without it the pool of an earlier day cannot be had back."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a record that is told otherwise."""

    name: Pair[str]
    """As changes name it: ``venue``, ``tags.is_rl``; the two differ where the field was renamed."""
    value: Pair[Tag | None]
    """As the record holds it, numbers and names as text; None where it is absent."""
    misquoted: Change | None = None
    """The oldest of the new lines of the log on it, where none of them begins with what stood here before."""

    @property
    def is_tag(self) -> bool:
        """Whether it is a tag, and the change a retag."""
        return self.name.after.startswith(TAGS)


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that came, went, moved, or is told otherwise."""

    record: Pair[Record | None]
    facts: tuple[Fact, ...]
    """What differs beside renamed values and fields that only one side knows; empty where it came, went or moved."""

    @property
    def moved(self) -> bool:
        """Whether it went from the corpus to the exclusions or back."""
        return None not in self.record and type(self.record.before) is not type(self.record.after)

    @property
    def renamed(self) -> bool:
        """Whether it stands under another key or id in the same folder."""
        return None not in self.record and not self.moved and _name(self.record.before) != _name(self.record.after)

    @property
    def misquoted(self) -> tuple[Fact, ...]:
        """The facts that differ while the new lines of the log begin with something else than what stood there."""
        return tuple(fact for fact in self.facts if fact.misquoted)

    @property
    def unlogged(self) -> tuple[Fact, ...]:
        """The facts of a paper that differ, of those that its log is to tell of, while no line of it that came or went names them.

        A fact that was unknown and is found out corrects nothing, so that the log need not tell of it.
        """
        before, after = self.record
        if not isinstance(before, Paper) or not isinstance(after, Paper):
            return ()
        named = {change.field for one, other in ((before, after), (after, before)) for change in one.changes if change not in other.changes}
        asked = (fact for fact in self.facts if fact.is_tag or (fact.name.after in LOGGED and fact.name.before not in before.unknown))
        return tuple(fact for fact in asked if named.isdisjoint(fact.name))


def _name(record: Record | None) -> str:
    return record.key if isinstance(record, Paper) else record.id if record else ""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value of a field, or a level of a map, that came, went, was renamed, or is described otherwise."""

    value: Pair[TagValue | None]

    @property
    def renamed(self) -> bool:
        """Whether it goes by another name."""
        before, after = self.value
        return before is not None and after is not None and before.name != after.name


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that came, went, was renamed, or is declared otherwise."""

    field: Pair[Field | None]
    values: tuple[ValueChange, ...]
    levels: tuple[ValueChange, ...]
    settings: tuple[str, ...]
    """Names of what else differs: ``label``, ``kind``, ``order`` of the values."""
    coded: Pair[int]
    """How many records carry it."""

    @property
    def renamed(self) -> bool:
        """Whether it goes by another name."""
        before, after = self.field
        return before is not None and after is not None and before.name != after.name


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule across fields that came, went, or says something else."""

    rule: Pair[Rule | None]


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A claim that came, went, says something else, or came to another verdict."""

    verdict: Pair[Verdict | None]

    @property
    def flipped(self) -> bool:
        """Whether the verdict is another than before."""
        before, after = self.verdict
        return before is not None and after is not None and before.outcome != after.outcome

    @property
    def reworded(self) -> bool:
        """Whether the claim itself, not only its verdict, is another than before."""
        before, after = self.verdict
        return before is not None and after is not None and before.claim != after.claim


@dataclass(frozen=True)
class Side:
    """One of the two states."""

    corpus: Corpus
    """Without the records that are unreadable on either side."""
    unread: tuple[str, ...]
    """Keys and ids of the records that have an error here, and so are compared on neither side; sorted."""


@dataclass(frozen=True)
class Diff:
    """Everything that changed in meaning."""

    side: Pair[Side]
    records: tuple[RecordChange, ...]
    """By the names that they have or had, papers first."""
    fields: tuple[FieldChange, ...]
    log_fields: tuple[FieldChange, ...]
    """Of the vocabulary of the exclusion log."""
    rules: tuple[RuleChange, ...]
    counts: tuple[Count, ...]
    """Papers by value, or by value and level, where the number differs; fields that only one side knows are left out."""
    log_counts: tuple[Count, ...]
    """Exclusions by stage and reason, likewise."""
    crosstabs: tuple[Crosstab, ...]
    """The declared cross-tabs in which a cell differs."""
    claims: tuple[ClaimChange, ...]
    parts: tuple[str, ...]
    """Names of the other files that tell something else, of which only that is said."""

    def __bool__(self) -> bool:
        """Say whether anything changed."""
        changed = (self.records, self.fields, self.log_fields, self.rules, self.counts, self.log_counts, self.crosstabs, self.claims)
        return any(changed) or bool(self.parts)
