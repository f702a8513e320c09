"""Version 2 of our own format."""

from __future__ import annotations

from collections.abc import Iterable

from ...events import Event, Fault, Reward, Tokens
from ...findings import JSON
from ...model import Agent, Baseline, Provenance, Trace
from ...parsing import EVENT_KEYS
from ...timeline import Timeline
from . import layout

NAME = "v2"
TITLE = "a trace in version 2"
SUFFIX = ".json"
VERSION = "2.0"


def text(timeline: Timeline) -> str:
    """Return a trace as a version 2 file, one event a line."""
    return layout.text(document(timeline.trace))


def document(trace: Trace) -> dict[str, JSON]:
    """Return a trace as version 2 has it.

    A version 1 trace that uses a key of the profile in another way stays without ``schema_version``: with it, it would be none.
    """
    whole: dict[str, JSON] = {
        "trace_id": trace.trace_id, "task_id": trace.task_id, "system": trace.system, "topology": trace.topology,
        "events": [event(one) for one in trace.events],
        "edges": [{"src": edge.src, "dst": edge.dst, "type": edge.type} for edge in trace.edges],
        "rewards": rewards(trace.rewards), "costs": {**trace.costs}, "metrics": {**trace.metrics} or None,
    }  # fmt: skip
    if trace.schema_version is not None or not any(one.other.keys() & EVENT_KEYS for one in trace.events):
        whole |= {"schema_version": trace.schema_version or VERSION, **_top(trace)}
    return said(whole)


def _top(trace: Trace) -> dict[str, JSON]:
    """Return the keys that only version 2 has."""
    basis = trace.basis
    return {
        "clock": said({"unit": trace.clock, "origin": trace.clock_origin}) or None,
        "token_basis": said({"scope": basis.scope, "cached": basis.cached}) or None,
        "baseline": _baseline(trace.baseline),
        "provenance": _provenance(trace.provenance),
        "agents": None if trace.agents is None else {name: _agent(agent) for name, agent in trace.agents.items()},
    }


def _baseline(base: Baseline | None) -> JSON:
    if base is None:
        return None
    return said({"what": base.what, "wall_clock_s": base.wall_clock_s, "tokens": base.tokens, "success": base.success})


def _provenance(source: Provenance) -> JSON:
    lists: dict[str, JSON] = {"observed": [*source.observed], "inferred": [*source.inferred], "missing": [*source.missing]}
    return said({"source": source.source}) | lists if source.source or any(lists.values()) else None


def _agent(agent: Agent) -> JSON:
    kind = agent.kind if agent.kind != "agent" else None
    return said({"role": agent.role, "kind": kind, "parent": agent.parent, "model": agent.model})


def event(one: Event) -> dict[str, JSON]:
    """Return an event with the keys that it says, those that nobody knows included."""
    return said(
        {
            "id": one.id, "seq": one.seq, "t_start": one.t_start, "t": one.t, "type": one.type, "agent": one.agent, "role": one.role,
            "parent_agent": one.parent_agent, "from": one.source, "to": one.to, "tool": one.tool, "call_id": one.call_id,
            "turn": one.turn, "stage": one.stage, "decision": one.decision, "status": one.status, "error": _fault(one.error),
            "trusted": one.trusted, "tokens": _tokens(one.tokens), "content_ref": one.content_ref,
            "content_sha256": one.content_sha256, "rewards": rewards(one.rewards) or None, "inferred": [*one.inferred] or None,
        }
    ) | dict(one.other)  # fmt: skip


def _fault(fault: Fault | None) -> JSON:
    if fault is None:
        return None
    cause: dict[str, JSON] = {"cause": fault.cause} if fault.cause_known else {}
    return said({"kind": fault.kind, "message": fault.message}) | cause | dict(fault.other)


def _tokens(spent: Tokens | None) -> JSON:
    if spent is None:
        return None
    read, written, cached, reasoning, category, other = spent
    return said({"in": read, "out": written, "cached": cached, "reasoning": reasoning, "category": category}) | dict(other)


def rewards(given: Iterable[Reward]) -> JSON:
    """Return rewards as an object of channels where that says everything, else as a list."""
    listed = tuple(given)
    if len({reward.channel for reward in listed}) == len(listed) and not any(reward.unit or reward.target is not None for reward in listed):
        return {reward.channel: reward.value for reward in listed}
    return [said(reward._asdict()) for reward in listed]


def said(keys: dict[str, JSON]) -> dict[str, JSON]:
    """Return the keys whose value is known."""
    return {key: value for key, value in keys.items() if value is not None}
