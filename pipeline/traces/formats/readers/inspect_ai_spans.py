"""Transcripts of inspect_ai: their events in order, and which agent each belongs to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from ...findings import JSON
from ..shapes import text
from .inspect_ai_records import Reading, Record, Span, by_time, once

AGENT = frozenset({"agent", "subagent"})
CALLS = frozenset({"tool", "subtask"})
"""Types of spans that are agents where a model is called in them."""
SCORER = frozenset({"scorer", "scorers"})

Memory = dict[str, Span | None]
"""Id of a span to the nearest one of some sort: itself, or one that it lies in."""


class Asked(NamedTuple):
    """A call that runs an agent."""

    call: Record
    """The event."""
    guessed: bool
    """Whether nothing but names and order says that they belong together."""


class Transcript:
    """The events of one sample."""

    def __init__(self, events: list[JSON]) -> None:
        reading = Reading()
        self.records = by_time(list(once(list(reading.records(events)))))
        """By time; where that is missing, after those that they stand behind."""
        self.spans = reading.spans
        """Id to span; where some lie in each other in a circle, it is cut."""
        self._cut_circles()
        self._agents: Memory = {}
        self._scorers: Memory = {}
        self._mark()
        self.asked = dict(self._asked())
        """Id of an agent's span to the call that runs it."""

    def _cut_circles(self) -> None:
        sound: set[str] = set()
        for identity in sorted(self.spans):
            path: dict[str, None] = {}
            inner: str | None = identity
            while inner is not None and inner in self.spans and inner not in path and inner not in sound:
                path[inner] = None
                inner = self.spans[inner].parent
            if inner in path:
                self.spans[inner].parent = None
            sound.update(path)

    @property
    def dangling(self) -> int:
        """How many events and spans lie in a span that is not there."""
        parents = [span.parent for span in self.spans.values()] + [record.span for record in self.records]
        return sum(parent is not None and parent not in self.spans for parent in parents)

    @property
    def unended(self) -> bool:
        """Whether the log ends before the run: something is pending, or the last that it tells of lies in a span that never ended."""
        if any(record.pending for record in self.records):
            return True
        ended = {record.span for record in self.records if record.kind == "span_end"}
        around = self.spans.get(self.records[-1].span or "") if self.records else None
        while around is not None and around.identity in ended:
            around = self.spans.get(around.parent or "")
        return around is not None

    def times(self) -> Iterator[float | None]:
        """Yield all that the log says of when something was, but for what scorers do; None for what it does not say."""
        for record in self.records:
            if self.scorer(record.span) is None:
                yield from (record.begin, record.end)

    def is_agent(self, span: Span) -> bool:
        """Return whether a span is an agent's run."""
        return span.type in AGENT or (span.type in CALLS and span.called)

    def agent(self, identity: str | None) -> Span | None:
        """Return the agent's run that the span of an id belongs to."""
        return self._nearest(identity, self._agents, self.is_agent)

    def above(self, span: Span) -> Span | None:
        """Return the agent's run that another agent's run lies in."""
        found = self.agent(span.parent)
        return None if found is span else found

    def scorer(self, identity: str | None) -> Span | None:
        """Return the span of the scorer that the span of an id belongs to."""
        return self._nearest(identity, self._scorers, lambda span: span.type in SCORER)

    def _nearest(self, identity: str | None, memory: Memory, wanted: Callable[[Span], bool]) -> Span | None:
        """Return the nearest span of some sort."""
        path: dict[str, None] = {}
        found: Span | None = None
        while identity is not None and identity in self.spans:
            span = self.spans[identity]
            if identity in memory or wanted(span):
                found = memory.get(identity, span)
                break
            path[identity] = None
            identity = span.parent
        memory |= dict.fromkeys(path, found)
        return found

    def _mark(self) -> None:
        """Note which spans call a model, and the times in each."""
        memory: Memory = {}
        for record in self.records:
            if record.kind == "model":
                inner = self._nearest(record.span, memory, lambda span: span.type in AGENT | CALLS)
                if inner is not None:
                    inner.called = True
            if (span := self.spans.get(record.span or "")) is not None:
                span.widen(record.begin, record.end)
        for span in self._inner_first():
            if (outer := self.spans.get(span.parent or "")) is not None:
                outer.widen(span.first, span.last)

    def _inner_first(self) -> list[Span]:
        """Return the spans, each before the one that it lies in."""
        order: dict[Span, None] = {}
        for span in self.spans.values():
            path: dict[Span, None] = {}
            outer: Span | None = span
            while outer is not None and outer not in order:
                path[outer] = None
                outer = self.spans.get(outer.parent or "")
            order |= dict.fromkeys(reversed(path))
        return [*order][::-1]

    def _asked(self) -> Iterator[tuple[str, Asked]]:
        """Yield for agents the call that runs them.

        The log says so itself where a call names the agent's span, holds its events, or lies in its own span. Else a span of a call
        lies beside its call, under the name of the tool: then the first such span belongs to the first such call, and so on.
        """
        memory: Memory = {}
        for span in filter(self.is_agent, self.spans.values()):
            inner = span if span.type in CALLS else self._nearest(span.parent, memory, lambda outer: outer.type in AGENT | CALLS)
            if span.asked is not None:
                yield span.identity, Asked(span.asked, False)
            elif inner is not None and (inner is span or not self.is_agent(inner)) and (asked := self._carried.get(inner.identity)):
                yield span.identity, asked
        for record in self.records:
            if record.kind == "tool" and (named := self.spans.get(text(record.event.get("agent_span_id")) or "")) is not None:
                yield named.identity, Asked(record, False)

    @cached_property
    def _carried(self) -> dict[str, Asked]:
        """Id of a call's span to its call."""
        found: dict[str, Asked] = {}
        beside: dict[tuple[str | None, str | None], deque[Record]] = {}
        for record in (record for record in self.records if record.kind == "tool"):
            within = self.spans.get(record.span or "")
            if within is not None and within.type in CALLS and within.name == record.event.get("function"):
                found.setdefault(within.identity, Asked(record, False))
            else:
                beside.setdefault((record.span, text(record.event.get("function"))), deque()).append(record)
        for span in (span for span in self._begun() if span.type in CALLS and span.identity not in found):
            if span.asked is not None:
                found[span.identity] = Asked(span.asked, False)
            elif waiting := beside.get((span.parent, span.name)):
                found[span.identity] = Asked(waiting.popleft(), True)
        return found

    def _begun(self) -> Iterator[Span]:
        """Yield the spans in the order in which they began."""
        begun = dict.fromkeys(record.span for record in self.records if record.kind == "span_begin")
        yield from (self.spans[identity] for identity in begun if identity is not None and identity in self.spans)
