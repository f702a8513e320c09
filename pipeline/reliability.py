"""Agreement beyond chance for nominal values: Cohen's kappa, Krippendorff's alpha, and bootstrap intervals for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

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


def kappa(met: Mapping[tuple[str, str], int]) -> float | None:
    """Return Cohen's kappa from how often each pair of values was met, or None where it is undefined.

    (p_o - p_e) / (1 - p_e) with p_e from each reader's own margins, in whole numbers up to the one division.
    J. Cohen, A Coefficient of Agreement for Nominal Scales, Educational and Psychological Measurement 20(1), 1960.
    """
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (one, other), count in met.items():
        first[one] += count
        second[other] += count
    total, agreeing = first.total(), sum(count for (one, other), count in met.items() if one == other)
    chance = sum(count * second[value] for value, count in first.items())
    return None if chance == total * total else (total * agreeing - chance) / (total * total - chance)


def alpha(met: Mapping[tuple[str, ...], int]) -> float | None:
    """Return Krippendorff's alpha from how often each set of values was given to a paper, or None where it is undefined.

    1 - (n - 1) (n - sum o_cc) / (n^2 - sum n_c^2), the form for nominal data. A paper with one value cannot be paired and
    counts for nothing. K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.
    """
    given: Counter[str] = Counter()
    apart = 0.0
    for unit, count in met.items():
        values = Counter(unit) if len(unit) > 1 else Counter[str]()
        for value, times in values.items():
            given[value] += times * count
            apart += count * times * (len(unit) - times) / (len(unit) - 1)
    total = given.total()
    chance = total * total - sum(count * count for count in given.values())
    return None if chance == 0 else 1 - (total - 1) * apart / chance


T = TypeVar("T", bound=Hashable)
Statistic = Callable[[Mapping[T, int]], float | None]


def estimate(items: Sequence[T], statistic: Statistic[T]) -> Estimate:
    """Return a statistic of items, each of which is what the readers saw in one paper, with its bootstrap interval.

    The same items in the same order give the same interval.
    """
    whole = statistic(Counter(items))
    if whole is None:
        return Estimate(None, ONE_VALUE if items else NOTHING, None, 0)
    found = sorted(value for drawn in _resamples(items) if (value := statistic(drawn)) is not None)
    return Estimate(whole, "", _percentiles(found), len(found))


def _resamples(items: Sequence[T]) -> Iterator[Mapping[T, int]]:
    """Yield RESAMPLES times as many items, drawn with replacement, as how often each occurs.

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
        yield from ({item: count for item, count in zip(kinds, row, strict=True) if count} for row in counts.tolist())


_HELD = 1_000_000
"""Numbers that are drawn at once, some 10 MB."""


def _percentiles(ordered: Sequence[float]) -> tuple[float, float] | None:
    """Return the bounds that leave (1 - LEVEL) / 2 of the values on either side."""
    if not ordered:
        return None
    cut = int(len(ordered) * (1 - LEVEL) / 2)
    return ordered[cut], ordered[-1 - cut]
