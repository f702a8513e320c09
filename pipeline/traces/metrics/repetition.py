"""How much of what agents were told they knew already."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from ..events import Event
from ..findings import counted
from ..lives import Life, lives
from ..measures import Measure, between, exact, unknown
from ..timeline import Timeline


def redundancy(timeline: Timeline) -> Measure:
    """Return the share of messages between agents whose content each of their receivers had been sent, or had sent, before.

    Contents are compared by hash or reference, which cannot see that two wordings mean the same: a lower bound.
    """
    if "message" not in timeline.of_type:
        return unknown("share", "messages between agents")
    sent = repeated = silent = 0
    agents, events, audience = set(timeline.agents), timeline.trace.events, _Audience(timeline)
    for position in timeline.of_type.get("message", ()):
        message = events[position]
        audience.goes_on(timeline.ranks[position])
        if message.agent not in agents or not audience.reached(message, agents):
            continue
        sent += 1
        content = message.content_sha256 or message.content_ref
        silent += content is None
        repeated += content is not None and audience.knew(message, content)
    if sent < 2:
        return exact(0, "share", "a single message repeats none") if sent else unknown("share", "messages between agents")
    if silent == sent:
        return unknown("share", "content_sha256 or content_ref on messages")
    missing = ["a judgment of what means the same"] + [f"content_sha256 on {counted(silent, 'message')}"] * bool(silent)
    return between(repeated / sent, None, "share", tuple(missing), "same content to the same receiver")


class _Audience:
    """Who is there and knows what, as messages come.

    What is said to all is noted once and not for each who hears it: a run can have as many agents as messages.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._lives: defaultdict[str, list[Life]] = defaultdict(list)
        for life in lives(timeline):
            if life.begin != life.end:
                self._lives[life.agent].append(life)
        self._changes = _changes(life for found in self._lives.values() for life in found)
        self._done = self._rank = 0
        self._live: set[str] = set()
        self._came: list[str] = []
        """Names in the order in which they came; one that came twice stands there twice."""
        self._told: defaultdict[str, set[str]] = defaultdict(set)
        """Content to those who sent it, or were sent it by name."""
        self._aloud: defaultdict[str, list[int]] = defaultdict(list)
        """Content to the ranks at which it was said to all."""
        self._heard: dict[str, int] = {}
        """Content to how many had come when it was last said to all."""

    def goes_on(self, rank: int) -> None:
        """Let agents come and go up to a place in the order."""
        self._rank = rank
        while self._done < len(self._changes) and self._changes[self._done][0] <= rank:
            _, comes, agent = self._changes[self._done]
            self._done += 1
            if comes:
                self._live.add(agent)
                self._came.append(agent)
            else:
                self._live.discard(agent)

    def reached(self, message: Event, agents: set[str]) -> bool:
        """Return whether a message goes to any other agent."""
        if message.to is None:
            return len(self._live) > (message.agent in self._live)
        return message.to != message.agent and message.to in agents

    def knew(self, message: Event, content: str) -> bool:
        """Return whether all receivers of a message knew its content, and note that they do from now on."""
        told, sender = self._told[content], message.agent
        known = self._all_know(content, sender) if message.to is None else self._knows(content, message.to)
        told.add(sender)
        if message.to is None:
            self._aloud[content].append(self._rank)
            self._heard[content] = len(self._came)
        else:
            told.add(message.to)
        return known

    def _all_know(self, content: str, sender: str) -> bool:
        if content in self._heard:
            asked: Iterable[str] = (self._came[n] for n in range(self._heard[content], len(self._came)))
        elif len(self._live) > len(self._told[content]) + 1:
            return False
        else:
            asked = self._live
        return all(agent == sender or agent not in self._live or self._knows(content, agent) for agent in asked)

    def _knows(self, content: str, agent: str) -> bool:
        if agent in self._told[content]:
            return True
        aloud = self._aloud[content]
        return bool(aloud) and any(_within(life, aloud) for life in self._lives[agent])


def _within(life: Life, ranks: list[int]) -> bool:
    """Return whether any of the ascending ranks lies in a life."""
    first = bisect_left(ranks, life.begin)
    return first < len(ranks) and (life.end is None or ranks[first] < life.end)


def _changes(found: Iterable[Life]) -> list[tuple[int, bool, str]]:
    """Return rank, whether somebody comes, and who; at the same rank those that go are first."""
    listed = list(found)
    comings = [(life.begin, True, life.agent) for life in listed]
    return sorted(comings + [(life.end, False, life.agent) for life in listed if life.end is not None])
