"""Who takes part in a sample of inspect_ai."""

from __future__ import annotations

from dataclasses import dataclass

from ..draft import Draft
from ..identifiers import Identifiers
from ..naming import Names
from ..strands import Strand
from .inspect_ai_records import Record, Span
from .inspect_ai_spans import Transcript

ACTS = frozenset({"model", "tool"})
"""Kinds of events that are an agent's doing."""


@dataclass(eq=False)
class Actor:
    """An agent."""

    name: str
    """As the trace calls it."""
    strand: Strand
    """Its events."""
    guessed: bool = False
    """Whether nothing but the lack of another agent says that it acted."""
    turns: int = 0
    """How many calls of its model were told."""


class Cast:
    """The agents of a sample, and people."""

    def __init__(self, transcript: Transcript, draft: Draft, solver: str | None, plain: Identifiers) -> None:
        self._transcript = transcript
        self.plain = plain
        """What names and ids are called."""
        self._draft = draft
        self._names = Names()
        self._solver = solver
        self._actors: dict[Span | None, Actor] = {}
        self._people: dict[str, str] = {}
        spans = transcript.spans.values()
        tops = [span for span in spans if transcript.is_agent(span) and transcript.above(span) is None and not self.scores(span.identity)]
        outside = any(record.kind in ACTS and self._is_outside(record) for record in transcript.records)
        self.main = tops[0] if len(tops) == 1 and not outside else None
        """The run of the agent that is alone at the top; None where there are several, or where something is done in none."""
        self.leads = outside
        """Whether somebody acts in no agent's run; whoever that is, it is one, and spawned those at the top."""

    def _is_outside(self, record: Record) -> bool:
        return self._transcript.agent(record.span) is None and not self.scores(record.span)

    def scores(self, identity: str | None) -> bool:
        """Return whether the span of an id belongs to a scorer, whose doing is no part of the run."""
        return self._transcript.scorer(identity) is not None

    def of(self, identity: str | None) -> Actor:
        """Return the agent that an event of a span belongs to."""
        span = self._transcript.agent(identity)
        return self.running(span if span is not None else self.main)

    def running(self, span: Span | None) -> Actor:
        """Return the agent whose run a span is, or the one that acts in no run."""
        if span not in self._actors:
            role = self.plain.name("agent", span.name if span else self._solver)
            name = self._names.new(role or ("agent" if span else "main"))
            self._actors[span] = Actor(name, Strand(self._draft, name), guessed=span is None)
            self._draft.agent(name, role=role if span else None)
            self._draft.inferred |= {"role"} if span and role else set()
        return self._actors[span]

    def mute(self) -> int:
        """Return how many runs of agents call no model, and lead to no agent that might."""
        runs = [span for span in self._transcript.spans.values() if self._transcript.is_agent(span) and not self.scores(span.identity)]
        outer = {self._transcript.above(span) for span in runs}
        return sum(not span.called and span not in outer for span in runs)

    def spawner(self, span: Span) -> Actor | None:
        """Return the agent that a run was spawned by; None for the main agent's, and where several stand at the top by themselves."""
        outer = self._transcript.above(span)
        if outer is not None:
            return self.running(outer)
        return self.running(None) if self.leads else None

    def another(self, name: str, parent: Actor) -> Actor:
        """Return a new agent that has no run of its own in the log."""
        role = self.plain.name("agent", name) or "agent"
        new = self._names.new(role)
        self._draft.agent(new, role=role, parent=parent.name)
        span = Span(f"\0{new}", None, "agent", name)
        self._actors[span] = Actor(new, Strand(self._draft, new))
        return self._actors[span]

    def person(self, name: str) -> str:
        """Return the name of a person, who is listed as one."""
        if name not in self._people:
            self._people[name] = self._names.new(self.plain.name("person", name) or "person")
            self._draft.agent(self._people[name], kind="human")
        return self._people[name]

    def link(self) -> None:
        """Give the draft the edges along each agent's events."""
        for actor in self._actors.values():
            actor.strand.link()
