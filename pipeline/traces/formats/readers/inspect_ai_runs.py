"""Runs of agents in logs of inspect_ai: by whom they were spawned, and what they handed back."""

from __future__ import annotations

from collections.abc import Callable

from ...findings import JSON
from ..draft import Draft
from ..shapes import fault, mapping, text
from .inspect_ai_cast import Actor, Cast
from .inspect_ai_records import Record, Span
from .inspect_ai_spans import Asked, Transcript

FAULTS = frozenset((
    "parsing", "timeout", "unicode_decode", "permission", "file_not_found", "is_a_directory", "limit", "approval", "unknown",
    "output_limit", "cancelled",
))  # fmt: skip
"""What a failed call may state as its type."""
ENDS = {"timeout": "timeout", "cancelled": "cancelled"}
"""Types of faults that are an end of their own, and no error."""

Content = Callable[[JSON], dict[str, JSON]]
"""A content to the event keys for it."""


def outcome(call: Record) -> dict[str, JSON]:
    """Return the event keys for how a call ended; none where nothing went wrong."""
    stated = mapping(call.event.get("error"))
    kind = text(stated.get("type"))
    if kind in ENDS:
        return {"status": ENDS[kind]}
    if stated or call.event.get("failed") is True:
        return {"status": "error", "error": fault(kind if kind in FAULTS and kind else "tool", stated.get("message"))}
    return {}


def worded_end(call: Record) -> bool:
    """Return whether a call that had an end of its own says so in words, for which there is no place."""
    stated = mapping(call.event.get("error"))
    return text(stated.get("type")) in ENDS and text(stated.get("message")) is not None


class Runs:
    """The runs of sub-agents that are being told."""

    def __init__(self, transcript: Transcript, cast: Cast, draft: Draft, content: Content) -> None:
        self._transcript = transcript
        self._cast = cast
        self._draft = draft
        self._content = content
        self._ending = {record.span for record in transcript.records if record.kind == "span_end"}
        self._open: dict[Span, tuple[Actor, Actor]] = {}
        self._told: set[Span] = set()
        self._returned: list[tuple[Actor, str, float | None]] = []
        self._unseen = 0

    def begin(self, identity: str | None) -> None:
        """Tell that an agent was spawned, where the span of an id is the run of one that was."""
        span = self._transcript.spans.get(identity or "")
        spawner = self._cast.spawner(span) if span is not None and span not in self._told and self._is_part(span) else None
        if span is None or spawner is None:
            return
        self._told.add(span)
        actor, asked = self._cast.running(span), self._transcript.asked.get(span.identity)
        inferred = ["type"] if span.type in {"tool", "subtask"} else []
        inferred += ["call_id"] if asked is not None and asked.guessed else []
        self._spawn(spawner, actor, span.first, asked, inferred)
        self._open[span] = (spawner, actor)
        if identity not in self._ending and asked is not None and asked.call.event.get("completed") is not None:
            self.end(identity, asked.call.end)

    @property
    def unended(self) -> int:
        """How many of those that were begun did not hand anything back."""
        return len(self._open) + self._unseen

    @property
    def returned(self) -> bool:
        """Whether any handed something back."""
        return bool(self._returned)

    def end(self, identity: str | None, t: float | None, guessed: bool = False) -> None:
        """Tell that an agent handed its result back, where the span of an id is the run of one."""
        span = self._transcript.spans.get(identity or "")
        if span is None or span not in self._open:
            return
        spawner, actor = self._open.pop(span)
        latest = max((moment for moment in (span.last, t) if moment is not None), default=None)
        self._return(spawner, actor, latest, self._transcript.asked.get(span.identity), guessed or t is None)

    def unseen(self, call: Record, caller: Actor) -> None:
        """Tell of an agent that was called, and of whose run the log holds nothing."""
        actor = self._cast.another(text(call.event.get("agent")) or "agent", caller)
        self._spawn(caller, actor, call.begin, Asked(call, False), [])
        if call.pending:
            self._unseen += 1
        else:
            self._return(caller, actor, call.lasted.t, Asked(call, False), call.end is None)

    def finish(self) -> None:
        """Lead to each return what its agent did before."""
        for actor, event, t in self._returned:
            actor.strand.turn(event, t, edge="causal")

    def _is_part(self, span: Span) -> bool:
        return self._transcript.is_agent(span) and span is not self._cast.main and not self._cast.scores(span.identity)

    def _spawn(self, spawner: Actor, actor: Actor, t: float | None, asked: Asked | None, inferred: list[str]) -> None:
        self._draft.agent(actor.name, parent=spawner.name)
        keys: dict[str, JSON] = {"to": actor.name, "inferred": [*inferred, *(["agent"] if spawner.guessed else [])]}
        if asked is not None:
            keys |= {"call_id": self._cast.plain.id(text(asked.call.event.get("id")))}
            keys |= self._content(asked.call.event.get("arguments") or asked.call.event.get("input"))
        event = self._draft.event("spawn", spawner.name, t, **keys)
        spawner.strand.branch(event, t)
        actor.strand.spawned(event)

    def _return(self, spawner: Actor, actor: Actor, t: float | None, asked: Asked | None, guessed: bool) -> None:
        """Tell a return; ``guessed`` says whether the log does not state its time."""
        inferred = ["call_id"] if asked is not None and asked.guessed else []
        keys: dict[str, JSON] = {"to": spawner.name, "inferred": [*inferred, *(["t"] if guessed and t is not None else [])]}
        if asked is not None:
            keys |= {"call_id": self._cast.plain.id(text(asked.call.event.get("id")))}
            keys |= outcome(asked.call) | self._content(asked.call.event.get("result"))
        event = self._draft.event("return", actor.name, t, **keys)
        self._returned.append((actor, event, t))
        spawner.strand.returned(event, t)
