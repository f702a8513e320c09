"""How much of what was read and written kept the run together, and did not do the task."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..measures import Measure, between, unknown
from ..model import Trace
from .amounts import weight
from .spending import Spending
from .stated_costs import SOME_LOST

OVERHEAD = frozenset({"orchestration", "message", "tool_management"})
"""Categories that keep the run together, and do not do the task."""


class _Sum(NamedTuple):
    """Tokens of some events."""

    tokens: int
    """Read and written."""
    cached: int
    """Of these, from a cache."""


def overhead(trace: Trace, spent: Spending) -> Measure:
    """Return the share of all tokens that went to orchestration, messages and tool management.

    Tokens without a category, and those of ``costs.tokens`` that no event accounts for, may be either: bounds. So may those from a
    cache be counted or not, where the total leaves out some of them and nobody says which.
    """
    if trace.basis.scope == "inclusive":
        return unknown("share", "own tokens (token_basis.scope is inclusive)")
    if not spent.total.with_tokens:
        return unknown("share", "tokens on events")
    if spent.partial:
        return unknown("share", SOME_LOST)
    if spent.capped:
        return _capped(spent)
    by_category = {name: weight(row, spent) for name, row in spent.rows["category"]}
    known, loose = sum(by_category.values()), by_category.get(None, 0)
    if known == loose:
        return _uncategorized(known)
    unrecorded = 0.0 if spent.accounted else max(0.0, trace.costs["tokens"] - known)
    sure = sum(tokens for name, tokens in by_category.items() if name in OVERHEAD)
    missing = ["tokens.category"] * bool(loose) + [f"tokens on events for {unrecorded:g} of costs.tokens"] * bool(unrecorded)
    whole = known + unrecorded
    return between(sure / whole, (sure + loose + unrecorded) / whole, "share", tuple(missing), "tokens.category")


def _uncategorized(known: int) -> Measure:
    return unknown("share", "tokens.category" if known else "tokens above zero")


def _capped(spent: Spending) -> Measure:
    """Return the bounds where some cached tokens are left out of ``costs.tokens``.

    Overhead is smallest where its own cached tokens are left out, and largest where those of the work are; either only as far as the
    rest then still adds up to ``costs.tokens``, which can be told where every event says what it read and wrote.
    """
    sure, loose, work = (_sum(spent, kind) for kind in (OVERHEAD, frozenset({None}), None))
    if not sure.tokens and not work.tokens:
        return _uncategorized(loose.tokens)
    low: float = sure.tokens - sure.cached
    high = spent.stated - (work.tokens - work.cached)
    if spent.total.complete == spent.total.events:
        low = max(low, spent.stated - loose.tokens - work.tokens)
        high = min(high, sure.tokens + loose.tokens)
    missing = ("tokens.category",) * bool(loose.tokens) + ("token_basis.cached",)
    return between(max(0.0, low / spent.stated), min(1.0, high / spent.stated), "share", missing, "tokens.category")


def _sum(spent: Spending, kind: Collection[str | None] | None) -> _Sum:
    """Return the tokens of some categories; with None of those that are neither overhead nor without a category."""
    rows = [row for name, row in spent.rows["category"] if (name in kind if kind is not None else name not in {*OVERHEAD, None})]
    return _Sum(sum(row.tokens for row in rows), sum(row.cached for row in rows))
