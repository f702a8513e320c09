"""How many cells of a cross-tab are empty, and in how many subsets of what is optional that keeps a bound, without trying them.

Most records stand in one cell or in none, so that each cell is looked at by itself. Those of which a tag is unknown stand
somewhere on a line (``lines``). What comes to the same number of filled cells, region by region, is taken together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ..sums import Bound, Vector
from .fillings import Filling, Ways, chosen, filling, fillings, merged
from .kept import Subsets
from .lines import Line, Regions, State, line
from .spans import Choice, Span

_Steps = Callable[[State, Ways], Iterator[tuple[State, Ways]]]
"""What something optional makes of a state."""
PATIENCE = 20_000
"""States that are followed before all subsets are taken for open. Those of a real survey are some dozens: there are many only
where hundreds of near misses have many rows and columns between them and a tag that is not known."""


def empties(columns: int, base: Vector, fixed: Mapping[Choice, int]) -> Span:
    """Return how few and how many cells may be empty, where each choice, as often as it occurs, adds one of its vectors."""
    crossed = _Crossed(columns, base, fixed, {})
    return crossed.regions.empty(crossed.start)


def subsets_of_cells(
    columns: int, bound: Bound, base: Vector, fixed: Mapping[Choice, int], optional: Mapping[Choice, Iterable[str]]
) -> Subsets:
    """Return in how many variants the number of empty cells keeps a bound: one for each subset of what is optional."""
    sorts = {choice: sorted(keys) for choice, keys in optional.items()}
    crossed = _Crossed(columns, base, fixed, sorts)
    variants = 1 << sum(map(len, sorts.values()))
    found: dict[State, Ways] = {crossed.start: Ways(1, ())}
    for steps in crossed.steps():
        found = merged(pair for state, ways in found.items() for pair in steps(state, ways))
        if len(found) > PATIENCE:
            return Subsets(0, 0, variants, ())
    idle = sum(len(keys) for choice, keys in sorts.items() if not any(map(any, choice)))
    return _judged(found, crossed.regions, bound, idle)


def _judged(found: Mapping[State, Ways], regions: Regions, bound: Bound, idle: int) -> Subsets:
    holding = failing = undecided = 0
    smallest: Ways | None = None
    for state, ways in found.items():
        span = regions.empty(state)
        least, most = bound.excess(span.least), bound.excess(span.most)
        if least == most == 0:
            holding += ways.number
        elif least * most > 0:
            failing += ways.number
            smallest = ways if smallest is None else smallest.joined(ways)
        else:
            undecided += ways.number
    return Subsets(holding << idle, failing << idle, undecided << idle, smallest.keys if smallest else ())


class _Crossed:
    """A cross-tab with what is certain in it, and what is optional."""

    def __init__(self, columns: int, base: Vector, fixed: Mapping[Choice, int], optional: Mapping[Choice, list[str]]) -> None:
        self._optional: dict[int, list[tuple[Span, list[str]]]] = {}
        self._on_lines: list[tuple[Line, list[str]]] = []
        counts = [Span(number, number) for number in base]
        lines: dict[Line, int] = {}
        for choice, times in fixed.items():
            if (cell := _cell(choice)) is not None:
                counts[cell] = counts[cell].plus(_change(choice, cell), times)
            elif any(map(any, choice)):
                one = line(choice, columns)
                lines[one] = lines.get(one, 0) + times
        for choice, keys in optional.items():
            if (cell := _cell(choice)) is not None:
                self._optional.setdefault(cell, []).append((_change(choice, cell), keys))
            elif any(map(any, choice)):
                self._on_lines.append((line(choice, columns), keys))
        self._counts = counts
        self.regions = Regions.of_cells(len(base), columns, [*lines, *(one for one, _ in self._on_lines)])
        nothing = (0,) * len(self.regions.sizes)
        self.start = State(nothing, nothing, tuple(lines.get(one, 0) for one in self.regions.lines))
        for cell, count in enumerate(counts):
            if cell not in self._optional:
                self.start = self._with(self.start, cell, filling(count))

    def _with(self, state: State, cell: int, made: Filling) -> State:
        region = self.regions.of[cell]
        if made == "filled":
            return state._replace(filled=_raised(state.filled, region))
        return state._replace(doubtful=_raised(state.doubtful, region)) if made == "doubtful" else state

    def steps(self) -> Iterator[_Steps]:
        """Yield for each cell and each line with something optional what it makes of a state."""
        for cell, sorts in self._optional.items():
            yield self._of_cell(cell, fillings(self._counts[cell], sorts))
        for one, keys in self._on_lines:
            yield self._of_line(self.regions.lines.index(one), keys)

    def _of_cell(self, cell: int, found: Mapping[Filling, Ways]) -> _Steps:
        return lambda state, ways: ((self._with(state, cell, made), ways.together(more)) for made, more in found.items())

    def _of_line(self, place: int, keys: list[str]) -> _Steps:
        most = sum(self.regions.sizes)

        def steps(state: State, ways: Ways) -> Iterator[tuple[State, Ways]]:
            for count, more in enumerate(chosen(keys)):
                taken = min(state.taken[place] + count, most)
                yield state._replace(taken=(*state.taken[:place], taken, *state.taken[place + 1 :])), ways.together(more)

        return steps


def _raised(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])


def _cell(choice: Choice) -> int | None:
    """Return the one cell that a choice touches; None where it touches none or several."""
    touched = {place for vector in choice for place, change in enumerate(vector) if change}
    return next(iter(touched)) if len(touched) == 1 else None


def _change(choice: Choice, cell: int) -> Span:
    return Span(min(vector[cell] for vector in choice), max(vector[cell] for vector in choice))
