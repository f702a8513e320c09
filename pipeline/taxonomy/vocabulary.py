"""Fields, values and rules, as frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property

from ..errors import Place
from .tags import Kind, Tag, values_in


@dataclass(frozen=True, slots=True)
class TagValue:
    """One value of a field."""

    name: str
    """As written in an entry."""
    label: str
    """For people, at most some 30 characters."""
    definition: str
    """One or two sentences to tag by."""
    not_for: str = ""
    """When another value is the right one; empty where none is easily confused."""
    confused_with: tuple[str, ...] = ()
    """The neighbors that ``not_for`` tells it from."""
    attributes: Mapping[str, str] = dataclass_field(default_factory=dict)
    """What the field says of each value besides, by attribute name."""
    place: Place = dataclass_field(default=Place("survey/taxonomy.yaml"), compare=False)
    """Where the value is declared."""


@dataclass(frozen=True)
class Field:
    """One way in which entries are tagged."""

    name: str
    label: str
    kind: Kind
    definition: str
    values: tuple[TagValue, ...]
    """In the order in which tables and charts show them."""
    required: bool = False
    ordered: bool = False
    """Whether the order of the values means something, as coarse to fine."""
    none: str = ""
    """The value that says "not applicable"; empty where the field has none."""
    attributes: Mapping[str, str] = dataclass_field(default_factory=dict)
    """Heading of each attribute that the values carry, by attribute name."""
    levels: tuple[TagValue, ...] = ()
    """Of a map: what a value is mapped to; empty where it is mapped to free text."""
    absent: str = ""
    """Of a map: the level that says that a value was looked for and not found; empty where no level says so."""
    applies_to: Mapping[str, tuple[str, ...]] = dataclass_field(default_factory=dict)
    """Which entries can carry the field, as field name to values; empty where all can."""

    @cached_property
    def by_name(self) -> dict[str, TagValue]:
        """The values by name, in order."""
        return {value.name: value for value in self.values}

    @cached_property
    def level_by_name(self) -> dict[str, TagValue]:
        """The levels by name, in order."""
        return {level.name: level for level in self.levels}

    def held(self, tag: Tag | None) -> tuple[str, ...]:
        """Return the values that a tag holds: all that it names, but for those that were looked for and not found."""
        named = values_in(tag)
        return tuple(value for value in named if tag[value] != self.absent) if self.absent and isinstance(tag, dict) else named

    def is_aside(self, value: str) -> bool:
        """Say whether a value says "not applicable": where it meets another, no entry is missing, and one that is there fills no gap."""
        return value == self.none

    def label_of(self, value: str) -> str:
        """Return a value's label, or the value itself where it is not declared."""
        declared = self.by_name.get(value)
        return declared.label if declared else value


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition across fields: where ``when`` holds, ``then`` must hold and ``then_not`` must not."""

    name: str
    when: Mapping[str, tuple[str, ...]]
    then: Mapping[str, tuple[str, ...]]
    then_not: Mapping[str, tuple[str, ...]]
    why: str
    """Shown to whoever breaks it."""


@dataclass(frozen=True)
class Taxonomy:
    """All fields, the rules across them, and the vocabulary of the exclusion log."""

    fields: Mapping[str, Field]
    rules: tuple[Rule, ...] = ()
    exclusion: Mapping[str, Field] = dataclass_field(default_factory=dict)
    """The fields of exclusion records that have a vocabulary."""

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    @cached_property
    def required(self) -> tuple[Field, ...]:
        """The fields that every entry carries."""
        return tuple(field for field in self if field.required)
