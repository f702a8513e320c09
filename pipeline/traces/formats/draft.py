"""A trace in the making: what a reader found, put into version 2 with what was guessed and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..findings import JSON
from .moments import FIRST, LOST, counted, iso, moment, seconds
from .naming import hashed
from .ordering import Edge, Event, arranged, inferred
from .shapes import WORDED, mute

__all__ = ["Draft", "iso", "seconds"]

_LAST = 8029 * 365.2425 * 86400
"""Seconds from 1970 to about 9999, after which there are no dates."""


class Draft:
    """One run, gathered event by event. Nothing here judges: the checker does, as it would any file.

    Times are seconds since 1970, or None where the source gives none; ``value`` makes them seconds since the run began.
    """

    def __init__(
        self, source: str, trace_id: str, task_id: str | None = None, system: str | None = None, with_content: bool = False
    ) -> None:
        """``source`` is the form's name. A run whose task nobody names is its own task, and ``task_id`` then counts as inferred."""
        self.trace_id = trace_id
        self.source = source
        self.task_id = task_id
        self.system = system
        self.topology: str | None = None
        self.notes: list[str] = []
        """What was left out of the source and why, one line each, for the person who converts."""
        self.missing: set[str] = set()
        """Event types, edge types, keys, or ``edges`` that the source cannot say."""
        self.inferred: set[str] = set()
        """Names that were guessed for the run as a whole; those of events are added by themselves."""
        self.rewards: list[dict[str, JSON]] = []
        """``channel``, ``value`` and, where known, ``unit`` and ``target``."""
        self.costs: dict[str, int | float] = {}
        """Totals that the source itself declares; those that are left out are computed from the events."""
        self.metrics: dict[str, int | float] = {}
        """What the source itself measured, as in ``task_success``."""
        self.with_content = with_content
        """Whether contents were asked for."""
        self._unreadable = self._muted = 0
        self._events: list[Event] = []
        self._edges: dict[Edge, None] = {}
        self._agents: dict[str, dict[str, JSON]] = {}

    def event(self, kind: str, agent: str, t: float | None, **keys: JSON) -> str:
        """Add an event and return what ``edge`` knows it by; ``value`` gives it a new id, by its place in the run.

        Where times are equal or missing and no edge decides, the order of calls is the order of the run: sort before, never trust
        the file's order where ids say more. Keys whose value is None are left out; ``sender`` becomes ``from``; ``inferred`` takes
        the names of the keys that were guessed.
        """
        if "sender" in keys:
            keys["from"] = keys.pop("sender")
        begin = keys.pop("t_start", None)
        end, start = moment(t), moment(begin)
        self._unreadable += (t is not None and end is None) + (begin is not None and start is None)
        said: dict[str, JSON] = {key: value for key, value in keys.items() if value is not None and value != []}
        if not self.with_content:
            whole, said = said, mute(said)
            self._muted += said is not whole
        identity = f"e{len(self._events) + 1}"
        self._events.append({"id": identity, "t": end, "t_start": start, "type": kind, "agent": agent} | said)
        return identity

    def edge(self, src: str | None, dst: str | None, kind: str) -> None:
        """Add an edge between events already added; nothing where either is None, both are one, or it was said before."""
        if src is not None and dst is not None and src != dst:
            self._edges[(src, dst, kind)] = None

    def agent(
        self, name: str, role: str | None = None, kind: str | None = None, parent: str | None = None, model: str | None = None
    ) -> None:
        """Say what is known of an agent; what an earlier call said stays. Those that act need not be named."""
        known = self._agents.setdefault(name, {})
        for key, value in (("role", role), ("kind", kind), ("parent", parent), ("model", model)):
            if value is not None:
                known.setdefault(key, value)

    def content(self, value: JSON) -> dict[str, JSON]:
        """Return the event keys for a content: its hash, and the content itself only where the caller asked for it; none for nothing."""
        known = hashed(value)
        if known is None:
            return {}
        return {"content_sha256": known} | ({"content": value} if self.with_content else {})

    @property
    def happened(self) -> bool:
        """Whether there is any event."""
        return bool(self._events)

    def value(self) -> JSON:
        """Return the trace as a version 2 document. A draft without events gives one without events, which the checker refuses.

        What contradicts itself is mended and noted: times, edges, totals below what the events add up to.
        """
        run = arranged(self._events, self._edges)
        for note in [*counted(LOST, self._unreadable), *counted(WORDED, self._muted), *run.notes]:
            self._note(note)
        events, timed = run.events, run.origin is not None
        ids: dict[JSON, str] = {event["id"]: f"e{number}" for number, event in enumerate(events, start=1)}
        document: dict[str, JSON] = {"schema_version": "2.0", "trace_id": self.trace_id, "task_id": self.task_id or self.trace_id}
        document |= {key: value for key, value in (("system", self.system), ("topology", self.topology)) if value}
        return document | {
            "clock": self._clock(run.origin),
            "token_basis": {"scope": "own", "cached": "counted"},
            "provenance": self._provenance(events, timed),
            "agents": self._table(events),
            "events": [_with_ids(event, ids, self._agents) for event in events],
            "edges": [{"src": ids[src], "dst": ids[dst], "type": kind} for src, dst, kind in run.edges],
            "rewards": [_targeted(reward, ids, self._agents) for reward in self.rewards],
            "costs": self._costs(events, timed),
            **({"metrics": {**self.metrics}} if self.metrics else {}),
        }

    def incomplete(self, what: str, number: int) -> None:
        """Note that ``number`` of something that has tokens, if any, came without them: what is summed is then the least that it can be.

        ``tokens`` are missing then, though some are there, and the report takes their sums as lower bounds.
        """
        if number:
            self._note(f"{what}: {number}; the tokens of the run are at least those that are told")
            self.missing.add("tokens")

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _clock(self, origin: float | None) -> JSON:
        """Return what ``t`` counts, and from when on, unless that is no date of a run or no calendar holds it."""
        if origin is None:
            return {"unit": "ordinal"}
        if FIRST <= origin < _LAST:
            return {"unit": "seconds", "origin": iso(origin)}
        self._note("the run begins before 1971 or after 9998, so that its times are no dates: they count from its beginning")
        return {"unit": "seconds"}

    def _table(self, events: Iterable[Event]) -> dict[str, JSON]:
        """Return the agents that were named, that act, or that are another's parent."""
        acting = {str(event["agent"]) for event in events}
        parents = {parent for known in self._agents.values() if isinstance(parent := known.get("parent"), str)}
        return {name: {**self._agents.get(name, {})} for name in sorted(self._agents.keys() | acting | parents)}

    def _costs(self, events: Sequence[Event], timed: bool) -> dict[str, JSON]:
        """Return what the run took: as the source declares it, where the events do not add up to more."""
        kinds = [event["type"] for event in events]
        span = events[-1]["t"] if timed else 0.0
        summed: dict[str, int | float] = {"tokens": _tokens(events), "wall_clock_s": span if isinstance(span, float) else 0.0}
        counted: dict[str, int | float] = {"messages": kinds.count("message"), "tool_calls": kinds.count("tool_call")}
        least = summed | {name: count for name, count in counted.items() if name in self.costs}
        for name in sorted(least):
            if self.costs.get(name, least[name]) < least[name]:
                self._note(f"the source declares less {name} than its events add up to; the sum is written")
        return {**least, **{name: max(value, least.get(name, value)) for name, value in self.costs.items()}}

    def _provenance(self, events: Sequence[Event], timed: bool) -> JSON:
        kinds = {(str(event["type"]), "type" in inferred(event)) for event in events}
        guessed = {name for event in events for name in inferred(event)} | self.inferred | {kind for kind, guess in kinds if guess}
        guessed |= {"task_id"} if self.task_id is None else set()
        missing = self.missing | (set() if _tokens(events) or "tokens" in self.costs else {"tokens"})
        missing |= set() if timed else {"t"} | ({"wall_clock_s"} - self.costs.keys())
        observed = {kind for kind, guess in kinds if not guess}
        return {"source": self.source, "observed": [*sorted(observed)], "inferred": [*sorted(guessed)], "missing": [*sorted(missing)]}


def _with_ids(event: Event, ids: Mapping[JSON, str], names: Iterable[str]) -> JSON:
    """Return an event with its new id, and with those of the events that it refers to."""
    whole: Event = {**event, "id": ids[event["id"]]}
    error, rewards = event.get("error"), event.get("rewards")
    if isinstance(error, dict) and isinstance(cause := error.get("cause"), str) and cause in ids:
        whole["error"] = {**error, "cause": ids[cause]}
    if isinstance(rewards, list):
        whole["rewards"] = [_targeted(reward, ids, names) if isinstance(reward, dict) else reward for reward in rewards]
    return whole


def _targeted(reward: dict[str, JSON], ids: Mapping[JSON, str], names: Iterable[str]) -> dict[str, JSON]:
    """Return a reward whose target, where it is an event, has its new id."""
    target = reward.get("target")
    known = isinstance(target, str) and target in ids and target not in names
    return {**reward, "target": ids[target]} if known else dict(reward)


def _tokens(events: Iterable[Event]) -> int:
    """Return tokens read and written over all events."""
    spent = [tokens for event in events if isinstance(tokens := event.get("tokens"), dict)]
    return sum(count for tokens in spent for key in ("in", "out") if isinstance(count := tokens.get(key), int))
