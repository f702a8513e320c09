"""What was spent, on whom and on what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..measures import Measure, between, exact, unknown
from ..model import Event, Tokens, Trace
from ..timeline import Timeline

Dimension = Literal["agent", "role", "unit", "decision", "category"]
DIMENSIONS: tuple[Dimension, ...] = ("agent", "role", "unit", "decision", "category")
"""By what spending is told apart."""

UNITS = {
    "orchestrator_decision": "orchestrator", "spawn": "orchestrator", "despawn": "orchestrator", "aggregate": "orchestrator",
    "message": "message", "return": "agent", "tool_call": "tool", "tool_result": "tool",
}  # fmt: skip
"""Event type to the credit unit that a signal for such an event would belong to; the other two types belong to none."""


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


_Group = tuple[str, "str | None", str, "str | None", "str | None"]
"""Agent, role, event type, sub-decision and category: what events are told apart by."""


@dataclass(frozen=True, slots=True)
class Spending:
    """The spending of one trace."""

    total: Spent
    """Over all events."""
    rows: dict[Dimension, list[tuple[str | None, Spent]]]
    """For each dimension its values in alphabetical order, then None for the events that have none."""
    accounted: bool
    """Whether the events' tokens add up to ``costs.tokens``, so that every sum over events is exact."""
    inclusive: bool
    """Whether an event's tokens include those of what it called, so that sums count some of them twice."""
    uncached: bool
    """Whether ``costs.tokens``, and so every group, leaves out those from a cache: the trace says so, or its sums come to that."""
    stated: float
    """``costs.tokens``."""
    capped: bool
    """Whether some of those from a cache may be left out, and the trace does not say which."""
    partial: bool
    """Whether the trace says that tokens are missing from its source, though some are there: every sum is the least that it can be."""
    missing: frozenset[str]
    """What the trace says its source could not say."""


def spending(timeline: Timeline) -> Spending:
    """Return what was spent, by agent, role, credit unit, sub-decision and category."""
    trace = timeline.trace
    groups: defaultdict[_Group, list[Event]] = defaultdict(list)
    for position in timeline.order:
        event = trace.events[position]
        groups[event.agent, event.role, event.type, event.decision, event.tokens.category if event.tokens else None].append(event)
    roles = _roles(trace)
    parts: dict[Dimension, defaultdict[str | None, list[Spent]]] = {dimension: defaultdict(list) for dimension in DIMENSIONS}
    for group, events in groups.items():
        spent = _spent(group[2], events)
        for dimension, value in zip(DIMENSIONS, _values(group, roles), strict=True):
            parts[dimension][value].append(spent)
    rows = {dimension: [(value, added(found[value])) for value in sorted(found, key=_last_if_none)] for dimension, found in parts.items()}
    total = added(spent for _, spent in rows["unit"])
    partial = lost(trace, "tokens")
    uncached, capped = _basis(trace, total)
    return Spending(
        total=total,
        rows=rows,
        accounted=not partial and _accounted(trace, total),
        inclusive=trace.basis.scope == "inclusive",
        uncached=uncached,
        stated=trace.costs["tokens"],
        capped=capped,
        partial=partial,
        missing=frozenset(trace.provenance.missing),
    )


def added(parts: Iterable[Spent]) -> Spent:
    """Return the sum of sums."""
    return Spent(*map(sum, zip(*parts, strict=True)))


def _spent(type_: str, events: Sequence[Event]) -> Spent:
    """Return what events of one type spent."""
    tokens = [event.tokens for event in events if event.tokens is not None]
    took = [max(0.0, event.t - event.t_start) for event in events if event.t_start is not None]
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
        tool_calls=len(events) if type_ == "tool_call" else 0,
        messages=len(events) if type_ == "message" else 0,
        busy=sum(took),
        timed=len(took),
    )


def said(tokens: Tokens) -> bool:
    """Return whether anything is known of how many tokens an event read and wrote: a category alone is no number."""
    return tokens.read is not None or tokens.written is not None


def complete(tokens: Tokens) -> bool:
    """Return whether it is known both what an event read and what it wrote."""
    return tokens.read is not None and tokens.written is not None


def _last_if_none(value: str | None) -> tuple[bool, str]:
    return value is None, value or ""


def _roles(trace: Trace) -> dict[str, str]:
    """Return the role of each agent: as the agents table has it, else the one that its own events name, if they name no other."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    for event in trace.events:
        if event.role is not None:
            named[event.agent].add(event.role)
    told = {name: next(iter(roles)) for name, roles in named.items() if len(roles) == 1}
    return told | {name: agent.role for name, agent in (trace.agents or {}).items() if agent.role is not None}


def _values(group: _Group, roles: dict[str, str]) -> tuple[str | None, ...]:
    agent, role, type_, decision, category = group
    return agent, role or roles.get(agent), UNITS.get(type_), decision, category


def _accounted(trace: Trace, total: Spent) -> bool:
    if trace.basis.scope == "inclusive" or not total.with_tokens:
        return False
    low, high = expected(trace, total.tokens, total.cached)
    return low <= trace.costs["tokens"] <= high


def expected(trace: Trace, tokens: int, cached: int) -> tuple[int, int]:
    """Return between which numbers ``costs.tokens`` must lie if events record all tokens, and how many of them from a cache.

    The two differ where the trace does not say whether it counts tokens that came from a cache.
    """
    low = tokens if trace.basis.cached == "counted" else tokens - cached
    high = tokens - cached if trace.basis.cached == "not_counted" else tokens
    return low, high


def _basis(trace: Trace, total: Spent) -> tuple[bool, bool]:
    """Return whether ``costs.tokens`` leaves cached tokens out, and whether it may leave some of them out, which nobody says.

    Where the trace is silent they count, as long as the run's total leaves room for them.
    """
    low, high = expected(trace, total.tokens, total.cached)
    stated = trace.costs["tokens"]
    silent = trace.basis.cached is None and trace.basis.scope != "inclusive" and low < high
    return trace.basis.cached == "not_counted" or (silent and stated == low), silent and low < stated < high


SOME_LOST = "tokens (some are missing from the source)"


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


Counted = Literal["tool_call", "message"]
COUNTED: tuple[Counted, ...] = ("tool_call", "message")
"""The types of events that every group counts."""


def number_of(spent: Spent, whole: Spending, type_: Counted) -> Measure:
    """Return how many events of a type a group has: of a type that is missing from the source, at least those, or an unknown number."""
    count = spent.tool_calls if type_ == "tool_call" else spent.messages
    if type_ not in whole.missing:
        return exact(count, "events")
    missing = f"{type_} (missing from the source)"
    return between(count, None, "events", (missing,)) if count else unknown("events", missing)


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
