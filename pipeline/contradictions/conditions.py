"""Conditions on the tags of a paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..readings import comparable
from ..records import Paper
from ..taxonomy import Tag, Taxonomy, values_in


@dataclass(frozen=True, slots=True)
class Wanted:
    """A condition on one field: one of these values, of a map also with one of these levels."""

    field: str
    values: tuple[str, ...]
    levels: tuple[str, ...]
    """Empty where any will do."""

    def meets(self, tag: Tag | None) -> bool:
        """Say whether a tag holds what is wanted."""
        held = [value for value in values_in(tag) if value in self.values]
        return any(not isinstance(tag, dict) or not self.levels or tag[value] in self.levels for value in held)

    def __str__(self) -> str:
        levels = f" ({' or '.join(self.levels)})" if self.levels else ""
        return f"{self.field} {' or '.join(self.values)}{levels}"


Condition = tuple[Wanted, ...]
"""All of them must hold."""


def meets(paper: Paper, condition: Condition) -> bool:
    """Say whether a paper carries all that a condition wants."""
    return all(wanted.meets(paper.tag(wanted.field)) for wanted in condition)


def tags(paper: Paper, conditions: Iterable[Condition], taxonomy: Taxonomy) -> tuple[tuple[str, str], ...]:
    """Return the fields that conditions look at, each with what a paper carries there."""
    names = dict.fromkeys(wanted.field for condition in conditions for wanted in condition)
    return tuple((name, comparable(paper.tag(name), taxonomy.fields[name]) or "not coded") for name in names)
