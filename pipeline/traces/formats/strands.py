"""What one agent did, one thing after the other, and what led to what."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
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
        self._entries: list[_Entry] = []
        self._turn: list[str] = []
        self._returns: list[tuple[str, float | None]] = []

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
        self._entries.insert(0, _Entry("gift", [event], None, None, "spawn"))

    def returned(self, event: str, end: float | None) -> None:
        """Note that a sub-agent handed its result back."""
        self._returns.append((event, end))

    def aggregate(self, end: float | None, begin: float | None, keys: dict[str, JSON]) -> dict[str, JSON]:
        """Add the aggregation with which a turn begins that sub-agents have returned to, and note it; it is inferred.

        ``keys`` are those of the turn's own event. Tokens go to the aggregation, and what is left for the turn is returned.
        """
        began = begin if begin is not None else end
        due: list[tuple[str, float | None]] = []
        later: list[tuple[str, float | None]] = []
        for event, t in self._returns:
            (due if t is None or began is None or t <= began else later).append((event, t))
        if not due:
            return keys
        self._returns = later
        whole = {key: value for key, value in keys.items() if key not in _OF_WORDS}
        guessed: list[JSON] = ["type", *(name for name in inferred(keys) if name not in _OF_WORDS)]
        event = self._draft.event("aggregate", self.agent, end, **{**whole, "inferred": guessed})
        self._draft.inferred.add("aggregate")
        for returned, _ in due:
            self._draft.edge(returned, event, "aggregate")
        self.turn(event, end, begin, edge="")
        left = {key: value for key, value in keys.items() if key not in {"tokens", "t_start"}}
        return left | ({"t_start": end} if "t_start" in keys else {})

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
                given = set(self._given(waiting, entry, when if entry.begin is None else min(when, entry.begin)))
                if BACK not in given:
                    self._join(last, entry)
                last = entry.events[-1]

    def _join(self, last: str | None, entry: _Entry) -> None:
        for event in entry.events if entry.edge else ():
            self._draft.edge(last, event, entry.edge)

    def _given(self, waiting: deque[tuple[float, _Entry]], turn: _Entry, began: float) -> Iterator[str]:
        """Lead to a turn what was handed over before it began, and yield the types of the edges."""
        while waiting and waiting[0][0] <= began:
            gift = waiting.popleft()[1]
            for event in turn.events:
                self._draft.edge(gift.events[0], event, gift.edge)
            yield gift.edge

    def _timed(self) -> Iterator[tuple[float, _Entry]]:
        """Yield each entry with its time, or that of the one noted before it."""
        last = float("-inf")
        for entry in self._entries:
            last = entry.end if entry.end is not None else last
            yield last, entry
