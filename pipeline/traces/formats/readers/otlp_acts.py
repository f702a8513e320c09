"""What an agent does on its own account, but for calls of a model: spans of tools, guardrails and creations as events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import Lasted, lasted
from ..shapes import fault
from .otlp_invocations import begun, ended
from .otlp_spans import Span
from .otlp_tokens import Counted
from .otlp_walk import Walk

_ARGUMENTS = ("gen_ai.tool.call.arguments", "input.value")
_ANSWER = ("gen_ai.tool.call.result", "output.value")
"""Attributes that hold content."""


class Acts:
    """Makes events of what agents do, and keeps what is to be told of all spans in the end."""

    def __init__(self, draft: Draft, plain: Identifiers, counted: Counted, spawning: Mapping[str, str]) -> None:
        self.left: Counter[str] = Counter()
        """What was left out, for the notes."""
        self.unended: Counter[str] = Counter()
        """What the spans that never ended lack, or ``model``."""
        self.told: set[str] = set()
        """What of that others have."""
        self.worded: set[str] = set()
        """Spans of which an event says how they ended."""
        self._draft = draft
        self._plain = plain
        self._counted = counted
        self._spawning = spawning

    def when(self, walk: Walk, span: Span) -> Lasted:
        """Return when a span was; where it says nothing of that, when its agent began."""
        known = span.lasted
        return lasted(walk.invocation.begin, None) if known.t is None else known

    def add_tool(self, walk: Walk, span: Span) -> None:
        """Add a call and its result. How long a call takes that has no result, nobody knows: then its beginning is left out."""
        agent, tool = walk.invocation.agent, span.label or ("search" if span.kind == "search" else "tool")
        asked = self._draft.content(span.content(*_ARGUMENTS))
        answered = self._draft.content(span.content(*_ANSWER))
        keys: dict[str, JSON] = {"tool": tool, "call_id": self._plain.id(span.call_id)}
        at = self.when(walk, span)
        begin, start = (span.begin, at.start) if span.begin is not None else (at.t, None)
        guessed: list[JSON] = ["t"] if span.begin is None and begin is not None else []
        call = self._draft.event("tool_call", agent, begin, t_start=start, inferred=guessed, **keys, **asked)
        walk.from_model(self._draft, call, begun(span), leads_on=span.over)
        if not span.over:
            self.unended["tool_result"] += 1
            return
        self.told.add("tool_result")
        keys |= {"t_start": at.start, "inferred": [*at.inferred, *self.unsure(span)]}
        result = self._draft.event("tool_result", agent, at.t, **keys, **self.outcome(span), **answered, **self.spent(span))
        self._draft.edge(call, result, "tool_dependency")
        walk.leads(result, begun(span), ended(span))

    def add_guard(self, walk: Walk, span: Span) -> None:
        """Add what a guardrail found, if anything."""
        if span.status in (None, "ok"):
            self.left["guardrails that found nothing, as far as the spans say"] += 1
            return
        at = self.when(walk, span)
        keys: dict[str, JSON] = {"t_start": at.start, "inferred": ["type", *at.inferred]}
        event = self._draft.event("safety_event", walk.invocation.agent, at.t, **keys)
        walk.after(self._draft, event, begun(span), "temporal")

    def add_created(self, walk: Walk, span: Span) -> None:
        """Add that an agent was created, where that is how it came to be."""
        if self._spawning.get(span.label or "") != span.id or walk.invocation.span is None:
            self.left["creations of agents by nobody, or of agents that were there"] += 1
            return
        self._draft.agent(span.label or "", parent=walk.invocation.agent)
        at = self.when(walk, span)
        keys: dict[str, JSON] = {"to": span.label, "t_start": at.start, "inferred": [*at.inferred], **self.outcome(span)}
        event = self._draft.event("spawn", walk.invocation.agent, at.t, **keys)
        walk.from_model(self._draft, event, begun(span))
        walk.leads(event, begun(span), ended(span))

    def outcome(self, span: Span) -> dict[str, JSON]:
        """Return the keys of an event for how a span ended, and note that its words have a place."""
        self.worded.add(span.id)
        return {"status": span.status, "error": fault(span.fault, span.words) or None}

    def spent(self, span: Span) -> dict[str, JSON]:
        """Return the key of an event for the tokens that are told with a span; none where none are."""
        return {"tokens": spent} if (spent := self._counted.by_span.get(span.id)) else {}

    def unsure(self, span: Span) -> list[str]:
        """Return what is guessed of the tokens of a span: nothing, or them."""
        return ["tokens"] if span.id in self._counted.guessed else []
