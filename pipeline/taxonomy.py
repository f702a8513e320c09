"""The survey's vocabulary: which fields an entry carries, which values each knows, and what they mean.

Everything here is read from ``survey/taxonomy.yaml``. No module of the pipeline names a field or a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Literal

from .errors import Place
from .fields import Fields
from .located import Mapping as LocatedMapping
from .located import Scalar

Kind = Literal["one", "many", "map"]
KINDS: tuple[Kind, ...] = ("one", "many", "map")

Tag = str | tuple[str, ...] | dict[str, str]
"""What an entry holds in a field: a value, several values, or values with a level or a text each."""


@dataclass(frozen=True, slots=True)
class TagValue:
    """One value of a field."""

    name: str
    """As written in an entry."""
    label: str
    """For people, at most some 30 characters."""
    definition: str
    """One or two sentences to tag by."""
    not_for: str = ""
    """When another value is the right one; empty where none is easily confused."""
    confused_with: tuple[str, ...] = ()
    """The neighbours that ``not_for`` tells it from."""
    attributes: Mapping[str, str] = dataclass_field(default_factory=dict)
    """What the field says of each value besides, by attribute name."""
    place: Place = dataclass_field(default=Place("survey/taxonomy.yaml"), compare=False)
    """Where the value is declared."""


@dataclass(frozen=True)
class Field:
    """One way in which entries are tagged."""

    name: str
    label: str
    kind: Kind
    definition: str
    values: tuple[TagValue, ...]
    """In the order in which tables and charts show them."""
    required: bool = False
    ordered: bool = False
    """Whether the order of the values means something, as coarse to fine."""
    none: str = ""
    """The value that says "not applicable"; empty where the field has none."""
    attributes: Mapping[str, str] = dataclass_field(default_factory=dict)
    """Heading of each attribute that the values carry, by attribute name."""
    levels: tuple[TagValue, ...] = ()
    """Of a map: what a value is mapped to; empty where it is mapped to free text."""
    applies_to: Mapping[str, tuple[str, ...]] = dataclass_field(default_factory=dict)
    """Which entries can carry the field, as field name to values; empty where all can."""

    @cached_property
    def by_name(self) -> dict[str, TagValue]:
        """The values by name, in order."""
        return {value.name: value for value in self.values}

    @cached_property
    def level_by_name(self) -> dict[str, TagValue]:
        """The levels by name, in order."""
        return {level.name: level for level in self.levels}

    def label_of(self, value: str) -> str:
        """Return a value's label, or the value itself where it is not declared."""
        declared = self.by_name.get(value)
        return declared.label if declared else value


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition across fields: where ``when`` holds, ``then`` must hold and ``then_not`` must not."""

    name: str
    when: Mapping[str, tuple[str, ...]]
    then: Mapping[str, tuple[str, ...]]
    then_not: Mapping[str, tuple[str, ...]]
    why: str
    """Shown to whoever breaks it."""


@dataclass(frozen=True)
class Taxonomy:
    """All fields, the rules across them, and the vocabulary of the exclusion log."""

    fields: Mapping[str, Field]
    rules: tuple[Rule, ...] = ()
    exclusion: Mapping[str, Field] = dataclass_field(default_factory=dict)
    """The fields of exclusion records that have a vocabulary."""

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    @cached_property
    def required(self) -> tuple[Field, ...]:
        """The fields that every entry carries."""
        return tuple(field for field in self if field.required)


def values_in(tag: Tag | None) -> tuple[str, ...]:
    """Return the values that a tag names, whatever its kind; none for an absent one."""
    if tag is None:
        return ()
    return (tag,) if isinstance(tag, str) else tuple(tag)


def hashable(tag: Tag | None) -> object:
    """Return a tag in a form that is equal where tags are, and that can be looked up."""
    return tuple(tag.items()) if isinstance(tag, dict) else tag


def restored(form: object, kind: Kind) -> Tag:
    """Return the tag of a kind of field that ``hashable`` gave this form."""
    return dict(form) if kind == "map" else form  # type: ignore[call-overload,return-value]


def holds(conditions: Mapping[str, tuple[str, ...]], tags: Mapping[str, Tag]) -> bool:
    """Say whether for every field named the tags hold one of the values named."""
    for name, wanted in conditions.items():
        tag = tags.get(name)
        if tag is None or (tag not in wanted if isinstance(tag, str) else not any(value in wanted for value in tag)):
            return False
    return True


# -- reading survey/taxonomy.yaml

_FIELD_KEYS = (
    "label", "kind", "required", "ordered", "none", "definition", "attributes", "to", "applies_to", "values_from", "values",
)  # fmt: skip
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""Values and fields stand in file names, addresses and queries."""
_VALUE_KEYS = ("label", "definition", "not", "confused_with", "attributes")
_RULE_KEYS = ("when", "then", "then_not", "why")


def parse(top: Fields) -> Taxonomy:
    """Return the taxonomy that a file's fields describe; what is wrong is reported and left out."""
    top.allow(("fields", "rules", "exclusion"))
    top.require("fields")
    fields = _fields(top, "fields")
    below = top.below("fields")
    declared = tuple(below.mapping.keys) if below else ()
    for name in fields:
        source = below.below(name) if below else None
        if source:
            _check_condition(source, "applies_to", fields, declared)
    return Taxonomy(fields, tuple(_rules(top, fields, declared)), _fields(top, "exclusion"))


def _fields(top: Fields, section: str) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for name, source in _named(top.below(section)):
        field = _field(name, source, found)
        if field:
            found[name] = field
    return found


def _named(below: Fields | None) -> Iterator[tuple[str, Fields]]:
    """Yield names that are safe and no twins, each with the mapping under it; report the others."""
    folded: dict[str, str] = {}
    for name in below.mapping.keys if below else ():
        assert below is not None
        place, source = below.mapping.keys[name], below.below(name)
        twin = folded.setdefault(name.casefold(), name)
        if not _NAME.fullmatch(name):
            below.problem(place, "bad-name", "a name may hold letters, digits, hyphens and underscores only", name)
        elif twin != name:
            below.problem(place, "bad-name", f"differs from {twin} by case only", name)
        elif source:
            yield name, source


def _field(name: str, source: Fields, earlier: Mapping[str, Field]) -> Field | None:
    source.allow(_FIELD_KEYS)
    source.require("label", "definition", *(() if "values_from" in source else ("values",)))
    label, definition = source.text("label"), source.text("definition")
    kind: Kind = "one"
    if "kind" in source:
        word = source.value_of("kind", KINDS)
        if word is None:
            return None
        kind = word  # type: ignore[assignment]  # among KINDS
    values = _values(source, "values", earlier)
    if label is None or definition is None or not values:
        return None
    none = source.value_of("none", [v.name for v in values]) or ""
    required = source.yes_no("required", False)
    if required and "applies_to" in source:
        message = "a field that only some entries can carry cannot be required of all"
        source.problem(source.mapping.keys["applies_to"], "contradiction", message, "applies_to")
    return Field(
        name=name, label=label, kind=kind, definition=definition, values=values,
        required=required, ordered=source.yes_no("ordered", False), none=none,
        attributes=_texts_below(source, "attributes"), levels=_levels(source, kind), applies_to=_conditions(source, "applies_to"),
    )  # fmt: skip


def _values(source: Fields, key: str, earlier: Mapping[str, Field]) -> tuple[TagValue, ...]:
    return _borrowed(source, key, earlier) if "values_from" in source else _declared(source, key)


def _declared(source: Fields, key: str) -> tuple[TagValue, ...]:
    below = source.below(key)
    found = [value for name, inner in _named(below) if (value := _value(name, inner))]
    _check_neighbours(below, found)
    return tuple(found)


def _borrowed(source: Fields, key: str, earlier: Mapping[str, Field]) -> tuple[TagValue, ...]:
    lender = source.value_of("values_from", earlier)
    if lender is None:
        return ()
    known = earlier[lender].by_name
    names = source.texts(key, lambda scalar, where: source.among(scalar, where, known)) if key in source else tuple(known)
    return tuple(known[name] for name in names)


def _value(name: str, source: Fields) -> TagValue | None:
    source.allow(_VALUE_KEYS)
    source.require("label", "definition")
    label, definition = source.text("label"), source.text("definition")
    if label is None or definition is None:
        return None
    neighbours, attributes = source.texts("confused_with", _verbatim), _texts_below(source, "attributes")
    return TagValue(name, label, definition, source.text("not") or "", neighbours, attributes, source.place())


def _check_neighbours(below: Fields | None, values: list[TagValue]) -> None:
    names = [value.name for value in values]
    for value in values:
        source = below.below(value.name) if below and value.confused_with else None
        if source:
            source.values_of("confused_with", names)


def _levels(source: Fields, kind: Kind) -> tuple[TagValue, ...]:
    target = source.mapping.items.get("to")
    if kind != "map":
        if target is not None:
            source.problem(source.mapping.keys["to"], "unknown-field", "only a map is mapped to something", "to")
        return ()
    if isinstance(target, Scalar) and target.text == "text":
        return ()
    if isinstance(target, LocatedMapping):
        return _declared(source, "to")
    source.problem(target, "wrong-kind", "must be 'text' or the levels a value can have", "to", allowed=("text",))
    return ()


def _texts_below(source: Fields, key: str) -> dict[str, str]:
    below = source.below(key)
    if below is None:
        return {}
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}


def _conditions(source: Fields, key: str) -> dict[str, tuple[str, ...]]:
    below = source.below(key)
    return {name: below.texts(name, _verbatim) for name in below.mapping.keys} if below else {}


def _verbatim(scalar: Scalar, _: str) -> str:
    """Return the name of a value: ``no`` is one, and no truth value. It is folded to a line, since messages quote it."""
    return " ".join(scalar.text.split())


def _rules(top: Fields, fields: Mapping[str, Field], declared: tuple[str, ...]) -> Iterator[Rule]:
    for name, source in _named(top.below("rules")):
        source.allow(_RULE_KEYS)
        source.require("when", "why", *(() if "then_not" in source else ("then",)))
        conditions = {key: _conditions(source, key) for key in ("when", "then", "then_not")}
        sound = [_check_condition(source, key, fields, declared) for key in conditions]
        if all(sound):
            yield Rule(name, conditions["when"], conditions["then"], conditions["then_not"], source.text("why") or "")


def _check_condition(source: Fields, key: str, fields: Mapping[str, Field], declared: tuple[str, ...]) -> bool:
    """Report what a condition names that the taxonomy does not know; say whether it was sound.

    ``declared`` are all names of the file: a field that was left out for its own faults is not reported again.
    """
    below = source.below(key)
    sound = True
    for name in below.mapping.keys if below else ():
        assert below is not None
        if name not in fields:
            sound = False
            if name not in declared:
                below.problem(below.mapping.keys[name], "unknown-field", "the taxonomy has no such field", name, allowed=declared)
        elif len(below.values_of(name, fields[name].by_name)) < len(below.texts(name, _verbatim)):
            sound = False
    return sound
