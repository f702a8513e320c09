"""What each old name of a field, a value or a level is called now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..taxonomy import Field, Tag, TagValue, values_in
from .pairs import Pair, only_choices

Fields = Mapping[str, Field]
Names = Mapping[str, str]
Tags = Sequence[Pair[Mapping[str, Tag]]]
"""What each record that stands on both sides holds, by field name."""


@dataclass(frozen=True, slots=True)
class Terms:
    """One side's names in words that both sides share; a name that was not renamed is such a word itself."""

    fields: Names
    values: Mapping[str, Names]
    levels: Mapping[str, Names]

    def field(self, name: str) -> str:
        """Return the word for a field."""
        return self.fields.get(name, name)

    def value(self, field: str, name: str) -> str:
        """Return the word for a value of a field."""
        return self.values.get(field, {}).get(name, name)

    def level(self, field: str, name: str) -> str:
        """Return the word for a level of a field."""
        return self.levels.get(field, {}).get(name, name)

    def tag(self, field: str, tag: Tag | None) -> frozenset[tuple[str, str]]:
        """Return a tag without order, in the same form whatever the field's kind."""
        if tag is None:
            return frozenset()
        if isinstance(tag, dict):
            return frozenset((self.value(field, name), self.level(field, text)) for name, text in tag.items())
        return frozenset((self.value(field, name), "") for name in values_in(tag))

    def conditions(self, asked: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
        """Return conditions without order."""
        return {self.field(name): frozenset(self.value(name, value) for value in values) for name, values in asked.items()}


@dataclass(frozen=True, slots=True)
class Renamed:
    """The names that became others, old to new."""

    fields: Names
    values: Mapping[str, Names]
    """By the old name of the field."""
    levels: Mapping[str, Names]
    """By the old name of the field."""

    @property
    def terms(self) -> Pair[Terms]:
        """The words of both sides. Of what was renamed it is both names at once, so that neither side is preferred."""
        old = {name: {one: f"{one} {other}" for one, other in found.items()} for name, found in self.values.items()}
        new = {
            self.fields.get(name, name): {other: f"{one} {other}" for one, other in found.items()} for name, found in self.values.items()
        }
        old_levels = {name: {one: f"{one} {other}" for one, other in found.items()} for name, found in self.levels.items()}
        new_levels = {self.fields.get(n, n): {other: f"{one} {other}" for one, other in found.items()} for n, found in self.levels.items()}
        before = Terms({one: f"{one} {other}" for one, other in self.fields.items()}, old, old_levels)
        return Pair(before, Terms({other: f"{one} {other}" for one, other in self.fields.items()}, new, new_levels))


def renamed(old: Fields, new: Fields, tags: Tags) -> Renamed:
    """Return the names that became others, as far as that shows.

    A name that went is taken for one that came where both have the same label or the same definition, or where all
    records that held the one hold the other; and only where no third name could be meant.
    """
    fields = _renamed_fields(old, new, tags)
    pairs = [(old[name], new[fields.get(name, name)]) for name in old if fields.get(name, name) in new]
    values = {one.name: _renamed_values(one.values, other.values, _holding(one.name, other.name, tags, _names)) for one, other in pairs}
    levels = {one.name: _renamed_values(one.levels, other.levels, _holding(one.name, other.name, tags, _levels)) for one, other in pairs}
    return Renamed(fields, _without_empty(values), _without_empty(levels))


def _without_empty(names: Mapping[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    return {name: found for name, found in names.items() if found}


def _renamed_fields(old: Fields, new: Fields, tags: Tags) -> dict[str, str]:
    gone, come = [old[name] for name in old if name not in new], [new[name] for name in new if name not in old]
    alike = dict(only_choices((one.name, other.name) for one in gone for other in come if _described_alike(one, other)))
    left = [(one, other) for one in gone for other in come if one.name not in alike and other.name not in alike.values()]
    same = dict(only_choices((one.name, other.name) for one, other in left if _held_alike(one.name, other.name, tags)))
    return alike | same


def _described_alike(one: Field | TagValue, other: Field | TagValue) -> bool:
    return one.label == other.label or one.definition == other.definition


def _held_alike(one: str, other: str, tags: Tags) -> bool:
    held = [Pair(before.get(one), after.get(other)) for before, after in tags]
    return any(pair.before is not None for pair in held) and all(pair.before == pair.after for pair in held)


Holding = Pair[Callable[[str], frozenset[tuple[int, str]]]]
"""For a name of either side, where it is held: the number of the record, and within a map the value."""


def _renamed_values(old: Sequence[TagValue], new: Sequence[TagValue], holding: Holding) -> dict[str, str]:
    known, knows = {value.name for value in old}, {value.name for value in new}
    gone, come = [value for value in old if value.name not in knows], [value for value in new if value.name not in known]
    alike = dict(only_choices((one.name, other.name) for one in gone for other in come if _described_alike(one, other)))
    left = [(a.name, b.name) for a in gone for b in come if a.name not in alike and b.name not in alike.values()]
    moved = [(one, other) for one, other in left if holding.before(one) and holding.before(one) == holding.after(other)]
    return alike | dict(only_choices(moved))


def _holding(old: str, new: str, tags: Tags, of: Callable[[Tag | None], Iterable[tuple[str, str]]]) -> Holding:
    before = [(number, *found) for number, pair in enumerate(tags) for found in of(pair.before.get(old))]
    after = [(number, *found) for number, pair in enumerate(tags) for found in of(pair.after.get(new))]
    return Pair(
        lambda name: frozenset((number, where) for number, where, held in before if held == name),
        lambda name: frozenset((number, where) for number, where, held in after if held == name),
    )


def _names(tag: Tag | None) -> Iterator[tuple[str, str]]:
    yield from (("", value) for value in values_in(tag))


def _levels(tag: Tag | None) -> Iterator[tuple[str, str]]:
    if isinstance(tag, dict):
        yield from tag.items()
