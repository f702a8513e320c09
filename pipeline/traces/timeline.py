"""A trace's events in one order that does not depend on the file's, and who acted when.

The order: by ``seq`` where every event has one and none occurs twice; else by ``t``, at equal ``t`` along the edges, and
then by id.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from .events import Event
from .model import Trace

if TYPE_CHECKING:
    from .lives import Life

K = TypeVar("K")
Link = tuple[int, int]
"""Positions in ``Trace.events`` of the two ends of an edge."""


@dataclass(frozen=True)
class Timeline:
    """One trace, arranged. Everything is computed when it is first asked for. Positions are those in ``Trace.events``."""

    trace: Trace
    """What is arranged."""

    @cached_property
    def positions(self) -> dict[str, int]:
        """Id to position; of ids that occur twice, the first."""
        events = self.trace.events
        known = dict(zip([e.id for e in events], range(len(events)), strict=True))
        return known if len(known) == len(events) else {e.id: p for p, e in reversed(list(enumerate(events)))}

    @cached_property
    def ends(self) -> list[Link | None]:
        """For each edge its ends, or None where it does not join two known events."""
        at = self.positions.get
        return [None if (a := at(e.src)) is None or (b := at(e.dst)) is None else (a, b) for e in self.trace.edges]

    @cached_property
    def links(self) -> list[Link]:
        """The ends of every edge between two known, different events."""
        return [ends for ends in self.ends if ends is not None and ends[0] != ends[1]]

    @cached_property
    def has_total_order(self) -> bool:
        """Whether ``seq`` decides the order."""
        seqs = {event.seq for event in self.trace.events}
        return None not in seqs and len(seqs) == len(self.trace.events)

    @cached_property
    def order(self) -> list[int]:
        """Positions from first to last."""
        events = self.trace.events
        if self.has_total_order:
            return sorted(range(len(events)), key=[event.seq or 0 for event in events].__getitem__)
        times = [event.t for event in events]
        order = sorted(range(len(events)), key=times.__getitem__)
        if len(set(times)) == len(times):
            return order
        level = self._levels(times)
        return sorted(range(len(events)), key=lambda p: (times[p], level.get(p, 0), events[p].id))

    def _levels(self, times: Sequence[float]) -> dict[int, int]:
        """Return for each event how many edges lead to it from events of the same time; those on a cycle have none."""
        tied = [link for link in self.links if times[link[0]] == times[link[1]]]
        level: dict[int, int] = defaultdict(int)
        follow = grouped(tied)
        for position in sorted_along(tied):
            for after in follow.get(position, ()):
                level[after] = max(level[after], level[position] + 1)
        return level

    @cached_property
    def ranks(self) -> list[int]:
        """Position to place in the order."""
        ranks = [0] * len(self.order)
        for rank, position in enumerate(self.order):
            ranks[position] = rank
        return ranks

    @cached_property
    def sorted_along_edges(self) -> list[int] | None:
        """Positions in an order in which no edge leads back, or None where edges form a cycle."""
        ranks = self.ranks
        if all(ranks[a] < ranks[b] for a, b in self.links):
            return self.order
        found = sorted_along(self.links)
        linked = set(found)
        if len(linked) < len({p for link in self.links for p in link}):
            return None
        return [p for p in self.order if p not in linked] + found

    @cached_property
    def before(self) -> dict[int, list[int]]:
        """Position to the positions that edges lead from."""
        return grouped((b, a) for a, b in self.links)

    @cached_property
    def linked(self) -> set[int]:
        """Positions of the events that an edge leads to or from."""
        return {position for link in self.links for position in link}

    @cached_property
    def acts(self) -> dict[str, list[int]]:
        """Agent to the positions of its events, in order."""
        events = self.trace.events
        return grouped((events[p].agent, p) for p in self.order)

    @cached_property
    def of_type(self) -> dict[str, list[int]]:
        """Event type to positions, in order."""
        events = self.trace.events
        return grouped((events[p].type, p) for p in self.order)

    @cached_property
    def spawns(self) -> dict[str, list[int]]:
        """Spawned agent to the positions of the spawn events, in order."""
        events = self.trace.events
        return grouped((to, p) for p in self.of_type.get("spawn", ()) if (to := events[p].to) is not None)

    @cached_property
    def despawns(self) -> dict[str, list[int]]:
        """Despawned agent to the positions of the despawn events, in order. Without a receiver, an agent ends itself."""
        events = self.trace.events
        return grouped((self.ended(events[p]), p) for p in self.of_type.get("despawn", ()))

    @staticmethod
    def ended(event: Event) -> str:
        """Return the agent that a despawn event ends."""
        return event.agent if event.to is None else event.to

    @cached_property
    def agents(self) -> list[str]:
        """Names of those that act or are spawned, sorted; without tools, environments and people."""
        events, kinds = self.trace.events, {name: agent.kind for name, agent in (self.trace.agents or {}).items()}
        people = {name for name, at in self.acts.items() if all(events[p].type == "human_intervention" for p in at)}
        return sorted(name for name in self.acts.keys() | self.spawns if kinds.get(name, "agent") == "agent" and name not in people)

    @cached_property
    def lives(self) -> list[Life]:
        """From when to when each agent was there, see ``lives``."""
        from .lives import found

        return found(self)

    @cached_property
    def subagents(self) -> set[str]:
        """Names of the agents that another one spawned."""
        return self.parents.keys() & set(self.agents)

    @cached_property
    def parents(self) -> dict[str, str]:
        """Sub-agent to the agent that spawned it first: by spawn events, else by ``parent_agent``, else by the agents table."""
        events = self.trace.events
        known = {name: events[at[0]].agent for name, at in self.spawns.items()}
        for agent, at in self.acts.items():
            if agent not in known:
                stated = next((parent for p in at if (parent := events[p].parent_agent) is not None), None)
                known.update({} if stated is None else {agent: stated})
        listed = {name: agent.parent for name, agent in (self.trace.agents or {}).items() if agent.parent is not None}
        return {name: parent for name, parent in (listed | known).items() if name != parent}


def grouped(pairs: Iterable[tuple[K, int]]) -> dict[K, list[int]]:
    """Return each first part with its second parts in the order given."""
    groups: defaultdict[K, list[int]] = defaultdict(list)
    for key, item in pairs:
        groups[key].append(item)
    return dict(groups)


def sorted_along(links: Sequence[Link]) -> list[int]:
    """Return the ends of links so that each comes after all that lead to it; what lies on or behind a cycle is left out.

    Kahn's algorithm, linear in the number of links.
    """
    follow = grouped(links)
    waits = Counter(after for _, after in links)
    ready = [position for position in follow if position not in waits]
    for position in ready:
        for after in follow.get(position, ()):
            waits[after] -= 1
            if not waits[after]:
                ready.append(after)
    return ready
