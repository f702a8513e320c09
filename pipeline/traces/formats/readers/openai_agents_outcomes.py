"""When spans of the OpenAI Agents SDK were, and how they ended."""

from __future__ import annotations

from ...findings import JSON
from ..shapes import fault
from .openai_agents_cast import Cast
from .openai_agents_recorded import Recorded
from .openai_agents_spans import Span


class Outcomes:
    """How the spans of a trace ended, as keys of their events."""

    def __init__(self, trace: Recorded, cast: Cast, guessed: set[Span]) -> None:
        """``guessed`` are the spans of whose tokens a part is guessed."""
        self._trace = trace
        self._cast = cast
        self._guessed = guessed
        self._spoiled = self._spoiling()

    def keys(self, span: Span, *inferred: str) -> dict[str, JSON]:
        """Return the keys of an event for when its span began and how it ended, and for what of it is guessed."""
        failure = span.failure or self._spoiled.get(span, {})
        at = span.lasted
        guessed = [
            *inferred,
            *at.inferred,
            *(["tokens"] if span in self._guessed else []),
            *(["status", "error"] if failure and not span.failure else []),
        ]
        keys: dict[str, JSON] = {"inferred": [*guessed]}
        keys |= {} if at.start is None else {"t_start": at.start}
        return keys | ({"status": "error", "error": fault(span.kind, failure.get("message"))} if failure else {})

    def _spoiling(self) -> dict[Span, dict[str, JSON]]:
        """Return, for runs below no agent that failed, the last span of the run, with what went wrong."""
        last: dict[Span, Span] = {}
        for span in self._trace.spans:
            run = self._trace.places[span].agent
            if run is not None and run.failure and span.over and span.kind in {"generation", "response", "function", "handoff"}:
                last[run] = max(last.get(run, span), span, key=lambda one: (one.lasted.t or 0.0, one.key))
        return {span: run.failure for run, span in last.items() if self._cast.spawner(run) is None}
