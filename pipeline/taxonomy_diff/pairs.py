"""Two states of one thing, and how things of two states are found to be the same one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


class Pair(NamedTuple, Generic[T]):
    """What something was and what it is; None on the side where it is not there."""

    before: T
    after: T


def only_choices(candidates: Iterable[tuple[A, B]]) -> list[tuple[A, B]]:
    """Return the candidates of which neither part has another candidate: where there is a choice, nothing is guessed."""
    distinct = list(dict.fromkeys(candidates))
    left, right = Counter(one for one, _ in distinct), Counter(other for _, other in distinct)
    return [(one, other) for one, other in distinct if left[one] == right[other] == 1]


def sharing(
    old: Iterable[A], new: Iterable[B], of_old: Callable[[A], Iterable[str]], of_new: Callable[[B], Iterable[str]]
) -> list[tuple[A, B]]:
    """Return every pair of an old and a new thing that have something in common, given what identifies each."""
    holders: dict[str, list[B]] = defaultdict(list)
    for thing in new:
        for sign in of_new(thing):
            holders[sign].append(thing)
    return [(thing, other) for thing in old for sign in of_old(thing) for other in holders.get(sign, ())]


def in_order(pairs: Iterable[Pair[str | None]], old: Sequence[str], new: Sequence[str]) -> list[Pair[str | None]]:
    """Sort names by where they stand in either list, whichever side is called the old one."""
    before, after = ({name: place for place, name in enumerate(names)} for names in (old, new))

    def key(pair: Pair[str | None]) -> tuple[int, list[str]]:
        places = [at[name] for at, name in ((before, pair.before), (after, pair.after)) if name is not None]
        return min(places), sorted(name for name in pair if name is not None)

    return sorted(pairs, key=key)


def joined(old: Sequence[str], new: Sequence[str], renamed: Mapping[str, str]) -> Iterator[Pair[str | None]]:
    """Yield every name of two lists once: kept, renamed (old name to new), gone or come; in the order of both."""
    taken = set(renamed.values())
    pairs = [Pair[str | None](name, renamed.get(name, name if name in new else None)) for name in old]
    pairs += [Pair[str | None](None, name) for name in new if name not in old and name not in taken]
    yield from in_order(pairs, old, new)
