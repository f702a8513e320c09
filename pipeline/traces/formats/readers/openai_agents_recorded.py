"""Traces of the OpenAI Agents SDK, with their spans found wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...findings import JSON
from ..naming import digest
from ..shapes import mapping, text
from ..source import Source
from .openai_agents_spans import Place, Span

_WRAPPERS = ("traces", "data", "spans", "trace", "items")
"""Keys under which a file may hold its traces and spans."""


@dataclass(eq=False)
class Recorded:
    """One trace as it was recorded."""

    identity: str | None
    """Its id; None for spans that name none."""
    workflow: str | None
    """What the program calls its work."""
    spans: list[Span]
    """By beginning, each once; those without a time after those that they stand behind."""
    clashing: int = 0
    """How many others are left out, since one of these has their id."""

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
    """Return whether there is any span in a file, or the head of a trace, which may have none."""
    return any(_is_span(document) or document.get("object") == "trace" for document, _ in _objects([source]))


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
        given = found.get(identity, [])
        once = list(_once(given))
        yield Recorded(identity or None, workflows.get(identity), _by_time(once), _clashing(given, once))


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


def _clashing(given: Iterable[Span], once: Iterable[Span]) -> int:
    """Return how many spans are no earlier state of the one that counts under their id: they are of another kind, or began elsewhen."""
    kept = {span.identity: (span.kind, span.begin) for span in once}
    return len({digest(span.document) for span in given if span.identity is not None and kept[span.identity] != (span.kind, span.begin)})


def _ended(span: Span) -> tuple[bool, float, str]:
    return span.end is not None, span.end or 0.0, digest(span.document)
