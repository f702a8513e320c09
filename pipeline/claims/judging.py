"""Whether a claim holds in one run, why it does not, and which records break it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from . import words
from .cells import Cells
from .outcomes import Subsets
from .pool import Pool
from .worlds import Run

Outcome = Literal["holds", "fails", "cannot be checked"]
OUTCOMES: tuple[Outcome, ...] = ("holds", "cannot be checked", "fails")
"""From the best to the worst: a claim is as good as the worst of its senses."""


def judged(run: Run, pool: Pool) -> tuple[Outcome, str, tuple[str, ...]]:
    """Return the outcome of a run, why it is not good, and what breaks it."""
    if reason := unchecked(run):
        return "cannot be checked", reason, ()
    found = run.subsets()
    if found.failing:
        if run.world.optional and run.tally.holds(run.base):
            return "fails", f"fails once {words.enumerated(found.smallest)} is retained", found.smallest
        return "fails", _reason(run, pool), _breaking(run, pool)
    reason = _open(found)
    return ("cannot be checked", reason, ()) if reason else ("holds", "", ())


def undecided(run: Run) -> str:
    """Say why it is open whether a claim holds, or return an empty text."""
    return _open(run.subsets())


def _open(found: Subsets) -> str:
    return "it depends on tags that are not known" if found.undecided and not found.failing else ""


def unchecked(run: Run) -> str:
    """Say why a run looked at nothing, or return an empty text."""
    of = run.tally.selection.of
    looked_at = [names for kind, names in run.world.certain.carried.items() if run.tally.selection.takes(kind)]
    if not looked_at:
        return f"there are no {of}"
    for name in run.tally.fields:
        if not any(name in names for names in looked_at):
            return f"none of the {of} is coded in {name}"
    if run.tally.expectation.kind in ("every", "empty_cells") and not run.count:
        return f"none of the {of} is meant by the query"
    return ""


def _reason(run: Run, pool: Pool) -> str:
    expectation = run.tally.expectation
    if expectation.kind == "exactly":
        met = {sort.key for sort in run.sorts if sort.key and any(run.tally.adds(sort))}
        lacking = [_lacking(key, run, pool) for key in expectation.keys if key not in met]
        return "; ".join([*lacking, *([f"{words.number(run.base[1])} more than named"] if run.base[1] else [])])
    fields = pool.known.fields(run.tally.selection.of)
    return words.found(run.tally, run.base, run.count, fields)


def _lacking(key: str, run: Run, pool: Pool) -> str:
    subject = pool.by_key.get(key)
    if subject is None:
        return f"{key} is not in the pool"
    fields = sorted({condition.field for condition in run.tally.selection.query.conditions()})
    held = ", ".join(f"{name} {words.tag(subject.tags.get(name))}" for name in fields)
    return f"{key} is not among them: it holds {held}"


def _breaking(run: Run, pool: Pool) -> tuple[str, ...]:
    """Return a smallest set of records whose removal mends the bounds that a removal can mend."""
    fields = run.tally.fields
    if run.tally.cells:
        return tuple(sorted(_in_the_way(run, pool, run.tally.cells)))
    found: set[str] = set()
    for bound in run.tally.bounds:
        need = bound.excess(bound.value(run.base))
        pushing = [key for sort, keys in run.sorts.items() if need * bound.value(run.tally.adds(sort)) > 0 for key in keys]
        if abs(need) <= len(pushing):
            pushing.sort(key=lambda key: (pool.by_key[key].since(fields), key), reverse=True)
            found.update(pushing[: abs(need)])
    return tuple(sorted(found))


def _in_the_way(run: Run, pool: Pool, cells: Cells) -> Iterator[str]:
    """Yield the records of the cells that hold the fewest, and of these those that came last, where too few are empty."""
    by_cell: dict[int, list[str]] = {}
    for sort, keys in run.sorts.items():
        for cell in words.filled(run.tally.adds(sort)):
            by_cell.setdefault(cell, []).extend(keys)
    need = -cells.bound.excess(run.base.count(0))
    latest = {cell: max((pool.by_key[key].since(run.tally.fields), key) for key in keys) for cell, keys in by_cell.items()}
    ordered = sorted(sorted(by_cell, key=lambda cell: latest[cell], reverse=True), key=lambda cell: len(by_cell[cell]))
    for cell in ordered[: max(need, 0)] if need <= len(ordered) else ():
        yield from by_cell[cell]
