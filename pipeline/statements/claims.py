"""The survey's claims about its own records, as values, and how each is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal

from ..errors import Place
from ..fields import Fields
from . import reading_expectations, reading_queries
from .expectations import Expectation
from .names import named_well
from .queries import Query, too_many
from .reading_queries import QUERY_KEYS
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
    strictly_called: tuple[str, str]
    """What the records of the narrower sense are called; empty texts where that was not said."""
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


_CLAIM_KEYS = ("sentence", "pool", "place", "called", "of", *QUERY_KEYS, "expect", "under", "boundary", "strict")


def parse(top: Fields, known: Vocabulary, scenarios: tuple[str, ...]) -> Iterator[Claim]:
    """Yield the claims of a file, of which ``scenarios`` are declared; what is wrong is reported and left out."""
    below = top.below("claims")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name) if named_well(below, name) else None
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
    strictly_called = _called(narrower) if narrower else ("", "")
    if not (sentence and boundary and pool and broad) or under is None or ("strict" in source and strict is None):
        return None
    if under and not all(_fits_variants(source, sense) for sense in (broad, strict) if sense):
        return None
    stands_in = source.text("place") or ""
    return Claim(name, sentence, _POOL[pool], stands_in, called, broad, strict, strictly_called, under, boundary, source.place())


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
    source.allow(("called", *QUERY_KEYS, "expect"))
    source.require("expect")
    return _sense(source, of, known)


def _sense(source: Fields, of: Of, known: Vocabulary) -> Sense | None:
    if of == "traces":
        every = Selection(of, Query())
        for key in (key for key in QUERY_KEYS if key in source):
            source.problem(source.mapping.keys[key], "unknown-field", "traces carry no tags to ask for", key)
        expectation = reading_expectations.parse(source, every, known)
        return Sense(every, expectation) if expectation else None
    fields = known.fields(of)
    query = reading_queries.parse(source, fields)
    if fault := known.fault(of, query):
        where = next((source.mapping.items[key] for key in QUERY_KEYS if key in source), None)
        source.problem(where, *fault)
        return None
    expectation = reading_expectations.parse(source, Selection(of, query), known)
    if expectation and too_many((*query.conditions(), *expectation.conditions()), fields):
        source.problem(source.mapping.items["expect"], *TOO_COMPLEX, "expect")
        return None
    return Sense(Selection(of, query), expectation) if expectation else None
