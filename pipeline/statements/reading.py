"""The whole of ``survey/claims.yaml``."""

from __future__ import annotations

from dataclasses import dataclass

from ..fields import Fields
from . import claims, scenarios
from .claims import Claim
from .scenarios import Scenario
from .vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Statements:
    """Everything in ``survey/claims.yaml``."""

    claims: tuple[Claim, ...] = ()
    """In the order of the file."""
    scenarios: tuple[Scenario, ...] = ()
    """In the order of the file."""


def parse(top: Fields, known: Vocabulary) -> Statements:
    """Return the claims and scenarios of a file; what is wrong is reported and left out."""
    top.allow(("claims", "scenarios"))
    top.require("claims")
    declared = tuple(scenarios.parse(top, known))
    names = tuple(scenario.name for scenario in declared)
    return Statements(tuple(claims.parse(top, known, names)), declared)
