"""Invocations of agents as one run: see ``otlp`` for what becomes what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import inf

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import NO_COUNTS, UNANSWERED, UNENDED, Lasted, counted, lasted
from .otlp_invocations import Invocation, Tree, begun, ended, placed
from .otlp_names import name, spawning
from .otlp_spans import Span, notes
from .otlp_walk import MOST, Walk

NAME = "otlp"
CALLER = "caller"
"""Name of whoever began the run."""
MISSING = {"category", "decision", "despawn", "human_intervention", "rewards", "trusted"}
"""What no span says."""
_SAID = ("gen_ai.output.messages", "output.value", "gen_ai.completion")
_ASKED = ("gen_ai.input.messages", "input.value", "gen_ai.prompt")
_ARGUMENTS = ("gen_ai.tool.call.arguments", "input.value")
_ANSWER = ("gen_ai.tool.call.result", "output.value")
"""Attributes that hold content."""


class Weaver:
    """Makes one run of one trace."""

    def __init__(self, trace: str, spans: Mapping[str, Span], found: Tree, names: Identifiers, with_content: bool) -> None:
        self._tree = found
        self._spans = spans
        self._plain = names
        systems = sorted({span.service for span in spans.values() if span.service})
        self._draft = Draft(NAME, names.id(trace) or "trace", system=", ".join(systems) or None, with_content=with_content)
        self._ends: dict[str, str] = {}
        """Id of an agent's span to the last event of its invocation."""
        self._returned: dict[str, float] = {}
        """Id of a sub-agent's span to when it handed its result back; such an invocation's last event is its return."""
        self._begins: dict[str, list[str]] = {}
        """Id of an agent's span to the first events of its invocation."""
        name(found.invocations)
        self._spawning = spawning(found.invocations)
        self._left: Counter[str] = Counter()
        self._unended: Counter[str] = Counter()
        """What the spans that never ended lack, or ``model``."""
        self._told: set[str] = set()
        """What of that others have."""
        self._roots = {one.agent for one in found.invocations if one.parent is None}

    def draft(self) -> Draft:
        """Return the run."""
        # The innermost first, so that what a sub-agent handed back is there when its parent is looked at.
        for invocation in sorted(self._tree.invocations, key=lambda one: -one.depth):
            self._walk(Walk(invocation))
        for span in self._spans.values():
            self._link(span)
        self._describe()
        return self._draft

    def _walk(self, walk: Walk) -> None:
        one = walk.invocation
        steps: list[Span | Invocation] = sorted([*one.acts, *one.children], key=lambda step: (placed(step), ended(step), step.id))
        for number, step in enumerate(steps, start=1):
            if isinstance(step, Invocation):
                self._add_child(walk, step)
            elif not step.over and step.kind in ("model", "create"):
                self._unended[step.kind] += 1
            elif step.kind == "model":
                self._add_model(walk, step, last=number == len(steps))
            elif step.kind == "create":
                self._add_created(walk, step)
            elif step.kind == "guard":
                self._add_guard(walk, step)
            else:
                self._add_tool(walk, step)
        if one.id not in self._ends:
            self._add_end(walk)
        self._left[f"events that rest on the last {MOST} of more that were complete by then"] += walk.cut
        if one.id:
            self._begins[one.id] = walk.entries
            last = walk.last()
            self._ends |= {one.id: last} if last and one.id not in self._ends else {}

    def _when(self, walk: Walk, span: Span) -> Lasted:
        """Return when a span was; where it says nothing of that, when its agent began."""
        known = span.lasted
        return lasted(walk.invocation.begin, None) if known.t is None else known

    def _add_model(self, walk: Walk, span: Span, last: bool) -> None:
        one, draft = walk.invocation, self._draft
        draft.agent(one.agent, model=self._plain.model(span.model))
        walk.turns += 1
        begin, at = begun(span), self._when(walk, span)
        keys = {**_outcome(span), "t_start": at.start, "turn": walk.turns, "tokens": self._tokens(span)}
        ready = walk.ready(begin)
        if ready or not last or not one.over:
            kind = "aggregate" if ready else "orchestrator_decision"
            event = draft.event(kind, one.agent, at.t, inferred=["type", *at.inferred], **keys)
        elif one.parent:
            event = self._add_return(one, one.parent, keys, span, at)
        else:
            event = self._add_answer(one, keys, span, at)
        walk.after(draft, event, begin)
        for returned in ready:
            draft.edge(returned, event, "aggregate")
        walk.decides(event, begin, ended(span))

    def _add_return(self, one: Invocation, to: Invocation, keys: dict[str, JSON], last: Span, at: Lasted) -> str:
        """Add the return of a sub-agent whose last act was a model's."""
        whole = one.span or last
        said = self._draft.content(whole.content(*_SAID) or last.content(*_SAID))
        failed = _outcome(whole) if whole.status not in (None, "ok") else {}
        if whole.end is not None:
            at = Lasted(whole.end, at.start, ())
        elif at.t is not None:
            at = Lasted(at.t, at.start, ("t",))
        event = self._draft.event("return", one.agent, at.t, to=to.agent, inferred=[*at.inferred], **(keys | failed | said))
        self._ends[one.id] = event
        self._returned[one.id] = ended(one)
        return event

    def _add_answer(self, one: Invocation, keys: Mapping[str, JSON], span: Span, at: Lasted) -> str:
        """Add what an agent that no other began says last: to whoever began it, or among several to whom it may concern."""
        alone = len(self._roots) == 1
        if alone:
            self._draft.agent(CALLER, kind="environment")
        to, guessed = (CALLER, ["type", "to"]) if alone else (None, ["type"])
        said = self._draft.content(span.content(*_SAID))
        return self._draft.event("message", one.agent, at.t, to=to, inferred=[*guessed, *at.inferred], **keys, **said)

    def _add_tool(self, walk: Walk, span: Span) -> None:
        """Add a call and its result. How long a call takes that has no result, nobody knows: then its beginning is left out."""
        agent, tool = walk.invocation.agent, span.label or ("search" if span.kind == "search" else "tool")
        asked = self._draft.content(span.content(*_ARGUMENTS))
        answered = self._draft.content(span.content(*_ANSWER))
        keys: dict[str, JSON] = {"tool": tool, "call_id": self._plain.id(span.call_id)}
        at = self._when(walk, span)
        begin, start = (span.begin, at.start) if span.begin is not None else (at.t, None)
        guessed: list[JSON] = ["t"] if span.begin is None and begin is not None else []
        call = self._draft.event("tool_call", agent, begin, t_start=start, inferred=guessed, **keys, **asked)
        walk.from_model(self._draft, call, begun(span), leads_on=span.over)
        if not span.over:
            self._unended["tool_result"] += 1
            return
        self._told.add("tool_result")
        keys |= {"t_start": at.start, "inferred": [*at.inferred]}
        result = self._draft.event("tool_result", agent, at.t, **keys, **_outcome(span), **answered, tokens=_spent(span))
        self._draft.edge(call, result, "tool_dependency")
        walk.leads(result, begun(span), ended(span))

    def _add_guard(self, walk: Walk, span: Span) -> None:
        if span.status in (None, "ok"):
            self._left["guardrails that found nothing, as far as the spans say"] += 1
            return
        at = self._when(walk, span)
        keys: dict[str, JSON] = {"t_start": at.start, "inferred": ["type", *at.inferred]}
        event = self._draft.event("safety_event", walk.invocation.agent, at.t, **keys)
        walk.after(self._draft, event, begun(span), "temporal")

    def _add_created(self, walk: Walk, span: Span) -> None:
        if self._spawning.get(span.label or "") != span.id or walk.invocation.span is None:
            self._left["creations of agents by nobody, or of agents that were there"] += 1
            return
        self._draft.agent(span.label or "", parent=walk.invocation.agent)
        at = self._when(walk, span)
        keys: dict[str, JSON] = {"to": span.label, "t_start": at.start, "inferred": [*at.inferred], **_outcome(span)}
        event = self._draft.event("spawn", walk.invocation.agent, at.t, **keys)
        walk.from_model(self._draft, event, begun(span))
        walk.leads(event, begun(span), ended(span))

    def _add_child(self, walk: Walk, child: Invocation) -> None:
        """Add that a sub-agent was spawned or given more to do, and take what it handed back."""
        draft, agent = self._draft, walk.invocation.agent
        task = draft.content(child.span.content(*_ASKED)) if child.span else {}
        t, start = child.begin, child.begin if child.over and child.end is not None else None
        given: dict[str, str] = {}
        if self._spawning.get(child.agent) == child.id:
            draft.agent(child.agent, parent=agent)
            given["spawn"] = draft.event("spawn", agent, t, to=child.agent, t_start=start)
        if task or not given:
            guessed = [] if task else ["type"]
            keys = task | {"t_start": start, "inferred": [*guessed]}
            given["message"] = draft.event("message", agent, t, to=child.agent, **keys)
            draft.edge(given.get("spawn"), given["message"], "causal")
        walk.from_model(self._draft, next(iter(given.values())), begun(child), leads_on=child.over)
        for kind, event in given.items():
            for entry in self._begins.get(child.id, []):
                draft.edge(event, entry, kind)
        if (back := self._returned.get(child.id)) is not None:
            walk.hands_back(self._ends[child.id], back)

    def _add_end(self, walk: Walk) -> None:
        """Add the return of a sub-agent whose last act was no model's, or what is all that is known of another agent."""
        one, span = walk.invocation, walk.invocation.span
        alone = not one.acts and not one.children
        if span is not None and not span.over:
            self._unended["return" if one.parent else "answer"] += 1
            return
        if span is None or (one.parent is None and not alone):
            return
        at = span.lasted
        start = at.start if alone or at.start is None else at.t
        keys = {**_outcome(span), "t_start": start, "tokens": _spent(span) if alone else None}
        if one.parent:
            said = self._draft.content(span.content(*_SAID))
            event = self._draft.event("return", one.agent, at.t, to=one.parent.agent, inferred=[*at.inferred], **keys, **said)
            self._returned[one.id] = ended(one)
        else:
            event = self._add_answer(one, keys, span, at)
        walk.after(self._draft, event, inf)
        for returned in walk.ready(inf):
            self._draft.edge(returned, event, "return")
        self._ends[one.id] = event

    def _link(self, span: Span) -> None:
        """Join what a link between two agents' spans joins."""
        for trace, other in span.links:
            if trace != span.trace or other not in self._spans:
                self._left["links to spans of other traces"] += 1
            for entry in self._begins.get(span.id, [])[:MOST]:
                self._draft.edge(self._ends.get(other), entry, "causal")
        if span.links and len(self._begins.get(span.id, [])) > MOST:
            self._left[f"links that are joined to the first {MOST} of more events"] += len(span.links)

    def _tokens(self, span: Span) -> JSON:
        """Return the tokens of a call of a model; where its span says nothing, those that a layer below recorded."""
        inner = self._tree.inner.get(span.id, [])
        self._left["spans within the span of the same model's call"] += len(inner)
        return _spent(span) or next((spent for one in inner if (spent := _spent(one))), None)

    def _describe(self) -> None:
        """Say what is known of the run as a whole."""
        draft, all_ = self._draft, self._tree.invocations
        draft.missing |= MISSING
        if not any(one.parent for one in all_) and len(self._roots) > 1:
            draft.missing |= {"spawn", "return", "aggregate"}
        if len(self._roots) > 1:
            draft.missing.add("edges")
        if len({one.agent for one in all_}) > 1 and not any(one.span and one.parent and one.span.content(*_ASKED) for one in all_):
            draft.missing.add("message")
        self._left["spans whose parent is in none of the files"] += self._tree.dangling
        draft.notes += [f"{what}: {number}" for what, number in sorted(self._left.items()) if number]
        self._told |= {"return"} if self._returned else set()
        draft.missing |= {"tool_result", "return"} & self._unended.keys() - self._told
        draft.incomplete(UNANSWERED, self._unended.pop("model", 0))
        draft.incomplete(NO_COUNTS, sum(span.odd_tokens for span in self._spans.values()))
        draft.notes += counted(UNENDED, self._unended.total()) + notes(self._spans) + self._plain.notes()


def _outcome(span: Span) -> dict[str, JSON]:
    return {"status": span.status, "error": {"kind": span.fault} if span.fault else None}


def _spent(span: Span) -> JSON:
    return span.tokens
