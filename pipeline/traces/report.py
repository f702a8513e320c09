"""Everything that can be computed from one trace, as one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from . import schema
from .collection import paused
from .findings import JSON
from .measures import Measure, between, exact, finite, unknown
from .metrics import checklist, decisions, overhead, parallelism, population, repetition, spending, spread, steps, usefulness
from .model import Reward, Trace
from .timeline import Timeline

BANDS = (10, 100, 1000)
"""Upper ends of the length bands, in events."""


class Given(NamedTuple):
    """What events were rewarded with in one channel, for one unit and target."""

    reward: Reward
    """With the sum as its value."""
    events: int
    """How many events."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one trace says of its run."""

    name: str
    """The file."""
    trace: Trace
    """What was measured."""
    events: int
    """How many."""
    agents: tuple[str, ...]
    """Names of those that acted or were spawned, sorted."""
    measures: Mapping[str, Measure]
    """Metric to what is known of it, in the order of MEASURES."""
    band: str
    """Length band: up to 10, 100 or 1000 events, or more."""
    population: tuple[tuple[float, int], ...]
    """Times at which the number of live agents changed, with the number from then on."""
    spent: spending.Spending
    """Tokens, calls, messages and time by agent, role, credit unit, sub-decision and category."""
    decisions: Mapping[str, Measure]
    """Sub-decision O1 to O5 to its share."""
    rewards: tuple[Reward, ...]
    """What the run received, as it states it."""
    event_rewards: tuple[Given, ...]
    """What its events received, summed."""
    checklist: tuple[checklist.Item, ...]
    """The five items."""


SUCCESS = ("task_success", "success")
"""Names under which ``metrics`` may state it."""


def _success(timeline: Timeline) -> Measure:
    stated = next((timeline.trace.metrics[name] for name in SUCCESS if name in timeline.trace.metrics), None)
    return unknown("score", "metrics.task_success") if stated is None else exact(stated, "score", "as stated in metrics")


def _overhead(timeline: Timeline) -> Measure:
    return overhead.overhead(timeline.trace, spending.spending(timeline))


class Basis(NamedTuple):
    """What a metric rests on, so that the report can say what of it was guessed, or that it is unknown."""

    keys: frozenset[str]
    """Keys of events, as in ``to``, or in ``spawn.to`` where only such events matter; and what only ``provenance`` names, as edges."""
    types: frozenset[str] | None = None
    """Types of the events whose keys matter; None for all of them."""
    needed: frozenset[str] = frozenset()
    """What must not be missing from the source of a trace: nothing found then means unknown, and not zero."""
    more: frozenset[str] = frozenset()
    """What can only make the value larger: where some of it is missing from the source, the value found is a lower bound."""


def _basis(keys: str, types: str | None = None, needed: str = "", more: str = "") -> Basis:
    """Return a basis from names with blanks between them."""
    of_types = None if types is None else frozenset(types.split())
    return Basis(frozenset(keys.split()), of_types, frozenset(needed.split()), frozenset(more.split()))


_EDGES = "edges temporal causal tool_dependency safety_flow"
_DESCENT = "parent_agent parent kind"
_STEPS = "orchestrator_decision spawn despawn message tool_call return aggregate"
_EVENTS = f"{_STEPS} tool_result human_intervention safety_event"
_KINDS_OF_EDGES = "causal temporal tool_dependency safety_flow"
"""Edge types whose names are not those of event types."""
MEASURES: dict[str, tuple[Callable[[Timeline], Measure], Basis]] = {
    "task_success": (_success, _basis("metrics task_success success", "")),
    "parallelism_efficiency": (parallelism.efficiency, _basis("t t_start agent kind baseline wall_clock_s")),
    "critical_path": (parallelism.critical_path, _basis(f"t t_start {_EDGES}", needed="edges", more=f"{_EVENTS} {_KINDS_OF_EDGES}")),
    "critical_steps": (
        steps.critical_steps,
        _basis(f"type agent spawn.to stage {_EDGES} {_DESCENT}", _STEPS, more=f"{_STEPS} {_KINDS_OF_EDGES}"),
    ),
    "useful_agent_utilization": (
        usefulness.utilization,
        _basis(f"type agent spawn.to status error call_id tool {_EDGES} {_DESCENT}", f"{_STEPS} tool_result", needed=f"edges {_STEPS}"),
    ),
    "protocol_overhead": (_overhead, _basis("tokens category cached token_basis", needed="tokens")),
    "message_redundancy": (
        repetition.redundancy,
        _basis("type agent to content_sha256 content_ref kind", "message", needed="message"),
    ),
    "error_amplification": (spread.amplification, _basis(f"error status cause {_EDGES}", needed="error")),
    "peak_agents": (population.peak, _basis(f"type t seq agent to {_DESCENT}", "spawn despawn return", needed="spawn")),
    "delegation_depth": (population.depth, _basis(f"type agent to {_DESCENT}", "spawn", needed="spawn")),
}
"""Metric to what computes it, and to what it rests on."""
DECISIONS = _basis("type decision", needed="decision")
"""What the share of each sub-decision rests on."""


def report(timeline: Timeline, name: str) -> Report:
    """Return what a trace says of its run; ``name`` is that of its file. Does not depend on the file's order of events."""
    with paused():
        return _report(timeline, name)


def _report(timeline: Timeline, name: str) -> Report:
    trace, spent, guessed = timeline.trace, spending.spending(timeline), _guessed(timeline)
    found = {metric: compute(timeline) for metric, (compute, _) in MEASURES.items() if compute is not _overhead}
    found["protocol_overhead"] = overhead.overhead(trace, spent)  # what was spent is known here, and takes a while to sum up
    shares = decisions.shares(trace.events, schema.enumeration(schema.PROFILE, "decision"))
    return Report(
        name=name,
        trace=trace,
        events=len(trace.events),
        agents=tuple(timeline.agents),
        measures={metric: _marked(trace, basis, found[metric], guessed) for metric, (_, basis) in MEASURES.items()},
        band=band(len(trace.events)),
        population=tuple(population.over_time(timeline)),
        spent=spent,
        decisions={label: _marked(trace, DECISIONS, share, guessed) for label, share in shares.items()},
        rewards=tuple(sorted(trace.rewards, key=lambda r: (*_whose(r), r.value))),
        event_rewards=tuple(_given(timeline)),
        checklist=tuple(checklist.checklist(timeline)),
    )


def measure(timeline: Timeline, metric: str) -> Measure:
    """Return one metric of one trace. Raises KeyError for a name that is not in MEASURES."""
    compute, basis = MEASURES[metric]
    return _marked(timeline.trace, basis, compute(timeline), _guessed(timeline))


_Guessed = frozenset[tuple[str, str]]
"""Event type, and name of a key that a converter guessed on such an event."""


def _guessed(timeline: Timeline) -> _Guessed:
    return frozenset((event.type, name) for event in timeline.trace.events if event.inferred for name in event.inferred)


def _marked(trace: Trace, basis: Basis, found: Measure, guessed: _Guessed) -> Measure:
    """Return a measure that says what of it was guessed, and that is unknown where the trace's source could not say enough."""
    if lost := sorted(basis.needed.intersection(trace.provenance.missing)):
        return unknown(found.unit, *(f"{name} (missing from the source)" for name in lost))
    if found.low is not None and (lost := sorted(basis.more.intersection(trace.provenance.missing))):
        missing = (*found.missing, *(f"{name} (missing from the source)" for name in lost))
        found = between(found.low, None, found.unit, missing, found.method)
    names = _names(trace, basis, guessed)
    return replace(found, inferred=tuple(sorted(names))) if names and found.status != "not computable" else found


def _names(trace: Trace, basis: Basis, guessed: _Guessed) -> frozenset[str]:
    """Return what was guessed of what a metric rests on.

    What a trace names both for the run and on events is judged by the events: the run's list sums up theirs.
    """
    types = basis.types
    matter = [(type_, name) for type_, name in guessed if types is None or type_ in types]
    of_run = set(trace.provenance.inferred) - _told(guessed)
    known = basis.keys | (types or frozenset() if "type" in basis.keys else frozenset())
    return known & (_told(matter) | of_run) | {name for type_, name in matter if f"{type_}.{name}" in known}


def _told(guessed: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names of guessed keys, and of the event types that were themselves guessed."""
    return {name for _, name in guessed} | {type_ for type_, name in guessed if name == "type"}


def _whose(reward: Reward) -> tuple[str, str, str]:
    return reward.channel, reward.unit or "", reward.target or ""


def _given(timeline: Timeline) -> Iterator[Given]:
    """Yield what events were rewarded with, by channel, unit and target; summed in the order of the run."""
    events, given = timeline.trace.events, dict[tuple[str, str, str], list[Reward]]()
    at: dict[tuple[str, str, str], set[int]] = {}
    for position in timeline.order:
        for reward in events[position].rewards:
            given.setdefault(_whose(reward), []).append(reward)
            at.setdefault(_whose(reward), set()).add(position)
    for whose, rewards in sorted(given.items()):
        yield Given(rewards[0]._replace(value=sum(reward.value for reward in rewards)), len(at[whose]))


def band(events: int) -> str:
    """Return the length band of a run: ``up to 10``, ``up to 100``, ``up to 1000`` or ``over 1000`` events."""
    return next((f"up to {limit}" for limit in BANDS if events <= limit), f"over {BANDS[-1]}")


def as_json(report: Report) -> dict[str, JSON]:
    """Return a report as an object for programs."""
    trace = report.trace
    return {
        "file": report.name, "trace_id": trace.trace_id, "task_id": trace.task_id, "system": trace.system, "topology": trace.topology,
        "events": report.events, "length_band": report.band, "agents": list(report.agents),
        "costs": {name: value for name, value in sorted(trace.costs.items()) if not spending.lost(trace, name)},
        "tokens": spending.total(trace).as_json(), "wall_clock": spending.wall_clock(trace).as_json(),
        "metrics": {name: found.as_json() for name, found in report.measures.items()},
        "agents_over_time": [{"t": t, "live": count} for t, count in report.population],
        "decisions": {label: found.as_json() for label, found in report.decisions.items()},
        "rewards": [_reward(reward) for reward in report.rewards],
        "event_rewards": [{**_reward(given.reward), "events": given.events} for given in report.event_rewards],
        "spending": {dimension: [_row(report, name, spent) for name, spent in rows] for dimension, rows in report.spent.rows.items()},
        "checklist": [{"item": item.name, "met": item.met, "missing": list(item.missing)} for item in report.checklist],
    }  # fmt: skip


def _reward(reward: Reward) -> dict[str, JSON]:
    return {"channel": reward.channel, "value": finite(reward.value), "unit": reward.unit, "target": reward.target}


def _row(report: Report, name: str | None, spent: spending.Spent) -> JSON:
    calls, messages = (spending.number_of(spent, report.spent, type_) for type_ in ("tool_call", "message"))
    return {
        "name": name, "events": spent.events, "tokens": spending.tokens_of(spent, report.spent).as_json(),
        "in": spent.read if spent.says_read else None, "out": spent.written if spent.says_written else None,
        "cached": spent.cached if spent.says_cached else None, "reasoning": spent.reasoning if spent.says_reasoning else None,
        "tool_calls": calls.low, "messages": messages.low, "busy": finite(spent.busy) if spent.timed else None,
    }  # fmt: skip
