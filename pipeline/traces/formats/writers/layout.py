"""A trace as text that people can read and compare: a line for each event, edge, agent and reward."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain

from ...findings import JSON

TOP = (
    "schema_version", "trace_id", "task_id", "system", "topology", "clock", "token_basis", "baseline", "provenance", "agents", "events",
    "edges", "rewards", "costs", "metrics",
)  # fmt: skip
"""Keys of a trace, in the order in which they are written."""
EVENT = (
    "id", "seq", "t_start", "t", "type", "agent", "role", "parent_agent", "from", "to", "tool", "call_id", "turn", "stage", "decision",
    "status", "trusted", "tokens", "content_ref", "content_sha256", "error", "rewards", "inferred",
)  # fmt: skip
"""Keys of an event in that order; further ones follow as they come."""

# Made once: ``json.dumps`` makes an encoder for each of a hundred thousand events.
_one = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def text(document: Mapping[str, JSON]) -> str:
    """Return a trace as JSON, ending with a line feed. Raises ValueError for infinity, which a trace never holds."""
    members = ",\n".join(f"  {_one(key)}: {_member(key, document[key])}" for key in TOP if key in document)
    return f"{{\n{members}\n}}\n"


def _member(key: str, value: JSON) -> str:
    if key == "events" and isinstance(value, list):
        return _lines("[]", [_one(_sorted(event)) for event in value])
    if key in ("edges", "rewards") and isinstance(value, list):
        return _lines("[]", [_one(item) for item in value])
    if key == "agents" and isinstance(value, dict):
        return _lines("{}", [f"{_one(name)}: {_one(agent)}" for name, agent in value.items()])
    return _one(value)


def _lines(brackets: str, lines: list[str]) -> str:
    between = ",\n    "
    return f"{brackets[0]}\n    {between.join(lines)}\n  {brackets[1]}" if lines else brackets


def _sorted(event: JSON) -> JSON:
    if not isinstance(event, dict):
        return event
    keys = chain((key for key in EVENT if key in event), (key for key in event if key not in _KNOWN))
    return {key: event[key] for key in keys}


_KNOWN = frozenset(EVENT)
