"""Sections on what stands above the records: cells, counts, vocabulary, and what could not be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...taxonomy import Field, TagValue
from ...taxonomy_diff import Cell, Count, Crosstab, Diff, Empty, FieldChange, Pair, RuleChange, ValueChange
from ..open_cells import left_out
from .lines import Line, Section, Style, listed, short


def cells(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield the cells that were filled for the first time, that became empty, and that hold another number."""
    kinds: tuple[tuple[str, str], ...] = (
        ("Cells filled for the first time", "filled"), ("Cells that became empty", "emptied"), ("Other cells that change", "rest"),
    )  # fmt: skip
    for heading, kind in kinds:
        found = [(table, [cell for cell in table.cells if _kind(cell) == kind]) for table in diff.crosstabs]
        lines = tuple(line for table, chosen in found if chosen for line in _table(table, chosen, style))
        if lines:
            yield Section(heading, sum(len(chosen) for _, chosen in found), lines)


def _kind(cell: Cell) -> str:
    return "filled" if cell.filled else "emptied" if cell.emptied else "rest"


def _table(table: Crosstab, chosen: Sequence[Cell], style: Style) -> Iterator[Line]:
    differ = table.gaps.before != table.gaps.after or table.empty.before != table.empty.after
    empty = f"; empty cells {_empty(table)}" if differ else ""
    yield Line(0, f"{style.strong(f'{table.rows.after.label} against {table.columns.after.label}')}{style.said(empty)}")
    for cell in chosen:
        yield Line(
            1, style.said(f"{_value(cell.row)} with {_value(cell.column)}: {_number(cell.count.before)} → {_number(cell.count.after)}")
        )


def _empty(table: Crosstab) -> str:
    """Say how many cells are empty, without "not applicable" and with it, as ``outputs.gaps`` does."""
    none = left_out((*table.rows, *table.columns))
    return f"{_of_cells(table.gaps)}, leaving out {none}; with it {_of_cells(table.empty)}" if none else _of_cells(table.empty)


def _of_cells(found: Pair[Empty]) -> str:
    before, after = found
    if before.of != after.of:
        return f"{before.empty} of {before.of} → {after.empty} of {after.of}"
    number = str(after.empty) if before == after else f"{before.empty} → {after.empty}"
    return f"{number} of {after.of}"


def _value(value: Pair[TagValue | None]) -> str:
    one = value.after or value.before
    assert one is not None
    return one.label


def _number(count: int | None) -> str:
    return str(count or 0)


def counts(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield the counts that change, a line for each field."""
    for heading, found in (("Counts that change", diff.counts), ("Counts of the exclusion log", diff.log_counts)):
        fields = {count.field.after.name: count.field.after for count in found}
        if found:
            lines = (
                _field_counts(field, [count for count in found if count.field.after.name == field.name], style) for field in fields.values()
            )
            yield Section(heading, len(found), tuple(lines))


def _field_counts(field: Field, found: Sequence[Count], style: Style) -> Line:
    told = (f"{_counted(count)} {_number(count.count.before)} → {_number(count.count.after)}" for count in found)
    return Line(0, f"{style.strong(field.label)}: {style.said(', '.join(told))}")


def _counted(count: Count) -> str:
    """Return the value that is counted, and at which level."""
    return f"{_value(count.value)} ({_value(count.level)})" if any(count.level) else _value(count.value)


def vocabulary(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield what became of fields, values and rules."""
    for heading, fields in (("The taxonomy changes", diff.fields), ("The vocabulary of the exclusion log changes", diff.log_fields)):
        if fields:
            yield Section(heading, len(fields), tuple(line for change in fields for line in _field(change, style)))
    if diff.rules:
        yield Section("Rules of the taxonomy change", len(diff.rules), tuple(Line(0, _rule(change, style)) for change in diff.rules))


def _field(change: FieldChange, style: Style) -> Iterator[Line]:
    before, after = change.field
    if before is None and after is not None:
        values = style.said(f"{short(after.definition)} Values: {listed(value.label for value in after.values)}.")
        yield Line(0, f"New field {style.strong(after.label)} ({style.name(after.name)}), carried by {change.coded.after}: {values}")
        return
    if after is None and before is not None:
        yield Line(0, f"The field {style.strong(before.label)} ({style.name(before.name)}) is gone; {change.coded.before} carried it")
        return
    assert before is not None
    assert after is not None
    was = f", formerly {style.name(before.name)}" if change.renamed else ""
    yield Line(0, f"{style.strong(after.label)} ({style.name(after.name)}){was}")
    for setting in change.settings:
        yield Line(1, style.said(_setting(setting, before, after)))
    yield from (Line(1, _value_change(one, "value", style)) for one in change.values)
    yield from (Line(1, _value_change(one, "level", style)) for one in change.levels)


_TOLD = {
    "kind": "kind", "required": "required", "ordered": "ordered", "none": "the value for “does not apply”",
    "absent": "the level for “not found”", "label": "label",
}  # fmt: skip


def _setting(name: str, before: Field, after: Field) -> str:
    if name in _TOLD:
        was, now = (_word(getattr(field, name)) for field in (before, after))
        return f"{_TOLD[name]}: {was} → {now}"
    if name == "definition":
        return f"defined otherwise: “{short(before.definition)}” → “{short(after.definition)}”"
    told = {
        "order": "its values stand in another order",
        "attributes": "its values carry other attributes",
        "applies_to": "other entries can carry it",
    }
    return told[name]


def _word(setting: object) -> str:
    return {True: "yes", False: "no", "": "nothing"}.get(setting, str(setting)) if isinstance(setting, bool | str) else str(setting)


def _value_change(change: ValueChange, kind: str, style: Style) -> str:
    before, after = change.value
    if before is None and after is not None:
        return f"new {kind} {style.strong(after.label)} ({style.name(after.name)}): {style.said(short(after.definition))}"
    if after is None and before is not None:
        return f"{kind} {style.strong(before.label)} ({style.name(before.name)}) is gone"
    assert before is not None
    assert after is not None
    if change.renamed:
        return f"{kind} {style.name(before.name)} is now called {style.name(after.name)} ({style.said(after.label)})"
    return f"{kind} {style.strong(after.label)} ({style.name(after.name)}) {style.said(_redefined(before, after))}"


def _redefined(before: TagValue, after: TagValue) -> str:
    if before.definition != after.definition:
        return f"is defined otherwise: “{short(before.definition)}” → “{short(after.definition)}”"
    if before.label != after.label:
        return f"was labeled “{short(before.label)}”"
    return "is told from its neighbors otherwise" if before.not_for != after.not_for else "carries other attributes"


def _rule(change: RuleChange, style: Style) -> str:
    before, after = change.rule
    rule = after or before
    assert rule is not None
    word = "new" if before is None else "gone" if after is None else "changed"
    return f"{style.strong(rule.name)} ({word}): {style.said(short(rule.why))}"


def rest(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield what could not be compared, and which other files tell something else."""
    lines = [
        Line(0, f"{style.name(name)} has an error {when} and is left out on both sides")
        for when, side in zip(("before", "now"), diff.side, strict=True)
        for name in side.unread
    ]
    if lines:
        yield Section("Could not be compared", len(lines), tuple(lines))
    if diff.parts:
        yield Section("Also changed", len(diff.parts), tuple(Line(0, style.name(name)) for name in diff.parts))
