"""Spans of the OpenAI Agents SDK as events."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..extents import extent
from ..identifiers import Identifiers
from ..moments import NO_COUNTS, UNANSWERED, UNENDED, counted
from ..shapes import fault, items, mapping, text
from . import openai_agents_tokens as tokens
from .openai_agents_cast import Actor, Cast
from .openai_agents_recorded import Recorded
from .openai_agents_spans import Span, notes

_LEFT = ("custom", "mcp_tools", "speech", "speech_group", "transcription")
"""Kinds of spans that are known and that no agent's doing is seen from."""

_ENDING = frozenset({"generation", "response", "handoff"})
"""Kinds of spans of which nothing can be told before they are over."""


class Telling:
    """A trace that is being told."""

    def __init__(self, trace: Recorded, draft: Draft, plain: Identifiers) -> None:
        self._trace = trace
        self._draft = draft
        self._plain = plain
        self._cast = Cast(trace, draft, plain)
        self._repeated = tokens.repeated(trace)
        self._counted = tokens.Counted(trace, self._repeated)
        self._tokens = self._counted.by_span
        self._spoilt = self._spoiling()
        self._spawned: set[Actor] = set()
        self._returned: list[tuple[Actor, str, float | None]] = []
        self._left: Counter[str] = Counter()
        self._unended: Counter[str] = Counter()
        """Kinds of spans that never ended."""
        self._resulted = False
        """Whether any call of a tool has a result."""

    def tell(self) -> None:
        """Give the draft all events."""
        told = {"generation": self._model, "response": self._model, "function": self._function, "handoff": self._handoff,
                "guardrail": self._guardrail, "agent": self._agent, "turn": self._turn}  # fmt: skip
        for span in self._trace.spans:
            if span.kind in _ENDING and not span.over:
                self._unended[span.kind] += 1
            elif span.kind in told:
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
        spans = self._trace.spans
        took = extent(t for span in spans for t in (span.begin, span.end))
        if any(self._trace.outer(span) is None and None in (span.begin, span.end) for span in spans):
            self._draft.missing.add("wall_clock_s")
        elif took is not None:
            self._draft.costs["wall_clock_s"] = took
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
        self._draft.missing |= {"return"} if self._unended["agent"] and not self._returned else set()
        self._draft.missing |= {"tool_result"} if self._unended["function"] and not self._resulted else set()
        self._draft.incomplete(UNANSWERED, sum(self._unended.pop(kind, 0) for kind in tokens.MODEL))
        for what, number in sorted(self._counted.untold.items()):
            self._draft.incomplete(what, number)
        self._draft.incomplete(NO_COUNTS, tokens.odd(self._trace))
        self._draft.notes += counted(UNENDED, self._unended.total()) + notes(self._trace.spans) + self._plain.notes()

    def _spoiling(self) -> dict[Span, dict[str, JSON]]:
        """Return, for runs below no agent that failed, the last span of the run, with what went wrong."""
        last: dict[Span, Span] = {}
        for span in self._trace.spans:
            run = self._trace.places[span].agent
            if run is not None and run.failure and span.over and span.kind in {"generation", "response", "function", "handoff"}:
                last[run] = max(last.get(run, span), span, key=lambda one: (one.lasted.t or 0.0, one.key))
        return {span: run.failure for run, span in last.items() if self._cast.spawner(run) is None}

    def _failed(self, span: Span, *inferred: str) -> dict[str, JSON]:
        """Return the keys of an event for when its span began and how it ended, and for what of it is guessed."""
        failure = span.failure or self._spoilt.get(span, {})
        at = span.lasted
        guessed = [
            *inferred,
            *at.inferred,
            *(["tokens"] if span in self._counted.guessed else []),
            *(["status", "error"] if failure and not span.failure else []),
        ]
        keys: dict[str, JSON] = {"inferred": [*guessed]}
        keys |= {} if at.start is None else {"t_start": at.start}
        return keys | (self._error(failure, span.kind) if failure else {})

    def _error(self, failure: dict[str, JSON], kind: str) -> dict[str, JSON]:
        return {"status": "error", "error": fault(kind, failure.get("message"), self._draft.with_content)}

    def _agent(self, span: Span) -> None:
        """Tell of a run below another agent: its spawn, unless its agent took over from another, and its return."""
        spawner, actor = self._cast.spawner(span), self._cast.of(span)
        if spawner is None:
            return
        function = self._trace.places[span].function
        call: dict[str, JSON] = {"call_id": self._plain.id(function.identity) if function else None}
        if actor in self._cast.handed:
            self._draft.inferred.add("parent")
        elif actor not in self._spawned:
            self._spawned.add(actor)
            given = self._draft.content(function.data.get("input")) if function else {}
            spawn = self._draft.event("spawn", spawner.name, span.begin, to=actor.name, **call, **given)
            spawner.strand.branch(spawn, span.begin)
            actor.strand.spawned(spawn)
        if not span.over:
            self._unended[span.kind] += 1
        elif self._cast.returns(span):
            given = self._draft.content(function.data.get("output")) if function else {}
            # The run's own beginning is the agent's, and not that of what it handed back.
            keys = call | {key: value for key, value in self._failed(span).items() if key != "t_start"} | given
            event = self._draft.event("return", actor.name, span.lasted.t, to=spawner.name, **keys)
            self._returned.append((actor, event, span.lasted.t))
            spawner.strand.returned(event, span.lasted.t)

    def _model(self, span: Span) -> None:
        """Tell a call of a model, once. Where its output is not shown, it may have called tools and said nothing."""
        if span in self._repeated:
            return
        actor, guessed = self._cast.owner(span)
        output = [message for message in map(mapping, items(span.data.get("output"))) if message]
        busy = any(items(message.get("tool_calls")) or message.get("type") == "function_call" for message in output)
        inferred = [name for name, is_so in (("agent", guessed), ("to", busy), ("type", not output)) if is_so]
        keys: dict[str, JSON] = {"turn": self._number(span, actor), "tokens": self._tokens.get(span)}
        keys |= {"to": actor.name} if busy else {}
        self._draft.agent(actor.name, model=self._plain.model(text(span.data.get("model"))))
        self._said(actor, span, keys | self._failed(span, *inferred), span.data.get("output"))

    def _said(self, actor: Actor, span: Span, keys: dict[str, JSON], content: JSON) -> None:
        t = span.lasted.t
        left = actor.strand.aggregate(t, span.begin, keys)
        event = self._draft.event("message", actor.name, t, **left, **self._draft.content(content))
        begin, edge = (span.begin, "temporal") if left is keys else (t, "causal")
        actor.strand.turn(event, t, begin, edge)

    def _number(self, span: Span, actor: Actor) -> int:
        turn = self._trace.places[span].turn
        actor.turns += 1
        return turn.turn if turn is not None and turn.turn is not None else actor.turns

    def _turn(self, span: Span) -> None:
        """Tell a turn whose tokens are known, though no call of a model in it is."""
        if span in self._tokens:
            actor, guessed = self._cast.owner(span)
            inferred = ["type", "agent"] if guessed else ["type"]
            keys: dict[str, JSON] = {"turn": span.turn, "tokens": self._tokens[span]}
            self._said(actor, span, keys | self._failed(span, *inferred), None)

    def _function(self, span: Span) -> None:
        """Tell a tool call and its result, unless it was an agent that was called."""
        if span in self._cast.delegating:
            return
        actor, guessed = self._cast.owner(span)
        inferred = ["agent"] if guessed else []
        keys: dict[str, JSON] = {"tool": self._plain.name("tool", text(span.data.get("name"))), "call_id": self._plain.id(span.identity)}
        begin, unknown = (span.begin, []) if span.begin is not None or span.end is None else (span.end, ["t"])
        asked = self._draft.content(span.data.get("input"))
        call = self._draft.event("tool_call", actor.name, begin, inferred=[*inferred, *unknown], **keys, **asked)
        actor.strand.branch(call, begin)
        if not span.over:
            self._unended[span.kind] += 1
            return
        self._resulted = True
        keys |= self._failed(span, *inferred) | self._draft.content(span.data.get("output"))
        result = self._draft.event("tool_result", actor.name, span.lasted.t, **keys)
        self._draft.edge(call, result, "tool_dependency")
        actor.strand.gift(result, span.lasted.t, "tool_dependency")

    def _handoff(self, span: Span) -> None:
        """Tell that an agent passed control on to a peer, which is a decision and a message, and no spawn."""
        (actor, guessed), target = self._cast.owner(span), self._cast.target(span)
        inferred, at = ["agent"] if guessed else [], span.lasted
        keys = self._failed(span, *inferred)
        decision = self._draft.event("orchestrator_decision", actor.name, at.t, decision="O2", **keys)
        actor.strand.branch(decision, at.t)
        if target is not None:
            message = self._draft.event("message", actor.name, at.t, to=target.name, inferred=[*inferred, *at.inferred])
            self._draft.edge(decision, message, "causal")
            target.strand.gift(message, at.t, "message")

    def _guardrail(self, span: Span) -> None:
        if span.data.get("triggered") is not True:
            return
        actor, guessed = self._cast.owner(span)
        keys: dict[str, JSON] = {"guardrail": self._plain.name("guardrail", text(span.data.get("name")))}
        keys |= self._failed(span, *(["agent"] if guessed else []))
        event = self._draft.event("safety_event", actor.name, span.lasted.t, **keys)
        actor.strand.branch(event, span.lasted.t)
