"""What becomes of one cell of a cross-tab, and by how many subsets of the records that may or may not stand in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar

from .spans import Span

Key = TypeVar("Key")
Filling = Literal["filled", "doubtful", "empty"]
"""``doubtful`` where it depends on tags that are not known."""


class Ways(NamedTuple):
    """Subsets that come to the same."""

    number: int
    keys: tuple[str, ...]
    """The smallest of them, first by key."""

    def joined(self, other: Ways) -> Ways:
        """Return these and others, of which none is the same."""
        return Ways(self.number + other.number, min(self.keys, other.keys, key=lambda keys: (len(keys), keys)))

    def together(self, other: Ways) -> Ways:
        """Return each of these with each of others, about other records."""
        return Ways(self.number * other.number, tuple(sorted((*self.keys, *other.keys))))


def chosen(keys: Sequence[str]) -> Iterator[Ways]:
    """Yield for each number of records, from none to all, in how many ways so many can be taken, and the first of these."""
    return (Ways(math.comb(len(keys), count), tuple(keys[:count])) for count in range(len(keys) + 1))


def filling(count: Span) -> Filling:
    """Return what a cell is that holds so few to so many records."""
    if count.least > 0:
        return "filled"
    return "doubtful" if count.most > 0 else "empty"


def fillings(count: Span, sorts: Sequence[tuple[Span, Sequence[str]]]) -> Mapping[Filling, Ways]:
    """Return what becomes of a cell, and in how many ways. More records than could be taken away again are as good as many."""
    enough = 1 + sum(max(-change.least, 0) * len(keys) for change, keys in sorts)
    found = {_clipped(count, enough): Ways(1, ())}
    for change, keys in sorts:
        found = merged(
            (_clipped(before.plus(change, times), enough), ways.together(more))
            for before, ways in found.items()
            for times, more in enumerate(chosen(keys))
        )
    return merged((filling(one), ways) for one, ways in found.items())


def merged(found: Iterable[tuple[Key, Ways]]) -> dict[Key, Ways]:
    """Return ways by what they come to."""
    ways: dict[Key, Ways] = {}
    for key, one in found:
        ways[key] = ways[key].joined(one) if key in ways else one
    return ways


def _clipped(count: Span, enough: int) -> Span:
    return Span(min(count.least, enough), min(count.most, enough))
