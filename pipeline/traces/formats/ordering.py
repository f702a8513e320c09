"""Events that were gathered in any order, put into the order of the run.

What led to what is known better than when it was: clocks differ, and programs stamp a line when they write it. So nothing comes
before what led to it; times decide between what is not linked, and those that an edge contradicts are mended.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from ..timeline import Link, grouped, sorted_along
from .moments import MICROSECOND
from .stamps import Event, begun, filled, guessed, inferred, near, upright

__all__ = ["Arranged", "Edge", "Event", "arranged", "inferred", "sequence"]

Edge = tuple[str, str, str]
"""Ids of both ends, and the type."""
_MERE_ORDER = "temporal"
"""Edges of this type say no more than times do, so that where the two differ it is times that count."""
_HANDED = frozenset({"spawn", "message"})
"""Edges of these types come from what was there when the receiver began, however late it was written down."""


class Arranged(NamedTuple):
    """A run in its order."""

    events: list[Event]
    """Each with its ``seq``, and with a time since the run began; without any time, ``t`` is its number."""
    edges: list[Edge]
    """In the order of their events, with the ids that they were given."""
    origin: float | None
    """When the run began, in seconds since 1970; None where no event has a time."""
    notes: list[str]
    """What was mended."""


def arranged(events: Sequence[Event], edges: Iterable[Edge]) -> Arranged:
    """Return a run by time, at equal times along the edges, and then as it was given. Every time that is mended counts as inferred."""
    known, far = near(events)
    known, turned = upright(known)
    timed = any(isinstance(event["t"], float) for event in known)
    given = list(edges)
    order, moved = _by_time(known, given) if timed else _as_given(known, given)
    kept = _forward(order, given)
    notes = {
        "times ten years or more from the rest of the run are taken as unknown": far,
        "events that end before they begin are taken to end when they begin": turned,
        "events whose time contradicts what led to them, or what they led to, are moved to the nearest time that does not": moved,
        "edges that would lead back in time are left out": len(given) - len(kept),
    }
    begun_at = min((t for event in order for t in (event["t"], event["t_start"]) if isinstance(t, float)), default=0.0) if timed else None
    numbered = [_known(_since({**event, "seq": number}, begun_at)) for number, event in enumerate(order, start=1)]
    return Arranged(numbered, kept, begun_at, [f"{what}: {number}" for what, number in notes.items() if number])


def _as_given(events: Sequence[Event], edges: Sequence[Edge]) -> tuple[list[Event], int]:
    """Return events without times, each after all that led to it, and none of them moved."""
    links = _links(events, edges)
    first = list(range(len(events)))
    follow = grouped(links)
    for place in reversed(sorted_along(links)):
        first[place] = min([first[place], *(first[after] for after in follow.get(place, ()))])
    order, _ = sequence([0.0] * len(events), first, links)
    return [{**events[place], "t": None, "t_start": None} for place in order], 0


def _by_time(events: Sequence[Event], edges: Sequence[Edge]) -> tuple[list[Event], int]:
    """Return events in order, each with a time, and how many times were moved."""
    spawned = _spawned(events)
    firm = [*_links(events, (edge for edge in edges if edge[2] != _MERE_ORDER)), *_caused(events), *spawned]
    times = filled(events, firm)
    early = _handed_in_time(events, times, [*_links(events, (edge for edge in edges if edge[2] in _HANDED)), *spawned])
    order, late = sequence(early, _levels(early, _links(events, edges)), firm)
    moved = sum(isinstance(event["t"], float) and event["t"] != t for event, t in zip(events, late, strict=True))
    return [_at(events[place], late[place]) for place in order], moved


def _links(events: Sequence[Event], edges: Iterable[Edge]) -> list[Link]:
    place = {event["id"]: number for number, event in enumerate(events)}
    return [(place[src], place[dst]) for src, dst, _ in edges]


def _spawned(events: Sequence[Event]) -> list[Link]:
    """Return links from the first spawn of each agent to all that it does."""
    spawning = [place for place, event in enumerate(events) if event["type"] == "spawn" and event.get("to") != event["agent"]]
    spawning.sort(key=lambda place: t if isinstance(t := events[place]["t"], float) else inf, reverse=True)
    spawns = {events[place].get("to"): place for place in spawning}
    return [(spawns[name], place) for place, event in enumerate(events) if (name := event["agent"]) in spawns]


def _caused(events: Sequence[Event]) -> list[Link]:
    """Return links from where errors began to what they spoiled."""
    place = {event["id"]: number for number, event in enumerate(events)}
    causes = (error.get("cause") if isinstance(error := event.get("error"), dict) else None for event in events)
    return [(place[cause], number) for number, cause in enumerate(causes) if isinstance(cause, str) and place.get(cause, number) != number]


def _handed_in_time(events: Sequence[Event], times: Sequence[float], links: Iterable[Link]) -> list[float]:
    """Return times of which none is later than what its event was handed to had begun by, as far as the event had begun itself."""
    early = [*times]
    for src, dst in links:
        early[src] = min(early[src], max(times[dst], begun(events[src])))
    return early


def _levels(times: Sequence[float], links: Iterable[Link]) -> Mapping[int, int]:
    """Return for each event how many edges lead to it, one after the other, from events of the same time."""
    tied = [(a, b) for a, b in links if times[a] == times[b]]
    follow = grouped(tied)
    level: defaultdict[int, int] = defaultdict(int)
    for number in sorted_along(tied):
        for after in follow.get(number, ()):
            level[after] = max(level[after], level[number] + 1)
    return level


def sequence(times: Sequence[float], ranks: Sequence[int] | Mapping[int, int], links: Sequence[Link]) -> tuple[list[int], list[float]]:
    """Return places by time, then by rank, but none before one that links to it; and times that nowhere run back along that order.

    Links that lead in a circle give way where the earliest of those that wait comes in.
    """
    follow, waits = grouped(links), Counter(after for _, after in links)
    late, order, placed = [*times], list[int](), [False] * len(times)
    ready = [(times[place], ranks[place], place) for place in range(len(times)) if not waits[place]]
    heapify(ready)
    for one in sorted((times[place], ranks[place], place) for place in range(len(times))):
        if not ready and not placed[one[2]]:
            ready = [one]
        while ready:
            place = heappop(ready)[2]
            placed[place] = True
            order.append(place)
            for after in follow.get(place, ()):
                waits[after] -= 1
                late[after] = late[after] if placed[after] else max(late[after], late[place])
                if not waits[after] and not placed[after]:
                    heappush(ready, (late[after], ranks[after], after))
    return sorted(order, key=late.__getitem__), late


def _at(event: Event, t: float) -> Event:
    """Return an event with its time; a beginning that is a guess is not after it."""
    start = event["t_start"]
    capped: Event = {"t_start": min(start, t)} if isinstance(start, float) else {}
    return (event if event["t"] == t else guessed(event, t)) | capped


def _since(event: Event, begun_at: float | None) -> Event:
    if begun_at is None:
        return event | {"t": event["seq"]}
    times: Event = {key: round(t - begun_at, MICROSECOND) for key in ("t", "t_start") if isinstance(t := event[key], float)}
    return event | times


def _known(event: Event) -> Event:
    """Return an event without the keys whose value nobody knows."""
    return {key: value for key, value in event.items() if value is not None}


def _forward(events: Iterable[Event], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges in the order of their events, without those that lead back."""
    place = {event["id"]: number for number, event in enumerate(events)}
    ahead = (edge for edge in edges if place[edge[0]] < place[edge[1]])
    return sorted(ahead, key=lambda edge: (place[edge[0]], place[edge[1]], edge[2]))
