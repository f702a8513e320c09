"""The least change of a claim in words, and an example of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..statements import Claim
from ..taxonomy import Field
from . import words
from .least import Least
from .moves import Edit, Step
from .tally import Tally

SHOWN = 3
"""More steps of an example than this are not written out."""


def least(found: Least, claim: Claim, sense: str, tally: Tally, fields: Mapping[str, Field]) -> str:
    """Return the least change of a sense in words, as in ``two more message-level papers``."""
    if found.count is None:
        return "no change flips it"
    kind, of = tally.expectation.kind, tally.selection.of
    count, several = words.number(found.count), words.kind(of, found.count)
    if not found.steps:
        return f"{count} {'change' if found.count == 1 else 'changes'}"
    if kind in ("counts", "each", "most_common"):
        return _by_value(found, tally, fields)
    called = words.called(claim, sense, of, found.count)
    if kind == "empty_cells":
        return _by_cell(found, called)
    if kind == "every":
        fewer = "fewer " if found.direction == "fewer" else ""
        return f"{count} {fewer}{called} that {'does' if found.count == 1 else 'do'} not fit"
    if kind in ("fewer_than", "equal_to") and all(step.kind == "retag" for step in found.steps):
        return f"{count} {several} retagged in {_fields(found.steps, fields)}"
    return _more_or_fewer(found, count, called)


def _more_or_fewer(found: Least, count: str, called: str) -> str:
    if found.direction == "either":
        return f"{count} more or {count} fewer {called}"
    return f"{count} {found.direction} {called}"


def _by_cell(found: Least, called: str) -> str:
    assert found.count is not None
    count, cells = words.number(found.count), "cell" if found.cells == 1 else "cells"
    if found.count != found.cells:
        return f"{count} fewer {called}, so that {words.number(found.cells)} more {cells} {'is' if found.cells == 1 else 'are'} empty"
    ways = {"fewer": "more", "more": "fewer"}
    return f"{count} {ways[found.direction]} filled {cells}" if found.direction in ways else _more_or_fewer(found, count, f"filled {cells}")


def _by_value(found: Least, tally: Tally, fields: Mapping[str, Field]) -> str:
    assert found.count is not None
    declared = fields[tally.expectation.field]
    count, several = words.number(found.count), words.kind(tally.selection.of, found.count)
    if tally.expectation.kind == "counts":
        return f"{count} {several} more or fewer under any value of {declared.label}"
    values = list(tally.expectation.numbers)
    if tally.expectation.kind == "each":
        return f"{count} fewer {several} under {declared.label_of(values[found.bound])}"
    others = [value for value in declared.by_name if value not in (*values, declared.none)]
    rival = declared.label_of(others[found.bound])
    return f"{count} {several} retagged from {declared.label_of(values[0])} to {rival}"


def _fields(steps: Iterable[Step], fields: Mapping[str, Field]) -> str:
    names = sorted({edit.field for step in steps for edit in step.edits})
    return words.enumerated([fields[name].label for name in names])


def example(steps: Sequence[Step]) -> str:
    """Return steps as they would be done, one after the other; like ones are told once, and the rest is counted."""
    told: dict[str, int] = {}
    for step in steps:
        text = _step(step)
        told[text] = told.get(text, 0) + 1
    shown = [f"{text} ({words.number(count)} times)" if count > 1 else text for text, count in list(told.items())[:SHOWN]]
    rest = len(told) - len(shown)
    return "; ".join([*shown, *([f"and {words.number(rest)} more"] if rest else [])])


def _step(step: Step) -> str:
    if step.kind == "remove":
        return f"remove {step.key}"
    if step.kind == "retag":
        return f"retag {step.key}: {', '.join(_edit(edit) for edit in step.edits)}"
    held = ", ".join(f"{edit.field} {words.tag(edit.after)}" for edit in step.edits)
    return f"add a record with {held}" if held else "add a record"


def _edit(edit: Edit) -> str:
    return f"{edit.field} from {words.tag(edit.before)} to {words.tag(edit.after)}"
