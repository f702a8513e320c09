"""What is followed: counts of records, and the two sides of a claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import coverage
from ..errors import CallFault, guess
from ..statements import Claim
from ..taxonomy import Taxonomy

PAPERS, EXCLUSIONS = "papers", "exclusions"
"""What can be counted besides fields; a field of that name goes first."""
VERDICT, FOUND = "verdict", "found"
"""What is followed of a claim: what it came to in a word, and what was found in one clause."""
CLAIM = "claim:"
"""What may stand before the id of a claim, and must where a field has the same name."""


@dataclass(frozen=True, slots=True)
class Series:
    """One count, or one side of a claim, that is followed."""

    name: str
    """As tables head its column."""
    conditions: coverage.Conditions
    """Which records are counted; all where there are none."""
    of: str = PAPERS
    """PAPERS or EXCLUSIONS; of a claim VERDICT or FOUND."""
    claim: Claim | None = None


def series(asked: Sequence[str], taxonomy: Taxonomy, stated: Sequence[Claim] = ()) -> tuple[Series, ...]:
    """Return what is asked for as ``papers``, ``exclusions``, ``FIELD``, a condition, two of the latter, or a claim's id.

    A bare field gives a count for each of its values, a bare ``FIELD.VALUE`` one for each of its levels, and either one for
    papers that do not carry it where it may be absent. Two conditions give the papers that meet both. Fields of the exclusion
    log count excluded records. A claim of those that are stated gives its verdict and what was found.
    Raises CallFault for anything else.
    """
    if len(asked) == 1 and (claim := _claim(asked[0], taxonomy, stated)):
        return Series(claim.id, (), VERDICT, claim), Series(FOUND, (), FOUND, claim)
    if len(asked) == 1 and asked[0] in (PAPERS, EXCLUSIONS) and asked[0] not in taxonomy.fields:
        return (Series(asked[0], (), asked[0]),)
    bare = [text for text in asked if "=" not in text]
    if not 0 < len(asked) <= 2 or len(bare) > 1:
        raise CallFault(
            "ask for papers, exclusions, FIELD, FIELD=VALUE, FIELD.VALUE=LEVEL, or two conditions of which at most one has no value"
        )
    _refuse_facts(asked, taxonomy)
    of = _of(asked, taxonomy)
    read = coverage.log_conditions if of == EXCLUSIONS else coverage.conditions
    fixed = read([text for text in asked if "=" in text], taxonomy)
    if not bare:
        return (Series(" and ".join(asked), fixed, of),)
    spread = _spread(bare[0], taxonomy, of)
    return tuple(Series(one.wanted[0], (*fixed, one), of) for one in spread)


def _refuse_facts(asked: Sequence[str], taxonomy: Taxonomy) -> None:
    """Raise CallFault where a fact of papers is asked for, which is no field that can be followed."""
    for name in (text.partition("=")[0] for text in asked):
        if name in coverage.FACTS and name not in taxonomy.fields:
            raise CallFault(f"{name!r} is no field of the taxonomy; `masrl stats {name} --at DATE` counts it at the end of a day")


def _of(asked: Sequence[str], taxonomy: Taxonomy) -> str:
    """Return which records the fields that are named are those of. Raises CallFault where some are of papers, others of the log."""
    logged = {coverage.is_logged(coverage.split(text.partition("=")[0])[0], taxonomy) for text in asked}
    if len(logged) > 1:
        raise CallFault("papers and excluded records are not counted together; ask for fields of the one or of the other")
    return EXCLUSIONS if logged == {True} else PAPERS


def _spread(name: str, taxonomy: Taxonomy, of: str) -> Iterator[coverage.Condition]:
    """Yield a condition for each value of a field, or for each level of a value, and one for what does not carry it."""
    read = coverage.log_conditions if of == EXCLUSIONS else coverage.conditions
    read([f"{name}={coverage.UNCODED}"], taxonomy)  # refuses a name that means nothing
    outer, within = coverage.split(name)
    field = coverage.log_field(outer, taxonomy) if of == EXCLUSIONS else coverage.field(outer, taxonomy)
    certain = field.required or of == EXCLUSIONS
    for value in (*(field.level_by_name if within else field.by_name), *([] if certain else [coverage.UNCODED])):
        yield from read([f"{name}={value}"], taxonomy)


def _claim(asked: str, taxonomy: Taxonomy, stated: Sequence[Claim]) -> Claim | None:
    """Return the claim that is asked for, or None where something else is."""
    by_id = {claim.id: claim for claim in stated}
    name = asked.removeprefix(CLAIM)
    if asked.startswith(CLAIM) and name not in by_id:
        raise CallFault(f"{name!r} is no claim of the survey{guess(name, tuple(by_id))}")
    return by_id.get(name) if asked.startswith(CLAIM) or name not in taxonomy.fields else None
