"""What is known of a number: exactly, within bounds, or not at all and why. Unknown is never zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from functools import reduce
from math import isfinite
from typing import Literal

from .findings import JSON
from .json_faults import PRECISE

Status = Literal["exact", "bound", "not computable"]


_BARE = {"ratio", "share", "score"}
"""Units that say nothing beside a number."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One metric of one trace."""

    status: Status
    """How much is known."""
    low: float | None
    """The smallest possible value; None where there is no lower bound."""
    high: float | None
    """The largest possible value; None where there is no upper bound."""
    unit: str
    """ratio, share, s, clock units, steps, agents and so on."""
    method: str = ""
    """What it was computed from, where there is more than one way."""
    missing: tuple[str, ...] = ()
    """What the trace would have to say for the value to be exact."""
    inferred: tuple[str, ...] = ()
    """Keys that the value rests on and that a converter guessed."""

    @property
    def value(self) -> float | None:
        """The value where it is exact, else None."""
        return self.low if self.status == "exact" else None

    def may_be(self, stated: float, tolerance: float = 0.005) -> bool:
        """Return whether a value that somebody states, rounded to two decimals perhaps, agrees with what is known."""
        slack = tolerance + 1e-9
        above = self.low is None or stated >= self.low - slack
        return above and (self.high is None or stated <= self.high + slack)

    def __str__(self) -> str:
        if self.status == "not computable":
            return "not computable"
        if self.status == "exact":
            return number(self.low)
        if self.low is None or self.high is None:
            return f"at most {number(self.high)}" if self.low is None else f"at least {number(self.low)}"
        return f"{number(self.low)} to {number(self.high)}"

    @property
    def in_words(self) -> str:
        """The value with its unit, as in ``1 spawn`` and ``14.9 s``; a ratio, a share and a score are numbers alone."""
        text = str(self)
        if self.status == "not computable" or self.unit in _BARE:
            return text
        single = text.removeprefix("at least ").removeprefix("at most ") == "1" and len(self.unit) > 1
        return f"{text} {self.unit.removesuffix('s') if single else self.unit}"

    def as_json(self) -> dict[str, JSON]:
        """Return the measure as an object for programs."""
        return {
            "status": self.status, "value": self.value, "low": self.low, "high": self.high, "unit": self.unit, "method": self.method,
            "missing": list(self.missing), "inferred": list(self.inferred),
        }  # fmt: skip


def number(value: float | None) -> str:
    """Return a number with four significant digits, whole numbers with all of theirs."""
    if value is None:
        return "unknown"
    if not isfinite(value):
        return "too large"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.4g}"


_EXACT = Context(prec=1100, Emax=MAX_EMAX, Emin=MIN_EMIN)
"""Holds every digit of a sum of doubles, and of integers as long as are read."""


def added(total: Decimal, value: float) -> Decimal:
    """Return a sum to which a number is added as it is written: 0.1 and 0.2 give 0.3, and the order does not matter."""
    return _EXACT.add(total, Decimal(repr(value)))


def summed(values: Sequence[float]) -> float:
    """Return the sum of numbers as they are written; an integer where all are and a double holds it, infinite where none does."""
    total = reduce(added, values, Decimal())
    if all(isinstance(value, int) for value in values) and abs(total) <= PRECISE:
        return int(total)
    return float(total)


_FINITE = "numbers whose sum a double holds"


def finite(value: float) -> float | None:
    """Return a sum, or None where it is larger than a double can be: JSON has no infinity."""
    return value if isfinite(value) else None


def exact(value: float, unit: str, method: str = "") -> Measure:
    """Return a value that the trace determines."""
    return Measure("exact", value, value, unit, method) if isfinite(value) else unknown(unit, _FINITE)


def between(low: float | None, high: float | None, unit: str, missing: tuple[str, ...], method: str = "") -> Measure:
    """Return what is known of a value between two bounds; equal bounds make it exact."""
    if low is not None and low == high:
        return exact(low, unit, method)
    if not all(isfinite(bound) for bound in (low, high) if bound is not None):
        return unknown(unit, _FINITE)
    return Measure("bound", low, high, unit, method, missing)


def unknown(unit: str, *missing: str) -> Measure:
    """Return a value that cannot be computed, with what the trace would have to say."""
    return Measure("not computable", None, None, unit, missing=missing)
