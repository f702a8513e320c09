"""The least number of changes that flips a claim, found exactly.

A change edits one tag of one record, adds one record, or removes one. A record with any tags can always be added, so
several edits of one record never beat removing it and adding another: it is enough to change each record once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from ..statements.queries import possible
from .cell_changes import cell_changes
from .least import Direction, Least
from .moves import Move, Moves
from .seen import Seen
from .sums import Bound, Vector, total
from .worlds import Run


class Changes:
    """A run that is decided, and what flips it. In a world with optional records, the worst subset is taken."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.moves = Moves(run)
        counted = ((run.tally.adds(sort), len(keys)) for sort, keys in self.moves.sorts.items())
        self.sums = total(counted, len(run.tally.parts))
        self.holds = run.tally.holds(self.sums)

    def least(self) -> Least:
        """Return the fewest changes that flip the claim."""
        found = [way for way in self._ways() if way.count is not None]
        if not found:
            return Least(None, "either", 0, ())
        best = min(found, key=lambda way: (way.count, way.bound))
        opposite = any(way.count == best.count and way.direction != best.direction for way in found)
        return replace(best, direction="either") if opposite else best

    def _ways(self) -> Iterator[Least]:
        if cells := self.run.tally.cells:
            return cell_changes(cells.bound, self.sums, self.moves)
        return self._flips() if self.holds else self._mends()

    def flipping_removals(self) -> tuple[str, ...]:
        """Return the records of which each, if it were not there, would flip the claim, by key."""
        found = [key for sort, keys in self.moves.sorts.items() if self._flipped_by(sort, None) for key in keys]
        return tuple(sorted(found))

    def flipping_retags(self) -> tuple[str, ...]:
        """Return the records of which each would flip the claim if one of its tags were another, by key."""
        found = [key for sort, keys in self.moves.sorts.items() if self._flipped_by_an_edit(sort) for key in keys]
        return tuple(sorted(found))

    def _flipped_by_an_edit(self, sort: Seen) -> bool:
        return any(self._flipped_by(sort, after) for _, _, after in self.moves.edits(sort))

    def _flipped_by(self, sort: Seen, after: Vector | None) -> bool:
        before = self.run.tally.adds(sort)
        sums = tuple(s - b + a for s, b, a in zip(self.sums, before, after or (0,) * len(before), strict=True))
        return self.run.tally.holds(sums) != self.holds

    # -- a claim that holds: one bound that breaks is enough

    def _flips(self) -> Iterator[Least]:
        for position, bound in enumerate(self.run.tally.bounds):
            value = bound.value(self.sums)
            if bound.high is not None:
                yield self._greedy(position, bound.value, bound.high + 1 - value, "more")
            if bound.low is not None:
                yield self._greedy(position, _negated(bound), value - bound.low + 1, "fewer")

    def _greedy(self, position: int, value: Callable[[Vector], int], need: int, direction: Direction) -> Least:
        """Raise a sum by at least ``need``: every change counts one, so the largest gains come first."""
        chosen: list[Move] = []
        for move in self.moves.raising(value):
            while need > 0:
                chosen.append(move)
                need -= move.gain
                if move.kind != "add":
                    break
            if need <= 0:
                break
        written = {move: self.moves.step(move) for move in dict.fromkeys(chosen)}
        steps = tuple(written[move] for move in chosen)
        return Least(len(chosen) if need <= 0 else None, direction, position, steps if need <= 0 else ())

    # -- a claim that fails: every bound must be kept

    def _mends(self) -> Iterator[Least]:
        bounds = self.run.tally.bounds
        if len(bounds) > 1:
            yield Least(_MENDED[self.run.tally.expectation.kind](self), "either", 0, ())
            return
        value = bounds[0].value(self.sums)
        low, high = bounds[0].low, bounds[0].high
        if low is not None and value < low:
            yield self._reached(bounds[0].value, low - value, "more", exact=low == high)
        elif high is not None:
            yield self._reached(_negated(bounds[0]), value - high, "fewer", exact=low == high)

    def _reached(self, value: Callable[[Vector], int], need: int, direction: Direction, *, exact: bool) -> Least:
        best = next(self.moves.raising(value), None)
        overshoots = best is not None and best.gain > 1
        if not (exact and overshoots):
            return self._greedy(0, value, need, direction)
        return Least(self._hit(value, need), direction, 0, ())

    def _hit(self, value: Callable[[Vector], int], need: int) -> int | None:
        """Return the fewest changes that raise a sum by just ``need``."""
        limit = 2 * need + 2
        reached: list[set[int]] = [{0}, *(set() for _ in range(limit))]
        for sort, keys in self.moves.sorts.items():
            now = value(self.run.tally.adds(sort))
            gains = {-now, *(value(after) - now for _, _, after in self.moves.edits(sort))} - {0}
            for count in [count for _ in keys[:limit] for count in range(limit, 0, -1)] if gains else ():
                reached[count] |= {before + gain for before in reached[count - 1] for gain in gains}
        added = {value(vector) for vector in self.moves.additions} - {0}
        for count in range(1, limit + 1):
            reached[count] |= {before + gain for before in reached[count - 1] for gain in added}
        return next((count for count, sums in enumerate(reached) if need in sums), None)

    def mended_counts(self) -> int:
        """An edit takes from a value that has too many and gives to one that has too few, and no change does more."""
        off = [bound.value(self.sums) - (bound.low or 0) for bound in self.run.tally.bounds]
        return max(sum(one for one in off if one > 0), -sum(one for one in off if one < 0))

    def mended_each(self) -> int:
        """A record that is added carries all lacking values at once if the field can hold several, else one."""
        lacking = [max(0, (bound.low or 0) - bound.value(self.sums)) for bound in self.run.tally.bounds]
        declared = self.run.known.fields(self.run.tally.selection.of)[self.run.tally.expectation.field]
        return sum(lacking) if declared.kind == "one" else max(lacking)

    def mended_most_common(self) -> int:
        """Each of k changes moves a record to the leader, from the values that have at least as many as it then has."""
        leader, *others = self.sums
        return next(k for k in range(max(others) + 2) if sum(max(0, other - (leader + k - 1)) for other in others) <= k)

    def mended_exactly(self) -> int:
        """Each record too many takes one change; each that is named and lacking is added, or edited until it is meant."""
        meant = {sort.key for sort in self.moves.sorts if sort.key and self.run.tally.adds(sort)[0]}
        missing = [key for key in self.run.tally.expectation.keys if key not in meant]
        return self.sums[1] + sum(self._distance(key) for key in missing)

    def _distance(self, key: str) -> int:
        """Return how many tags of a record must be edited before the query means it; 1 where it has to be added."""
        seen = next((sort for sort in self.moves.sorts if sort.key == key), None)
        if seen is None or not self.run.tally.selection.takes(seen.of):
            return 1
        names = sorted({condition.field for condition in self.run.tally.asked})
        counts = (count for count in range(1, len(names) + 1) if self._meant_after(seen, combinations(names, count)))
        return next(counts)

    def _meant_after(self, seen: Seen, choices: Iterable[tuple[str, ...]]) -> bool:
        return any(self._meant(seen, names) for names in choices)

    def _meant(self, seen: Seen, names: tuple[str, ...]) -> bool:
        found = {seen.state}
        for name in names:
            conditions = frozenset(condition for condition in self.run.tally.asked if condition.field == name)
            options = possible(self.moves.fields(seen.of)[name], conditions)
            found = {state - conditions | option for state in found for option in options}
        return any(self.run.tally.selects(seen._replace(state=state)) for state in found)


def _negated(bound: Bound) -> Callable[[Vector], int]:
    return lambda vector: -bound.value(vector)


_MENDED: dict[str, Callable[[Changes], int]] = {
    "counts": Changes.mended_counts, "each": Changes.mended_each, "most_common": Changes.mended_most_common,
    "exactly": Changes.mended_exactly,
}  # fmt: skip
"""For the kinds with several bounds. The field that they count is none that the query fixes, so one edit moves a record."""
