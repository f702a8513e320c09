"""Traces to test with: built by hand, or drawn at random."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from pipeline.traces import loading
from pipeline.traces.timeline import Timeline

patient = settings(deadline=None, max_examples=30, database=None)
"""For a property: machines that do other things besides are slow now and then, and that is no fault."""

EVENT_TYPES = (
    "orchestrator_decision", "spawn", "despawn", "message", "tool_call", "tool_result", "return", "aggregate", "human_intervention",
    "safety_event",
)  # fmt: skip
EDGE_TYPES = ("temporal", "causal", "spawn", "message", "tool_dependency", "return", "aggregate", "safety_flow")
AGENTS = ("lead", "left", "right", "editor")


def trace(**top: Any) -> dict[str, Any]:
    """Return a trace of which only what matters is given."""
    return {"trace_id": "x", "task_id": "x", "events": [], "edges": [], "rewards": {}, "costs": {"tokens": 0, "wall_clock_s": 0}} | top


def event(id_: str, t: float, type_: str = "message", agent: str = "a", **more: Any) -> dict[str, Any]:
    return {"id": id_, "t": t, "type": type_, "agent": agent} | more


def edge(src: str, dst: str, type_: str = "causal") -> dict[str, str]:
    return {"src": src, "dst": dst, "type": type_}


def loaded(value: object) -> loading.Loaded:
    """Return a JSON value as if it had been read from a file."""
    return loading.load(json.dumps(value).encode(), "x.json")


def timeline(**top: Any) -> Timeline:
    """Return the order of a trace of which only what matters is given."""
    read = loaded(trace(**top))
    assert read.timeline is not None, read.problems
    return read.timeline


_names = st.sampled_from(AGENTS)
_counts = st.integers(0, 50)
_tokens = st.fixed_dictionaries(
    {}, optional={"in": _counts, "out": _counts, "cached": _counts, "category": st.sampled_from(["orchestration", "message", "work"])}
)
_more = {
    "role": st.sampled_from(["chief", "worker"]), "to": _names, "tool": st.sampled_from(["map", "left"]), "trusted": st.booleans(),
    "turn": _counts, "stage": st.integers(1, 3), "call_id": st.sampled_from(["k1", "k2"]), "decision": st.sampled_from(["O1", "O3", "O5"]),
    "status": st.sampled_from(["ok", "error", "timeout"]), "parent_agent": _names, "tokens": _tokens,
    "content_ref": st.sampled_from(["one", "two"]), "rewards": st.dictionaries(st.sampled_from(["r", "s"]), st.integers(-3, 3)),
    "error": st.fixed_dictionaries({}, optional={"cause": st.sampled_from([None, "e0", "e1", "e2"])}),
}  # fmt: skip


@st.composite
def events(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return up to twelve events with any keys of the profile, at times that often coincide; all or none have a seq."""
    count = draw(st.integers(1, 12))
    ordered = draw(st.booleans())
    seqs = draw(st.permutations(range(count)))
    found = []
    for number in range(count):
        t = draw(st.integers(0, 8))
        more = draw(st.fixed_dictionaries({}, optional=_more))
        started = {"t_start": draw(st.integers(0, 8))} if draw(st.booleans()) else {}
        found.append(event(f"e{number}", t, draw(st.sampled_from(EVENT_TYPES)), draw(_names), **more, **started))
        found[-1].update({"seq": seqs[number]} if ordered else {})
    return found


@st.composite
def traces(draw: st.DrawFn) -> dict[str, Any]:
    """Return a trace that keeps to the schema and, in everything else, to nothing."""
    listed = draw(events())
    ids = st.sampled_from([e["id"] for e in listed])
    edges = draw(st.lists(st.builds(edge, ids, ids, st.sampled_from(EDGE_TYPES)), max_size=15))
    costs = {"tokens": draw(st.integers(0, 300)), "wall_clock_s": draw(st.integers(0, 9))}
    return trace(events=listed, edges=edges, costs=costs, rewards=draw(st.dictionaries(st.sampled_from(["r", "q"]), st.integers(-3, 3))))
