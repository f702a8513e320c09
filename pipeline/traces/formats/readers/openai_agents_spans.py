"""Spans of the OpenAI Agents SDK, found wherever they stand, and how they lie in each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...findings import JSON
from ..moments import BACKWARDS, Lasted, counted, ended, is_stated, lasted, stamped, time_notes
from ..naming import digest
from ..shapes import count, mapping, text
from ..source import Source

_WRAPPERS = ("traces", "data", "spans", "trace", "items")
"""Keys under which a file may hold its traces and spans."""

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


@dataclass(eq=False)
class Recorded:
    """One trace as it was recorded."""

    identity: str | None
    """Its id; None for spans that name none."""
    workflow: str | None
    """What the program calls its work."""
    spans: list[Span]
    """By beginning, each once; those without a time after those that they stand behind."""

    @cached_property
    def by_identity(self) -> dict[str, Span]:
        """Id to span."""
        return {span.identity: span for span in self.spans if span.identity is not None}

    @cached_property
    def places(self) -> dict[Span, Place]:
        """Where each span lies. A span whose parent is not there lies nowhere; so does one of a circle."""
        found: dict[Span, Place] = {}
        for span in self.spans:
            chain, outer = {span: None}, self.outer(span)
            while outer is not None and outer not in chain and outer not in found:
                chain[outer] = None
                outer = self.outer(outer)
            for inner in reversed(chain):
                outer = self.outer(inner)
                found[inner] = Place() if outer is None or outer not in found else found[outer].inside(outer)
        return found

    def outer(self, span: Span) -> Span | None:
        """Return the span that a span lies in, if it is there."""
        return self.by_identity.get(span.parent or "")

    @property
    def dangling(self) -> int:
        """How many spans name a parent that is not there."""
        return sum(span.parent is not None and span.parent not in self.by_identity for span in self.spans)


def holds_spans(source: Source) -> bool:
    """Return whether there is any span in a file."""
    return any(_is_span(document) for document, _ in _objects([source]))


def recorded(sources: Sequence[Source]) -> Iterator[Recorded]:
    """Yield all traces, by their ids. A span that is there twice counts once, as it was when it had ended."""
    found: dict[str, list[Span]] = {}
    workflows: dict[str, str] = {}
    for document, trace in _objects(sources):
        if _is_span(document):
            found.setdefault(trace or "", []).append(Span(document, trace))
        elif (workflow := text(document.get("workflow_name"))) and trace:
            workflows[trace] = min(workflow, workflows.get(trace, workflow))
    for identity in sorted(found.keys() | workflows.keys()):
        spans = _by_time(_once(found.get(identity, [])))
        yield Recorded(identity or None, workflows.get(identity), spans)


def _is_span(document: dict[str, JSON]) -> bool:
    data = mapping(document.get("span_data"))
    return text(data.get("type")) is not None and (document.get("object") == "trace.span" or {"id", "span_id"} & document.keys() != set())


def _objects(sources: Sequence[Source]) -> Iterator[tuple[dict[str, JSON], str | None]]:
    """Yield every object that may be a trace or a span, with the id of the trace that it is or lies in."""
    waiting: list[tuple[JSON, str | None]] = []
    waiting += [(document, None) for source in reversed(sources) for document in reversed(source.documents)]
    while waiting:
        value, trace = waiting.pop()
        if isinstance(value, list):
            waiting += [(item, trace) for item in reversed(value)]
        elif isinstance(value, dict):
            whole = value.get("object") == "trace" or "spans" in value
            own = text(value.get("trace_id")) or (text(value.get("id")) if whole else None)
            inner = mapping(value.get("trace"))
            trace = own or text(inner.get("trace_id")) or text(inner.get("id")) or trace
            yield value, trace
            if not _is_span(value):
                waiting += [(value[key], trace) for key in reversed(_WRAPPERS) if isinstance(value.get(key), list | dict)]


def _by_time(spans: Iterable[Span]) -> list[Span]:
    """Return spans by beginning, else by end. Where neither is known, the order of the file is all that there is."""
    placed: list[tuple[float, int, tuple[str, str], Span]] = []
    last = float("-inf")
    for number, span in enumerate(spans, start=1):
        t = span.begin if span.begin is not None else span.end
        last = last if t is None else t
        placed.append((last, number if t is None else 0, span.key if t is not None else ("", ""), span))
    return [span for *_, span in sorted(placed, key=lambda one: one[:3])]


def notes(spans: Iterable[Span]) -> list[str]:
    """Return what is to be told of the times of spans."""
    told = list(spans)
    backwards = sum(span.end is None and stamped(span.document.get("ended_at")) is not None for span in told)
    stamps = (span.document.get(key) for span in told for key in ("started_at", "ended_at"))
    return time_notes(stamps) + counted(BACKWARDS, backwards)


def _once(spans: list[Span]) -> Iterator[Span]:
    """Yield each span once, where it stands first, as it was when it had ended."""
    best: dict[str, Span] = {}
    for span in spans:
        if span.identity is not None and ((other := best.get(span.identity)) is None or _ended(span) > _ended(other)):
            best[span.identity] = span
    told: set[str] = set()
    for span in spans:
        if span.identity is None:
            yield span
        elif span.identity not in told:
            told.add(span.identity)
            yield best[span.identity]


def _ended(span: Span) -> tuple[bool, float, str]:
    return span.end is not None, span.end or 0.0, digest(span.document)
