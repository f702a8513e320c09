"""What is the case at one moment of a run that is played back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .events import Event
from .findings import JSON
from .measures import finite


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
