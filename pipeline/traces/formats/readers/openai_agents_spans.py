"""Spans of the OpenAI Agents SDK, and what they lie in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...findings import JSON
from ..moments import BACKWARDS, Lasted, counted, ended, is_stated, lasted, stamped, time_notes
from ..naming import digest
from ..shapes import count, mapping, text

_OUTCOMES = {
    "generation": ("output", "usage"), "response": ("response_id", "usage"), "function": ("output",), "handoff": ("to_agent",),
    "guardrail": ("triggered",),
}  # fmt: skip
"""Kind of span to the keys that stand there when it is over."""


@dataclass(eq=False)
class Span:
    """One span."""

    document: dict[str, JSON]
    """As it was exported."""
    trace: str | None
    """Id of its trace."""

    @cached_property
    def identity(self) -> str | None:
        """Its id."""
        return text(self.document.get("id")) or text(self.document.get("span_id"))

    @cached_property
    def parent(self) -> str | None:
        """Id of the span that it lies in."""
        return text(self.document.get("parent_id"))

    @cached_property
    def data(self) -> dict[str, JSON]:
        """What is special to its kind."""
        return mapping(self.document.get("span_data"))

    @cached_property
    def kind(self) -> str:
        """Its type; ``turn`` and ``task`` where a custom span stands for one of these."""
        kind = self.data.get("type")
        special = text(mapping(self.data.get("data")).get("sdk_span_type")) if kind == "custom" else None
        return special if special in {"turn", "task"} else str(kind)

    @cached_property
    def begin(self) -> float | None:
        """When it began, in seconds since 1970."""
        return stamped(self.document.get("started_at"))

    @cached_property
    def end(self) -> float | None:
        """When it ended, where that is known."""
        return ended(self.begin, stamped(self.document.get("ended_at")))

    @property
    def lasted(self) -> Lasted:
        """When it was."""
        return lasted(self.begin, self.end)

    @cached_property
    def over(self) -> bool:
        """Whether it ended, though it may not be known when: it says so, it failed, or it has what comes of such a span in the end."""
        outcomes = (self.data.get(key) for key in _OUTCOMES.get(self.kind, ()))
        return is_stated(self.document.get("ended_at")) or bool(self.failure) or any(found not in (None, "", [], {}) for found in outcomes)

    @cached_property
    def usage(self) -> dict[str, JSON]:
        """Tokens as it states them, for itself or for what lies in it."""
        own, inner = self.data.get("usage"), mapping(self.data.get("data")).get("usage")
        return mapping(own) or mapping(inner)

    @cached_property
    def failure(self) -> dict[str, JSON]:
        """What went wrong; empty where nothing did."""
        return mapping(self.document.get("error"))

    @cached_property
    def turn(self) -> int | None:
        """Number of the turn that it stands for."""
        return count(mapping(self.data.get("data")).get("turn")) if self.kind == "turn" else None

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others of the same time: its id."""
        return self.identity or "", "" if self.identity else digest(self.document)


class Place(NamedTuple):
    """What a span lies in, as far as the next agent."""

    agent: Span | None = None
    """The agent's span."""
    function: Span | None = None
    """The tool call."""
    turn: Span | None = None
    """The turn."""

    def inside(self, span: Span) -> Place:
        """Return where that lies which lies in a span of this place."""
        if span.kind == "agent":
            return Place(agent=span)
        if span.kind == "function":
            return self._replace(function=span)
        return self._replace(turn=span) if span.kind == "turn" else self


def notes(spans: Iterable[Span]) -> list[str]:
    """Return what is to be told of the times of spans."""
    told = list(spans)
    backwards = sum(span.end is None and stamped(span.document.get("ended_at")) is not None for span in told)
    stamps = (span.document.get(key) for span in told for key in ("started_at", "ended_at"))
    return time_notes(stamps) + counted(BACKWARDS, backwards)
