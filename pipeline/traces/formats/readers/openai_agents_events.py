"""Spans of the OpenAI Agents SDK as events."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..moments import MICROSECOND
from ..shapes import fault, items, mapping, text
from . import openai_agents_tokens as tokens
from .openai_agents_cast import Actor, Cast
from .openai_agents_spans import Recorded, Span

_LEFT = ("custom", "mcp_tools", "speech", "speech_group", "transcription")
"""Kinds of spans that are known and that no agent's doing is seen from."""


class Telling:
    """A trace that is being told."""

    def __init__(self, trace: Recorded, draft: Draft) -> None:
        self._trace = trace
        self._draft = draft
        self._cast = Cast(trace, draft)
        self._repeated = tokens.repeated(trace)
        self._tokens = tokens.by_span(trace, self._repeated)
        self._spoilt = self._spoiling()
        self._spawned: set[Actor] = set()
        self._returned: list[tuple[Actor, str, float | None]] = []
        self._left: Counter[str] = Counter()

    def tell(self) -> None:
        """Give the draft all events."""
        told = {"generation": self._model, "response": self._model, "function": self._function, "handoff": self._handoff,
                "guardrail": self._guardrail, "agent": self._agent, "turn": self._turn}  # fmt: skip
        for span in self._trace.spans:
            if span.kind in told:
                told[span.kind](span)
            elif span.kind != "task":
                self._left[span.kind if span.kind in _LEFT else "of unknown kinds"] += 1
        for actor, event, t in self._returned:
            actor.strand.turn(event, t, edge="causal")
        self._cast.link()
        self._note()
        self._declare()

    def _declare(self) -> None:
        """Take over what spans that are no events say of the whole: how long it took, and tokens that no call of a model accounts for."""
        times = [t for span in self._trace.spans for t in (span.begin, span.end) if t is not None]
        if times:
            self._draft.costs["wall_clock_s"] = round(max(times) - min(times), MICROSECOND)
        if (whole := tokens.declared(self._trace)) > tokens.total(self._tokens.values()):
            self._draft.costs["tokens"] = whole

    def _note(self) -> None:
        left = ", ".join(f"{kind} {count}" for kind, count in sorted(self._left.items()))
        self._draft.notes += [f"spans that show no agent's doing are left out: {left}"] if left else []
        if dangling := self._trace.dangling:
            self._draft.notes.append(f"spans whose parent is not there, so that they stand at the top: {dangling}")
        if self._repeated:
            self._draft.notes.append(f"responses that are there more than once count once; left out: {len(self._repeated)}")
        if len(self._cast.roots()) > 1 and not self._spawned:
            self._draft.missing.add("spawn")

    def _spoiling(self) -> dict[Span, dict[str, JSON]]:
        """Return, for runs below no agent that failed, the last span of the run, with what went wrong."""
        last: dict[Span, Span] = {}
        for span in self._trace.spans:
            run = self._trace.places[span].agent
            if run is not None and run.failure and span.kind in {"generation", "response", "function", "handoff"}:
                last[run] = max(last.get(run, span), span, key=lambda one: (one.end or 0.0, one.key))
        return {span: run.failure for run, span in last.items() if self._cast.spawner(run) is None}

    def _failed(self, span: Span, *inferred: str) -> dict[str, JSON]:
        """Return the keys of an event for how its span ended, and for what of it is guessed."""
        failure = span.failure or self._spoilt.get(span, {})
        guessed = [*inferred, *(["status", "error"] if failure and not span.failure else [])]
        keys: dict[str, JSON] = {"inferred": [*guessed]}
        return keys | (self._error(failure, span.kind) if failure else {})

    def _error(self, failure: dict[str, JSON], kind: str) -> dict[str, JSON]:
        return {"status": "error", "error": fault(kind, failure.get("message"), self._draft.with_content)}

    def _agent(self, span: Span) -> None:
        """Tell of a run below another agent: its spawn, unless its agent took over from another, and its return."""
        spawner, actor = self._cast.spawner(span), self._cast.of(span)
        if spawner is None:
            return
        function = self._trace.places[span].function
        call: dict[str, JSON] = {"call_id": function.identity if function else None}
        if actor in self._cast.handed:
            self._draft.inferred.add("parent")
        elif actor not in self._spawned:
            self._spawned.add(actor)
            given = self._draft.content(function.data.get("input")) if function else {}
            spawn = self._draft.event("spawn", spawner.name, span.begin, to=actor.name, **call, **given)
            spawner.strand.branch(spawn, span.begin)
            actor.strand.spawned(spawn)
        if self._cast.returns(span):
            given = self._draft.content(function.data.get("output")) if function else {}
            keys = call | self._failed(span) | given
            event = self._draft.event("return", actor.name, span.end, to=spawner.name, **keys)
            self._returned.append((actor, event, span.end))
            spawner.strand.returned(event, span.end)

    def _model(self, span: Span) -> None:
        """Tell a call of a model, once. Where its output is not shown, it may have called tools and said nothing."""
        if span in self._repeated:
            return
        actor, guessed = self._cast.owner(span)
        output = [message for message in map(mapping, items(span.data.get("output"))) if message]
        busy = any(items(message.get("tool_calls")) or message.get("type") == "function_call" for message in output)
        inferred = [name for name, is_so in (("agent", guessed), ("to", busy), ("type", not output)) if is_so]
        keys: dict[str, JSON] = {"t_start": span.begin, "turn": self._number(span, actor), "tokens": self._tokens.get(span)}
        keys |= {"to": actor.name} if busy else {}
        self._draft.agent(actor.name, model=text(span.data.get("model")))
        self._said(actor, span, keys | self._failed(span, *inferred), span.data.get("output"))

    def _said(self, actor: Actor, span: Span, keys: dict[str, JSON], content: JSON) -> None:
        left = actor.strand.aggregate(span.end, span.begin, keys)
        event = self._draft.event("message", actor.name, span.end, **left, **self._draft.content(content))
        begin, edge = (span.begin, "temporal") if left is keys else (span.end, "causal")
        actor.strand.turn(event, span.end, begin, edge)

    def _number(self, span: Span, actor: Actor) -> int:
        turn = self._trace.places[span].turn
        actor.turns += 1
        return turn.turn if turn is not None and turn.turn is not None else actor.turns

    def _turn(self, span: Span) -> None:
        """Tell a turn whose tokens are known, though no call of a model in it is."""
        if span in self._tokens:
            actor, guessed = self._cast.owner(span)
            inferred = ["type", "agent"] if guessed else ["type"]
            keys: dict[str, JSON] = {"t_start": span.begin, "turn": span.turn, "tokens": self._tokens[span]}
            self._said(actor, span, keys | self._failed(span, *inferred), None)

    def _function(self, span: Span) -> None:
        """Tell a tool call and its result, unless it was an agent that was called."""
        if span in self._cast.delegating:
            return
        actor, guessed = self._cast.owner(span)
        inferred = ["agent"] if guessed else []
        keys: dict[str, JSON] = {"tool": text(span.data.get("name")), "call_id": span.identity}
        call = self._draft.event(
            "tool_call", actor.name, span.begin, inferred=[*inferred], **keys, **self._draft.content(span.data.get("input"))
        )
        actor.strand.branch(call, span.begin)
        if text(span.document.get("ended_at")) is None and span.data.get("output") is None and not span.failure:
            return
        keys |= {"t_start": span.begin} | self._failed(span, *inferred) | self._draft.content(span.data.get("output"))
        result = self._draft.event("tool_result", actor.name, span.end, **keys)
        self._draft.edge(call, result, "tool_dependency")
        actor.strand.gift(result, span.end, "tool_dependency")

    def _handoff(self, span: Span) -> None:
        """Tell that an agent passed control on to a peer, which is a decision and a message, and no spawn."""
        (actor, guessed), target = self._cast.owner(span), self._cast.target(span)
        inferred = ["agent"] if guessed else []
        keys: dict[str, JSON] = {"t_start": span.begin, "decision": "O2"}
        decision = self._draft.event("orchestrator_decision", actor.name, span.end, **keys, **self._failed(span, *inferred))
        actor.strand.branch(decision, span.end)
        if target is not None:
            message = self._draft.event("message", actor.name, span.end, to=target.name, inferred=[*inferred])
            self._draft.edge(decision, message, "causal")
            target.strand.gift(message, span.end, "message")

    def _guardrail(self, span: Span) -> None:
        if span.data.get("triggered") is not True:
            return
        actor, guessed = self._cast.owner(span)
        keys: dict[str, JSON] = {"t_start": span.begin, "guardrail": text(span.data.get("name"))}
        event = self._draft.event("safety_event", actor.name, span.end, **keys, **self._failed(span, *(["agent"] if guessed else [])))
        actor.strand.branch(event, span.end)
