"""The survey's claims as every output shows them: what each came to in a word and a sign, and how fragile it is."""

from __future__ import annotations

from functools import lru_cache

from .. import claims
from ..claims import Sensitivity, Verdict
from ..corpus import Corpus

NEWS = "news"
"""What a claim on the current pool is called that no longer holds."""
MARKS = {"holds": "\u2713", "fails": "\u2717", NEWS: "\u2717", "cannot be checked": "?"}
"""A sign for each word, so that no verdict is told by its place or colour alone."""


def word(verdict: Verdict) -> str:
    """Return the outcome in a word: on the current pool, a claim that fails is news."""
    return NEWS if verdict.outcome == "fails" and verdict.claim.pool == "current" else verdict.outcome


def marked(verdict: Verdict) -> str:
    """Return the outcome as a sign and a word."""
    return f"{MARKS[word(verdict)]} {word(verdict)}"


class _Same:
    """A survey that is equal to itself alone, since comparing two record by record would take longer than asking."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.corpus is self.corpus

    def __hash__(self) -> int:
        return id(self.corpus)


def fragility(corpus: Corpus) -> tuple[Sensitivity, ...]:
    """Return how fragile each claim is, in the order of the file. Kept, since figures, tables and titles all ask for it."""
    return _fragility(_Same(corpus))


@lru_cache(maxsize=2)
def _fragility(asked: _Same) -> tuple[Sensitivity, ...]:
    return claims.sensitivity(asked.corpus)
