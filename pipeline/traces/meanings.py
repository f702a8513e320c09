"""Each metric in one line; ``docs/trace-metrics.md`` defines them."""

from __future__ import annotations

MEANINGS = {
    "task_success": "whether the task was solved, as the trace states it",
    "parallelism_efficiency": "work of each agent over the time in which anybody worked",
    "critical_path": "longest chain of work along the edges",
    "critical_steps": "steps that follow one another when all that can run in parallel does",
    "useful_agent_utilization": "sub-agents' steps that reach the result",
    "protocol_overhead": "tokens that kept the run together instead of doing the task",
    "message_redundancy": "messages that told their receiver nothing new",
    "error_amplification": "events that one error spoiled",
    "peak_agents": "how many agents were there at once",
    "delegation_depth": "the longest chain of spawns",
}
"""Metric, as ``metrics.by_name.MEASURES`` names it, to what it says of a run."""
