"""One invocation of an agent while its events are made."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ..draft import Draft
from .otlp_invocations import Invocation

MOST = 64
"""How many events one may rest on by mere time. Beyond that the last ones count: all of n after all of m is n times m."""


class _Tip(NamedTuple):
    """An event that leads to what comes next."""

    end: float
    """From when on."""
    number: int
    """How many were noted before it."""
    begin: float
    """From when on others lead to it."""
    event: str


@dataclass(slots=True)
class Walk:
    """One invocation while its events are made, by beginning.

    What comes next rests on all that was complete by then, and that nothing else rests on that was complete as well: the rest follows.
    """

    invocation: Invocation
    entries: list[str] = field(default_factory=list)
    """Events that nothing in the invocation leads to."""
    decided: str | None = None
    """The last event of a model."""
    turns: int = 0
    """How many times a model was called."""
    _running: list[_Tip] = field(default_factory=list)
    """By end."""
    _complete: list[_Tip] = field(default_factory=list)
    """By end. Those that lead to nothing more by themselves are taken out where one comes upon them, so that each is seen once."""
    _latest: _Tip | None = None
    """Of the complete ones that which began last; what was complete by then leads to it already."""
    _settled: set[str] = field(default_factory=set)
    """Events that lead to nothing else by themselves."""
    cut: int = 0
    """How many events rest on more than MOST others by time."""
    _returned: list[tuple[float, str]] = field(default_factory=list)
    """What sub-agents handed back and nobody aggregated yet, by time."""
    _noted: int = 0

    def leads(self, event: str, begin: float, end: float) -> None:
        """Note an event that leads to what begins after its end."""
        self._noted += 1
        heappush(self._running, _Tip(end, self._noted, begin, event))

    def decides(self, event: str, begin: float, end: float) -> None:
        """Note the event of a model, which leads to what comes next as any other, and to all that goes back to it."""
        self.decided = event
        self.leads(event, begin, end)

    def hands_back(self, event: str, t: float) -> None:
        """Note the return of a sub-agent."""
        heappush(self._returned, (t, event))

    def after(self, draft: Draft, event: str, begin: float, kind: str = "causal") -> None:
        """Join an event to what was complete when it began; without that, it is one that the invocation begins with."""
        done = self._done(begin)
        self.cut += len(done) > MOST
        done = done[:MOST]
        for tip in done:
            draft.edge(tip.event, event, kind)
        if not done:
            self.entries.append(event)

    def from_model(self, draft: Draft, event: str, begin: float, leads_on: bool = True) -> None:
        """Join an event to the model's call that it goes back to, which then leads to nothing else by itself if that event does."""
        if self.decided is None:
            self.after(draft, event, begin, "temporal")
            return
        draft.edge(self.decided, event, "causal")
        if leads_on:
            self._settled.add(self.decided)

    def ready(self, begin: float) -> list[str]:
        """Take out what sub-agents had handed back by then."""
        found = []
        while self._returned and self._returned[0][0] <= begin:
            found.append(heappop(self._returned)[1])
        return found

    def last(self) -> str | None:
        """Return the event that was complete last, of those that nothing rests on."""
        tips = [(tip.end, tip.event) for tip in (*self._running, *self._complete) if not self._leads_on_by_others(tip)]
        return max([*tips, *self._returned], default=(inf, None))[1]

    def _done(self, begin: float) -> list[_Tip]:
        """Return what was complete by then, the last first, and one more than may count; nothing where nobody knows when that was."""
        if begin == -inf:
            return []
        while self._running and self._running[0].end <= begin:
            tip = heappop(self._running)
            insort(self._complete, tip)
            if self._latest is None or (self._latest.begin, self._latest.number) < (tip.begin, tip.number):
                self._latest = tip
        found: list[_Tip] = []
        while self._complete and len(found) <= MOST:
            tip = self._complete.pop()
            found += [] if self._leads_on_by_others(tip) else [tip]
        self._complete += reversed(found)
        return found

    def _leads_on_by_others(self, tip: _Tip) -> bool:
        """Return whether all that comes next rests on a tip by what rests on it already."""
        latest = self._latest
        return tip.event in self._settled or (latest is not None and tip.end <= latest.begin and tip.number < latest.number)
