"""What a sequence diagram draws of each event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...calls import answered
from ...events import Event
from ...timeline import Timeline

SOLID, DASHED, CROSS = "->>", "-->>", "-x"
ARROWS = {
    "spawn": SOLID, "message": SOLID, "human_intervention": SOLID, "tool_call": SOLID, "tool_result": DASHED, "return": DASHED,
    "despawn": CROSS,
}  # fmt: skip
"""Event type to its arrow; events of other types are notes."""


class Row(NamedTuple):
    """One event."""

    event: Event
    """What happened."""
    sender: str
    """Name of the agent at which the arrow begins, or of the one that the note is over."""
    receiver: str | None
    """Where the arrow ends; None for a note."""
    call: int | None
    """Rank of the call, for one that is answered later and for its last result."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who is named."""
        return (self.sender,) if self.receiver is None else (self.sender, self.receiver)

    @property
    def unanswered(self) -> bool:
        """Whether it is a call that nothing answers."""
        return self.event.type == "tool_call" and self.call is None

    def creates(self, name: str) -> bool:
        """Return whether the row can be an agent's beginning."""
        return self.event.type == "spawn" and self.sender != self.receiver == name

    def destroys(self, name: str) -> bool:
        """Return whether the row can be a sub-agent's end."""
        leaving = self.event.type == "return" and self.sender == name
        return self.receiver not in {None, self.sender} and (leaving or (self.event.type == "despawn" and self.receiver == name))


def rows(timeline: Timeline) -> Iterator[Row]:
    """Yield a row for each event, in the order of the run."""
    events, calls = timeline.trace.events, _calls(timeline)
    for rank, position in enumerate(timeline.order):
        event, call = events[position], calls.get(rank)
        caller = event.agent if call is None else events[timeline.order[call]].agent
        sender = event.source or event.agent if event.type in {"message", "return"} else event.agent
        yield Row(event, sender, _receiver(timeline, event, caller), call)


def _receiver(timeline: Timeline, event: Event, caller: str) -> str | None:
    """Return at whom an event's arrow ends. A return without a receiver goes to whoever spawned the agent."""
    if event.type not in ARROWS:
        return None
    if event.type in {"tool_call", "tool_result"}:
        return caller
    if event.type == "return" and event.to is None:
        return timeline.parents.get(event.agent)
    return event.to


def _calls(timeline: Timeline) -> dict[int, int]:
    """Return the rank of each call that is answered later, and of its last result, with that of the call."""
    ranks, ends = timeline.ranks, dict[int, int]()
    for result, call in answered(timeline).items():
        ends[ranks[call]] = max(ranks[result], ends.get(ranks[call], 0))
    return {rank: call for call, end in ends.items() if call < end for rank in (call, end)}
