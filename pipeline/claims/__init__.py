"""The survey's claims, run: which hold, what is behind them, and how little would flip them."""

from .sensitivity import LeastChange, Sensitivity, Survival, least_changes, scenarios, sensitivity
from .verdicts import OUTCOMES, Finding, Outcome, TraceFaults, Verdict, failing, verdicts, verdicts_on

__all__ = [
    "OUTCOMES", "Finding", "LeastChange", "Outcome", "Sensitivity", "Survival", "TraceFaults", "Verdict", "failing", "least_changes",
    "scenarios", "sensitivity", "verdicts", "verdicts_on",
]  # fmt: skip
