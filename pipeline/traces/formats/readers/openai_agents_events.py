"""Spans of the OpenAI Agents SDK as events."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..extents import extent
from ..identifiers import Identifiers
from ..moments import NO_COUNTS, UNANSWERED, UNENDED, counted
from . import openai_agents_tokens as tokens
from .openai_agents_acts import Acts
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
        self._acts = Acts(trace, draft, plain, self._cast)
        self._spawned: set[Actor] = set()
        self._returned: list[tuple[Actor, str, float | None]] = []
        self._left: Counter[str] = Counter()

    def tell(self) -> None:
        """Give the draft all events."""
        acts = self._acts
        told = {"generation": acts.add_model, "response": acts.add_model, "function": acts.add_function, "handoff": acts.add_handoff,
                "guardrail": acts.add_guardrail, "turn": acts.add_turn, "agent": self._add_run}  # fmt: skip
        for span in self._trace.spans:
            if span.kind in _ENDING and not span.over:
                acts.unended[span.kind] += 1
            elif span.kind in told:
                told[span.kind](span)
            elif span.kind != "task":
                self._left[span.kind if span.kind in _LEFT else "of unknown kinds"] += 1
        for actor, event, t in self._returned:
            actor.strand.turn(event, t, edge="causal")
        self._cast.link()
        self._note()
        self._declare()

    def _add_run(self, span: Span) -> None:
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
            self._acts.unended[span.kind] += 1
        elif self._cast.returns(span):
            given = self._draft.content(function.data.get("output")) if function else {}
            # The run's own beginning is the agent's, and not that of what it handed back.
            keys = call | {key: value for key, value in self._acts.outcomes.keys(span).items() if key != "t_start"} | given
            event = self._draft.event("return", actor.name, span.lasted.t, to=spawner.name, **keys)
            self._returned.append((actor, event, span.lasted.t))
            spawner.strand.returned(event, span.lasted.t)

    def _declare(self) -> None:
        """Take over what spans that are no events say of the whole: how long it took, and tokens that no call of a model accounts for."""
        spans = self._trace.spans
        took = extent(t for span in spans for t in (span.begin, span.end))
        if any(self._trace.outer(span) is None and None in (span.begin, span.end) for span in spans):
            self._draft.missing.add("wall_clock_s")
        elif took is not None:
            self._draft.costs["wall_clock_s"] = took
        if (whole := tokens.declared(self._trace)) > tokens.total(self._acts.counted.by_span.values()):
            self._draft.costs["tokens"] = whole

    def _note(self) -> None:
        left = ", ".join(f"{kind} {count}" for kind, count in sorted(self._left.items()))
        self._draft.notes += [f"spans that show no agent's doing are left out: {left}"] if left else []
        if dangling := self._trace.dangling:
            self._draft.notes.append(f"spans whose parent is not there, so that they stand at the top: {dangling}")
        if self._acts.repeated:
            self._draft.notes.append(f"responses that are there more than once count once; left out: {len(self._acts.repeated)}")
        if len(self._cast.roots()) > 1 and not self._spawned:
            self._draft.missing.add("spawn")
        self._draft.missing |= {"return"} if self._acts.unended["agent"] and not self._returned else set()
        self._draft.missing |= {"tool_result"} if self._acts.unended["function"] and not self._acts.resulted else set()
        self._draft.incomplete(UNANSWERED, sum(self._acts.unended.pop(kind, 0) for kind in tokens.MODEL))
        for what, number in sorted(self._acts.counted.untold.items()):
            self._draft.incomplete(what, number)
        self._draft.incomplete(NO_COUNTS, tokens.odd(self._trace))
        self._draft.notes += counted(UNENDED, self._acts.unended.total()) + notes(self._trace.spans) + self._plain.notes()
