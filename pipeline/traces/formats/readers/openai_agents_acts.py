"""What agents of the OpenAI Agents SDK do: calls of models and tools, handoffs and guardrails as events."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..shapes import items, mapping, text
from . import openai_agents_tokens as tokens
from .openai_agents_cast import Actor, Cast
from .openai_agents_outcomes import Outcomes
from .openai_agents_recorded import Recorded
from .openai_agents_spans import Span


class Acts:
    """Makes events of what agents do, and keeps what is to be told of all spans in the end."""

    def __init__(self, trace: Recorded, draft: Draft, plain: Identifiers, cast: Cast) -> None:
        self.unended: Counter[str] = Counter()
        """Kinds of spans that never ended."""
        self.resulted = False
        """Whether any call of a tool has a result."""
        self.repeated = tokens.repeated(trace)
        """Responses that an earlier span tells of already."""
        self.counted = tokens.Counted(trace, self.repeated)
        self.outcomes = Outcomes(trace, cast, self.counted.guessed)
        self._trace = trace
        self._draft = draft
        self._plain = plain
        self._cast = cast

    def add_model(self, span: Span) -> None:
        """Tell a call of a model, once. Where its output is not shown, it may have called tools and said nothing."""
        if span in self.repeated:
            return
        actor, guessed = self._cast.owner(span)
        output = [message for message in map(mapping, items(span.data.get("output"))) if message]
        busy = any(items(message.get("tool_calls")) or message.get("type") == "function_call" for message in output)
        inferred = [name for name, is_so in (("agent", guessed), ("to", busy), ("type", not output)) if is_so]
        keys: dict[str, JSON] = {"turn": self._number(span, actor), "tokens": self.counted.by_span.get(span)}
        keys |= {"to": actor.name} if busy else {}
        self._draft.agent(actor.name, model=self._plain.model(text(span.data.get("model"))))
        self._said(actor, span, keys | self.outcomes.keys(span, *inferred), span.data.get("output"))

    def add_turn(self, span: Span) -> None:
        """Tell a turn whose tokens are known, though no call of a model in it is."""
        if span in self.counted.by_span:
            actor, guessed = self._cast.owner(span)
            inferred = ["type", "agent"] if guessed else ["type"]
            keys: dict[str, JSON] = {"turn": span.turn, "tokens": self.counted.by_span[span]}
            self._said(actor, span, keys | self.outcomes.keys(span, *inferred), None)

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

    def add_function(self, span: Span) -> None:
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
            self.unended[span.kind] += 1
            return
        self.resulted = True
        keys |= self.outcomes.keys(span, *inferred) | self._draft.content(span.data.get("output"))
        result = self._draft.event("tool_result", actor.name, span.lasted.t, **keys)
        self._draft.edge(call, result, "tool_dependency")
        actor.strand.gift(result, span.lasted.t, "tool_dependency")

    def add_handoff(self, span: Span) -> None:
        """Tell that an agent passed control on to a peer, which is a decision and a message, and no spawn."""
        (actor, guessed), target = self._cast.owner(span), self._cast.target(span)
        inferred, at = ["agent"] if guessed else [], span.lasted
        keys = self.outcomes.keys(span, *inferred)
        decision = self._draft.event("orchestrator_decision", actor.name, at.t, decision="O2", **keys)
        actor.strand.branch(decision, at.t)
        if target is not None:
            message = self._draft.event("message", actor.name, at.t, to=target.name, inferred=[*inferred, *at.inferred])
            self._draft.edge(decision, message, "causal")
            target.strand.gift(message, at.t, "message")

    def add_guardrail(self, span: Span) -> None:
        """Tell that a guardrail was triggered."""
        if span.data.get("triggered") is not True:
            return
        actor, guessed = self._cast.owner(span)
        keys: dict[str, JSON] = {"guardrail": self._plain.name("guardrail", text(span.data.get("name")))}
        keys |= self.outcomes.keys(span, *(["agent"] if guessed else []))
        event = self._draft.event("safety_event", actor.name, span.lasted.t, **keys)
        actor.strand.branch(event, span.lasted.t)
