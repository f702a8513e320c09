"""The survey's claims as every output shows them: what each came to in a word and a sign, and how fragile it is."""

from __future__ import annotations

from ..claims import Verdict

NEWS = "news"
"""What a claim on the current pool is called that no longer holds."""
MARKS = {"holds": "\u2713", "fails": "\u2717", NEWS: "\u2717", "cannot be checked": "?"}
"""A sign for each word, so that no verdict is told by its place or color alone."""
ANSWERS = {"yes": "+", "no": "-", "undecided": "?", "not asked": "."}
"""A sign for each answer of a scenario, since there are many columns of them."""
LEGEND = "+ holds, - fails, ? depends on what is not known, . not asked"


def word(verdict: Verdict) -> str:
    """Return the outcome in a word: on the current pool, a claim that fails is news."""
    return NEWS if verdict.outcome == "fails" and verdict.claim.pool == "current" else verdict.outcome


def marked(verdict: Verdict) -> str:
    """Return the outcome as a sign and a word."""
    return f"{MARKS[word(verdict)]} {word(verdict)}"
