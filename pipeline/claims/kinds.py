"""The kinds of expectation: which numbers each counts, and the bounds that it sets on their sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..statements import Condition, Expectation, Selection
from ..taxonomy import Field
from .seen import Seen, selects
from .sums import Bound, unit

Part = Callable[[Seen], bool]
"""Says whether a record adds one to a number."""
Made = tuple[list[Part], list[Bound]]


def made(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    """Return the numbers of an expectation of the records that a query means, and their bounds.

    ``fields`` are those that the query may name.
    """
    return _MAKERS[expectation.kind](selection, expectation, fields)


def counted_values(expectation: Expectation, fields: Mapping[str, Field]) -> tuple[str, ...]:
    """Return the values of a field that an expectation counts, in the order of the tally's numbers; none for other kinds."""
    if expectation.kind == "most_common":
        declared = fields[expectation.field]
        leader = next(iter(expectation.numbers))
        return (leader, *(value for value in declared.by_name if value not in (leader, declared.none)))
    return tuple(expectation.numbers) if expectation.field else ()


def _selected(selection: Selection) -> Part:
    return lambda seen: selects(selection, seen)


def _number(low: bool, high: bool) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        number = expectation.number
        return [_selected(selection)], [Bound((1,), number if low else None, number if high else None)]

    return make


def _exactly(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    keys = frozenset(expectation.keys)
    named: Part = lambda seen: seen.key in keys and selects(selection, seen)  # noqa: E731 -- one of two alike
    extra: Part = lambda seen: seen.key not in keys and selects(selection, seen)  # noqa: E731
    return [named, extra], [Bound((1, 0), low=len(keys)), Bound((0, 1), high=0)]


def _relation(low: int | None, high: int) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        assert expectation.other
        return [_selected(selection), _selected(expectation.other)], [Bound((1, -1), low, high)]

    return make


def _every(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    assert expectation.other
    target = expectation.other.query
    return [lambda seen: selects(selection, seen) and not target.holds(seen.state)], [Bound((1,), high=0)]


def _with_value(selection: Selection, expectation: Expectation, value: str) -> Part:
    condition = Condition(expectation.field, "", (value,))
    return lambda seen: condition in seen.state and selects(selection, seen)


def _by_value(exact: bool) -> Callable[[Selection, Expectation, Mapping[str, Field]], Made]:
    def make(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
        values = counted_values(expectation, fields)
        bounds = [
            Bound(unit(position, len(values)), number, number if exact else None)
            for position, number in enumerate(expectation.numbers[value] for value in values)
        ]
        return [_with_value(selection, expectation, value) for value in values], bounds

    return make


def _most_common(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    values = counted_values(expectation, fields)
    bounds = [Bound(tuple((place == 0) - (place == position) for place in range(len(values))), low=1) for position in range(1, len(values))]
    return [_with_value(selection, expectation, value) for value in values], bounds


def _empty_cells(selection: Selection, expectation: Expectation, fields: Mapping[str, Field]) -> Made:
    """Return a number for each cell, row by row. How many of them are zero is no sum, so that it is bounded elsewhere."""
    rows, columns = ([Condition(name, "", (value,)) for value in values] for name, values in expectation.crossed)
    return [_in_cell(selection, row, column) for row in rows for column in columns], []


def _in_cell(selection: Selection, row: Condition, column: Condition) -> Part:
    return lambda seen: row in seen.state and column in seen.state and selects(selection, seen)


_MAKERS: dict[str, Callable[[Selection, Expectation, Mapping[str, Field]], Made]] = {
    "count": _number(low=True, high=True), "at_most": _number(low=False, high=True), "at_least": _number(low=True, high=False),
    "none": _number(low=False, high=True), "exactly": _exactly, "fewer_than": _relation(None, -1), "equal_to": _relation(0, 0),
    "every": _every, "counts": _by_value(exact=True), "each": _by_value(exact=False), "most_common": _most_common,
    "empty_cells": _empty_cells,
}  # fmt: skip
"""One for each kind of expectation but ``valid``, which counts nothing that carries tags."""
