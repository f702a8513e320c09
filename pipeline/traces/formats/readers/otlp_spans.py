"""The spans of OTLP/JSON files, with what their attributes say of agents, models and tools.

One document a file, or one a line as the collector writes them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import NamedTuple

from ...findings import JSON
from ..identifiers import Identifiers
from ..moments import BACKWARDS, FIRST, LOST, Lasted, counted, ended, lasted, uncounted
from ..shapes import PRECISE, count, mapping, text
from ..source import Source
from .otlp_attributes import AGENT, CALL, MODEL, TOKENS, TOOL, exceptions, first, has_outcome, kind_of, named_by, outcome_of
from .otlp_json import attributes, identity, listed, stated, time


class Span(NamedTuple):
    """One span."""

    trace: str
    """Id of the trace."""
    id: str
    """Id within the trace."""
    parent: str
    """Id of the span that it is part of; empty for none."""
    kind: str
    """agent, create, tool, model, search, guard, or other."""
    begin: float | None
    """Seconds since 1970."""
    end: float | None
    """Seconds since 1970."""
    over: bool
    """Whether it ended, though it may not be known when."""
    label: str | None
    """Name of the agent or the tool."""
    agent: str | None
    """Name of the agent that a span of any kind names."""
    status: str | None
    """error, timeout or cancelled; ok where the span says so."""
    fault: str | None
    """Kind of error."""
    words: str | None
    """What the error says, which is content."""
    links: tuple[tuple[str, str], ...]
    """Trace and id of other spans that led to it."""
    service: str | None
    """Name of the program."""
    attributes: Mapping[str, JSON]
    """As written."""
    odd: tuple[str, ...]
    """What is to be told of its times, and of others under its id."""

    @property
    def lasted(self) -> Lasted:
        """When it was."""
        return lasted(self.begin, self.end)

    @property
    def tokens(self) -> dict[str, JSON] | None:
        """As in an event of ours; None where the span says nothing. What was cached and not counted as read is added to it."""
        spent = {ours: tokens for ours, theirs in TOKENS.items() if (tokens := self._count(theirs)) is not None}
        if "in" in spent and spent["in"] < spent.get("cached", 0):
            spent["in"] = min(spent["in"] + spent["cached"], PRECISE)
        return {**spent} or None

    @property
    def sums_cached(self) -> bool:
        """Whether what was cached is added to what was read, since it is more than that: a guess."""
        read, cached = self._count(TOKENS["in"]), self._count(TOKENS["cached"])
        return read is not None and cached is not None and read < cached

    @property
    def model(self) -> str | None:
        """Which language model."""
        return first(self.attributes, MODEL)

    @property
    def call_id(self) -> str:
        """What joins a tool's call to its result."""
        return first(self.attributes, CALL) or self.id

    @property
    def odd_tokens(self) -> int:
        """How many of its numbers of tokens can be none."""
        return uncounted(self.attributes.get(key) for keys in TOKENS.values() for key in keys)

    def content(self, *keys: str) -> JSON:
        """Return the first content that stands under one of these keys."""
        return next((found for key in keys if (found := self.attributes.get(key)) not in (None, "", [], {})), None)

    def _count(self, keys: Iterable[str]) -> int | None:
        return next((found for key in keys if (found := count(self.attributes.get(key))) is not None), None)


def fits(source: Source) -> bool:
    """Return whether a file is of this form; whether its spans are about agents is not looked at."""
    return any(_resources(document) or not _KEYS.isdisjoint(mapping(document)) for document in source.documents)


_KEYS = frozenset(("resourceSpans", "resource_spans"))
_CAUGHT = "exceptions in spans that did not fail, as far as they say, are left out: {}"
_SAME = "spans left out, since another one has their id: {}"


class Spans(NamedTuple):
    """The spans of some files."""

    traces: dict[str, dict[str, Span]]
    """By trace and id, both in order."""
    nameless: int
    """How many have no id, and are left out."""


def spans(sources: Iterable[Source]) -> Spans:
    """Return the spans of all files. Of spans told twice, one counts, and so it does of several under one id, which is noted."""
    found: dict[tuple[str, str], dict[str, Span]] = {}
    nameless: set[str] = set()
    for source in sources:
        for raw, service in _raw(source):
            span, told = _span(raw, service), json.dumps([raw, service], sort_keys=True)
            if span.id:
                found.setdefault((span.trace, span.id), {})[told] = span
            elif raw:
                nameless.add(told)
    traces: dict[str, dict[str, Span]] = {}
    for (trace, number), alike in sorted(found.items(), key=lambda one: one[0]):
        span = alike[min(alike)]
        traces.setdefault(trace, {})[number] = span._replace(odd=(*span.odd, *[_SAME] * (len(alike) - 1)))
    return Spans({trace: _by_one_clock(inner) for trace, inner in traces.items()}, len(nameless))


def _by_one_clock(inner: dict[str, Span]) -> dict[str, Span]:
    """Return the spans of a trace; where some have times of our days, those of 1970 are none, but of a clock that was not set."""
    if all(t is None or t < FIRST for span in inner.values() for t in (span.begin, span.end)):
        return inner
    return {number: _since_1971(span) for number, span in inner.items()}


def _since_1971(span: Span) -> Span:
    begin, end = (None if t is None or t < FIRST else t for t in (span.begin, span.end))
    lost = (begin is None and span.begin is not None) + (end is None and span.end is not None)
    return span._replace(begin=begin, end=end, odd=(*span.odd, *[LOST] * lost))


def named(inner: Mapping[str, Span], names: Identifiers) -> dict[str, Span]:
    """Return the spans of a trace with names that may be carried over."""
    by_time = sorted(inner.values(), key=lambda span: (-inf if span.begin is None else span.begin, span.id))
    plain = {span.id: _plain(span, names) for span in by_time}
    return {number: plain[number] for number in inner}


def _plain(span: Span, names: Identifiers) -> Span:
    what = "tool" if span.kind in ("tool", "search") else "agent"
    label, agent, service = names.name(what, span.label), names.name("agent", span.agent), names.name("program", span.service)
    return span._replace(label=label, agent=agent, service=service)


def notes(inner: Mapping[str, Span]) -> list[str]:
    """Return what is to be told of the times of a trace's spans, and of those that are left out for their ids."""
    odd = Counter(what for span in inner.values() for what in span.odd)
    return [note for what, number in sorted(odd.items()) for note in counted(what, number)]


def _raw(source: Source) -> Iterator[tuple[dict[str, JSON], str | None]]:
    for resource in (resource for document in source.documents for resource in _resources(document)):
        service = text(attributes(mapping(resource.get("resource"))).get("service.name"))
        for scope in listed(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            yield from ((raw, service) for raw in listed(scope, "spans"))


def _resources(document: JSON) -> list[dict[str, JSON]]:
    documents = document if isinstance(document, list) else [document]
    return [one for each in documents for one in listed(mapping(each), "resourceSpans", "resource_spans", "batches")]


def _span(raw: dict[str, JSON], service: str | None) -> Span:
    said = attributes(raw)
    kind = kind_of(said)
    ended_so = outcome_of(raw, said)
    links = tuple((identity(link, "traceId"), identity(link, "spanId")) for link in listed(raw, "links"))
    label = first(said, TOOL if kind in ("tool", "search") else AGENT)
    begin, stop = time(raw, "startTimeUnixNano"), time(raw, "endTimeUnixNano")
    lost = sum(t is None and stated(raw, key) is not None for t, key in ((begin, "startTimeUnixNano"), (stop, "endTimeUnixNano")))
    end = ended(begin, stop)
    odd = [LOST] * lost + [BACKWARDS] * (end != stop) + ([_CAUGHT] * len(exceptions(raw)) if ended_so.status in (None, "ok") else [])
    return Span(
        identity(raw, "traceId"), identity(raw, "spanId"), identity(raw, "parentSpanId"), kind, begin, end,
        stated(raw, "endTimeUnixNano") is not None or ended_so.status is not None or has_outcome(said, kind), label or named_by(raw, kind),
        first(said, AGENT), *ended_so, links, service, said, tuple(odd),
    )  # fmt: skip
