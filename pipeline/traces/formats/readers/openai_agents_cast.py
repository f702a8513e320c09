"""Which agents the OpenAI Agents SDK's spans tell of: who runs below whom, who was handed over to, who hands results back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ..draft import Draft
from ..identifiers import Identifiers
from ..naming import Names
from ..shapes import text
from ..strands import Strand
from .openai_agents_recorded import Recorded
from .openai_agents_spans import Span

Scope = tuple[Span | None, Span | None]
"""The agent, and the call of a tool, below which agents run that hand over to each other; nothing for those below no agent."""
_NOBODY = "agent"


@dataclass(eq=False)
class Actor:
    """An agent."""

    name: str
    """As the trace calls it."""
    strand: Strand
    """Its events."""
    turns: int = 0
    """How many calls of its model were told."""
    spans: list[Span] = field(default_factory=list)
    """Its runs."""


class Cast:
    """All agents of a trace."""

    def __init__(self, trace: Recorded, draft: Draft, plain: Identifiers) -> None:
        self._trace = trace
        self._plain = plain
        self._draft = draft
        self._names = Names()
        self._actors: dict[tuple[Scope, str], Actor] = {}
        self._scopes: dict[Scope, list[Actor]] = {}
        self._last: dict[Scope, set[Span]] = {}
        self._nobody: Actor | None = None
        self.handed: set[Actor] = set()
        """Those that took over from another."""
        for span in self._outer_first():
            self.of(span).spans.append(span)
        for span in trace.spans:
            if span.kind == "handoff" and (target := self.target(span)) is not None:
                self.handed.add(target)
        below = (trace.places[run] for run in trace.spans if run.kind == "agent")
        self.delegating = {place.function for place in below if place.agent is not None} - {None}
        """Tool calls below which an agent runs."""

    def _outer_first(self) -> Iterator[Span]:
        """Yield the agents' runs by beginning, but none before the one that it lies in."""
        seen: set[Span] = set()
        for span in self._trace.spans:
            chain: list[Span] = []
            run = span if span.kind == "agent" else None
            while run is not None and run not in seen:
                seen.add(run)
                chain.append(run)
                run = self._trace.places[run].agent
            yield from reversed(chain)

    def of(self, span: Span) -> Actor:
        """Return the agent whose run a span is."""
        return self._actor(self._scope(span), text(span.data.get("name")) or _NOBODY)

    def owner(self, span: Span) -> tuple[Actor, bool]:
        """Return the agent in whose run a span lies, and whether that is guessed: the only agent, where no run is around it."""
        run = self._trace.places[span].agent
        if run is not None:
            return self.of(run), False
        if span.kind == "handoff" and (name := text(span.data.get("from_agent"))) is not None:
            return self._actor((None, None), name), False
        if self._only is None:
            self._nobody = self._nobody or Actor(name := self._names.new(_NOBODY), Strand(self._draft, name))
            return self._nobody, True
        return self._only, True

    @cached_property
    def _only(self) -> Actor | None:
        """The agent that runs below no other, where there is one alone."""
        roots = [actor for actor in self._scopes.get((None, None), ()) if actor.spans]
        return roots[0] if len(roots) == 1 else None

    def target(self, handoff: Span) -> Actor | None:
        """Return the agent that takes over: one of those that its predecessor hands over to."""
        name, run = text(handoff.data.get("to_agent")), self._trace.places[handoff].agent
        return None if name is None else self._actor((None, None) if run is None else self._scope(run), name)

    def spawner(self, span: Span) -> Actor | None:
        """Return the agent below which a run lies."""
        run = self._trace.places[span].agent
        return None if run is None else self.of(run)

    def returns(self, span: Span) -> bool:
        """Return whether a run hands its result back once it is over: of agents that handed over to each other the last one, else each."""
        scope = self._scope(span)
        if scope not in self._last:
            among = [actor for actor in self._scopes[scope] if actor.spans]
            apart = sum(actor not in self.handed for actor in among) > 1
            groups = [actor.spans for actor in among] if apart else [[run for actor in among for run in actor.spans]]
            self._last[scope] = {max(runs, key=lambda run: (not run.over, run.lasted.t or 0.0, run.key)) for runs in groups}
        return span in self._last[scope]

    def roots(self) -> list[Actor]:
        """Return the agents that run below no other and took over from none."""
        return [actor for actor in self._scopes.get((None, None), ()) if actor.spans and actor not in self.handed]

    def link(self) -> None:
        """Give the draft the edges along each agent's events."""
        for actor in [*self._actors.values(), *([self._nobody] if self._nobody else [])]:
            actor.strand.link()

    def _scope(self, run: Span) -> Scope:
        place = self._trace.places[run]
        return (None, None) if place.agent is None else (place.agent, place.function)

    def _actor(self, scope: Scope, given: str) -> Actor:
        if (scope, given) not in self._actors:
            role = self._plain.name(_NOBODY, given) or _NOBODY
            name = self._names.new(role)
            actor = self._actors[scope, given] = Actor(name, Strand(self._draft, name))
            self._scopes.setdefault(scope, []).append(actor)
            parent = self.of(scope[0]).name if scope[0] is not None else None
            self._draft.agent(name, role=role, parent=parent)
            self._draft.inferred.add("role")
        return self._actors[scope, given]
