"""What the survey states of its own records, as values: claims, their queries, and the scenarios they are tried under."""

from .claims import Claim, Sense
from .expectations import Expectation
from .queries import Condition, Query, State
from .reading import Statements, parse
from .scenarios import Scenario
from .vocabulary import Of, Selection, Vocabulary, vocabulary

__all__ = [
    "Claim", "Condition", "Expectation", "Of", "Query", "Scenario", "Selection", "Sense", "State", "Statements", "Vocabulary", "parse",
    "vocabulary",
]  # fmt: skip
