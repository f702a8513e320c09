"""Events that were gathered in any order, put into the order of the run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ..findings import JSON
from ..timeline import grouped, sorted_along
from .moments import MICROSECOND

Event = dict[str, JSON]
"""As in version 2, with ``t`` and ``t_start`` as floats in seconds since 1970, or None where they are not known."""
Edge = tuple[str, str, str]
"""Ids of both ends, and the type."""


def ordered(events: Sequence[Event], edges: Iterable[Edge]) -> list[Event]:
    """Return events in the order of the run, each with ``seq``, and with a time since its beginning.

    By time; at equal times along the edges, and then as they were given. An event without a time has its beginning's, else that
    of the event given before it, and ``t`` counts as inferred. Without any time, the order is as given and ``t`` its number.
    """
    if not any(isinstance(event["t"], float) for event in events):
        return [_known({**event, "t": number, "t_start": None, "seq": number}) for number, event in enumerate(events, start=1)]
    timed = _filled(events)
    levels = _levels(timed, edges)
    order = sorted(range(len(timed)), key=lambda place: (timed[place][0], levels[place]))
    begun = origin(events)
    return [_known(_since({**timed[place][1], "t": timed[place][0], "seq": number}, begun)) for number, place in enumerate(order, start=1)]


def origin(events: Iterable[Event]) -> float:
    """Return the earliest time that any event states; 0 where none does."""
    return min((t for event in events for t in (event["t"], event["t_start"]) if isinstance(t, float)), default=0.0)


def _filled(events: Iterable[Event]) -> list[tuple[float, Event]]:
    filled: list[tuple[float | None, Event]] = []
    last: float | None = None
    for event in events:
        t, start = event["t"], event["t_start"]
        last = t if isinstance(t, float) else start if isinstance(start, float) else last
        filled.append((last, event if isinstance(t, float) else {**event, "inferred": [*inferred(event), "t"]}))
    first = min(t for t, _ in filled if t is not None)
    return [(first if t is None else t, event) for t, event in filled]


def _levels(timed: Sequence[tuple[float, Event]], edges: Iterable[Edge]) -> dict[int, int]:
    """Return for each event how many edges lead to it, one after the other, from events of the same time."""
    place = {event["id"]: number for number, (_, event) in enumerate(timed)}
    links = [(place[src], place[dst]) for src, dst, _ in edges]
    tied = [(a, b) for a, b in links if timed[a][0] == timed[b][0]]
    follow = grouped(tied)
    level: dict[int, int] = defaultdict(int)
    for number in sorted_along(tied):
        for after in follow.get(number, ()):
            level[after] = max(level[after], level[number] + 1)
    return level


def _since(event: Event, begun: float) -> Event:
    times: Event = {key: round(t - begun, MICROSECOND) for key in ("t", "t_start") if isinstance(t := event[key], float)}
    return event | times


def _known(event: Event) -> Event:
    """Return an event without the keys whose value nobody knows."""
    return {key: value for key, value in event.items() if value is not None}


def inferred(event: Event) -> list[str]:
    """Return the names of an event's keys that were guessed."""
    names = event.get("inferred")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def renamed(events: Iterable[Event]) -> dict[JSON, str]:
    """Return each id with the one that goes by the order of the run."""
    return {event["id"]: f"e{number}" for number, event in enumerate(events, start=1)}


def forward(events: Iterable[Event], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges in the order of their events, without those that lead back, as clocks that differ or records that lie make them."""
    place = {event["id"]: number for number, event in enumerate(events)}
    ahead = (edge for edge in edges if place[edge[0]] < place[edge[1]])
    return sorted(ahead, key=lambda edge: (place[edge[0]], place[edge[1]], edge[2]))
