"""What became of fields, values and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..taxonomy import Field, Rule, TagValue
from .changes import FieldChange, RuleChange, ValueChange
from .pairs import Pair, joined
from .renaming import Fields, Names, Renamed, Terms


def field_changes(old: Fields, new: Fields, names: Renamed, coded: Pair[Callable[[str], int]]) -> tuple[FieldChange, ...]:
    """Return the fields that differ; ``coded`` gives for a field's name on either side how many records carry it."""
    found = []
    for before, after in joined(list(old), list(new), names.fields):
        pair = Pair(old.get(before or ""), new.get(after or ""))
        numbers = Pair(coded.before(before) if before else 0, coded.after(after) if after else 0)
        change = _field_change(pair, names, numbers)
        if change:
            found.append(change)
    return tuple(found)


def _field_change(field: Pair[Field | None], names: Renamed, coded: Pair[int]) -> FieldChange | None:
    before, after = field
    if before is None or after is None:
        return FieldChange(field, (), (), (), coded)
    values = _value_changes(Pair(before.values, after.values), names.values.get(before.name, {}))
    levels = _value_changes(Pair(before.levels, after.levels), names.levels.get(before.name, {}))
    settings = tuple(_settings(Pair(before, after), names))
    differs = values or levels or settings or before.name != after.name
    return FieldChange(field, values, levels, settings, coded) if differs else None


def _value_changes(values: Pair[tuple[TagValue, ...]], names: Names) -> tuple[ValueChange, ...]:
    before, after = ({value.name: value for value in one} for one in values)
    pairs = (Pair(before.get(one or ""), after.get(other or "")) for one, other in joined(list(before), list(after), names))
    return tuple(ValueChange(pair) for pair in pairs if _is_told_otherwise(pair, names))


def _is_told_otherwise(value: Pair[TagValue | None], names: Names) -> bool:
    before, after = value
    if before is None or after is None or before.name != after.name:
        return True
    neighbors = (sorted(_shared(one.confused_with, names, side)) for side, one in enumerate((before, after)))
    return replace(before, confused_with=()) != replace(after, confused_with=()) or next(neighbors) != next(neighbors)


def _shared(words: Sequence[str], names: Names, side: int) -> list[str]:
    """Return the names of one side in words that both sides share."""
    shared = {(one, other)[side]: f"{one} {other}" for one, other in names.items()}
    return [shared.get(word, word) for word in words]


_PLAIN = ("label", "definition", "kind", "required", "ordered", "attributes")


def _settings(field: Pair[Field], names: Renamed) -> Iterator[str]:
    before, after = field
    yield from (name for name in _PLAIN if getattr(before, name) != getattr(after, name))
    was, now = (_relative(one, terms) for one, terms in zip(field, names.terms, strict=True))
    yield from (name for name in was if was[name] != now[name])
    values, levels = names.values.get(before.name, {}), names.levels.get(before.name, {})
    if _moved(Pair(before.values, after.values), values) or _moved(Pair(before.levels, after.levels), levels):
        yield "order"


def _relative(field: Field, terms: Terms) -> dict[str, object]:
    """Return the settings that name values, levels and fields, in words that both sides share."""
    return {
        "none": terms.value(field.name, field.none), "absent": terms.level(field.name, field.absent),
        "applies_to": terms.conditions(field.applies_to),
    }  # fmt: skip


def _moved(values: Pair[tuple[TagValue, ...]], names: Names) -> bool:
    before, after = (_shared([value.name for value in one], names, side) for side, one in enumerate(values))
    return [name for name in before if name in after] != [name for name in after if name in before]


def rule_changes(old: Sequence[Rule], new: Sequence[Rule], names: Renamed) -> tuple[RuleChange, ...]:
    """Return the rules that differ by more than renamed fields and values; one that goes by another name has gone and come."""
    before, after = ({rule.name: rule for rule in rules} for rules in (old, new))
    pairs = (Pair(before.get(one or ""), after.get(other or "")) for one, other in joined(list(before), list(after), {}))
    return tuple(RuleChange(pair) for pair in pairs if _says(pair.before, names.terms.before) != _says(pair.after, names.terms.after))


def _says(rule: Rule | None, terms: Terms) -> object:
    return rule and (rule.why, *map(terms.conditions, (rule.when, rule.then, rule.then_not)))
