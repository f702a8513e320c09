"""What a claim expects of the records it means: a number, a bound, a set, nothing, or a relation to others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal

from .queries import Condition
from .vocabulary import Selection

Kind = Literal[
    "count", "at_most", "at_least", "none", "exactly", "fewer_than", "equal_to", "every", "counts", "each", "most_common", "empty_cells",
    "valid",
]  # fmt: skip
Limit = Literal["count", "at_most", "at_least"]
"""A number that is meant exactly, or as a bound."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing that must be true of the records that a query means."""

    kind: Kind
    number: int = 0
    """Of ``count``, ``at_most``, ``at_least`` and ``empty_cells``."""
    keys: tuple[str, ...] = ()
    """Of ``exactly``: all that may be found."""
    other: Selection | None = None
    """Of ``fewer_than`` and ``equal_to``: what is counted on the other side. Of ``every``: what each must meet besides."""
    field: str = ""
    """Of ``counts``, ``each`` and ``most_common``."""
    numbers: Mapping[str, int] = dataclass_field(default_factory=dict)
    """Of ``counts`` the number for each value, of ``each`` the least number, of ``most_common`` the one value with 1."""
    crossed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of ``empty_cells``: the field of the rows and that of the columns, each with all its declared values."""
    limit: Limit = "count"
    """Of ``empty_cells``: how its number is meant."""

    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions that the expectation asks besides the claim's own query."""
        counted = (Condition(self.field, "", (value,)) for value in self.numbers)
        crossed = (Condition(name, "", (value,)) for name, values in self.crossed for value in values)
        return (*(self.other.query.conditions() if self.other else ()), *counted, *crossed)
