"""A report as an object for programs."""

from __future__ import annotations

from .events import Reward
from .findings import JSON
from .measures import finite
from .metrics.amounts import COUNTED, number_of, tokens_of
from .metrics.spent import Spent
from .metrics.stated_costs import lost, total, wall_clock
from .report import Report


def as_json(report: Report) -> dict[str, JSON]:
    """Return a report as an object for programs."""
    trace = report.trace
    return {
        "file": report.name, "trace_id": trace.trace_id, "task_id": trace.task_id, "system": trace.system, "topology": trace.topology,
        "events": report.events, "length_band": report.band, "agents": list(report.agents),
        "costs": {name: value for name, value in sorted(trace.costs.items()) if not lost(trace, name)},
        "tokens": total(trace).as_json(), "wall_clock": wall_clock(trace).as_json(),
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


def _row(report: Report, name: str | None, spent: Spent) -> JSON:
    calls, messages = (number_of(spent, report.spent, type_) for type_ in COUNTED)
    return {
        "name": name, "events": spent.events, "tokens": tokens_of(spent, report.spent).as_json(),
        "in": spent.read if spent.says_read else None, "out": spent.written if spent.says_written else None,
        "cached": spent.cached if spent.says_cached else None, "reasoning": spent.reasoning if spent.says_reasoning else None,
        "tool_calls": calls.low, "messages": messages.low, "busy": finite(spent.busy) if spent.timed else None,
    }  # fmt: skip
