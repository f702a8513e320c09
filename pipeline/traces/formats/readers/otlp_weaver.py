"""Invocations of agents as one run: see ``otlp`` for what becomes what."""

from __future__ import annotations

from collections.abc import Mapping

from ..draft import Draft
from ..extents import extent
from ..identifiers import Identifiers
from ..moments import NO_COUNTS, UNANSWERED, UNENDED, counted
from .otlp_acts import Acts
from .otlp_ends import Ends
from .otlp_invocations import Invocation, Tree, begun, ended, placed
from .otlp_names import name, spawning
from .otlp_spans import Span, notes
from .otlp_tokens import Counted
from .otlp_walk import MOST, Walk

NAME = "otlp"
MISSING = {"category", "decision", "despawn", "human_intervention", "rewards", "trusted"}
"""What no span says."""
_UNTOLD = "messages of errors of spans of whose end no event tells"
_ASKED = ("gen_ai.input.messages", "input.value", "gen_ai.prompt")
"""Attributes that hold content."""


class Weaver:
    """Makes one run of one trace."""

    def __init__(self, trace: str, spans: Mapping[str, Span], found: Tree, names: Identifiers, with_content: bool) -> None:
        self._tree = found
        self._counted = Counted(spans, found)
        self._spans = spans
        self._plain = names
        systems = sorted({span.service for span in spans.values() if span.service})
        self._draft = Draft(NAME, names.id(trace) or "trace", system=", ".join(systems) or None, with_content=with_content)
        self._begins: dict[str, list[str]] = {}
        """Id of an agent's span to the first events of its invocation."""
        name(found.invocations)
        self._spawning = spawning(found.invocations)
        self._acts = Acts(self._draft, names, self._counted, self._spawning)
        self._roots = {one.agent for one in found.invocations if one.parent is None}
        self._ends = Ends(self._draft, self._acts, self._roots)

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
                self._acts.unended[step.kind] += 1
            elif step.kind == "model":
                self._add_model(walk, step, last=number == len(steps))
            elif step.kind == "create":
                self._acts.add_created(walk, step)
            elif step.kind == "guard":
                self._acts.add_guard(walk, step)
            else:
                self._acts.add_tool(walk, step)
        if one.id not in self._ends.last:
            self._ends.add_end(walk)
        self._acts.left[f"events that rest on the last {MOST} of more that were complete by then"] += walk.cut
        if one.id:
            self._begins[one.id] = walk.entries
            last = walk.last()
            self._ends.last |= {one.id: last} if last and one.id not in self._ends.last else {}

    def _add_model(self, walk: Walk, span: Span, last: bool) -> None:
        one, draft = walk.invocation, self._draft
        draft.agent(one.agent, model=self._plain.model(span.model))
        walk.turns += 1
        begin, at = begun(span), self._acts.when(walk, span)
        keys = {**self._acts.outcome(span), "t_start": at.start, "turn": walk.turns, **self._acts.spent(span)}
        self._acts.left["spans within the span of the same model's call"] += len(self._tree.inner.get(span.id, []))
        unsure = self._acts.unsure(span)
        ready = walk.ready(begin)
        if ready or not last or not one.over:
            kind = "aggregate" if ready else "orchestrator_decision"
            event = draft.event(kind, one.agent, at.t, inferred=["type", *at.inferred, *unsure], **keys)
        elif one.parent:
            event = self._ends.add_return(one, one.parent, keys, span, at)
        else:
            event = self._ends.add_answer(one, keys, span, at)
        walk.after(draft, event, begin)
        for returned in ready:
            draft.edge(returned, event, "aggregate")
        walk.decides(event, begin, ended(span))

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
        if (back := self._ends.returned.get(child.id)) is not None:
            walk.hands_back(self._ends.last[child.id], back)

    def _link(self, span: Span) -> None:
        """Join what a link between two agents' spans joins."""
        for trace, other in span.links:
            if trace != span.trace or other not in self._spans:
                self._acts.left["links to spans of other traces"] += 1
            for entry in self._begins.get(span.id, [])[:MOST]:
                self._draft.edge(self._ends.last.get(other), entry, "causal")
        if span.links and len(self._begins.get(span.id, [])) > MOST:
            self._acts.left[f"links that are joined to the first {MOST} of more events"] += len(span.links)

    def _time(self) -> None:
        """Say how long the run took, which is from the first moment of any span to the last; unknown where one at the top never ended."""
        spans, outer = self._spans.values(), self._tree.outer
        took = extent(t for span in spans for t in (span.begin, span.end))
        if any(outer[span.id] is None and span.kind != "other" and (span.begin is None or span.end is None) for span in spans):
            self._draft.missing.add("wall_clock_s")
        elif took is not None:
            self._draft.costs["wall_clock_s"] = took

    def _describe(self) -> None:
        """Say what is known of the run as a whole."""
        draft, all_ = self._draft, self._tree.invocations
        draft.missing |= MISSING
        self._time()
        if not any(one.parent for one in all_) and len(self._roots) > 1:
            draft.missing |= {"spawn", "return", "aggregate"}
        if len(self._roots) > 1:
            draft.missing.add("edges")
        if len({one.agent for one in all_}) > 1 and not any(one.span and one.parent and one.span.content(*_ASKED) for one in all_):
            draft.missing.add("message")
        self._acts.left["spans whose parent is in none of the files"] += self._tree.dangling
        self._acts.left[_UNTOLD] += sum(span.words is not None and span.id not in self._acts.worded for span in self._spans.values())
        draft.notes += [f"{what}: {number}" for what, number in sorted(self._acts.left.items()) if number]
        self._acts.told |= {"return"} if self._ends.returned else set()
        draft.missing |= {"tool_result", "return"} & self._acts.unended.keys() - self._acts.told
        draft.incomplete(UNANSWERED, self._acts.unended.pop("model", 0))
        draft.costs |= {"tokens": self._counted.total} if self._counted.total else {}
        for what, number in sorted(self._counted.untold.items()):
            draft.incomplete(what, number)
        draft.incomplete(NO_COUNTS, sum(span.odd_tokens for span in self._spans.values()))
        draft.notes += counted(UNENDED, self._acts.unended.total()) + notes(self._spans) + self._plain.notes()
