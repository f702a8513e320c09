"""What some events spent: sums, with how many of the events say what is summed up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..events import Event, Tokens


class Spent(NamedTuple):
    """Sums over events. Of events that do not say, nothing is added."""

    events: int
    """How many."""
    with_tokens: int
    """How many of them say what they read or what they wrote."""
    complete: int
    """How many of them say both."""
    tokens: int
    """Read and written."""
    read: int
    """Tokens in, including cached ones."""
    written: int
    """Tokens out, including reasoning."""
    cached: int
    """Of those read."""
    reasoning: int
    """Of those written."""
    says_read: int
    """How many events say what they read."""
    says_written: int
    """How many say what they wrote."""
    says_cached: int
    """How many say what of it came from a cache."""
    says_reasoning: int
    """How many say what of it was reasoning."""
    tool_calls: int
    """Events of that type."""
    messages: int
    """Events of that type."""
    busy: float
    """Sum of what the events took, in clock units; overlap counts twice."""
    timed: int
    """How many events say what they took."""


def summed(type_: str, events: Sequence[Event]) -> Spent:
    """Return what events of one type spent."""
    tokens = [event.tokens for event in events if event.tokens is not None]
    took = [max(0.0, event.t - event.t_start) for event in events if event.t_start is not None]
    calls, messages = len(events) if type_ == "tool_call" else 0, len(events) if type_ == "message" else 0
    if not tokens:  # as in most groups of a run with thousands of agents
        return Spent(len(events), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, calls, messages, sum(took), len(took))
    read, written = sum(t.read or 0 for t in tokens), sum(t.written or 0 for t in tokens)
    return Spent(
        events=len(events),
        with_tokens=sum(said(t) for t in tokens),
        complete=sum(complete(t) for t in tokens),
        tokens=read + written,
        read=read,
        written=written,
        cached=sum(t.cached or 0 for t in tokens),
        reasoning=sum(t.reasoning or 0 for t in tokens),
        says_read=sum(t.read is not None for t in tokens),
        says_written=sum(t.written is not None for t in tokens),
        says_cached=sum(t.cached is not None for t in tokens),
        says_reasoning=sum(t.reasoning is not None for t in tokens),
        tool_calls=calls,
        messages=messages,
        busy=sum(took),
        timed=len(took),
    )


def added(parts: Sequence[Spent]) -> Spent:
    """Return the sum of sums."""
    return parts[0] if len(parts) == 1 else Spent(*map(sum, zip(*parts, strict=True)))


def said(tokens: Tokens) -> bool:
    """Return whether anything is known of how many tokens an event read and wrote: a category alone is no number."""
    return tokens.read is not None or tokens.written is not None


def complete(tokens: Tokens) -> bool:
    """Return whether it is known both what an event read and what it wrote."""
    return tokens.read is not None and tokens.written is not None
