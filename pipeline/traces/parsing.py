"""A JSON value that is valid against the schema to a ``Trace``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import cast

from .events import Edge, Event, Fault, Reward, Tokens
from .findings import JSON
from .model import Agent, Baseline, Provenance, TokenBasis, Trace

_Object = dict[str, JSON]

_COPIED = (
    "id", "t", "type", "agent", "role", "from", "to", "tool", "content_ref", "trusted", "seq", "t_start", "turn", "stage", "call_id",
    "decision", "status", "content_sha256", "parent_agent",
)  # fmt: skip
"""Keys of an event whose value is taken as it is, in the order of Event's fields."""
_COPIED_SET = frozenset(_COPIED)
EVENT_KEYS = _COPIED_SET | {"tokens", "error", "rewards", "inferred"}
"""Every key of an event that version 1 or its profile gives a meaning."""
_TOKEN_KEYS = frozenset({"in", "out", "cached", "reasoning", "category"})
_FAULT_KEYS = frozenset({"kind", "message", "cause"})
_NOTHING: Mapping[str, JSON] = MappingProxyType({})
_ONLY_COPIED = (None, None, (), (), _NOTHING)


def trace(value: JSON, unusable: Mapping[int, frozenset[str]] = MappingProxyType({})) -> Trace:
    """Return the trace that a valid JSON value holds.

    The value's lists are emptied on the way, so that a long run is never held twice. ``unusable`` maps the position of an event
    to those of its keys that are not of the type that profile 1.1 gives them: version 1 allows that, so they are kept among the
    unknown keys.
    """
    top = cast("_Object", value)
    events = cast("list[_Object]", top["events"])
    edges = cast("list[_Object]", top["edges"])
    clock, basis = _object(top, "clock"), _object(top, "token_basis")
    return Trace(
        trace_id=cast("str", top["trace_id"]),
        task_id=cast("str", top["task_id"]),
        system=_text(top, "system"),
        topology=_text(top, "topology"),
        events=tuple(map(_event, _drained(events), map(unusable.get, range(len(events))))),
        edges=tuple(map(Edge._make, map(itemgetter("src", "dst", "type"), _drained(edges)))),
        rewards=_rewards(top["rewards"]),
        costs=MappingProxyType(cast("dict[str, float]", top["costs"])),
        metrics=MappingProxyType(cast("dict[str, float]", top.get("metrics", {}))),
        schema_version=_text(top, "schema_version"),
        clock=_text(clock, "unit"),
        clock_origin=_text(clock, "origin"),
        agents=_agents(top),
        basis=TokenBasis(_text(basis, "scope"), _text(basis, "cached")),
        baseline=_baseline(top),
        provenance=_provenance(_object(top, "provenance")),
    )


def _drained(items: list[_Object]) -> Iterator[_Object]:
    """Yield the items from first to last, each taken out of the list."""
    items.reverse()
    while items:
        yield items.pop()


def _event(raw: _Object, unusable: frozenset[str] | None = None) -> Event:
    if not unusable and raw.keys() <= _COPIED_SET:
        return Event._make((*map(raw.get, _COPIED), *_ONLY_COPIED))
    known = {key: item for key, item in raw.items() if key not in unusable} if unusable else raw
    more = (
        _tokens(cast("_Object", known["tokens"])) if "tokens" in known else None,
        _fault(cast("_Object", known["error"])) if "error" in known else None,
        _rewards(known["rewards"]) if "rewards" in known else (),
        tuple(cast("list[str]", known["inferred"])) if "inferred" in known else (),
        _NOTHING if known is raw and raw.keys() <= EVENT_KEYS else _other(raw, unusable or frozenset()),
    )
    return Event._make((*map(known.get, _COPIED), *more))


def _other(raw: _Object, unusable: frozenset[str]) -> Mapping[str, JSON]:
    return MappingProxyType({key: item for key, item in raw.items() if key in unusable or key not in EVENT_KEYS})


def _tokens(raw: _Object) -> Tokens:
    counts = _count(raw, "in"), _count(raw, "out"), _count(raw, "cached"), _count(raw, "reasoning")
    return Tokens(*counts, _text(raw, "category"), _unknown(raw, _TOKEN_KEYS))


def _fault(raw: _Object) -> Fault:
    return Fault(_text(raw, "kind"), _text(raw, "message"), _text(raw, "cause"), "cause" in raw, _unknown(raw, _FAULT_KEYS))


def _unknown(raw: _Object, known: frozenset[str]) -> Mapping[str, JSON]:
    return _NOTHING if raw.keys() <= known else MappingProxyType({key: item for key, item in raw.items() if key not in known})


def _rewards(raw: JSON) -> tuple[Reward, ...]:
    if isinstance(raw, dict):
        return tuple(Reward(channel, item) for channel, item in cast("dict[str, float]", raw).items())
    listed = cast("Iterable[_Object]", raw)
    return tuple(Reward(cast("str", r["channel"]), cast("float", r["value"]), _text(r, "unit"), _text(r, "target")) for r in listed)


def _agents(top: _Object) -> Mapping[str, Agent] | None:
    if "agents" not in top:
        return None
    listed = cast("dict[str, _Object]", top["agents"])
    return MappingProxyType(
        {
            name: Agent(_text(raw, "role"), _text(raw, "kind") or "agent", _text(raw, "parent"), _text(raw, "model"))
            for name, raw in listed.items()
        }
    )


def _baseline(top: _Object) -> Baseline | None:
    if "baseline" not in top:
        return None
    raw = _object(top, "baseline")
    return Baseline(_text(raw, "what"), _number(raw, "wall_clock_s"), _number(raw, "tokens"), _number(raw, "success"))


def _provenance(raw: _Object) -> Provenance:
    observed, inferred, missing = (tuple(cast("list[str]", raw.get(key, []))) for key in ("observed", "inferred", "missing"))
    return Provenance(_text(raw, "source"), observed, inferred, missing)


def _object(raw: _Object, key: str) -> _Object:
    return cast("_Object", raw.get(key, {}))


def _text(raw: _Object, key: str) -> str | None:
    return cast("str | None", raw.get(key))


def _number(raw: _Object, key: str) -> float | None:
    return cast("float | None", raw.get(key))


def _count(raw: _Object, key: str) -> int | None:
    """Return a whole number as one: JSON may write 3 as 3.0."""
    count = raw.get(key)
    return None if count is None else int(cast("float", count))
