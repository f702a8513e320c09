"""What changed in meaning between two states of a survey. ``diff(a, b)`` mirrors ``diff(b, a)``."""

from .changes import ClaimChange, Diff, Fact, FieldChange, RecordChange, RuleChange, Side, ValueChange
from .numbers import Cell, Count, Crosstab, Empty
from .pairs import Pair
from .whole import diff

__all__ = [
    "Cell", "ClaimChange", "Count", "Crosstab", "Diff", "Empty", "Fact", "FieldChange", "Pair", "RecordChange", "RuleChange", "Side",
    "ValueChange", "diff",
]  # fmt: skip
