"""What is known of the tokens, tool calls and messages of some of a run's events."""

from __future__ import annotations

from typing import Literal

from ..measures import Measure, between, exact, unknown
from .spending import Spending
from .spent import Spent
from .stated_costs import SOME_LOST

Counted = Literal["tool_call", "message"]
COUNTED: tuple[Counted, ...] = ("tool_call", "message")
"""The types of events that every group counts."""


def weight(spent: Spent, whole: Spending) -> int:
    """Return the tokens of a group as the run's total counts them, with or without those from a cache."""
    return spent.tokens - spent.cached if whole.uncached else spent.tokens


def tokens_of(spent: Spent, whole: Spending) -> Measure:
    """Return what a group of events read and wrote: exact where each says both, or all together add up to ``costs.tokens``."""
    if not spent.with_tokens:
        return unknown("tokens", "tokens on events")
    tokens, full = weight(spent, whole), spent.complete == spent.events
    lacking = "tokens on events" if spent.complete == spent.with_tokens else "in and out of tokens on events"
    if whole.inclusive:
        inclusive = "own tokens (token_basis.scope is inclusive)"
        open_ = not full or whole.partial
        return unknown("tokens", inclusive, lacking) if open_ else between(None, tokens, "tokens", (inclusive,), "tokens on events")
    if whole.partial:
        return between(tokens, None, "tokens", (SOME_LOST,), "tokens on events")
    if whole.capped and spent.cached:
        most = min(tokens, whole.stated) if full else whole.stated
        return between(tokens - spent.cached, most, "tokens", ("token_basis.cached",), "tokens on events")
    if whole.accounted or full:
        return exact(tokens, "tokens", "tokens on events")
    return between(tokens, None, "tokens", (lacking,), "tokens on events")


def number_of(spent: Spent, whole: Spending, type_: Counted) -> Measure:
    """Return how many events of a type a group has: of a type that is missing from the source, at least those, or an unknown number."""
    count = spent.tool_calls if type_ == "tool_call" else spent.messages
    if type_ not in whole.missing:
        return exact(count, "events")
    missing = f"{type_} (missing from the source)"
    return between(count, None, "events", (missing,)) if count else unknown("events", missing)
