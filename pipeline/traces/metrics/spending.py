"""What was spent in a run, on whom and on what."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from ..events import Event
from ..model import Trace
from ..timeline import Timeline
from .spent import Spent, added, summed
from .stated_costs import expected, lost

Dimension = Literal["agent", "role", "unit", "decision", "category"]
DIMENSIONS: tuple[Dimension, ...] = ("agent", "role", "unit", "decision", "category")
"""By what spending is told apart."""

UNITS = {
    "orchestrator_decision": "orchestrator", "spawn": "orchestrator", "despawn": "orchestrator", "aggregate": "orchestrator",
    "message": "message", "return": "agent", "tool_call": "tool", "tool_result": "tool",
}  # fmt: skip
"""Event type to the credit unit that a signal for such an event would belong to; the other two types belong to none."""

_Group = tuple[str, "str | None", str, "str | None", "str | None"]
"""Agent, role, event type, sub-decision and category: what events are told apart by."""
_Kind = tuple["str | None", "str | None", "str | None", "str | None"]
"""Role, unit, sub-decision and category, in the order of DIMENSIONS."""


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
    # Agents first: there may be as many of them as events, and of the rest only a few kinds.
    kinds: defaultdict[_Kind, list[Spent]] = defaultdict(list)
    for (agent, role, type_, decision, category), events in groups.items():
        spent = summed(type_, events)
        parts["agent"][agent].append(spent)
        kinds[role or roles.get(agent), UNITS.get(type_), decision, category].append(spent)
    for kind, several in kinds.items():
        spent = added(several)
        for dimension, value in zip(DIMENSIONS[1:], kind, strict=True):
            parts[dimension][value].append(spent)
    rows = {dimension: [(value, added(found[value])) for value in sorted(found, key=_last_if_none)] for dimension, found in parts.items()}
    total = added([spent for _, spent in rows["unit"]])
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


def _accounted(trace: Trace, total: Spent) -> bool:
    if trace.basis.scope == "inclusive" or not total.with_tokens:
        return False
    low, high = expected(trace, total.tokens, total.cached)
    return low <= trace.costs["tokens"] <= high


def _basis(trace: Trace, total: Spent) -> tuple[bool, bool]:
    """Return whether ``costs.tokens`` leaves cached tokens out, and whether it may leave some of them out, which nobody says.

    Where the trace is silent they count, as long as the run's total leaves room for them.
    """
    low, high = expected(trace, total.tokens, total.cached)
    stated = trace.costs["tokens"]
    silent = trace.basis.cached is None and trace.basis.scope != "inclusive" and low < high
    return trace.basis.cached == "not_counted" or (silent and stated == low), silent and low < stated < high
