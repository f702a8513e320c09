"""A run played back from its trace, event by event. Nothing is executed; the file's order of events does not matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .playback import Playback
from .playback_state import State
from .timeline import Timeline


def states(timeline: Timeline, ranks: Sequence[int] | None = None) -> Iterator[State]:
    """Yield the state before the first event, and then after each; of all events, or of those at some places in the order."""
    play = Playback(timeline, range(len(timeline.order)) if ranks is None else ranks)
    yield play.state()
    while play.goes_on:
        play.advance()
        yield play.state()


def ranks_after(timeline: Timeline, event_id: str) -> Sequence[int] | None:
    """Return the places of an event and of all before it, or None where the trace has no such event."""
    position = timeline.positions.get(event_id)
    return None if position is None else range(timeline.ranks[position] + 1)


def ranks_at(timeline: Timeline, t: float) -> Sequence[int]:
    """Return the places of the events that were complete at a time by the clock, in order. ``seq`` may say that others came between."""
    events = timeline.trace.events
    return [rank for rank, position in enumerate(timeline.order) if events[position].t <= t]


def state_after(timeline: Timeline, event_id: str) -> State | None:
    """Return the state after an event, or None where the trace has no such event."""
    ranks = ranks_after(timeline, event_id)
    return None if ranks is None else final_state(timeline, ranks)


def state_at(timeline: Timeline, t: float) -> State:
    """Return the state in which exactly the events have happened that were complete at a time by the clock."""
    return final_state(timeline, ranks_at(timeline, t))


def final_state(timeline: Timeline, ranks: Sequence[int] | None = None) -> State:
    """Return the state after the last event, of all or of those at some places in the order."""
    play = Playback(timeline, range(len(timeline.order)) if ranks is None else ranks)
    while play.goes_on:
        play.advance()
    return play.state()
