"""Conditions on what a record is tagged with, as they are typed: ``FIELD=VALUE``, ``FIELD=VALUE:LEVEL``, ``FIELD.VALUE=LEVEL``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import CallFault, guess
from ..records import LOGGED, Paper
from ..taxonomy import Field, Tag, Taxonomy

UNCODED = "(uncoded)"
"""Stands for papers that do not carry a facet, or do not speak of a value of a map. No value can be called so."""
LOG = "exclusions."
"""What may stand before a field of the exclusion log, and must where a field of papers has the same name."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing asked of one field."""

    field: Field
    within: str
    """The value of a map whose level is asked for; empty where the field itself is asked."""
    wanted: tuple[str, ...]
    """Of these a record must hold one: values, or VALUE:LEVEL, or levels, or UNCODED."""

    @property
    def name(self) -> str:
        """What stands before the sign."""
        return f"{self.field.name}.{self.within}" if self.within else self.field.name

    def met_by(self, tag: Tag | None) -> bool:
        """Say whether what a record holds in the field meets the condition."""
        if self.within:
            level = tag.get(self.within) if isinstance(tag, dict) else None
            return (UNCODED if level is None else level) in self.wanted
        if tag is None:
            return UNCODED in self.wanted
        if any(value in self.wanted for value in self.field.held(tag)):
            return True
        return isinstance(tag, dict) and any(f"{value}:{level}" in self.wanted for value, level in tag.items())

    def in_words(self) -> str:
        """Return what is wanted as people call it: ``Benchmark or Survey``, ``Safety: Direct``."""
        return " or ".join(map(self._called, self.wanted))

    def _called(self, wanted: str) -> str:
        value, _, level = (self.within, "", wanted) if self.within else wanted.partition(":")
        labels = {UNCODED: "not coded", **{one.name: one.label for one in self.field.levels}}
        said = "not coded" if value == UNCODED else self.field.label_of(value)
        return f"{said}: {labels.get(level, level)}" if level else said


Conditions = tuple[Condition, ...]
"""All of them must be met."""


def conditions(texts: Iterable[str], taxonomy: Taxonomy) -> Conditions:
    """Return conditions on papers as they were typed, several values separated by commas; several for one name add up.

    Raises CallFault for an unknown field, value or level, with the nearest known one.
    """
    return _conditions(texts, lambda name: field(name, taxonomy))


def log_conditions(texts: Iterable[str], taxonomy: Taxonomy) -> Conditions:
    """Return conditions on excluded records, by the fields of their log, as ``conditions`` does."""
    return _conditions(texts, lambda name: log_field(name, taxonomy))


def _conditions(texts: Iterable[str], declared: Callable[[str], Field]) -> Conditions:
    found: dict[str, Condition] = {}
    for text in texts:
        one = _condition(text, declared)
        earlier = found.get(one.name)
        found[one.name] = replace(one, wanted=(*earlier.wanted, *one.wanted)) if earlier else one
    return tuple(found.values())


def _condition(text: str, declared: Callable[[str], Field]) -> Condition:
    name, sign, wanted = text.partition("=")
    if not sign:
        raise CallFault(f"{text!r} is no condition; write FIELD=VALUE")
    outer, within = split(name)
    of = declared(outer)
    if within:
        _must_have_levels(of, f"{of.name}={within}")
        _must_be(within, f"value of {of.name}", list(of.by_name), of)
    values = tuple(part.strip() for part in wanted.split(","))
    for value in values:
        _check_level(of, within, value) if within else _check_value(of, value)
    return Condition(of, within, values)


def split(name: str) -> tuple[str, str]:
    """Return field and value of ``FIELD.VALUE``; the value is empty where there is none. What stands before a field of the log is kept."""
    prefix = LOG if name.startswith(LOG) else ""
    outer, _, within = name.removeprefix(prefix).partition(".")
    return f"{prefix}{outer}", within


def _check_value(of: Field, wanted: str) -> None:
    value, colon, level = wanted.partition(":")
    if colon:
        _must_have_levels(of, f"{of.name}={value}")
    _must_be(value, f"value of {of.name}", [*of.by_name, *([] if colon else [UNCODED])], of)
    if colon:
        _must_be(level, f"level of {of.name}", list(of.level_by_name))


def _check_level(of: Field, within: str, wanted: str) -> None:
    _must_be(wanted, f"level of {of.name}.{within}", [*of.level_by_name, UNCODED])


def _must_have_levels(of: Field, instead: str) -> None:
    if not of.levels:
        raise CallFault(f"the values of {of.name} have no levels; write {instead}")


def _must_be(word: str, what: str, allowed: Sequence[str], of: Field | None = None) -> None:
    if word not in allowed:
        raise unknown(word, what, allowed, of)


def field(name: str, taxonomy: Taxonomy) -> Field:
    """Return a field of the taxonomy by name. Raises CallFault, with the nearest name, where there is none."""
    if name not in taxonomy.fields:
        if is_logged(name, taxonomy):
            raise CallFault(f"{name!r} is a field of the exclusion log, and not one of papers")
        raise unknown(name, "field of the taxonomy", list(taxonomy.fields))
    return taxonomy.fields[name]


def is_logged(name: str, taxonomy: Taxonomy) -> bool:
    """Say whether a field of the exclusion log is meant, and none of papers."""
    return name.startswith(LOG) or (name in log_fields(taxonomy) and name not in taxonomy.fields)


def log_field(name: str, taxonomy: Taxonomy) -> Field:
    """Return a field of the exclusion log, with or without LOG before its name. Raises CallFault where there is none."""
    known = log_fields(taxonomy)
    if name.removeprefix(LOG) not in known:
        raise unknown(name.removeprefix(LOG), "field of the exclusion log", list(known))
    return known[name.removeprefix(LOG)]


def log_fields(taxonomy: Taxonomy) -> dict[str, Field]:
    """Return the fields of the exclusion log that have a vocabulary, by name."""
    return {name: declared for name, declared in taxonomy.exclusion.items() if name in LOGGED}


def unknown(word: str, what: str, allowed: Sequence[str], of: Field | None = None) -> CallFault:
    """Return the fault of a word that is not among those allowed, with the nearest of them."""
    return CallFault(f"{word!r} is no {what}{guess(word, allowed)}; known are {', '.join(_with_label(name, of) for name in allowed)}")


def _with_label(name: str, of: Field | None) -> str:
    """Return a name and what people call it, where the label says more."""
    label = of.label_of(name) if of and name in of.by_name else name
    return name if label.casefold().replace(" ", "_") == name.casefold() else f"{name} ({label})"


def matching(papers: Iterable[Paper], wanted: Conditions) -> tuple[Paper, ...]:
    """Return the papers that meet every condition, in their order: one condition after the other, each of those that are left."""
    left = tuple(papers)
    for condition in wanted:
        name, met_by = condition.field.name, condition.met_by
        left = tuple(paper for paper in left if met_by(paper.tags.get(name)))
    return left


def meets(tags: Mapping[str, Tag], wanted: Conditions) -> bool:
    """Say whether a record with these tags meets every condition."""
    return all(condition.met_by(tags.get(condition.field.name)) for condition in wanted)
