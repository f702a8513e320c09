"""A run while it is played back, event by event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain

from .calls import answered
from .events import Event
from .measures import added
from .metrics.spent import complete
from .playback_changes import comings_and_goings, counting, deliveries, late_rewards
from .playback_state import State
from .timeline import Timeline


class Playback:
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
        self._rewards: defaultdict[str, Decimal] = defaultdict(Decimal)
        self._of_run: defaultdict[str, Decimal] = defaultdict(Decimal)
        self._begins, self._ends = comings_and_goings(timeline, ranks)
        self._results = answered(timeline)
        self._deliveries = deliveries(timeline)
        self._shown = {p for positions in self._deliveries.values() for p in positions}
        self._late = late_rewards(timeline)
        self._counts, self._sums_known = counting(timeline)

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
            rewards={channel: float(value) for channel, value in sorted(self._rewards.items())},
            run_rewards={channel: float(value) for channel, value in sorted(self._of_run.items())},
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
            self._rewards[reward.channel] = added(self._rewards[reward.channel], reward.value)
        given = [*self._late.get(event.id, ())]
        if self._step == len(self._events) - 1:
            given += self._late.get(None, ())
        for channel, value in given:
            self._of_run[channel] = added(self._of_run[channel], value)
