"""What one agent did, one thing after the other, and what led to what."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Literal, NamedTuple

from ..findings import JSON
from .draft import Draft
from .ordering import inferred

BACK = "tool_dependency"
"""Edge by which a turn goes back to the one before it, so that nothing else need say so."""


_OF_WORDS = frozenset({"to", "status", "error"})
"""Keys of what a turn said in the end, and not of the aggregation that it began with."""


class _Entry(NamedTuple):
    part: Literal["turn", "branch", "gift"]
    events: list[str]
    begin: float | None
    """When it began; what came later cannot have led to it."""
    end: float | None
    edge: str
    """From what came before it, or, for a gift, to what it leads to."""


class Strand:
    """One agent's events, noted in any order and linked at the end. None stands for times that nobody knows.

    A *turn* is what the agent does with all that it was handed until then: a call of its model. A *branch* follows from its last
    turn: a tool call, a spawn. A *gift* is handed to it, and leads to the first turn that began later: a tool result, a message.
    """

    def __init__(self, draft: Draft, agent: str) -> None:
        self.agent = agent
        """Its name."""
        self._draft = draft
        self._entries: deque[_Entry] = deque()
        self._turn: list[str] = []
        self._returns: list[tuple[float, int, str]] = []
        """Those that no aggregation took up yet, as a heap: time, number, event."""
        self._returned = 0

    def turn(self, event: str, end: float | None, begin: float | None = None, edge: str = "temporal") -> None:
        """Note a turn by its event, with the type of the edge from the turn before; blank where others lead to it."""
        self._turn = [event]
        self._entries.append(_Entry("turn", self._turn, begin, end, edge))

    def also(self, event: str) -> None:
        """Note another event of the turn that was noted last."""
        self._turn.append(event)

    def branch(self, event: str, end: float | None) -> None:
        """Note what follows from the last turn. Before any turn, it is one itself."""
        self._entries.append(_Entry("branch", [event], None, end, "causal"))

    def gift(self, event: str, end: float | None, edge: str) -> None:
        """Note what is handed to the agent, with the type of the edge that leads from it."""
        self._entries.append(_Entry("gift", [event], None, end, edge))

    def spawned(self, event: str) -> None:
        """Note the event with which the agent came, which leads to the first of its own."""
        self._entries.appendleft(_Entry("gift", [event], None, None, "spawn"))

    def returned(self, event: str, end: float | None) -> None:
        """Note that a sub-agent handed its result back."""
        self._returned += 1
        heappush(self._returns, (end if end is not None else -inf, self._returned, event))

    def aggregate(self, end: float | None, begin: float | None, keys: dict[str, JSON]) -> dict[str, JSON]:
        """Add the aggregation with which a turn begins that sub-agents have returned to, and note it; it is inferred.

        ``keys`` are those of the turn's own event. Tokens go to the aggregation, and what is left for the turn is returned.
        """
        due = self._due(begin if begin is not None else end)
        if not due:
            return keys
        whole = {key: value for key, value in keys.items() if key not in _OF_WORDS}
        guessed: list[JSON] = ["type", *(name for name in inferred(keys) if name not in _OF_WORDS)]
        event = self._draft.event("aggregate", self.agent, end, **{**whole, "inferred": guessed})
        self._draft.inferred.add("aggregate")
        for returned in due:
            self._draft.edge(returned, event, "aggregate")
        self.turn(event, end, begin, edge="")
        left = {key: value for key, value in keys.items() if key not in {"tokens", "t_start"}}
        return left | ({"t_start": end} if "t_start" in keys else {})

    def _due(self, began: float | None) -> list[str]:
        """Take out and return what was returned until a time; everything where nobody knows it."""
        due = []
        while self._returns and (began is None or self._returns[0][0] <= began):
            due.append(heappop(self._returns)[2])
        return due

    def link(self) -> None:
        """Give the draft the edges. Turns of which nothing else is known follow one another by a ``temporal`` edge."""
        waiting: deque[tuple[float, _Entry]] = deque()
        last: str | None = None
        for when, entry in sorted(self._timed(), key=lambda pair: pair[0]):
            if entry.part == "gift":
                waiting.append((when, entry))
            elif entry.part == "branch" and last is not None:
                self._join(last, entry)
            else:
                given = list(_given(waiting, when if entry.begin is None else min(when, entry.begin)))
                before = [(last, entry.edge)] if last and entry.edge and BACK not in {gift.edge for gift in given} else []
                self._lead([*before, *((gift.events[0], gift.edge) for gift in given)], entry)
                last = entry.events[-1]

    def _join(self, last: str | None, entry: _Entry) -> None:
        for event in entry.events if entry.edge else ():
            self._draft.edge(last, event, entry.edge)

    def _lead(self, sources: Sequence[tuple[str, str]], turn: _Entry) -> None:
        """Lead to the events of a turn from all that led to it, each with the type of its edges.

        Many to many are joined through the decision that stands between them, so that edges do not grow with their product.
        """
        targets = turn.events
        if len(sources) * len(targets) > len(sources) + len(targets):
            decision = self._draft.event("orchestrator_decision", self.agent, turn.end, inferred=["type"])
            for event in turn.events:
                self._draft.edge(decision, event, "causal")
            targets = [decision]
        for source, edge in sources:
            for event in targets:
                self._draft.edge(source, event, edge)

    def _timed(self) -> Iterator[tuple[float, _Entry]]:
        """Yield each entry with its time, or that of the one noted before it."""
        last = -inf
        for entry in self._entries:
            last = entry.end if entry.end is not None else last
            yield last, entry


def _given(waiting: deque[tuple[float, _Entry]], began: float) -> Iterator[_Entry]:
    """Take out and yield what was handed over before a turn began."""
    while waiting and waiting[0][0] <= began:
        yield waiting.popleft()[1]
