"""How much of what was read and written kept the run together, and did not do the task."""

from __future__ import annotations

from ..measures import Measure, between, unknown
from ..model import Trace
from .amounts import weight
from .spending import Spending
from .stated_costs import SOME_LOST

OVERHEAD = frozenset({"orchestration", "message", "tool_management"})
"""Categories that keep the run together, and do not do the task."""


def overhead(trace: Trace, spent: Spending) -> Measure:
    """Return the share of all tokens that went to orchestration, messages and tool management.

    Tokens without a category, and those of ``costs.tokens`` that no event accounts for, may be either: bounds.
    """
    if trace.basis.scope == "inclusive":
        return unknown("share", "own tokens (token_basis.scope is inclusive)")
    if not spent.total.with_tokens:
        return unknown("share", "tokens on events")
    if spent.partial:
        return unknown("share", SOME_LOST)
    by_category = {name: weight(row, spent) for name, row in spent.rows["category"]}
    known, loose = sum(by_category.values()), by_category.get(None, 0)
    if known == loose:
        return unknown("share", "tokens.category" if known else "tokens above zero")
    unrecorded = 0.0 if spent.accounted else max(0.0, trace.costs["tokens"] - known)
    sure = sum(tokens for name, tokens in by_category.items() if name in OVERHEAD)
    missing = ["tokens.category"] * bool(loose) + [f"tokens on events for {unrecorded:g} of costs.tokens"] * bool(unrecorded)
    whole = known + unrecorded
    return between(sure / whole, (sure + loose + unrecorded) / whole, "share", tuple(missing), "tokens.category")
