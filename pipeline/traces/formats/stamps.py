"""The times that events are stamped with, mended where they cannot be as they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import inf

from ..findings import JSON
from ..timeline import Link, grouped, sorted_along

Event = dict[str, JSON]
"""As in version 2, with ``t`` and ``t_start`` as floats in seconds since 1970, or None where they are not known."""
FAR = 10 * 366 * 24 * 3600.0
"""Seconds: no run takes ten years, so that a time so far from the others is none, as 1970 or year 1 where a program left a field unset."""


def inferred(event: Event) -> list[str]:
    """Return the names of an event's keys that were guessed."""
    names = event.get("inferred")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def guessed(event: Event, t: float) -> Event:
    """Return an event with a time that is a guess."""
    return {**event, "t": t, "inferred": [*dict.fromkeys([*inferred(event), "t"])]}


def near(events: Sequence[Event]) -> tuple[list[Event], int]:
    """Return events without the times that lie ten years or more from the run's middle one, and how many those were."""
    stamped = sorted(t for event in events if isinstance(t := event["t"], float))
    if not stamped:
        return [*events], 0
    middle = stamped[len(stamped) // 2]
    far = [[key for key in ("t", "t_start") if isinstance(t := event[key], float) and abs(t - middle) >= FAR] for event in events]
    return [event | dict.fromkeys(keys) for event, keys in zip(events, far, strict=True)], sum(map(len, far))


def upright(events: Iterable[Event]) -> tuple[list[Event], int]:
    """Return events of which none ends before it begins, and how many did. The end then is the guess, unless the beginning is."""
    found: list[Event] = []
    turned = 0
    for event in events:
        end, start = event["t"], begun(event)
        late = isinstance(end, float) and start > end
        found.append(guessed(event, start) if late else event)
        turned += late
    return found, turned


def begun(event: Event) -> float:
    """Return when the source says that an event began; minus infinity where it does not say, or where that is a guess."""
    start = event["t_start"]
    return start if isinstance(start, float) and "t_start" not in inferred(event) else -inf


def filled(events: Sequence[Event], links: Sequence[Link]) -> list[float]:
    """Return a time for each event, at least one of which has one.

    One without has that of its beginning, or else of the event given before it, as far as that is not before what led to it and not
    after what it led to.
    """
    stamps = [t if isinstance(t := event["t"], float) else None for event in events]
    times = _before(events)
    if None not in stamps:
        return times
    order, follow = sorted_along(links), grouped(links)
    most: dict[int, float] = {}
    for place in reversed(order):
        after = ((stamp if (stamp := stamps[next_]) is not None else most.get(next_, inf)) for next_ in follow.get(place, ()))
        most[place] = min(after, default=inf)
    least: defaultdict[int, float] = defaultdict(lambda: -inf)
    for place in order:
        if stamps[place] is None:
            times[place] = max(min(times[place], most[place]), least[place], begun(events[place]))
        for next_ in follow.get(place, ()):
            least[next_] = max(least[next_], times[place])
    return times


def _before(events: Iterable[Event]) -> list[float]:
    """Return for each event its time, that of its beginning, or that of the one given before it; before any, the earliest."""
    given: list[float | None] = []
    last: float | None = None
    for event in events:
        t, start = event["t"], event["t_start"]
        last = t if isinstance(t, float) else start if isinstance(start, float) else last
        given.append(last)
    first = min(t for t in given if t is not None)
    return [first if t is None else t for t in given]
