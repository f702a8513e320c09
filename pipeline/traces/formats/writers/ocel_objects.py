"""The objects of an object-centric log: what stays while events happen to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ...calls import answered
from ...events import Event, Reward
from ...findings import JSON
from ...timeline import Timeline
from ..cast import cast
from ..clock import Clock
from .edges import edges
from .heading import heading
from .ocel_values import Item, Relation, values

RUN = "run"
"""Id of the one object that is the run."""


class Objects:
    """The objects of one trace and their ids: numbered in the order of the run, whatever the file's."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._events: list[Event] = [timeline.trace.events[position] for position in timeline.order]
        self.agents = {name: f"agent-{number}" for name, number in cast(timeline).items()}
        """Name to id."""
        tools = dict.fromkeys(event.tool for event in self._events if event.tool is not None)
        self.tools = {name: f"tool-{number}" for number, name in enumerate(tools, 1)}
        """Name to id."""
        self.messages = self._numbered("message", "message")
        """Rank of the event that sends it to id."""

    @cached_property
    def calls(self) -> dict[int, str]:
        """Rank of a tool call, and of each result that answers one, to the call's id."""
        ranks = self._timeline.ranks
        made = self._numbered("tool_call", "call")
        return made | {ranks[result]: made[ranks[call]] for result, call in answered(self._timeline).items()}

    @cached_property
    def edges(self) -> dict[str, tuple[int, int, str]]:
        """Id to the ranks of both ends and the type."""
        return {f"edge-{number}": edge for number, edge in enumerate(edges(self._timeline), 1)}

    @cached_property
    def rewards(self) -> dict[str, tuple[int | None, Reward]]:
        """Id to the rank of the event that was rewarded, None for the run, and the reward."""
        whole = sorted(self._timeline.trace.rewards, key=lambda r: (r.channel, r.unit or "", r.target or "", r.value))
        given = [(None, reward) for reward in whole]
        each = [(rank, reward) for rank, event in enumerate(self._events) for reward in event.rewards]
        return {f"reward-{number}": reward for number, reward in enumerate([*given, *each], 1)}

    @cached_property
    def of_events(self) -> dict[int, list[Relation]]:
        """Rank of an event to the edges that begin or end at it, the messages that reach it, and its rewards."""
        found: dict[int, list[Relation]] = {}
        for edge, (a, b, kind) in self.edges.items():
            found.setdefault(a, []).append(Relation(edge, "leaving edge"))
            found.setdefault(b, []).append(Relation(edge, "arriving edge"))
            if kind == "message" and a in self.messages:
                found[b].append(Relation(self.messages[a], "received message"))
        for reward, (rank, _) in self.rewards.items():
            if rank is not None:
                found.setdefault(rank, []).append(Relation(reward, "reward"))
        return found

    def items(self, times: Clock) -> list[Item]:
        """Return all objects."""
        return [self._run(times), *self._agents(), *self._tools(), *self._calls(), *self._messages(), *self._rewards(), *self._edges()]

    def _numbered(self, kind: str, name: str) -> dict[int, str]:
        ranks = (rank for rank, event in enumerate(self._events) if event.type == kind)
        return {rank: f"{name}-{number}" for number, rank in enumerate(ranks, 1)}

    def _run(self, times: Clock) -> Item:
        trace = self._timeline.trace
        base = f"t = 0 is {times.date(0)}{', which is made up, as the trace does not say when it was' if times.made_up else ''}"
        top = heading(trace)
        said: list[tuple[str, JSON]] = [
            *((key, top.get(key)) for key in ("trace_id", "task_id", "system", "topology")),
            ("time_base", "; ".join((base, *times.notes))),
            *((f"cost_{name}", float(cost)) for name, cost in sorted(trace.costs.items())),
            *((f"metric_{name}", float(score)) for name, score in sorted(trace.metrics.items())),
            *((key, top.get(key)) for key in ("clock", "token_basis", "baseline", "provenance")),
        ]
        received = (Relation(reward, "reward") for reward, (rank, _) in self.rewards.items() if rank is None)
        return Item(RUN, "run", "", values(said), tuple(received))

    def _agents(self) -> Iterator[Item]:
        listed, parents = self._timeline.trace.agents or {}, self._timeline.parents
        roles = {event.agent: event.role for event in reversed(self._events) if event.role is not None}
        for name, number in self.agents.items():
            known = listed.get(name)
            role = roles.get(name) if known is None or known.role is None else known.role
            said: list[tuple[str, JSON]] = [("name", name), ("role", role)]
            said += [] if known is None else [("kind", known.kind), ("model", known.model)]
            parent = (Relation(self.agents[parents[name]], "parent"),) if name in parents else ()
            yield Item(number, "agent", "", values(said), parent)

    def _tools(self) -> Iterable[Item]:
        return (Item(number, "tool", "", values([("name", name)]), ()) for name, number in self.tools.items())

    def _calls(self) -> Iterator[Item]:
        for rank, event in enumerate(self._events):
            if event.type == "tool_call":
                tool = () if event.tool is None else (Relation(self.tools[event.tool], "tool"),)
                said: list[tuple[str, JSON]] = [("call_id", event.call_id)]
                yield Item(self.calls[rank], "tool_call", "", values(said), (Relation(self.agents[event.agent], "caller"), *tool))

    def _messages(self) -> Iterator[Item]:
        for rank, number in self.messages.items():
            event = self._events[rank]
            to = () if event.to is None else (Relation(self.agents[event.to], "receiver"),)
            said: list[tuple[str, JSON]] = [("content_ref", event.content_ref), ("content_sha256", event.content_sha256)]
            sender = Relation(self.agents[event.source or event.agent], "sender")
            yield Item(number, "message", "", values(said), (sender, *to))

    def _rewards(self) -> Iterator[Item]:
        for number, (_, reward) in self.rewards.items():
            said: list[tuple[str, JSON]] = [("channel", reward.channel), ("value", float(reward.value))]
            said += [("unit", reward.unit), ("target", reward.target)]
            target = (Relation(self.agents[reward.target], "target"),) if reward.target in self.agents else ()
            yield Item(number, "reward", "", values(said), target)

    def _edges(self) -> Iterable[Item]:
        return (Item(number, "edge", "", values([("type", kind)]), ()) for number, (_, _, kind) in self.edges.items())
