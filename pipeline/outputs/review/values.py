"""The comparison as JSON values: names as they stand in the files, both sides of everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...records import Exclusion, Paper, Record
from ...taxonomy import Field, Rule, TagValue
from ...taxonomy_diff import (
    Cell,
    ClaimChange,
    Count,
    Crosstab,
    Diff,
    FieldChange,
    Pair,
    RecordChange,
    RuleChange,
    ValueChange,
)
from ..exports import json_text
from ..exports.json_text import Json

T = TypeVar("T")
Object = dict[str, Json]


def value(diff: Diff) -> Object:
    """Return everything that changed. Where something is absent on a side, null stands there."""
    return {
        "papers": _both(diff.side, lambda side: len(side.corpus.papers)),
        "exclusions": _both(diff.side, lambda side: len(side.corpus.exclusions)),
        "unread": _both(diff.side, lambda side: list(side.unread)),
        "records": [_record(change) for change in diff.records],
        "fields": [_field(change) for change in diff.fields],
        "log_fields": [_field(change) for change in diff.log_fields],
        "rules": [_rule(change) for change in diff.rules],
        "counts": [_count(count) for count in diff.counts],
        "log_counts": [_count(count) for count in diff.log_counts],
        "crosstabs": [_crosstab(table) for table in diff.crosstabs],
        "claims": [_claim(change) for change in diff.claims],
        "other_files": list(diff.parts),
    }


def _both(pair: Pair[T], of: Callable[[T], Json]) -> Object:
    return {"before": of(pair.before), "after": of(pair.after)}


def _record(change: RecordChange) -> Object:
    facts: list[Json] = [{"field": _both(fact.name, json_text.plain), "value": _both(fact.value, json_text.plain)} for fact in change.facts]
    unlogged: list[Json] = [fact.name.after for fact in change.unlogged]
    misquoted: list[Json] = [fact.name.after for fact in change.misquoted]
    return {
        "change": _kind(change), "record": _both(change.record, _standing), "facts": facts, "unlogged": unlogged, "misquoted": misquoted,
    }  # fmt: skip


def _kind(change: RecordChange) -> str:
    if None in change.record:
        return "added" if change.record.before is None else "removed"
    if change.moved:
        return "moved"
    if change.renamed:
        return "renamed"
    return "retagged" if any(fact.is_tag for fact in change.facts) else "corrected"


def _standing(record: Record | None) -> Json:
    if record is None:
        return None
    name = record.id if isinstance(record, Exclusion) else record.key
    folder = "corpus" if isinstance(record, Paper) else "exclusions"
    return {"folder": folder, "name": name, "title": record.title, "tags": json_text.plain(record.tags)}


def _name(one: Field | TagValue | Rule | None) -> Json:
    return one.name if one else None


def _field(change: FieldChange) -> Object:
    return {
        "field": _both(change.field, _name), "carried_by": _both(change.coded, lambda number: number), "settings": list(change.settings),
        "values": [_value(one) for one in change.values], "levels": [_value(one) for one in change.levels],
    }  # fmt: skip


def _value(change: ValueChange) -> Object:
    return {
        "value": _both(change.value, _name),
        "label": _both(change.value, lambda one: one.label if one else None),
        "definition": _both(change.value, lambda one: one.definition if one else None),
    }


def _rule(change: RuleChange) -> Object:
    return {"rule": _both(change.rule, _name), "why": _both(change.rule, lambda rule: rule.why if rule else None)}


def _count(count: Count) -> Object:
    return {
        "field": _both(count.field, _name), "value": _both(count.value, _name), "level": _both(count.level, _name),
        "count": _both(count.count, lambda number: number),
    }  # fmt: skip


def _crosstab(table: Crosstab) -> Object:
    """Return a cross-tab: how many cells are empty, of how many, of those that are no gap when empty as well, and which differ."""
    return {
        "rows": _both(table.rows, _name), "columns": _both(table.columns, _name),
        "empty": _both(table.gaps, lambda one: one.empty), "of": _both(table.gaps, lambda one: one.of),
        "with_not_applicable": {"empty": _both(table.empty, lambda one: one.empty), "of": _both(table.empty, lambda one: one.of)},
        "cells": [_cell(cell) for cell in table.cells],
    }  # fmt: skip


def _cell(cell: Cell) -> Object:
    return {
        "row": _both(cell.row, _name), "column": _both(cell.column, _name), "count": _both(cell.count, lambda number: number),
        "filled": cell.filled, "emptied": cell.emptied,
    }  # fmt: skip


def _claim(change: ClaimChange) -> Object:
    one = change.verdict.after or change.verdict.before
    assert one is not None
    return {
        "claim": one.claim.id, "sentence": one.claim.sentence, "flipped": change.flipped, "reworded": change.reworded,
        "verdict": _both(change.verdict, lambda verdict: verdict.outcome if verdict else None),
        "found": _both(change.verdict, lambda verdict: [finding.found for finding in verdict.findings] if verdict else None),
    }  # fmt: skip
