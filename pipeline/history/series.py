"""What is followed: counts of records, and the two sides of a claim."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Which papers are counted; all where there are none."""
    of: str = PAPERS
    """PAPERS or EXCLUSIONS; of a claim VERDICT or FOUND."""
    claim: Claim | None = None


def series(asked: Sequence[str], taxonomy: Taxonomy, stated: Sequence[Claim] = ()) -> tuple[Series, ...]:
    """Return what is asked for as ``papers``, ``exclusions``, ``FIELD``, ``FIELD=VALUE``, two of the latter, or a claim's id.

    A bare field gives a count for each of its values, and one for papers that do not carry it where it may be absent.
    Two conditions give the papers that meet both. A claim of those that are stated gives its verdict and what was found.
    Raises CallFault for anything else.
    """
    if len(asked) == 1 and (claim := _claim(asked[0], taxonomy, stated)):
        return Series(claim.id, {}, VERDICT, claim), Series(FOUND, {}, FOUND, claim)
    if len(asked) == 1 and asked[0] in (PAPERS, EXCLUSIONS) and asked[0] not in taxonomy.fields:
        return (Series(asked[0], {}, asked[0]),)
    bare = [text for text in asked if "=" not in text]
    if not 0 < len(asked) <= 2 or len(bare) > 1:
        raise CallFault("ask for papers, exclusions, FIELD, FIELD=VALUE, or two conditions of which at most one has no value")
    fixed = coverage.conditions([text for text in asked if "=" in text], taxonomy)
    if not bare:
        return (Series(" and ".join(asked), fixed),)
    field = coverage.field(bare[0], taxonomy)
    values = [*field.by_name, *([] if field.required else [coverage.UNCODED])]
    return tuple(Series(value, {**fixed, field.name: _both(fixed.get(field.name), value)}) for value in values)


def _claim(asked: str, taxonomy: Taxonomy, stated: Sequence[Claim]) -> Claim | None:
    """Return the claim that is asked for, or None where something else is."""
    by_id = {claim.id: claim for claim in stated}
    name = asked.removeprefix(CLAIM)
    if asked.startswith(CLAIM) and name not in by_id:
        raise CallFault(f"{name!r} is no claim of the survey{guess(name, tuple(by_id))}")
    return by_id.get(name) if asked.startswith(CLAIM) or name not in taxonomy.fields else None


def _both(wanted: tuple[str, ...] | None, value: str) -> tuple[str, ...]:
    return (value,) if wanted is None or value in wanted else ()
