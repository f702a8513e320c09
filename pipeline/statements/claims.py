"""The survey's claims about its own records, and the variants of the pool under which they are tried."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal

from ..errors import Place
from ..fields import Fields
from ..located import Scalar
from ..taxonomy import Field
from . import expectations, queries
from .expectations import Expectation
from .queries import QUERY_KEYS, Query
from .vocabulary import OF, TOO_COMPLEX, Of, Selection, Vocabulary

PoolName = Literal["published", "current"]
_POOL: Mapping[str, PoolName] = {"published": "published", "current": "current"}


@dataclass(frozen=True, slots=True)
class Sense:
    """A query and what is expected of it."""

    selection: Selection
    expectation: Expectation

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that it looks at, sorted."""
        asked = (*self.selection.query.conditions(), *self.expectation.conditions())
        return tuple(sorted({condition.field for condition in asked} | ({self.expectation.field} - {""})))


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about the pool that can be run."""

    id: str
    sentence: str
    pool: PoolName
    stands_in: str
    """Where in the survey; empty where no place is known."""
    called: tuple[str, str]
    """What the records that the query means are called: one of them, several of them. Empty texts where that was not said."""
    broad: Sense
    strict: Sense | None
    """The narrower sense, where there is one."""
    under: str
    """The scenario in every variant of which the claim must hold; empty where the pool is taken as it is."""
    boundary: str
    """What the claim does not say."""
    place: Place = dataclass_field(compare=False)

    @property
    def senses(self) -> tuple[tuple[str, Sense], ...]:
        """The senses by name, the broad one first."""
        return (("broad", self.broad), *((("strict", self.strict),) if self.strict else ()))

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that any sense looks at, sorted."""
        return tuple(sorted({name for _, sense in self.senses for name in sense.fields}))


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


@dataclass(frozen=True, slots=True)
class Statements:
    """Everything in ``survey/claims.yaml``."""

    claims: tuple[Claim, ...] = ()
    """In the order of the file."""
    scenarios: tuple[Scenario, ...] = ()
    """In the order of the file."""


STRICT, LEFT_OUT, RETAGGED = "strict", "one-left-out", "one-retagged"
RESERVED = (STRICT, LEFT_OUT, RETAGGED)
"""Scenarios that need no declaring: the strict sense for the broad one, any one record left out, any one retagged."""
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""Names stand in addresses."""
_CLAIM_KEYS = ("sentence", "pool", "place", "called", "of", *QUERY_KEYS, "expect", "under", "boundary", "strict")
_SCENARIO_KEYS = ("label", "restrict", "retain", "subsets", "uncoded")


def parse(top: Fields, known: Vocabulary) -> Statements:
    """Return the claims and scenarios of a file; what is wrong is reported and left out."""
    top.allow(("claims", "scenarios"))
    top.require("claims")
    scenarios = tuple(_scenarios(top, known))
    declared = tuple(scenario.name for scenario in scenarios)
    return Statements(tuple(_claims(top, known, declared)), scenarios)


def _named_well(below: Fields, name: str, reserved: Collection[str] = ()) -> bool:
    if _NAME.fullmatch(name) and name not in reserved:
        return True
    fault = "is the name of a scenario that every survey has" if name in reserved else "may hold small letters, digits and hyphens only"
    below.problem(below.mapping.keys[name], "bad-name", f"the name {fault}", name)
    return False


def _claims(top: Fields, known: Vocabulary, scenarios: tuple[str, ...]) -> Iterator[Claim]:
    below = top.below("claims")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name) if _named_well(below, name) else None
        claim = _claim(name, source, known, scenarios) if source else None
        if claim:
            yield claim


def _claim(name: str, source: Fields, known: Vocabulary, scenarios: tuple[str, ...]) -> Claim | None:
    source.allow(_CLAIM_KEYS)
    source.require("sentence", "pool", "expect", "boundary")
    sentence, boundary = source.text("sentence"), source.text("boundary")
    pool, called = source.value_of("pool", _POOL), _called(source)
    word = source.value_of("of", OF) if "of" in source else "papers"
    if word is None:
        return None
    of = OF[word]
    under = source.value_of("under", scenarios) if "under" in source else ""
    broad = _sense(source, of, known)
    narrower = source.below("strict")
    strict = _narrower(narrower, of, known) if narrower else None
    if not (sentence and boundary and pool and broad) or under is None or ("strict" in source and strict is None):
        return None
    if under and not _fits_variants(source, broad):
        return None
    return Claim(name, sentence, _POOL[pool], source.text("place") or "", called, broad, strict, under, boundary, source.place())


_ONE_SIDED = ("at_most", "at_least", "none", "fewer_than", "every")


def _fits_variants(source: Fields, sense: Sense) -> bool:
    """Say whether a claim can be about every variant of a scenario; report where it cannot."""
    if sense.selection.of == "papers" and sense.expectation.kind in _ONE_SIDED:
        return True
    message = f"a claim about every variant is about papers and expects one of {', '.join(_ONE_SIDED)}"
    source.problem(source.mapping.items["under"], "bad-expectation", message, "under")
    return False


def _called(source: Fields) -> tuple[str, str]:
    names = source.texts("called")
    if "called" in source and len(names) != 2:
        source.problem(source.mapping.items["called"], "wrong-count", "takes two names: for one record, for several", "called")
    return (names[0], names[1]) if len(names) == 2 else ("", "")


def _narrower(source: Fields, of: Of, known: Vocabulary) -> Sense | None:
    source.allow((*QUERY_KEYS, "expect"))
    source.require("expect")
    return _sense(source, of, known)


def _sense(source: Fields, of: Of, known: Vocabulary) -> Sense | None:
    if of == "traces":
        every = Selection(of, Query())
        for key in (key for key in QUERY_KEYS if key in source):
            source.problem(source.mapping.keys[key], "unknown-field", "traces carry no tags to ask for", key)
        expectation = expectations.parse(source, every, known)
        return Sense(every, expectation) if expectation else None
    fields = known.fields(of)
    query = queries.parse(source, fields)
    if fault := known.fault(of, query):
        where = next((source.mapping.items[key] for key in QUERY_KEYS if key in source), None)
        source.problem(where, *fault)
        return None
    expectation = expectations.parse(source, Selection(of, query), known)
    if expectation and queries.too_many((*query.conditions(), *expectation.conditions()), fields):
        source.problem(source.mapping.items["expect"], *TOO_COMPLEX, "expect")
        return None
    return Sense(Selection(of, query), expectation) if expectation else None


def _scenarios(top: Fields, known: Vocabulary) -> Iterator[Scenario]:
    below = top.below("scenarios")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name) if _named_well(below, name, RESERVED) else None
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
    query = Query(tuple(queries.conditions(source, key, fields)))
    if query == Query():
        if not (below := source.below(key)) or not below.mapping.keys:
            source.problem(source.mapping.items.get(key), "empty-value", "asks nothing", key)
        return None
    if fault := known.fault(of, query):
        source.problem(source.mapping.items[key], *fault, key)
        return None
    return query
