"""Agreement beyond chance for nominal values: Cohen's kappa, Krippendorff's alpha, and bootstrap intervals for both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import ArrayLike, NDArray

Counts: TypeAlias = "NDArray[int64]"
"""How often something occurs, a number for each of the tables that are looked at at once."""
Values: TypeAlias = "NDArray[float64]"
"""A number for each of these tables, NaN where it is undefined."""
RESAMPLES = 1000
LEVEL = 0.95
"""Of the bootstrap intervals."""
NOTHING = "nothing was compared"
ONE_VALUE = "only one value occurs, so that agreement by chance would be complete as well"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic with its bootstrap interval."""

    value: float | None
    """None where the statistic is undefined."""
    undefined: str
    """Why it is; empty where it is not."""
    interval: tuple[float, float] | None
    """Percentile bounds; None where the statistic is undefined."""
    resamples: int
    """How many of RESAMPLES gave a value; the others held one value only."""

    @property
    def interval_in_words(self) -> str:
        """``0.512 to 0.731``; empty where the statistic is undefined."""
        if self.interval is None:
            return ""
        low, high = self.interval
        return "no width" if low == high else f"{low:.3f} to {high:.3f}"


def kappa(met: Mapping[tuple[str, str], Counts]) -> Values:
    """Return Cohen's kappa of several tables at once, from how often each pair of values was met in each.

    (p_o - p_e) / (1 - p_e) with p_e from each reader's own margins, in whole numbers up to the one division.
    J. Cohen, A Coefficient of Agreement for Nominal Scales, Educational and Psychological Measurement 20(1), 1960.
    """
    first = _summed((one, count) for (one, _), count in met.items())
    second = _summed((other, count) for (_, other), count in met.items())
    agreeing = sum(count for (one, other), count in met.items() if one == other)
    total = sum(first.values())
    chance = sum(count * second[value] for value, count in first.items() if value in second)
    return _quotients(total * agreeing - chance, total * total - chance)


def alpha(met: Mapping[tuple[str, ...], Counts]) -> Values:
    """Return Krippendorff's alpha of several tables at once, from how often each set of values was given to a paper in each.

    1 - (n - 1) (n - sum o_cc) / (n^2 - sum n_c^2), the form for nominal data. A paper with one value cannot be paired and
    counts for nothing. K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.
    """
    parts = [(value, times, len(unit), count) for unit, count in met.items() if len(unit) > 1 for value, times in Counter(unit).items()]
    given = _summed((value, times * count) for value, times, _, count in parts)
    apart = sum(count * (times * (size - times)) / (size - 1) for _, times, size, count in parts)
    total = sum(given.values())
    chance = total * total - sum(count * count for count in given.values())
    values: Values = 1 - _quotients((total - 1) * apart, chance)
    return values


def _summed(counted: Iterable[tuple[str, Counts]]) -> dict[str, Counts]:
    """Return how often each value occurs in each table."""
    found: dict[str, Counts] = {}
    for value, count in counted:
        found[value] = found[value] + count if value in found else count
    return found


def _quotients(above: ArrayLike, below: ArrayLike) -> Values:
    """Return one number divided by the other, table by table, NaN where the other is zero. Both are a plain zero for no table."""
    import numpy

    by = numpy.atleast_1d(below)
    found: Values = numpy.divide(above, by, out=numpy.full(by.shape, numpy.nan), where=by != 0)
    return found


T = TypeVar("T", bound=Hashable)
Statistic = Callable[[Mapping[T, Counts]], Values]


def alone(statistic: Statistic[T], met: Mapping[T, int]) -> float | None:
    """Return a statistic of one table, or None where it is undefined."""
    import numpy

    return next(_defined(statistic({item: numpy.array([count]) for item, count in met.items()})), None)


def _defined(values: Values) -> Iterator[float]:
    return (value for value in values.tolist() if not math.isnan(value))


def estimate(items: Sequence[T], statistic: Statistic[T]) -> Estimate:
    """Return a statistic of items, each of which is what the readers saw in one paper, with its bootstrap interval.

    The same items in the same order give the same interval.
    """
    whole = alone(statistic, Counter(items))
    if whole is None:
        return Estimate(None, ONE_VALUE if items else NOTHING, None, 0)
    found = sorted(value for drawn in _resamples(items) for value in _defined(statistic(drawn)))
    return Estimate(whole, "", _percentiles(found), len(found))


def _resamples(items: Sequence[T]) -> Iterator[Mapping[T, Counts]]:
    """Yield RESAMPLES times as many items, drawn with replacement, as how often each occurs in each of some of these times.

    ``RandomState`` is promised to give the same numbers in every version, those of ``random.Random`` with the same seed.
    """
    import numpy

    kinds = {item: number for number, item in enumerate(dict.fromkeys(items))}
    codes = numpy.array([kinds[item] for item in items])
    source = numpy.random.RandomState([len(items)])
    at_once = max(1, min(RESAMPLES, _HELD // len(items)))
    for first in range(0, RESAMPLES, at_once):
        times = min(at_once, RESAMPLES - first)
        positions = (source.random_sample((times, len(items))) * len(items)).astype(int)
        drawn = codes[positions] + numpy.arange(times)[:, None] * len(kinds)
        counts = numpy.bincount(drawn.ravel(), minlength=times * len(kinds)).reshape(times, len(kinds))
        yield dict(zip(kinds, counts.T, strict=True))


_HELD = 100_000
"""Numbers that are drawn at once: few enough to stay near the processor, which is faster than all at once."""


def _percentiles(ordered: Sequence[float]) -> tuple[float, float] | None:
    """Return the bounds that leave (1 - LEVEL) / 2 of the values on either side."""
    if not ordered:
        return None
    cut = int(len(ordered) * (1 - LEVEL) / 2)
    return ordered[cut], ordered[-1 - cut]
