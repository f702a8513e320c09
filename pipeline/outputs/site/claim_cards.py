"""The claims page: each sentence of the survey about its own records, whether it holds, and how little would flip it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ... import claims
from ...claims import Finding, LeastChange, Sensitivity, Survival
from ...corpus import Corpus, once
from ...statements import Claim, Condition, Selection
from ...statements.claims import Sense
from ...taxonomy import Field
from ..claimed import word
from ..sentences import many
from . import addresses, shell

NAMED = 10
"""Records that a card names at most; more are folded, or a link away."""
ELSEWHERE = "Elsewhere"
"""Heading of claims whose place in the survey is not known."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A record, and where the site tells of it."""

    name: str
    address: str
    """Empty where there is no such page."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number that was counted for one value."""

    label: str
    number: int
    address: str
    """Where the records are listed; empty where Browse cannot be asked for them."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A scenario in which a claim does not hold for sure."""

    label: str
    answer: str
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sense of a claim, and what it came to."""

    sense: str
    outcome: str
    found: str
    counted: tuple[Counted, ...]
    crossed: bool
    """Whether what was counted are the filled cells of a cross-tab."""
    records: tuple[Reference, ...]
    listed: str
    """Where Browse lists the records; empty where it cannot be asked for them."""
    breaking: tuple[Reference, ...]
    """Where it fails, a smallest set of records without which it would hold."""
    why: str
    flips: int | None
    """The least number of changes that flips it; None where none does."""
    flip: str
    """That change in words."""
    asked: int
    """In how many scenarios it was tried."""
    survived: int
    """In how many of them it holds."""
    trials: tuple[Trial, ...]
    """The others."""


@dataclass(frozen=True, slots=True)
class Card:
    """One claim."""

    claim: Claim
    verdict: str
    """As ``claimed.word`` says it."""
    senses: tuple[Outcome, ...]
    """The broad one first."""


@dataclass(frozen=True, slots=True)
class Group:
    """The claims of one place in the survey."""

    id: str
    title: str
    cards: tuple[Card, ...]


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the claims page; nothing where the survey states no claims."""
    if not corpus.claims:
        return
    labels = dict(claims.scenarios(corpus))
    cards = [_card(one, labels, corpus) for one in claims.sensitivity(corpus)]
    description = f"What the survey says of its own records: {many(len(cards), 'claim')}, run against the pool."
    page = shell.Page("claims.html", "Claims", description, "claims", ("pages.css",))
    yield shell.render(corpus, page, "claims.html", groups=tuple(_groups(cards)), tallies=tuple(_tallies(cards)), most=NAMED)


def _groups(cards: Sequence[Card]) -> Iterator[Group]:
    places: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        places[card.claim.stands_in or ELSEWHERE].append(card)
    for number, (place, here) in enumerate(places.items(), 1):
        yield Group(f"place-{number}", f"{place[:1].upper()}{place[1:]}", tuple(here))


def _tallies(cards: Sequence[Card]) -> Iterator[tuple[str, int, Mapping[str, int]]]:
    """Yield each pool with the number of its claims, and how many came to what."""
    for pool in dict.fromkeys(card.claim.pool for card in cards):
        verdicts = [card.verdict for card in cards if card.claim.pool == pool]
        yield pool, len(verdicts), {verdict: verdicts.count(verdict) for verdict in dict.fromkeys(verdicts)}


def _card(one: Sensitivity, labels: Mapping[str, str], corpus: Corpus) -> Card:
    verdict = one.verdict
    asked_for = dict(verdict.claim.senses)
    of_each = zip(verdict.findings, one.least, one.survivals, strict=True)
    senses = tuple(_outcome(found, asked_for[found.sense], least, tried, labels, corpus) for found, least, tried in of_each)
    return Card(verdict.claim, word(verdict), senses)


def _outcome(
    found: Finding, sense: Sense, least: LeastChange, survivals: Sequence[Survival], labels: Mapping[str, str], corpus: Corpus
) -> Outcome:
    asked = [survival for survival in survivals if survival.answer != "not asked"]
    trials = tuple(Trial(labels[s.scenario], s.answer, s.detail) for s in asked if s.answer != "yes")
    return Outcome(
        found.sense, found.outcome, found.found, tuple(_counted(found, sense, corpus)), bool(found.cells),
        _references(found.matched, corpus), _listed(sense.selection, (), corpus) or "", _references(found.breaking, corpus), found.why,
        least.count, least.words, len(asked), len(asked) - len(trials), trials,
    )  # fmt: skip


def _references(keys: Sequence[str], corpus: Corpus) -> tuple[Reference, ...]:
    known = _known(corpus)
    return tuple(known[key] if key in known else Reference(key, "") for key in keys)


@once
def _known(corpus: Corpus) -> Mapping[str, Reference]:
    """Return a reference to each record: the same ones stand behind many claims."""
    exclusions = {key: Reference(key, f"screening.html#{key}") for key in corpus.by_id}
    return exclusions | {key: Reference(paper.name, addresses.paper(key)) for key, paper in corpus.by_key.items()}


def _counted(found: Finding, sense: Sense, corpus: Corpus) -> Iterator[Counted]:
    fields = {**corpus.taxonomy.exclusion, **corpus.taxonomy.fields}
    field = fields.get(sense.expectation.field)
    for place, (label, number) in enumerate(found.numbers):
        conditions = tuple(_of_cell(sense, found.cells[place]) if found.cells else _of_value(label, field))
        yield Counted(label, number, _listed(sense.selection, conditions, corpus) or "" if conditions else "")


def _of_cell(sense: Sense, values: tuple[str, str]) -> Iterator[Condition]:
    return (Condition(name, "", (value,)) for (name, _), value in zip(sense.expectation.crossed, values, strict=True))


def _of_value(label: str, field: Field | None) -> Iterator[Condition]:
    value = _named(label, field)
    if field and value:
        yield Condition(field.name, "", (value,))


def _named(label: str, field: Field | None) -> str:
    return next((value.name for value in field.values if value.label == label), "") if field else ""


def _listed(selection: Selection, further: tuple[Condition, ...], corpus: Corpus) -> str | None:
    """Return where Browse lists what a query means; None where it cannot be asked for it."""
    query = selection.query
    conditions = (*query.where, *further)
    known = corpus.taxonomy.fields if selection.of == "papers" else {**corpus.taxonomy.exclusion, **corpus.taxonomy.fields}
    names = [condition.field for condition in conditions]
    plain = not (query.without or query.any_of or any(condition.within for condition in conditions))
    if not plain or len(set(names)) < len(names) or any(name not in known for name in names):
        return None
    wanted = {condition.field: condition.wanted for condition in conditions}
    if selection.of == "papers":
        return shell.browse_address(wanted)
    return addresses.logged_with(wanted) if selection.of == "exclusions" else None
