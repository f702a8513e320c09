"""One agent's conversation while its events are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...findings import JSON
from ..draft import Draft
from .claude_lines import USER
from .claude_moments import Moment, Result
from .claude_tasks import Task


class Delivery(NamedTuple):
    """What a sub-agent handed back."""

    task: Task
    t: float | None
    """When it was there."""
    result: Result | None
    """Where it stands in the result of the call."""


@dataclass(slots=True)
class Chain:
    """One agent's conversation while its events are made."""

    name: str
    moments: list[Moment]
    tips: dict[str, None] = field(default_factory=dict)
    """Events that lead to what comes next."""
    events: list[tuple[float | None, str]] = field(default_factory=list)
    """Times and ids, in order."""
    returns: list[tuple[float | None, str]] = field(default_factory=list)
    """Those that hand something back."""
    waiting: list[Delivery] = field(default_factory=list)
    """What sub-agents handed to it since the model's last message."""
    prompted: bool = False
    """Whether it was given its first task."""
    stopped: bool = False
    """Whether a person has forbidden a call since the model's last message, which is then said to be interrupted as well."""
    turns: int = 0
    """How many messages the model has written."""

    def event(self, draft: Draft, kind: str, t: float | None, guessed: Sequence[str], /, **keys: JSON) -> str:
        """Add an event of the agent."""
        begun = ["t_start"] if keys.get("t_start") is not None else []
        event = draft.event(kind, self.name, t, inferred=[*guessed, *begun], **keys)
        self.events.append((t, event))
        return event

    def follow(self, draft: Draft, event: str) -> None:
        """Join an event to those before it in the conversation."""
        for tip in self.tips:
            draft.edge(tip, event, "causal")
        self.tips = {event: None}

    def step_in(self, draft: Draft, t: float | None, words: str = "") -> None:
        """Add that a person stepped in."""
        event = draft.event("human_intervention", USER, t, to=self.name, **draft.content(words.strip()))
        draft.agent(USER, kind="human")
        for tip in self.tips:
            draft.edge(tip, event, "temporal")
        self.tips[event] = None
