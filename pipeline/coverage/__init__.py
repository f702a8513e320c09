"""How the taxonomy is covered: which papers are meant, counts, cross-tabs and the papers behind them."""

from .choices import Choice, newest, year_spans
from .conditions import (
    LOG,
    UNCODED,
    Condition,
    Conditions,
    conditions,
    field,
    is_logged,
    log_conditions,
    log_field,
    log_fields,
    matching,
    meets,
    split,
)
from .counts import TOTAL, Extent, applicable, coded, counts, crosstab, extent, gaps, holders, levels
from .facts import FACTS, with_facts

__all__ = [
    "FACTS", "LOG", "TOTAL", "UNCODED", "Choice", "Condition", "Conditions", "Extent", "applicable", "coded", "conditions", "counts",
    "crosstab", "extent", "field", "gaps", "holders", "is_logged", "levels", "log_conditions", "log_field", "log_fields", "matching",
    "meets", "newest", "split", "with_facts", "year_spans",
]  # fmt: skip
