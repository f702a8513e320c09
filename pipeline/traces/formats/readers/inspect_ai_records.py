"""Events of inspect_ai's transcripts, those that lie inside of others included, and the spans that they lie in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...findings import JSON
from ..moments import BACKWARDS, Lasted, counted, ended, lasted, stamped, time_notes
from ..shapes import items, mapping, text

LASTING = frozenset({"model", "tool", "subtask"})
"""Kinds of events that take time; the others are moments."""


@dataclass(eq=False)
class Record:
    """An event of the log."""

    kind: str
    """As the log has it; ``span_begin`` and ``span_end`` also for what stands for a span."""
    event: dict[str, JSON]
    """The event."""
    span: str | None
    """Id of the span that it lies in, or that begins or ends with it."""
    guessed: bool = False
    """Whether its time is a guess."""
    begin: float | None = field(init=False)
    """When it began, in seconds since 1970."""
    end: float | None = field(init=False)
    """When it was complete; None where the log does not say of what takes time."""

    def __post_init__(self) -> None:
        self.begin = stamped(self.event.get("timestamp"))
        completed = ended(self.begin, stamped(self.event.get("completed")))
        self.end = self.begin if completed is None and self.kind not in LASTING else completed

    @property
    def lasted(self) -> Lasted:
        """When it was."""
        return lasted(self.begin, self.end)

    @property
    def backwards(self) -> bool:
        """Whether it says that it was complete before it began."""
        return self.end is None and stamped(self.event.get("completed")) is not None

    @property
    def pending(self) -> bool:
        """Whether it was still going on when it was written."""
        return self.event.get("pending") is True and self.event.get("completed") is None


@dataclass(eq=False)
class Span:
    """A span, or what stands for one in old logs: a step, or a call that holds its own events."""

    identity: str
    """Its id."""
    parent: str | None
    """Id of the span that it lies in."""
    type: str | None
    """As the log has it."""
    name: str | None
    """As the log has it."""
    asked: Record | None = None
    """The call that it carries out, where the log holds its events inside of that."""
    called: bool = False
    """Whether a model is called in it, and not within a call or an agent in it."""
    first: float | None = None
    """The first time in it, what lies in it included."""
    last: float | None = None
    """The last time in it."""

    def widen(self, *times: float | None) -> None:
        """Note times that lie in it."""
        for t in times:
            if t is not None:
                self.first = t if self.first is None else min(self.first, t)
                self.last = t if self.last is None else max(self.last, t)


@dataclass(eq=False)
class _Level:
    """A list of events that is being read."""

    events: Iterator[JSON]
    span: str | None
    """Id of what it lies in."""
    closing: Record | None
    """Comes after its events."""
    steps: list[str] = field(default_factory=list)
    """Ids of the steps that have begun in it."""


class Reading:
    """A sample's events that are being read."""

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        """Id to span."""
        self._levels: list[_Level] = []

    def records(self, events: list[JSON]) -> Iterator[Record]:
        """Yield all events in the file's order, those inside of a call after it."""
        self._levels = [_Level(iter(events), None, None)]
        while self._levels:
            level = self._levels[-1]
            event = mapping(next(level.events, _END))
            if event is _END:
                self._levels.pop()
                yield from [level.closing] if level.closing else []
            elif (kind := text(event.get("event"))) is not None:
                yield from self._read(kind, event, level)

    def _read(self, kind: str, event: dict[str, JSON], level: _Level) -> Iterator[Record]:
        around = text(event.get("span_id")) or (level.steps[-1] if level.steps else level.span)
        name, stated = text(event.get("name")), text(event.get("type"))
        if kind in {"span_begin", "span_end"}:
            identity = text(event.get("id"))
            parent = text(event.get("parent_id")) or level.span
            if identity is not None and kind == "span_begin":
                self.spans.setdefault(identity, Span(identity, parent, stated, name))
            yield Record(kind, event, identity)
        elif kind == "step":
            yield from self._step(event, level, Span(self._new(), around, stated, name))
        else:
            record = Record(kind, event, around)
            yield record
            yield from self._inner(record)

    def _step(self, event: dict[str, JSON], level: _Level, span: Span) -> Iterator[Record]:
        if event.get("action") == "begin":
            self.spans[span.identity] = span
            level.steps.append(span.identity)
            yield Record("span_begin", event, span.identity)
        elif level.steps:
            yield Record("span_end", event, level.steps.pop())

    def _inner(self, record: Record) -> Iterator[Record]:
        """Go on with the events that a call holds itself, as old logs have them."""
        inner = items(record.event.get("events")) if record.kind in {"tool", "subtask"} else []
        if any("event" in mapping(event) for event in inner):
            agent = text(record.event.get("agent"))
            name = agent or text(record.event.get("function")) or text(record.event.get("name"))
            span = Span(self._new(), record.span, "agent" if agent else record.kind, name, record)
            self.spans[span.identity] = span
            # Logs without the time of completion told of a call when it was over, as far as its inner events show.
            stamp = record.event.get("completed")
            closing = Record("span_end", {"timestamp": stamp or record.event.get("timestamp")}, span.identity, guessed=not stamp)
            self._levels.append(_Level(iter(inner), span.identity, None if record.pending else closing))
            yield Record("span_begin", record.event, span.identity)

    def _new(self) -> str:
        """Return an id that no log has, since none has a zero byte in it that means anything."""
        return f"\0{len(self.spans)}"


_END: dict[str, JSON] = {}
"""Is no event."""


def by_time(records: list[Record]) -> list[Record]:
    """Return records by beginning; those without a time after those that they stand behind."""
    times: list[float] = []
    for record in records:
        times.append(record.begin if record.begin is not None else times[-1] if times else float("-inf"))
    return [records[number] for number in sorted(range(len(records)), key=times.__getitem__)]


def once(records: list[Record]) -> Iterator[Record]:
    """Yield each record once by its id: of one that was written while it went on and again later, the later."""
    best: dict[str, Record] = {}
    for record in records:
        identity = text(record.event.get("uuid"))
        if identity is not None and not record.kind.startswith("span"):
            other = best.setdefault(identity, record)
            best[identity] = record if other.pending and not record.pending else other
    for record in records:
        identity = text(record.event.get("uuid"))
        if identity is None or best.get(identity, record) is record:
            yield record


def notes(records: list[Record]) -> list[str]:
    """Return what is to be told of the times of records."""
    # What stands for a span has the times of what it stands for.
    own = {id(record.event): record.event for record in records if record.kind != "span_end" or "event" in record.event}
    stamps = (event.get(key) for event in own.values() for key in ("timestamp", "completed"))
    return time_notes(stamps) + counted(BACKWARDS, sum(record.backwards for record in records))
