"""Variants of the pool under which claims are tried, as values, and how each is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from ..errors import Place
from ..fields import Fields
from ..located import Scalar
from ..taxonomy import Field
from .names import named_well
from .queries import Query
from .reading_queries import conditions
from .vocabulary import Of, Vocabulary

STRICT, LEFT_OUT, RETAGGED = "strict", "one-left-out", "one-retagged"
RESERVED = (STRICT, LEFT_OUT, RETAGGED)
"""Scenarios that need no declaring: the strict sense for the broad one, any one record left out, any one retagged."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A variant of the pool: only some papers, or some exclusions retained after all."""

    name: str
    label: str
    restrict: Query | None
    """Only papers that it means are kept."""
    retain: Query | None
    """Exclusions that it means count as papers; their unknown tags may be anything."""
    proposed: bool
    """Retain only those for which tags are proposed."""
    subsets: bool
    """Try every subset of the retained records and not only all of them."""
    uncoded: tuple[str, ...]
    """Fields that a retained record without a proposed tag does not carry, where otherwise nothing would be known."""
    place: Place = dataclass_field(compare=False)


_SCENARIO_KEYS = ("label", "restrict", "retain", "subsets", "uncoded")


def parse(top: Fields, known: Vocabulary) -> Iterator[Scenario]:
    """Yield the scenarios of a file; what is wrong is reported and left out."""
    below = top.below("scenarios")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name) if named_well(below, name, RESERVED) else None
        scenario = _scenario(name, source, known) if source else None
        if scenario:
            yield scenario


def _scenario(name: str, source: Fields, known: Vocabulary) -> Scenario | None:
    source.allow(_SCENARIO_KEYS)
    source.require("label")
    label = source.text("label")
    if ("restrict" in source) == ("retain" in source):
        source.problem(source.mapping, "bad-scenario", "must either restrict the papers or retain exclusions")
        return None
    if "restrict" in source:
        for key in (key for key in ("subsets", "uncoded") if key in source):
            source.problem(source.mapping.keys[key], "unknown-field", "goes with retain only", key)
    proposed = isinstance(source.mapping.items.get("retain"), Scalar)
    if proposed and source.value_of("retain", ("proposed",)) is None:
        return None
    restrict = _asked(source, "restrict", known.papers, known, "papers") if "restrict" in source else None
    retain = Query() if proposed else _asked(source, "retain", known.exclusions, known, "exclusions") if "retain" in source else None
    optional = tuple(field.name for field in known.papers.values() if not field.required)
    if label is None or (restrict is None and retain is None):
        return None
    return Scenario(
        name, label, restrict, retain, proposed, source.yes_no("subsets", False), source.values_of("uncoded", optional), source.place()
    )


def _asked(source: Fields, key: str, fields: Mapping[str, Field], known: Vocabulary, of: Of) -> Query | None:
    query = Query(tuple(conditions(source, key, fields)))
    if query == Query():
        if not (below := source.below(key)) or not below.mapping.keys:
            source.problem(source.mapping.items.get(key), "empty-value", "asks nothing", key)
        return None
    if fault := known.fault(of, query):
        source.problem(source.mapping.items[key], *fault, key)
        return None
    return query
