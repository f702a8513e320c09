"""Invocations of agents as one run: see ``otlp`` for what becomes what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import inf

from ...findings import JSON
from ..draft import Draft
from .otlp_invocations import Invocation, Tree, begun, ended
from .otlp_names import name, spawning
from .otlp_spans import Span
from .otlp_walk import Walk

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

    def __init__(self, trace: str, spans: Mapping[str, Span], found: Tree, with_content: bool) -> None:
        self._tree = found
        self._spans = spans
        systems = sorted({span.service for span in spans.values() if span.service})
        self._draft = Draft(NAME, trace or "trace", system=", ".join(systems) or None, with_content=with_content)
        self._ends: dict[str, str] = {}
        """Id of an agent's span to the last event of its invocation."""
        self._begins: dict[str, list[str]] = {}
        """Id of an agent's span to the first events of its invocation."""
        name(found.invocations)
        self._spawning = spawning(found.invocations)
        self._left: Counter[str] = Counter()
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
        steps: list[Span | Invocation] = sorted([*one.acts, *one.children], key=lambda step: (begun(step), ended(step), step.id))
        for number, step in enumerate(steps, start=1):
            if isinstance(step, Invocation):
                self._add_child(walk, step)
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
        if one.id:
            self._begins[one.id] = walk.entries
            last = max([*walk.tips, *walk.returned], default=None)
            self._ends |= {one.id: last[1]} if last and one.id not in self._ends else {}

    def _add_model(self, walk: Walk, span: Span, last: bool) -> None:
        one, draft = walk.invocation, self._draft
        draft.agent(one.agent, model=span.model)
        walk.turns += 1
        begin, end = begun(span), ended(span)
        keys = {**_outcome(span), "t_start": span.begin, "turn": walk.turns, "tokens": self._tokens(span)}
        ready = walk.ready(begin)
        if ready or not last:
            event = draft.event("aggregate" if ready else "orchestrator_decision", one.agent, span.end, inferred=["type"], **keys)
        elif one.parent:
            event = self._add_return(one, keys, span)
        else:
            event = self._add_answer(one, keys, span)
        walk.after(draft, event, begin)
        for _, returned in ready:
            draft.edge(returned, event, "aggregate")
        walk.returned = [delivered for delivered in walk.returned if delivered not in ready]
        walk.tips = [tip for tip in walk.tips if tip[0] > begin] + [(end, event)]
        walk.decided = event

    def _add_return(self, one: Invocation, keys: dict[str, JSON], last: Span) -> str:
        """Add the return of a sub-agent whose last act was a model's."""
        whole = one.span or last
        said = self._draft.content(whole.content(*_SAID) or last.content(*_SAID))
        failed = _outcome(whole) if whole.status not in (None, "ok") else {}
        end = last.end if whole.end is None else whole.end
        event = self._draft.event("return", one.agent, end, to=one.parent.agent if one.parent else None, **(keys | failed | said))
        self._ends[one.id] = event
        return event

    def _add_answer(self, one: Invocation, keys: Mapping[str, JSON], span: Span) -> str:
        """Add what an agent that no other began says last: to whoever began it, or among several to whom it may concern."""
        alone = len(self._roots) == 1
        if alone:
            self._draft.agent(CALLER, kind="environment")
        to, guessed = (CALLER, ["type", "to"]) if alone else (None, ["type"])
        said = self._draft.content(span.content(*_SAID))
        return self._draft.event("message", one.agent, span.end, to=to, inferred=[*guessed], **keys, **said)

    def _add_tool(self, walk: Walk, span: Span) -> None:
        agent, tool = walk.invocation.agent, span.label or ("search" if span.kind == "search" else "tool")
        asked = self._draft.content(span.content(*_ARGUMENTS))
        answered = self._draft.content(span.content(*_ANSWER))
        keys: dict[str, JSON] = {"tool": tool, "call_id": span.call_id, "t_start": span.begin}
        call = self._draft.event("tool_call", agent, span.begin, **keys, **asked)
        walk.from_model(self._draft, call, begun(span))
        result = self._draft.event("tool_result", agent, span.end, **keys, **_outcome(span), **answered, tokens=_spent(span))
        self._draft.edge(call, result, "tool_dependency")
        walk.tips.append((ended(span), result))

    def _add_guard(self, walk: Walk, span: Span) -> None:
        if span.status in (None, "ok"):
            self._left["guardrails that found nothing, as far as the spans say"] += 1
            return
        event = self._draft.event("safety_event", walk.invocation.agent, span.end, t_start=span.begin, inferred=["type"])
        walk.after(self._draft, event, begun(span), "temporal")

    def _add_created(self, walk: Walk, span: Span) -> None:
        if self._spawning.get(span.label or "") != span.id or walk.invocation.span is None:
            self._left["creations of agents by nobody, or of agents that were there"] += 1
            return
        self._draft.agent(span.label or "", parent=walk.invocation.agent)
        event = self._draft.event("spawn", walk.invocation.agent, span.end, to=span.label, t_start=span.begin, **_outcome(span))
        walk.from_model(self._draft, event, begun(span))
        walk.tips.append((ended(span), event))

    def _add_child(self, walk: Walk, child: Invocation) -> None:
        """Add that a sub-agent was spawned or given more to do, and take what it handed back."""
        draft, agent = self._draft, walk.invocation.agent
        task = draft.content(child.span.content(*_ASKED)) if child.span else {}
        given: dict[str, str] = {}
        if self._spawning.get(child.agent) == child.id:
            draft.agent(child.agent, parent=agent)
            given["spawn"] = draft.event("spawn", agent, child.begin, to=child.agent, t_start=child.begin)
        if task or not given:
            guessed = [] if task else ["type"]
            keys = task | {"t_start": child.begin, "inferred": [*guessed]}
            given["message"] = draft.event("message", agent, child.begin, to=child.agent, **keys)
            draft.edge(given.get("spawn"), given["message"], "causal")
        walk.from_model(self._draft, next(iter(given.values())), begun(child))
        for kind, event in given.items():
            for entry in self._begins.get(child.id, []):
                draft.edge(event, entry, kind)
        walk.returned.append((ended(child), self._ends[child.id]))

    def _add_end(self, walk: Walk) -> None:
        """Add the return of a sub-agent whose last act was no model's, or what is all that is known of another agent."""
        one, span = walk.invocation, walk.invocation.span
        alone = not one.acts and not one.children
        if span is None or (one.parent is None and not alone):
            return
        keys = {**_outcome(span), "t_start": span.begin if alone else span.end, "tokens": _spent(span) if alone else None}
        if one.parent:
            said = self._draft.content(span.content(*_SAID))
            event = self._draft.event("return", one.agent, span.end, to=one.parent.agent, **keys, **said)
        else:
            event = self._add_answer(one, keys, span)
        walk.after(self._draft, event, inf)
        for _, returned in walk.returned:
            self._draft.edge(returned, event, "return")
        self._ends[one.id] = event

    def _link(self, span: Span) -> None:
        """Join what a link between two agents' spans joins."""
        for trace, other in span.links:
            if trace != span.trace or other not in self._spans:
                self._left["links to spans of other traces"] += 1
            for entry in self._begins.get(span.id, []):
                self._draft.edge(self._ends.get(other), entry, "causal")

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


def _outcome(span: Span) -> dict[str, JSON]:
    return {"status": span.status, "error": {"kind": span.fault} if span.fault else None}


def _spent(span: Span) -> JSON:
    return span.tokens
