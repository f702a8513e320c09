"""What a run states in sum, and whether its source could say it."""

from __future__ import annotations

from ..measures import Measure, between, exact, unknown
from ..model import Trace

SOME_LOST = "tokens (some are missing from the source)"
"""What is missing where a sum of tokens is only the least that it can be."""


def total(trace: Trace) -> Measure:
    """Return what a run read and wrote as it states it: a lower bound, or nothing, where the trace says that tokens are missing."""
    stated = trace.costs["tokens"]
    if not lost(trace, "tokens"):
        return exact(stated, "tokens")
    return between(stated, None, "tokens", (SOME_LOST,)) if stated else unknown("tokens", "tokens (missing from the source)")


def wall_clock(trace: Trace) -> Measure:
    """Return how long a run took as it states it, in seconds, or nothing where the trace says that its source could not."""
    if lost(trace, "wall_clock_s"):
        return unknown("s", "wall_clock_s (missing from the source)")
    return exact(trace.costs["wall_clock_s"], "s")


def lost(trace: Trace, cost: str) -> bool:
    """Return whether a trace says that its source could not say a cost: what stands under its name is then no number of anything."""
    return not {cost, "costs"}.isdisjoint(trace.provenance.missing)


def expected(trace: Trace, tokens: int, cached: int) -> tuple[int, int]:
    """Return between which numbers ``costs.tokens`` must lie if events record all tokens, and how many of them from a cache.

    The two differ where the trace does not say whether it counts tokens that came from a cache.
    """
    low = tokens if trace.basis.cached == "counted" else tokens - cached
    high = tokens - cached if trace.basis.cached == "not_counted" else tokens
    return low, high
