"""What a claim comes to in a pool where some records are certain and others may be retained, in one way or several."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..statements import Vocabulary
from .subjects import Subject
from .tally import Bound, Tally, Vector, total


class Candidate(NamedTuple):
    """An exclusion, and the paper that it would be."""

    exclusion: Subject
    paper: Subject


@dataclass(frozen=True, slots=True)
class World:
    """A pool to run claims over."""

    certain: tuple[Subject, ...]
    """All records as they are, candidates as the exclusions that they are."""
    retained: tuple[Candidate, ...] = ()
    """Those that count as papers instead."""
    optional: tuple[Candidate, ...] = ()
    """Those of which any subset may."""


class Subsets(NamedTuple):
    """In how many of a world's variants, one for each subset of what is optional, a claim holds."""

    holding: int
    failing: int
    undecided: int
    """Where it depends on tags that are not known."""
    smallest: tuple[str, ...]
    """The smallest subset, first by key, with which the claim surely fails; empty also where none is needed."""

    @property
    def variants(self) -> int:
        """All of them."""
        return self.holding + self.failing + self.undecided


class Run:
    """A tally run over one world: each record's vector is taken once."""

    def __init__(self, tally: Tally, world: World, known: Vocabulary) -> None:
        self.tally = tally
        self.world = world
        self.known = known
        self.seen = {subject.key: tally.seen(subject) for subject in world.certain}
        self.vectors = {key: tally.adds(seen) for key, seen in self.seen.items()}
        self.base = total(self.vectors.values(), len(tally.parts))

    @property
    def selected(self) -> tuple[str, ...]:
        """The keys of the certain records that the query means, papers first, by key."""
        return tuple(key for key, seen in self.seen.items() if self.tally.selects(seen))

    def choices(self, candidate: Candidate) -> frozenset[Vector]:
        """Return what retaining a candidate may change the sums by."""
        return self.tally.choices(candidate.paper, self.vectors[candidate.exclusion.key], self.known.papers)

    def subsets(self) -> Subsets:
        """Return in how many variants of the world the claim holds.

        Candidates that change the sums alike are interchangeable, so the subsets are counted by how many of each sort
        they hold, with binomial coefficients, and not one by one.
        """
        fixed = [self.choices(candidate) for candidate in self.world.retained]
        sorts: dict[frozenset[Vector], list[str]] = {}
        for candidate in self.world.optional:
            sorts.setdefault(self.choices(candidate), []).append(candidate.paper.key)
        found = {(True,): 0, (False,): 0, (False, True): 0}
        failing: list[tuple[int, tuple[str, ...]]] = []
        for counts in itertools.product(*(range(len(keys) + 1) for keys in sorts.values())):
            taken = [choice for choice, count in zip(sorts, counts, strict=True) for _ in range(count)]
            outcome = outcomes(self.tally.bounds, self.base, [*fixed, *taken])
            found[outcome] += math.prod(math.comb(len(keys), count) for keys, count in zip(sorts.values(), counts, strict=True))
            if outcome == (False,):
                subset = sorted(key for keys, count in zip(sorts.values(), counts, strict=True) for key in keys[:count])
                failing.append((len(subset), tuple(subset)))
        return Subsets(found[True,], found[False,], found[False, True], min(failing)[1] if failing else ())

    def span(self, bound: Bound) -> tuple[int, int]:
        """Return between which two values a bound's sum lies, over all variants of the world."""
        certain = bound.value(self.base)
        retained = [_extremes(bound, self.choices(candidate)) for candidate in self.world.retained]
        optional = [_extremes(bound, self.choices(candidate)) for candidate in self.world.optional]
        low = certain + sum(least for least, _ in retained) + sum(min(least, 0) for least, _ in optional)
        high = certain + sum(most for _, most in retained) + sum(max(most, 0) for _, most in optional)
        return low, high


def outcomes(bounds: Sequence[Bound], base: Vector, choices: Sequence[frozenset[Vector]]) -> tuple[bool, ...]:
    """Return whether the bounds can be kept, from False to True, where each choice adds one of its vectors.

    Exact. A bound can be broken if its least or greatest sum breaks it, since each choice is free. All bounds can be kept
    together if they are with the choices that suit all of them; only where no choice does are the sums followed one by one.
    """
    limits = [_Limit.of(bound, base, choices) for bound in bounds]
    in_doubt = [limit for limit in limits if not limit.always]
    if not in_doubt:
        return (True,)
    if any(limit.never for limit in in_doubt) or not _can_keep(in_doubt, base, choices):
        return (False,)
    return (False, True)


@lru_cache(maxsize=1024)
def _extremes(bound: Bound, choice: frozenset[Vector]) -> tuple[int, int]:
    """Return the least and the greatest value of a bound's sum among vectors."""
    values = [bound.value(vector) for vector in choice]
    return min(values), max(values)


class _Limit(NamedTuple):
    """A bound in sight of the choices to come."""

    bound: Bound
    always: bool
    """Whether it is kept whatever is chosen."""
    never: bool
    """Whether it is broken whatever is chosen."""
    better: int
    """1 if a greater sum is never worse, -1 if a smaller one is not, 0 if neither can be said."""

    @classmethod
    def of(cls, bound: Bound, base: Vector, choices: Sequence[frozenset[Vector]]) -> _Limit:
        value = bound.value(base)
        spans = [_extremes(bound, choice) for choice in choices]
        least, most = value + sum(low for low, _ in spans), value + sum(high for _, high in spans)
        low = -math.inf if bound.low is None else bound.low
        high = math.inf if bound.high is None else bound.high
        better = 1 if most <= high else -1 if least >= low else 0
        return cls(bound, low <= least and most <= high, most < low or least > high, better)


def _can_keep(limits: Sequence[_Limit], base: Vector, choices: Sequence[frozenset[Vector]]) -> bool:
    suiting = {choice: _suiting_all(limits, choice) for choice in set(choices)}
    suited = [vector for choice in choices if (vector := suiting[choice]) is not None]
    if all(limit.better for limit in limits) and len(suited) == len(choices):
        sums = total([base, *suited], len(base))
        return all(limit.bound.keeps(limit.bound.value(sums)) for limit in limits)
    reached = {base}
    for position, choice in enumerate(choices):
        found = {tuple(map(sum, zip(before, vector, strict=True))) for before in reached for vector in choice}
        rest = choices[position + 1 :]
        reached = {sums for sums in found if not any(_Limit.of(limit.bound, sums, rest).never for limit in limits)}
    return bool(reached)


def _suiting_all(limits: Sequence[_Limit], choice: frozenset[Vector]) -> Vector | None:
    """Return the vector that is as good as any other for each bound, or None where there is none."""
    ranked = {vector: tuple(limit.better * limit.bound.value(vector) for limit in limits) for vector in choice}
    best = tuple(map(max, zip(*ranked.values(), strict=True)))
    return min((vector for vector, ranks in ranked.items() if ranks == best), default=None)
