"""Everything that can be computed from one trace, as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from . import schema
from .collection import paused
from .findings import JSON
from .measures import Measure, exact, finite, unknown
from .metrics import checklist, parallelism, population, spending, spread, steps, usefulness
from .model import Reward, Trace
from .timeline import Timeline

BANDS = (10, 100, 1000)
"""Upper ends of the length bands, in events."""


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
    """What the run received."""
    checklist: tuple[checklist.Item, ...]
    """The five items."""


SUCCESS = ("task_success", "success")
"""Names under which ``metrics`` may state it."""


def _success(timeline: Timeline) -> Measure:
    stated = next((timeline.trace.metrics[name] for name in SUCCESS if name in timeline.trace.metrics), None)
    return unknown("score", "metrics.task_success") if stated is None else exact(stated, "score", "as stated in metrics")


def _overhead(timeline: Timeline) -> Measure:
    return spending.overhead(timeline.trace, spending.spending(timeline))


MEASURES: dict[str, tuple[Callable[[Timeline], Measure], frozenset[str]]] = {
    "task_success": (_success, frozenset({"metrics"})),
    "parallelism_efficiency": (parallelism.efficiency, frozenset({"t_start"})),
    "critical_path": (parallelism.critical_path, frozenset({"t_start", "edges"})),
    "critical_steps": (steps.critical_steps, frozenset({"stage", "edges", "spawn"})),
    "useful_agent_utilization": (usefulness.utilization, frozenset({"edges", "spawn", "parent_agent"})),
    "protocol_overhead": (_overhead, frozenset({"tokens"})),
    "message_redundancy": (usefulness.redundancy, frozenset({"message", "content_sha256"})),
    "error_amplification": (spread.amplification, frozenset({"error", "status"})),
    "peak_agents": (population.peak, frozenset({"spawn", "despawn"})),
    "delegation_depth": (population.depth, frozenset({"spawn", "parent_agent"})),
}
"""Metric to what computes it, and to the keys, event types and edges that it rests on."""
ABSENT = {
    "message_redundancy": "message", "useful_agent_utilization": "edges", "critical_path": "edges", "delegation_depth": "spawn",
    "protocol_overhead": "tokens", "peak_agents": "spawn", "error_amplification": "error",
}  # fmt: skip
"""Metric to what must not be missing from the source of a trace: nothing found then means unknown, and not zero."""


def report(timeline: Timeline, name: str) -> Report:
    """Return what a trace says of its run; ``name`` is that of its file. Does not depend on the file's order of events."""
    with paused():
        return _report(timeline, name)


def _report(timeline: Timeline, name: str) -> Report:
    trace, spent = timeline.trace, spending.spending(timeline)
    overhead = _marked(timeline, "protocol_overhead", spending.overhead(trace, spent))
    return Report(
        name=name,
        trace=trace,
        events=len(trace.events),
        agents=tuple(timeline.agents),
        measures={metric: overhead if metric == "protocol_overhead" else measure(timeline, metric) for metric in MEASURES},
        band=band(len(trace.events)),
        population=tuple(population.over_time(timeline)),
        spent=spent,
        decisions=spending.shares(trace.events, schema.enumeration(schema.PROFILE, "decision")),
        rewards=tuple(sorted(trace.rewards, key=lambda r: (r.channel, r.unit or "", r.target or "", r.value))),
        checklist=tuple(checklist.checklist(timeline)),
    )


def measure(timeline: Timeline, metric: str) -> Measure:
    """Return one metric of one trace. Raises KeyError for a name that is not in MEASURES."""
    return _marked(timeline, metric, MEASURES[metric][0](timeline))


def _marked(timeline: Timeline, metric: str, found: Measure) -> Measure:
    """Return a measure that says what of it was guessed, and that is unknown where the trace's source could not say enough."""
    source = timeline.trace.provenance
    if (needed := ABSENT.get(metric)) in source.missing:
        return unknown(found.unit, f"{needed} (missing from the source)")
    guessed = MEASURES[metric][1] & (timeline.inferred | set(source.inferred))
    return replace(found, inferred=tuple(sorted(guessed))) if guessed and found.status != "not computable" else found


def band(events: int) -> str:
    """Return the length band of a run: ``up to 10``, ``up to 100``, ``up to 1000`` or ``over 1000`` events."""
    return next((f"up to {limit}" for limit in BANDS if events <= limit), f"over {BANDS[-1]}")


def as_json(report: Report) -> dict[str, JSON]:
    """Return a report as an object for programs."""
    trace = report.trace
    return {
        "file": report.name, "trace_id": trace.trace_id, "task_id": trace.task_id, "system": trace.system, "topology": trace.topology,
        "events": report.events, "length_band": report.band, "agents": list(report.agents), "costs": dict(sorted(trace.costs.items())),
        "tokens": spending.total(trace).as_json(),
        "metrics": {name: found.as_json() for name, found in report.measures.items()},
        "agents_over_time": [{"t": t, "live": count} for t, count in report.population],
        "decisions": {label: found.as_json() for label, found in report.decisions.items()},
        "rewards": [{"channel": r.channel, "value": r.value, "unit": r.unit, "target": r.target} for r in report.rewards],
        "spending": {dimension: [_row(report, name, spent) for name, spent in rows] for dimension, rows in report.spent.rows.items()},
        "checklist": [{"item": item.name, "met": item.met, "missing": list(item.missing)} for item in report.checklist],
    }  # fmt: skip


def _row(report: Report, name: str | None, spent: spending.Spent) -> JSON:
    counted = bool(spent.with_tokens)
    return {
        "name": name, "events": spent.events, "tokens": spending.tokens_of(spent, report.spent).as_json(),
        "in": spent.read if counted else None, "out": spent.written if counted else None,
        "cached": spent.cached if counted else None, "reasoning": spent.reasoning if counted else None,
        "tool_calls": spent.tool_calls, "messages": spent.messages, "busy": finite(spent.busy) if spent.timed else None,
    }  # fmt: skip
