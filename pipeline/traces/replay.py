"""A run played back from its trace, event by event. Nothing is executed; the file's order of events does not matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from .calls import answered
from .findings import JSON
from .lives import lives
from .measures import finite
from .model import Event
from .timeline import Timeline


@dataclass(frozen=True, slots=True)
class State:
    """What was the case after an event. Lists are in the order in which their items came up."""

    step: int
    """How many events have happened."""
    event: Event | None
    """The last that happened; None before the first."""
    live: tuple[str, ...]
    """Names of the agents that are there, sorted."""
    calls: tuple[Event, ...]
    """Tool calls without a result so far."""
    undelivered: tuple[Event, ...]
    """Messages whose receiver has not acted since."""
    tokens: int | None
    """Read and written so far; None where no event has said so yet."""
    rewards: Mapping[str, float]
    """Channel to what it has given so far. A reward of the whole run is given with the last event."""


def states(timeline: Timeline) -> Iterator[State]:
    """Yield the state before the first event, and then after each."""
    play = _Play(timeline)
    yield play.state()
    for _ in timeline.order:
        play.advance()
        yield play.state()


def state_after(timeline: Timeline, event_id: str) -> State | None:
    """Return the state after an event, or None where the trace has no such event."""
    position = timeline.positions.get(event_id)
    return None if position is None else _after(timeline, timeline.ranks[position] + 1)


def state_at(timeline: Timeline, t: float) -> State:
    """Return the state after the last event that was complete at a time."""
    complete = [rank for rank, position in enumerate(timeline.order, 1) if timeline.trace.events[position].t <= t]
    return _after(timeline, max(complete, default=0))


def final_state(timeline: Timeline) -> State:
    """Return the state after the last event."""
    return _after(timeline, len(timeline.order))


def _after(timeline: Timeline, steps: int) -> State:
    play = _Play(timeline)
    for _ in range(steps):
        play.advance()
    return play.state()


class _Play:
    """The one mutable thing in the wing: where a playback is."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._events = timeline.trace.events
        self._step = 0
        self._live: set[str] = set()
        self._calls: dict[int, Event] = {}
        self._messages: dict[int, Event] = {}
        self._waiting: defaultdict[str, list[int]] = defaultdict(list)
        """Receiver to the undelivered messages whose delivery no edge shows."""
        self._aloud: defaultdict[str, list[int]] = defaultdict(list)
        """Sender to the undelivered messages to nobody in particular."""
        self._tokens: int | None = None
        self._rewards: defaultdict[str, float] = defaultdict(float)
        self._begins, self._ends = _changes(timeline)
        self._results = answered(timeline)
        self._deliveries = _deliveries(timeline)
        self._shown = {p for positions in self._deliveries.values() for p in positions}
        self._late = _late_rewards(timeline)

    def state(self) -> State:
        """Return where the playback is."""
        event = self._events[self._timeline.order[self._step - 1]] if self._step else None
        return State(
            step=self._step,
            event=event,
            live=tuple(sorted(self._live)),
            calls=tuple(self._calls.values()),
            undelivered=tuple(self._messages.values()),
            tokens=self._tokens,
            rewards=dict(sorted(self._rewards.items())),
        )

    def advance(self) -> None:
        """Let the next event happen."""
        position = self._timeline.order[self._step]
        event = self._events[position]
        self._live.difference_update(self._ends.get(self._step, ()))
        self._live.update(self._begins.get(self._step, ()))
        self._deliver(position, event)
        self._call(position, event)
        if event.tokens is not None:
            self._tokens = (self._tokens or 0) + event.tokens.total
        self._reward(event)
        self._step += 1

    def _call(self, position: int, event: Event) -> None:
        if event.type == "tool_call":
            self._calls[position] = event
        elif event.type == "tool_result":
            self._calls.pop(self._results.get(position, -1), None)

    def _deliver(self, position: int, event: Event) -> None:
        heard = [sender for sender in self._aloud if sender != event.agent]
        delivered = [self._deliveries.get(position, []), self._waiting.pop(event.agent, []), *map(self._aloud.pop, heard)]
        for sent in chain.from_iterable(delivered):
            self._messages.pop(sent, None)
        if event.type == "message":
            self._messages[position] = event
            if position not in self._shown:
                (self._aloud[event.agent] if event.to is None else self._waiting[event.to]).append(position)

    def _reward(self, event: Event) -> None:
        for reward in event.rewards:
            self._rewards[reward.channel] += reward.value
        for channel, value in self._late.get(event.id, ()):
            self._rewards[channel] += value
        if self._step == len(self._events) - 1:
            for channel, value in self._late.get(None, ()):
                self._rewards[channel] += value


def _changes(timeline: Timeline) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the agents that come and go with the event at each rank."""
    begins: defaultdict[int, list[str]] = defaultdict(list)
    ends: defaultdict[int, list[str]] = defaultdict(list)
    for life in lives(timeline):
        if life.begin != life.end:
            begins[life.begin].append(life.agent)
        if life.end is not None:
            ends[life.end].append(life.agent)
    return begins, ends


def _deliveries(timeline: Timeline) -> dict[int, list[int]]:
    """Return the events to which message edges lead, with the messages that they deliver."""
    events = timeline.trace.events
    found: defaultdict[int, list[int]] = defaultdict(list)
    for ends, edge in zip(timeline.ends, timeline.trace.edges, strict=True):
        if ends is not None and edge.type == "message" and events[ends[0]].type == "message":
            found[ends[1]].append(ends[0])
    return {position: sorted(sent, key=timeline.ranks.__getitem__) for position, sent in found.items()}


def _late_rewards(timeline: Timeline) -> dict[str | None, list[tuple[str, float]]]:
    """Return the run's rewards by the event that they are for, or None for the whole run.

    A channel that events carry is left out, because the run's value then sums up theirs.
    """
    carried = {reward.channel for event in timeline.trace.events for reward in event.rewards}
    found: defaultdict[str | None, list[tuple[str, float]]] = defaultdict(list)
    for reward in sorted(timeline.trace.rewards, key=lambda r: (r.channel, r.target or "", r.value)):
        if reward.channel not in carried:
            found[reward.target if reward.target in timeline.positions else None].append((reward.channel, reward.value))
    return found


def as_json(state: State) -> dict[str, JSON]:
    """Return a state as an object for programs."""
    event = state.event
    return {
        "step": state.step, "event": event.id if event else None, "t": event.t if event else None, "live_agents": list(state.live),
        "open_calls": [{"event": e.id, "agent": e.agent, "tool": e.tool, "call_id": e.call_id} for e in state.calls],
        "undelivered_messages": [{"event": e.id, "from": e.source or e.agent, "to": e.to} for e in state.undelivered],
        "tokens": state.tokens, "rewards": {channel: finite(value) for channel, value in state.rewards.items()},
    }  # fmt: skip
