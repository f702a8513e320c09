"""Whether claims hold in worlds whose records are open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..sums import Bound, Vector
from .counting import Counting
from .limits import Limits, gathered
from .spans import Choice, Outcome


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


def outcomes(bounds: Sequence[Bound], base: Vector, choices: Mapping[Choice, int]) -> Outcome:
    """Return whether the bounds can be kept, from False to True, where each choice, as often as it occurs, adds one of its vectors."""
    limits = Limits.of(bounds)
    return limits.outcome(limits.started(base, choices), limits.tangled(choices))


def subsets(bounds: Sequence[Bound], base: Vector, fixed: Mapping[Choice, int], optional: Mapping[Choice, Iterable[str]]) -> Subsets:
    """Return in how many variants the bounds are kept: one for each subset of what is optional, given as keys by choice.

    Records that change the sums alike are interchangeable, so the subsets are counted by how many of each sort they hold, with
    binomial coefficients. Sort after sort, subsets with the same sums are taken together, and those whose outcome no further
    record can change are set aside.
    """
    limits = Limits.of(bounds)
    sorts = limits.sorts(optional)
    counting = Counting(limits, sorts, limits.tangled(fixed))
    idle = sum(len(keys) for keys in gathered(limits, optional).values()) - sum(len(sort.keys) for sort in sorts)
    holding, failing, undecided, smallest = counting.counted(limits.started(base, fixed))
    return Subsets(holding << idle, failing << idle, undecided << idle, smallest)
