"""Bounds, and what sorts of records do to their sums."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..sums import Bound, Vector
from .reaching import can_be_reached
from .spans import NOTHING, Choice, Outcome, Span, spans


class Sort(NamedTuple):
    """Optional records that change the sums alike."""

    sides: Choice
    """What one of them may add to each bound's sum."""
    spans: tuple[Span, ...]
    tangled: bool
    """Whether what it adds to one sum depends on what it adds to another, or some value between two is missing."""
    keys: tuple[str, ...]
    """Sorted."""


def gathered(limits: Limits, optional: Mapping[Choice, Iterable[str]]) -> dict[Choice, list[str]]:
    """Return the keys of what is optional by what it may add to each bound's sum."""
    found: dict[Choice, list[str]] = {}
    for choice, keys in optional.items():
        found.setdefault(limits.sides(choice), []).extend(keys)
    return found


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds, in whose sums everything else is told: a choice is what it may add to each bound's sum."""

    bounds: tuple[Bound, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @classmethod
    def of(cls, bounds: Sequence[Bound]) -> Limits:
        """Return some bounds, an open end as infinity."""
        low = tuple(-math.inf if bound.low is None else bound.low for bound in bounds)
        return cls(tuple(bounds), low, tuple(math.inf if bound.high is None else bound.high for bound in bounds))

    def sides(self, choice: Choice) -> Choice:
        """Return what a choice may add to each bound's sum."""
        return frozenset(tuple(bound.value(vector) for bound in self.bounds) for vector in choice)

    def spans(self, sides: Choice) -> tuple[Span, ...]:
        """Return between which values a choice changes each bound's sum."""
        return tuple(Span(min(values), max(values)) for values in zip(*sides, strict=True))

    def started(self, base: Vector, choices: Mapping[Choice, int]) -> tuple[Span, ...]:
        """Return the sums of a base and of choices."""
        return tuple(Span(value, value).plus(spans(bound, choices)) for bound in self.bounds for value in (bound.value(base),))

    def tangled(self, choices: Mapping[Choice, int]) -> dict[Choice, int]:
        """Return the choices that spans do not tell everything of, in terms of the sums."""
        found: dict[Choice, int] = {}
        for choice, times in choices.items():
            sides = self.sides(choice)
            if _is_tangled(sides, self.spans(sides)):
                found[sides] = found.get(sides, 0) + times
        return found

    def sorts(self, optional: Mapping[Choice, Iterable[str]]) -> list[Sort]:
        """Return the sorts of optional records that make a difference; those that leave less open come first."""
        found = []
        for sides, keys in gathered(self, optional).items():
            here = self.spans(sides)
            if any(span != NOTHING for span in here):
                found.append(Sort(sides, here, _is_tangled(sides, here), tuple(sorted(keys))))
        return sorted(found, key=lambda sort: (sort.tangled, len(sort.sides), sort.keys[0]))

    def always(self, sums: Sequence[Span]) -> bool:
        """Say whether all bounds are kept, whatever the sums turn out to be."""
        return all(low <= span.least and span.most <= high for low, high, span in zip(self.low, self.high, sums, strict=True))

    def never(self, sums: Sequence[Span]) -> bool:
        """Say whether some bound is surely broken."""
        return any(span.most < low or span.least > high for low, high, span in zip(self.low, self.high, sums, strict=True))

    def outcome(self, sums: Sequence[Span], tangled: Mapping[Choice, int]) -> Outcome:
        """Return whether the bounds can be kept; ``tangled`` are choices that are part of the sums."""
        if self.always(sums):
            return (True,)
        return (False, True) if not self.never(sums) and self._can_be_kept(sums, tangled) else (False,)

    def _can_be_kept(self, sums: Sequence[Span], tangled: Mapping[Choice, int]) -> bool:
        """Say whether all bounds can be kept together. Without tangled choices, what one sum is does not bear on another."""
        doubtful = [place for place, span in enumerate(sums) if not (self.low[place] <= span.least and span.most <= self.high[place])]
        paths = [(frozenset(tuple(side[place] for place in doubtful) for side in sides), times) for sides, times in tangled.items()]
        loose = [sums[place] for place in doubtful]
        for sides, times in paths:
            loose = [span.plus(one, -times) for span, one in zip(loose, self.spans(sides), strict=True)]
        room = [Span(int(max(low, -_FAR)), int(min(high, _FAR))) for low, high in ((self.low[p], self.high[p]) for p in doubtful)]
        room = [Span(one.least - span.most, one.most - span.least) for one, span in zip(room, loose, strict=True)]
        return can_be_reached(room, paths)


_FAR = 10**9
"""Farther than any sum."""


def _is_tangled(sides: Choice, here: Sequence[Span]) -> bool:
    return len(sides) < math.prod(span.most - span.least + 1 for span in here)
