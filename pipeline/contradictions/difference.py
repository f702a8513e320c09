"""A difference, with the checks that show whether it still stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .kinds import Apart, Corrected, Counted, Evidence, State, Tagged, Unread, Unsettled

Check = Tagged | Apart | Counted | Unread | Unsettled | Corrected


@dataclass(frozen=True, slots=True)
class Difference:
    """One contradiction between documents of the survey."""

    id: str
    title: str
    """A few words."""
    sentence: str
    """What contradicts what, in the project's own words."""
    checks: tuple[Check, ...]

    def evidence(self, state: State) -> tuple[Evidence, ...]:
        """Return the records that show it; none once it is settled."""
        return tuple(found for check in self.checks for found in check.evidence(state))


def standing(differences: Iterable[Difference], state: State) -> list[tuple[Difference, tuple[Evidence, ...]]]:
    """Return the differences that still stand, in their order, each with the records that show it."""
    found = [(difference, difference.evidence(state)) for difference in differences]
    return [(difference, evidence) for difference, evidence in found if evidence]
