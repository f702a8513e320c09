"""Numbers, queries and expectations in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..statements import Claim, Condition, Expectation, Query
from ..taxonomy import Field, Tag
from .kinds import counted_values
from .sums import Vector
from .tally import Tally

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_KINDS = {
    "papers": ("paper", "papers"),
    "exclusions": ("exclusion", "exclusions"),
    "screened": ("record", "records"),
    "traces": ("trace", "traces"),
}


def number(count: int) -> str:
    """Return a number up to twelve as a word, a larger one in digits."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def enumerated(names: Sequence[str]) -> str:
    """Return names as a list in words: ``a``, ``a and b``, ``a, b, and c``."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def called(claim: Claim, sense: str, of: str, count: int) -> str:
    """Return what so many of the records that a sense of a claim means are called."""
    said = claim.called if sense == "broad" else claim.strictly_called
    if said[0]:
        return said[0 if count == 1 else 1]
    if sense != "broad":
        return f"{called(claim, 'broad', of, count)} in the {sense} sense"
    return f"matching {kind(of, count)}"


def named(claim: Claim, sense: str) -> str:
    """Return the id of a claim, with its sense where that is not the broad one."""
    return claim.id if sense == "broad" else f"{claim.id} ({sense})"


def kind(of: str, count: int) -> str:
    """Return what so many records are called, whatever they hold."""
    return _KINDS[of][0 if count == 1 else 1]


def tag(value: Tag | None) -> str:
    """Return what a record holds in a field as one text; ``nothing`` for an absent tag."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {level}" if level else name for name, level in value.items())
    return value if isinstance(value, str) else ", ".join(value)


def query(asked: Query) -> str:
    """Return a query as it could be typed: ``field=a,b and not other=c``."""
    parts = [_condition(condition) for condition in asked.where]
    if asked.without:
        parts.append(f"not ({' and '.join(_condition(condition) for condition in asked.without)})")
    if asked.any_of:
        parts.append(f"({' or '.join(query(one) for one in asked.any_of)})")
    return " and ".join(parts) or "all"


def _condition(condition: Condition) -> str:
    name = f"{condition.field}.{condition.within}" if condition.within else condition.field
    return f"{name}={','.join(condition.wanted)}"


def expected(expectation: Expectation, fields: Mapping[str, Field]) -> str:
    """Return what is expected, in a few words that follow a number."""
    makers = {
        "count": f"{expectation.number:,} expected", "at_most": f"at most {expectation.number:,}",
        "at_least": f"at least {expectation.number:,}", "none": "none expected", "exactly": "exactly the ones named",
        "fewer_than": "fewer expected", "equal_to": "as many expected", "every": "none expected",
        "counts": f"{listed(_stated(expectation, fields))} expected", "each": "at least one each expected",
        "most_common": "the first one expected ahead", "valid": "all expected to be valid",
    }  # fmt: skip
    return makers[expectation.limit if expectation.kind == "empty_cells" else expectation.kind]


_MET: Mapping[str, str] = {"counts": "as stated", "each": "at least one each", "most_common": "the first one ahead"}
"""What to say instead once it is known that the values are as they are expected."""


def _stated(expectation: Expectation, fields: Mapping[str, Field]) -> list[tuple[str, int]]:
    """Return the numbers that an expectation states, as label and number."""
    declared = fields.get(expectation.field)
    return [(declared.label_of(value) if declared else value, count) for value, count in expectation.numbers.items()]


def found(tally: Tally, vector: Vector, selected: int, fields: Mapping[str, Field]) -> str:
    """Return what was counted beside what was expected, in one clause."""
    expectation, wanted = tally.expectation, expected(tally.expectation, fields)
    if expectation.kind == "exactly":
        return f"{selected:,} found, {vector[0]:,} of the {len(expectation.keys):,} named and {number(vector[1])} other"
    if expectation.kind in ("fewer_than", "equal_to"):
        return f"{vector[0]:,} against {vector[1]:,}, {wanted}"
    if expectation.kind == "every":
        return f"{selected - vector[0]:,} of {selected:,} meet it"
    if expectation.kind == "empty_cells":
        return f"{vector.count(0):,} of {len(vector):,} cells empty, {wanted}"
    if expectation.field:
        return f"{listed(counted(tally, vector, fields))}; {_MET[expectation.kind] if tally.holds(vector) else wanted}"
    return f"{vector[0]:,} found, {wanted}"


def ranged(tally: Tally, spans: Sequence[tuple[int, int]], fields: Mapping[str, Field]) -> str:
    """Return what may be counted beside what is expected, where each number lies in a span."""
    expectation, wanted = tally.expectation, expected(tally.expectation, fields)
    numbers = [f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high in spans]
    if expectation.kind == "exactly":
        return f"{numbers[0]} of the {len(expectation.keys):,} named and {numbers[1]} other"
    if expectation.kind in ("fewer_than", "equal_to"):
        return f"{numbers[0]} against {numbers[1]}, {wanted}"
    if expectation.kind == "every":
        return f"{numbers[0]} do not meet it"
    if expectation.kind == "empty_cells":
        return f"{numbers[0]} of {len(tally.parts):,} cells empty, {wanted}"
    if expectation.field:
        pairs = zip(counted_values(expectation, fields), numbers, strict=True)
        certain = all(low == high for low, high in spans) and tally.holds(tuple(low for low, _ in spans))
        told = _MET[expectation.kind] if certain else wanted
        return f"{', '.join(f'{fields[expectation.field].label_of(value)} {text}' for value, text in pairs)}; {told}"
    return f"{numbers[0]} found, {wanted}"


def counted(tally: Tally, vector: Vector, fields: Mapping[str, Field]) -> tuple[tuple[str, int], ...]:
    """Return what an expectation counted by value, as label and number; empty where it counts no values.

    Of cells these are the filled ones, which is why the others are empty.
    """
    if tally.cells:
        return tuple((tally.cells.label(cell, fields), vector[cell]) for cell in filled(vector))
    name = tally.expectation.field
    if not name:
        return ()
    values = counted_values(tally.expectation, fields)
    pairs = [(fields[name].label_of(value), count) for value, count in zip(values, vector, strict=True)]
    return tuple(pairs if tally.expectation.kind != "most_common" else _leaders(pairs))


def filled(vector: Vector) -> tuple[int, ...]:
    """Return which numbers are not zero, by position."""
    return tuple(position for position, number in enumerate(vector) if number)


def _leaders(pairs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The value that is said to lead, and the one that comes next to it."""
    return [pairs[0], max(pairs[1:], key=lambda pair: pair[1])] if len(pairs) > 1 else pairs


def listed(pairs: Iterable[tuple[str, int]]) -> str:
    """Return labels with their numbers, separated by commas."""
    return ", ".join(f"{label} {count:,}" for label, count in pairs)
