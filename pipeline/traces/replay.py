"""A run played back from its trace, event by event. Nothing is executed; the file's order of events does not matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from .calls import answered
from .findings import JSON
from .lives import Life, lives
from .measures import finite
from .metrics.spending import complete, said, spending
from .model import Event, Tokens
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
    """Read and written so far, as events say it; None where none has yet, or where events include what others read and wrote."""
    tokens_known: bool
    """Whether that is all that was read and written; else it is the least that it can be."""
    rewards: Mapping[str, float]
    """Channel to what events have received in it so far."""
    run_rewards: Mapping[str, float]
    """Channel to what the trace states for the run: given with the event that it is for, else when all events have happened."""


def states(timeline: Timeline, ranks: Sequence[int] | None = None) -> Iterator[State]:
    """Yield the state before the first event, and then after each; of all events, or of those at some places in the order."""
    play = _Play(timeline, range(len(timeline.order)) if ranks is None else ranks)
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
    play = _Play(timeline, range(len(timeline.order)) if ranks is None else ranks)
    while play.goes_on:
        play.advance()
    return play.state()


class _Play:
    """The one mutable thing in the wing: where a playback is."""

    def __init__(self, timeline: Timeline, ranks: Sequence[int]) -> None:
        self._timeline = timeline
        self._ranks = ranks
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
        self._complete = True
        """Whether every event so far says what it read and wrote."""
        self._rewards: defaultdict[str, float] = defaultdict(float)
        self._of_run: defaultdict[str, float] = defaultdict(float)
        self._begins, self._ends = _changes(timeline, ranks)
        self._results = answered(timeline)
        self._deliveries = _deliveries(timeline)
        self._shown = {p for positions in self._deliveries.values() for p in positions}
        self._late = _late_rewards(timeline)
        self._counts, self._sums_known = _counts(timeline)

    def state(self) -> State:
        """Return where the playback is."""
        event = self._events[self._timeline.order[self._ranks[self._step - 1]]] if self._step else None
        return State(
            step=self._step,
            event=event,
            live=tuple(sorted(self._live)),
            calls=tuple(self._calls.values()),
            undelivered=tuple(self._messages.values()),
            tokens=self._tokens,
            tokens_known=self._tokens is not None and self._sums_known(self._complete),
            rewards=dict(sorted(self._rewards.items())),
            run_rewards=dict(sorted(self._of_run.items())),
        )

    @property
    def goes_on(self) -> bool:
        """Whether there is a next event."""
        return self._step < len(self._ranks)

    def advance(self) -> None:
        """Let the next event happen."""
        rank = self._ranks[self._step]
        position = self._timeline.order[rank]
        event = self._events[position]
        self._live.difference_update(self._ends.get(rank, ()))
        self._live.update(self._begins.get(rank, ()))
        self._deliver(position, event)
        self._call(position, event)
        self._complete = self._complete and event.tokens is not None and complete(event.tokens)
        if event.tokens is not None and (count := self._counts(event.tokens)) is not None:
            self._tokens = (self._tokens or 0) + count
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
        given = [*self._late.get(event.id, ())]
        if self._step == len(self._events) - 1:
            given += self._late.get(None, ())
        for channel, value in given:
            self._of_run[channel] += value


def _changes(timeline: Timeline, ranks: Sequence[int]) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the agents that come and go with the event at each rank, of those that are played."""
    begins: defaultdict[int, list[str]] = defaultdict(list)
    ends: defaultdict[int, list[str]] = defaultdict(list)
    happen = ranks if isinstance(ranks, range) else set(ranks)
    for life in lives(timeline):
        begin = _begin(timeline, life, happen)
        if begin is not None and begin != life.end:
            begins[begin].append(life.agent)
        if life.end is not None:
            ends[life.end].append(life.agent)
    return begins, ends


def _begin(timeline: Timeline, life: Life, ranks: range | set[int]) -> int | None:
    """Return the rank at which a life begins when only the events at some ranks happen; None where it does not.

    One that nobody's spawn began is there from the first event, or from the agent's own first one, of those that do happen.
    """
    if isinstance(ranks, range) or life.agent in timeline.spawns:
        return life.begin
    if life.agent not in timeline.parents:
        return min(ranks, default=None)
    own = (timeline.ranks[p] for p in timeline.acts.get(life.agent, ()))
    return next((rank for rank in own if rank in ranks), None)


def _deliveries(timeline: Timeline) -> dict[int, list[int]]:
    """Return the events to which message edges lead, with the messages that they deliver."""
    events = timeline.trace.events
    found: defaultdict[int, list[int]] = defaultdict(list)
    for ends, edge in zip(timeline.ends, timeline.trace.edges, strict=True):
        if ends is not None and edge.type == "message" and events[ends[0]].type == "message":
            found[ends[1]].append(ends[0])
    return {position: sorted(sent, key=timeline.ranks.__getitem__) for position, sent in found.items()}


def _late_rewards(timeline: Timeline) -> dict[str | None, list[tuple[str, float]]]:
    """Return the run's rewards by the event that they are for, or None for the whole run."""
    found: defaultdict[str | None, list[tuple[str, float]]] = defaultdict(list)
    for reward in sorted(timeline.trace.rewards, key=lambda r: (r.channel, r.target or "", r.value)):
        found[reward.target if reward.target in timeline.positions else None].append((reward.channel, reward.value))
    return found


def _counts(timeline: Timeline) -> tuple[Callable[[Tokens], int | None], Callable[[bool], bool]]:
    """Return what tells how many tokens of an event count, and whether sums are known, given whether each event says all of its own.

    None can be summed up where they include those of other events.
    """
    whole = spending(timeline)

    def count(tokens: Tokens) -> int | None:
        if whole.inclusive or not said(tokens):
            return None
        return tokens.total - (tokens.cached or 0) if whole.uncached else tokens.total

    def known(every_event_says: bool) -> bool:
        return not whole.partial and not whole.capped and (whole.accounted or every_event_says)

    return count, known


def as_json(state: State) -> dict[str, JSON]:
    """Return a state as an object for programs."""
    event = state.event
    return {
        "step": state.step, "event": event.id if event else None, "t": event.t if event else None, "live_agents": list(state.live),
        "open_calls": [{"event": e.id, "agent": e.agent, "tool": e.tool, "call_id": e.call_id} for e in state.calls],
        "undelivered_messages": [{"event": e.id, "from": e.source or e.agent, "to": e.to} for e in state.undelivered],
        "tokens": state.tokens, **({} if state.tokens is None else {"tokens_known": state.tokens_known}),
        "rewards": {channel: finite(value) for channel, value in state.rewards.items()},
        "run_rewards": {channel: finite(value) for channel, value in state.run_rewards.items()},
    }  # fmt: skip
