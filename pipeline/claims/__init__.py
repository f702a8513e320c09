"""The survey's claims, run: which hold, what is behind them, and how little would flip them."""

from .judging import OUTCOMES, Outcome
from .sensitivity import LeastChange, Sensitivity, least_changes, sensitivity
from .survivals import Survival, scenarios
from .verdicts import Finding, TraceFaults, Verdict, failing, verdicts, verdicts_on

__all__ = [
    "OUTCOMES", "Finding", "LeastChange", "Outcome", "Sensitivity", "Survival", "TraceFaults", "Verdict", "failing", "least_changes",
    "scenarios", "sensitivity", "verdicts", "verdicts_on",
]  # fmt: skip
