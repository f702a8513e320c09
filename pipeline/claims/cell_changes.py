"""The fewest changes after which more, or fewer, cells of a cross-tab are empty, found exactly.

A record stands in one cell at most. So one change fills one cell at most, and one that is added fills any; and a cell becomes
empty once each of its records is removed or edited, which takes a change each, so that the cells with the fewest come first.
"""

from __future__ import annotations

from collections.abc import Iterator

from .least import Least
from .moves import Move, Moves, Step
from .sums import Bound, Vector


def cell_changes(bound: Bound, sums: Vector, moves: Moves) -> Iterator[Least]:
    """Yield the fewest changes each way that flip a claim: that break the bound where it is kept, and else those that mend it."""
    empty = sums.count(0)
    if excess := bound.excess(empty):
        yield _filled(excess, sums, moves) if excess > 0 else _emptied(-excess, sums, moves)
        return
    if bound.low is not None:
        yield _filled(empty - bound.low + 1, sums, moves)
    if bound.high is not None:
        yield _emptied(bound.high - empty + 1, sums, moves)


def _filled(cells: int, sums: Vector, moves: Moves) -> Least:
    added = {vector.index(1): seen for vector, seen in moves.additions.items() if any(vector)}
    chosen = [cell for cell, number in enumerate(sums) if not number and cell in added][:cells]
    if len(chosen) < cells:
        return Least(None, "fewer", 0, ())
    steps = tuple(moves.step(Move(1, "add", "", "", added[cell])) for cell in chosen)
    return Least(cells, "fewer", 0, steps, cells)


def _emptied(cells: int, sums: Vector, moves: Moves) -> Least:
    chosen = sorted((number, cell) for cell, number in enumerate(sums) if number)[:cells]
    if len(chosen) < cells:
        return Least(None, "more", 0, ())
    steps = tuple(step for _, cell in chosen for step in _removals(cell, moves))
    return Least(len(steps), "more", 0, steps, cells)


def _removals(cell: int, moves: Moves) -> list[Step]:
    keys = [key for sort, keys in moves.sorts.items() if moves.run.tally.adds(sort)[cell] for key in keys]
    return [Step("remove", key, ()) for key in sorted(keys)]
