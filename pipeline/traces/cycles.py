"""Cycles among links, named round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .timeline import Link, grouped, sorted_along


def cycles(links: Sequence[Link], name: Sequence[str]) -> list[list[int]]:
    """Return rounds of positions, at least one for each group that lead to each other, no position in two of them.

    ``name`` gives the id at a position: a round begins at its smallest id, and neither rounds nor their order depend on
    the order of the links. Linear in the number of links, but for sorting.
    """
    free = set(sorted_along(links))
    knotted = [link for link in links if link[0] not in free and link[1] not in free]
    follow = {a: sorted(set(after), key=name.__getitem__) for a, after in grouped(knotted).items()}
    done: set[int] = set()
    found = []
    for root in sorted(follow, key=name.__getitem__):
        for circle in _rounds(root, follow, done):
            first = circle.index(min(circle, key=name.__getitem__))
            found.append(circle[first:] + circle[:first])
    return sorted(found, key=lambda circle: name[circle[0]])


def _rounds(root: int, follow: Mapping[int, Sequence[int]], done: set[int]) -> Iterator[list[int]]:
    """Yield rounds that backward links close in a depth-first walk; a run may be deeper than Python's own stack."""
    if root in done:
        return
    way, place, rest = [root], {root: 0}, [iter(follow.get(root, ()))]
    taken = [-1]
    """For each step of the way the last step up to it that lies on a round already named."""
    while way:
        after = next(rest[-1], None)
        if after is None:
            done.add(way[-1])
            del rest[-1], taken[-1], place[way.pop()]
        elif after in place and place[after] > taken[-1]:
            yield way[place[after] :]
            taken[place[after] :] = range(place[after], len(way))
        elif after not in place and after not in done:
            place[after] = len(way)
            way.append(after)
            rest.append(iter(follow.get(after, ())))
            taken.append(taken[-1])
