"""How invocations of agents end: sub-agents return, and others answer whoever began the run."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from ...findings import JSON
from ..draft import Draft
from ..moments import Lasted
from .otlp_acts import Acts
from .otlp_invocations import Invocation, ended
from .otlp_spans import Span
from .otlp_walk import Walk

CALLER = "caller"
"""Name of whoever began the run."""
_SAID = ("gen_ai.output.messages", "output.value", "gen_ai.completion")
"""Attributes that hold content."""


class Ends:
    """Makes the last events of invocations."""

    def __init__(self, draft: Draft, acts: Acts, roots: set[str]) -> None:
        """``roots`` are the agents that no other began."""
        self.last: dict[str, str] = {}
        """Id of an agent's span to the last event of its invocation."""
        self.returned: dict[str, float] = {}
        """Id of a sub-agent's span to when it handed its result back; such an invocation's last event is its return."""
        self._draft = draft
        self._acts = acts
        self._roots = roots

    def add_return(self, one: Invocation, to: Invocation, keys: dict[str, JSON], last: Span, at: Lasted) -> str:
        """Add the return of a sub-agent whose last act was a model's."""
        whole = one.span or last
        said = self._draft.content(whole.content(*_SAID) or last.content(*_SAID))
        failed = self._acts.outcome(whole) if whole.status not in (None, "ok") else {}
        failed = {key: value for key, value in failed.items() if value is not None}
        if "error" in failed and last.words != whole.words:
            self._acts.worded.discard(last.id)  # its error gives way to that of the whole
        if whole.end is not None:
            at = Lasted(whole.end, at.start, ())
        elif at.t is not None:
            at = Lasted(at.t, at.start, ("t",))
        guessed = [*at.inferred, *self._acts.unsure(last)]
        event = self._draft.event("return", one.agent, at.t, to=to.agent, inferred=[*guessed], **(keys | failed | said))
        self.last[one.id] = event
        self.returned[one.id] = ended(one)
        return event

    def add_answer(self, one: Invocation, keys: Mapping[str, JSON], span: Span, at: Lasted) -> str:
        """Add what an agent that no other began says last: to whoever began it, or among several to whom it may concern."""
        alone = len(self._roots) == 1
        if alone:
            self._draft.agent(CALLER, kind="environment")
        to, guessed = (CALLER, ["type", "to"]) if alone else (None, ["type"])
        said = self._draft.content(span.content(*_SAID))
        return self._draft.event(
            "message", one.agent, at.t, to=to, inferred=[*guessed, *at.inferred, *self._acts.unsure(span)], **keys, **said
        )

    def add_end(self, walk: Walk) -> None:
        """Add the return of a sub-agent whose last act was no model's, or what is all that is known of another agent."""
        one, span = walk.invocation, walk.invocation.span
        alone = not one.acts and not one.children
        if span is not None and not span.over:
            self._acts.unended["return" if one.parent else "answer"] += 1
            return
        if span is None or (one.parent is None and not alone and not self._acts.spent(span)):
            return
        at = span.lasted
        start = at.start if alone or at.start is None else at.t
        keys = {**self._acts.outcome(span), "t_start": start, **self._acts.spent(span)}
        if one.parent:
            said = self._draft.content(span.content(*_SAID))
            guessed: list[JSON] = [*at.inferred, *self._acts.unsure(span)]
            event = self._draft.event("return", one.agent, at.t, to=one.parent.agent, inferred=guessed, **keys, **said)
            self.returned[one.id] = ended(one)
        else:
            event = self.add_answer(one, keys, span, at)
        walk.after(self._draft, event, inf)
        for returned in walk.ready(inf):
            self._draft.edge(returned, event, "return")
        self.last[one.id] = event
