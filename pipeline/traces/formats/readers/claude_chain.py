"""One agent's conversation while its events are made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from operator import itemgetter
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
    _fresh: dict[str, None] = field(default_factory=dict)
    """Of ``tips``, those that came since a person stepped in last, and that."""
    _returns: list[tuple[float, str]] = field(default_factory=list)
    """Those that hand something back, without those that a later one precedes in time: times only grow."""
    ended: int = 0
    """How often it handed something back, by its own lines."""
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

    def follow(self, draft: Draft, *events: str) -> None:
        """Join events, none of which follows from another, to those before them in the conversation."""
        for event in events:
            for tip in self.tips:
                draft.edge(tip, event, "causal")
        self.tips, self._fresh = dict.fromkeys(events), dict.fromkeys(events)

    def answer(self, asked: str, event: str) -> None:
        """Note the result of a call, which leads on in its place."""
        for tips in (self.tips, self._fresh):
            tips.pop(asked, None)
            tips[event] = None

    def step_in(self, draft: Draft, t: float | None, words: str = "") -> None:
        """Add that a person stepped in. What an earlier step follows leads to this one as well, through that."""
        event = draft.event("human_intervention", USER, t, to=self.name, **draft.content(words.strip()))
        draft.agent(USER, kind="human")
        for tip in self._fresh:
            draft.edge(tip, event, "temporal")
        self.tips[event] = None
        self._fresh = {event: None}

    def hand_back(self, t: float | None, event: str) -> None:
        """Note an event that hands something back."""
        when = t if t is not None else -inf
        while self._returns and self._returns[-1][0] >= when:
            self._returns.pop()
        self._returns.append((when, event))

    def handed_back(self, until: float | None) -> str | None:
        """Return the last event until a time that hands something back."""
        place = len(self._returns) if until is None else bisect_right(self._returns, until, key=itemgetter(0))
        return self._returns[place - 1][1] if place else None

    def soonest_back(self) -> str | None:
        """Return the earliest event that hands something back."""
        return self._returns[0][1] if self._returns else None
