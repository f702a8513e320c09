"""What is drawn of a trace: the document as its file has it, and beside it what was computed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ...errors import Place, Problem
from ..collection import paused
from ..events import Reward
from ..findings import JSON
from ..measures import Measure, number
from ..metrics.by_name import measure
from ..metrics.parallelism import critical_chain
from ..timeline import Timeline
from .salvage import Salvaged


class Fact(NamedTuple):
    """One thing to know of a run before looking at it."""

    name: str
    value: str
    """Hostile, as everything in a trace."""


MOST_EVENTS = 200_000
"""More are not drawn; ``read.js`` has the same limit."""


def too_long(timeline: Timeline, name: str) -> Problem | None:
    """Return why a trace is not drawn, with the name of its file, or None where it is."""
    events = len(timeline.trace.events)
    if events <= MOST_EVENTS:
        return None
    hint = "masrl trace report measures it all the same"
    return Problem(Place(name), "too-long", f"has {events:,} events; at most {MOST_EVENTS:,} are drawn", hint=hint)


def document(data: bytes) -> JSON:
    """Return the JSON value of a file from which a timeline could be made; nothing of it is lost, unlike in a ``Trace``."""
    with paused():
        value: JSON = json.loads(data.decode("utf-8-sig"))
    return value


class Drawn(NamedTuple):
    """What the drawing of a run is made of."""

    document: JSON
    """As the file has it."""
    critical: tuple[int, ...]
    """Positions of the events on the critical path among those of the document; empty where it is not computable."""
    path: str
    """A sentence on the critical path."""

    def as_json(self) -> dict[str, JSON]:
        """Return what the script reads."""
        return {"trace": self.document, "critical": list(self.critical), "path": self.path}


def drawn(timeline: Timeline, value: JSON, salvaged: Salvaged | None = None) -> Drawn:
    """Return what the drawing of a trace is made of, given its document, and how it was salvaged where it is no valid trace."""
    if salvaged is not None and not salvaged.ordered:
        return Drawn(value, (), "The critical path is not computed, since ids, times or edges are at fault.")
    found = measure(timeline, "critical_path")
    chain = critical_chain(timeline) if found.status != "not computable" else ()
    return Drawn(value, chain, _sentence(found))


def _sentence(path: Measure) -> str:
    if path.status == "not computable":
        return f"The critical path is not computable; missing: {', '.join(path.missing)}."
    missing = f"; missing: {', '.join(path.missing)}" if path.missing else ""
    guessed = f"; guessed: {', '.join(path.inferred)}" if path.inferred else ""
    return f"The critical path takes {path.in_words}{missing}{guessed}."


def facts(timeline: Timeline, ordered: bool = True) -> Iterator[Fact]:
    """Yield what there is to know of a run before looking at it; ``ordered`` says whether its ids, times and edges can be relied on."""
    trace = timeline.trace
    yield Fact("Task", trace.task_id or "unknown")
    if trace.system is not None:
        yield Fact("System", trace.system)
    yield Fact("Topology", (trace.topology or "unknown").replace("_", " "))
    yield Fact("Events", f"{len(trace.events):,}")
    yield Fact("Agents", f"{len(timeline.agents):,}")
    yield Fact("Tokens", _whole("tokens", "tokens", timeline))
    clock = _whole("wall_clock_s", "t", timeline)
    yield Fact("Wall clock", clock if clock == UNKNOWN else f"{clock} s")
    yield Fact("Critical path", measure(timeline, "critical_path").in_words if ordered else "not computed")
    if trace.rewards:
        yield Fact("Rewards", ", ".join(_rewards(trace.rewards)))
    yield Fact("Clock", _clock(timeline))


_LONG = 1e15
"""From here on a number is shown by its first digits and its size."""
MANY = 8
"""Channels of reward that the head of a run names."""


def _rewards(rewards: Iterable[Reward]) -> Iterator[str]:
    """Yield each channel with its value, or with how many values it gave and between which."""
    by_channel: dict[str, list[float]] = {}
    for reward in rewards:
        by_channel.setdefault(reward.channel, []).append(reward.value)
    for channel, values in islice(by_channel.items(), MANY):
        low, high = number(min(values)), number(max(values))
        spread = low if low == high else f"{low} to {high}"
        yield f"{channel} {spread}{f' ({len(values)} values)' if len(values) > 1 else ''}"
    if len(by_channel) > MANY:
        yield f"{len(by_channel) - MANY} more"


UNKNOWN = "unknown"


def _whole(name: str, needs: str, timeline: Timeline) -> str:
    """Return a cost of the run: unknown where it is not said, or where its source could not say it or what it rests on.

    Where only some of the tokens are missing, what is there is the least that it can be.
    """
    cost, missing = timeline.trace.costs.get(name), {*timeline.trace.provenance.missing}
    least = "at least " if missing & {name, needs, "costs"} else ""
    if cost is None or (least and (name != "tokens" or not cost)):
        return UNKNOWN
    return least + (f"{cost:,.0f}" if 10_000 <= cost < _LONG else number(cost))


def _clock(timeline: Timeline) -> str:
    trace = timeline.trace
    if "t" in trace.provenance.missing:
        return "unknown times, events in their order"
    unit = {"seconds": "seconds", "ordinal": "steps"}.get(trace.clock or "", "unit not said")
    return f"{unit} since {trace.clock_origin}" if trace.clock_origin else unit
