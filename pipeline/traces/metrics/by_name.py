"""The metrics by their names: what computes each, and what it rests on."""

from __future__ import annotations

from collections.abc import Callable

from .. import schema
from ..measures import Measure, exact, unknown
from ..timeline import Timeline
from . import decisions, overhead, parallelism, population, repetition, spending, spread, steps, usefulness
from .basis import Basis, Guesses, guesses, marked

SUCCESS = ("task_success", "success")
"""Names under which ``metrics`` may state it."""


def _success(timeline: Timeline) -> Measure:
    stated = next((timeline.trace.metrics[name] for name in SUCCESS if name in timeline.trace.metrics), None)
    return unknown("score", "metrics.task_success") if stated is None else exact(stated, "score", "as stated in metrics")


def _overhead(timeline: Timeline) -> Measure:
    return overhead.overhead(timeline.trace, spending.spending(timeline))


_EDGES = "edges temporal causal tool_dependency safety_flow"
_DESCENT = "parent_agent parent kind"
_STEPS = "orchestrator_decision spawn despawn message tool_call return aggregate"
_EVENTS = f"{_STEPS} tool_result human_intervention safety_event"
_KINDS_OF_EDGES = "causal temporal tool_dependency safety_flow"
"""Edge types whose names are not those of event types."""
MEASURES: dict[str, tuple[Callable[[Timeline], Measure], Basis]] = {
    "task_success": (_success, Basis.of("metrics task_success success", "")),
    "parallelism_efficiency": (parallelism.efficiency, Basis.of("t t_start agent kind baseline wall_clock_s")),
    "critical_path": (parallelism.critical_path, Basis.of(f"t t_start {_EDGES}", needed="edges", more=f"{_EVENTS} {_KINDS_OF_EDGES}")),
    "critical_steps": (
        steps.critical_steps,
        Basis.of(f"type agent spawn.to stage {_EDGES} {_DESCENT}", _STEPS, more=f"{_STEPS} {_KINDS_OF_EDGES}"),
    ),
    "useful_agent_utilization": (
        usefulness.utilization,
        Basis.of(f"type agent spawn.to status error call_id tool {_EDGES} {_DESCENT}", f"{_STEPS} tool_result", needed=f"edges {_STEPS}"),
    ),
    "protocol_overhead": (_overhead, Basis.of("tokens category cached token_basis", needed="tokens")),
    "message_redundancy": (
        repetition.redundancy,
        Basis.of("type agent to content_sha256 content_ref kind", "message", needed="message"),
    ),
    "error_amplification": (spread.amplification, Basis.of(f"error status cause {_EDGES}", needed="error")),
    "peak_agents": (population.peak, Basis.of(f"type t seq agent to {_DESCENT}", "spawn despawn return", needed="spawn")),
    "delegation_depth": (population.depth, Basis.of(f"type agent to {_DESCENT}", "spawn", needed="spawn")),
}
"""Metric to what computes it, and to what it rests on."""
DECISIONS = Basis.of("type decision", needed="decision")
"""What the share of each sub-decision rests on."""


def measure(timeline: Timeline, metric: str) -> Measure:
    """Return one metric of one trace. Raises KeyError for a name that is not in MEASURES."""
    compute, basis = MEASURES[metric]
    return marked(timeline.trace, basis, compute(timeline), guesses(timeline))


def measures(timeline: Timeline, spent: spending.Spending, guessed: Guesses) -> dict[str, Measure]:
    """Return each metric of one trace by name, in the order of MEASURES, given what was spent and guessed, which take a while to find."""
    found = {metric: compute(timeline) for metric, (compute, _) in MEASURES.items() if compute is not _overhead}
    found["protocol_overhead"] = overhead.overhead(timeline.trace, spent)
    return {metric: marked(timeline.trace, basis, found[metric], guessed) for metric, (_, basis) in MEASURES.items()}


def shares(timeline: Timeline, guessed: Guesses) -> dict[str, Measure]:
    """Return the share of each sub-decision in one trace, by its label, given what was guessed."""
    found = decisions.shares(timeline.trace.events, schema.enumeration(schema.PROFILE, "decision"))
    return {label: marked(timeline.trace, DECISIONS, share, guessed) for label, share in found.items()}
