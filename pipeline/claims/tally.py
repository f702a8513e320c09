"""An expectation as arithmetic: what each record adds to a few numbers, and the bounds that their sums must keep.

Every kind of expectation comes down to this, so that verdicts, scenarios and least changes each need one way only; but for
the empty cells of a cross-tab, of which what is bounded is how many of the numbers are zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from ..statements import Condition, Expectation, Selection, State
from ..statements.queries import state
from ..taxonomy import Field
from .cells import Cells, cells
from .kinds import Part, counted_values, made
from .seen import Seen, Sorts, selects
from .subjects import Records, Subject, completions
from .sums import Bound, Vector


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """How an expectation is counted. Keeps what it has worked out, since records recur from scenario to scenario."""

    selection: Selection
    expectation: Expectation
    asked: frozenset[Condition]
    """Every condition that it looks at."""
    fields: tuple[str, ...]
    """The fields of these, sorted."""
    named: frozenset[str]
    """Keys of the records that the expectation names."""
    parts: tuple[Part, ...]
    """One for each number."""
    bounds: tuple[Bound, ...]
    cells: Cells | None
    """Where empty cells are counted: then each number is that of a cell, and no sum is bounded."""
    _sorted: dict[Records, Sorts] = dataclass_field(default_factory=dict, repr=False)
    _vectors: dict[Seen, Vector] = dataclass_field(default_factory=dict, repr=False)
    _possible: dict[tuple[State, frozenset[str]], tuple[State, ...]] = dataclass_field(default_factory=dict, repr=False)

    def sorts(self, records: Records) -> Sorts:
        """Return records by sort."""
        if records not in self._sorted:
            found: dict[Seen, list[str]] = {}
            for subject, keys in records.alike(self.fields).values():
                met = state(subject.tags, self.asked)
                found.setdefault(Seen("", subject.of, met), []).extend(keys)
                for key in self.named.intersection(keys):
                    found.setdefault(Seen(key, subject.of, met), []).append(key)
            named = self.named
            kept = {sort: keys if sort.key or not named else [key for key in keys if key not in named] for sort, keys in found.items()}
            self._sorted[records] = {sort: sorted(keys) for sort, keys in kept.items() if keys}
        return self._sorted[records]

    def sort(self, subject: Subject) -> Seen:
        """Return the sort of a record all of whose tags are known."""
        return Seen(subject.key if subject.key in self.named else "", subject.of, state(subject.tags, self.asked))

    def possible(self, subject: Subject, fields: Mapping[str, Field]) -> tuple[Seen, ...]:
        """Return a record in every state that its unknown tags leave open. ``fields`` are those of its kind."""
        settled = state(subject.tags, (condition for condition in self.asked if condition.field not in subject.unknown))
        if (settled, subject.unknown) not in self._possible:
            self._possible[settled, subject.unknown] = tuple(completions(settled, subject.unknown, self.asked, fields))
        return tuple(Seen(subject.key, subject.of, one) for one in self._possible[settled, subject.unknown])

    def choices(self, subject: Subject, before: Vector, fields: Mapping[str, Field]) -> frozenset[Vector]:
        """Return by what vectors the sums may change if a record takes the place of one that added ``before``."""
        after = {self.adds(seen) for seen in self.possible(subject, fields)}
        return frozenset(tuple(a - b for a, b in zip(vector, before, strict=True)) for vector in after)

    def adds(self, seen: Seen) -> Vector:
        """Return what a record adds to each number."""
        sort = seen if not seen.key or seen.key in self.named else Seen("", seen.of, seen.state)
        if sort not in self._vectors:
            self._vectors[sort] = tuple(int(part(sort)) for part in self.parts)
        return self._vectors[sort]

    def selects(self, seen: Seen) -> bool:
        """Say whether the claim's query means the record."""
        return selects(self.selection, seen)

    def holds(self, vector: Vector) -> bool:
        """Say whether the sums keep every bound."""
        if self.cells:
            return self.cells.keep(vector)
        return all(bound.keeps(bound.value(vector)) for bound in self.bounds)


def tally(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Tally:
    """Return how an expectation of the records that a query means is counted.

    ``fields`` are those that the query may name.
    """
    parts, bounds = made(selection, expectation, fields)
    asked = {*selection.query.conditions(), *expectation.conditions()}
    asked |= {Condition(expectation.field, "", (value,)) for value in counted_values(expectation, fields)}
    names = tuple(sorted({condition.field for condition in asked}))
    return Tally(
        selection, expectation, frozenset(asked), names, frozenset(expectation.keys), tuple(parts), tuple(bounds), cells(expectation)
    )
