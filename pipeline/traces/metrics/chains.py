"""The longest chains of work along the edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..events import Event
from ..timeline import Timeline

MOST = 2_000_000
"""Events that are looked at, all in all, behind those that edges lead from. Real runs need about as many as they have edges."""
_NONE: tuple[int, ...] = ()


@dataclass(slots=True)
class Chains:
    """The longest chain of work that ends at each event, by position."""

    lengths: list[float]
    """How long it is."""
    previous: list[int | None]
    """The event before the last one in it."""
    earliest: list[float]
    """When the first of all events began from which edges lead there: no chain is longer than the time since then."""
    looks: int
    """How many events may still be looked at."""

    @property
    def curtailed(self) -> bool:
        """Whether a longer chain may have been overlooked."""
        return self.looks <= 0


def chains(timeline: Timeline, order: Iterable[int]) -> Chains:
    """Return the longest chains; ``order`` is such that no edge leads back in it."""
    events, ranks = timeline.trace.events, timeline.ranks
    found = Chains([max(0.0, e.t - _start(e)) for e in events], [None] * len(events), [min(e.t, _start(e)) for e in events], MOST)
    for position in order:
        if direct := timeline.before.get(position):
            found.earliest[position] = min(found.earliest[position], *(found.earliest[p] for p in direct))
            _lengthen(timeline, found, position, sorted(set(direct), key=ranks.__getitem__))
    return found


def _lengthen(timeline: Timeline, found: Chains, position: int, direct: list[int]) -> None:
    """Note the longest chain that ends at an event: through one from which an edge leads there, or through one behind it.

    One behind can only be better where what lies between ended after this event began.
    """
    events, lengths = timeline.trace.events, found.lengths
    event, own = events[position], lengths[position]
    joined = -1.0
    for p in direct:
        if (length := lengths[p] + _added(event, events[p])) >= own and length > joined:
            joined, lengths[position], found.previous[position] = length, length, p
    seen, waiting = set(direct), direct
    while waiting and found.looks > 0:
        p = waiting.pop()
        limit = min(lengths[p] + own, event.t - found.earliest[p])
        if events[p].t <= _start(event) or limit <= lengths[position]:
            continue
        for q in timeline.before.get(p, _NONE):
            found.looks -= 1
            if q in seen:
                continue
            seen.add(q)
            waiting.append(q)
            if (length := lengths[q] + _added(event, events[q])) > lengths[position]:
                lengths[position], found.previous[position] = length, q


def _added(event: Event, earlier: Event) -> float:
    """Return the time by which an event was complete after both its own beginning and the end of the event before it."""
    return max(0.0, event.t - max(_start(event), earlier.t))


def _start(event: Event) -> float:
    return event.t if event.t_start is None else event.t_start
