"""Names of agents, which tell those apart that the source calls the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from .otlp_invocations import Invocation, begun, ended


@dataclass(slots=True)
class _Lanes:
    """Agents that the source calls the same."""

    names: list[str] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    """Numbers of those that are at rest."""
    busy: list[tuple[float, int]] = field(default_factory=list)
    """Until when the others are at work."""

    def lane(self, begin: float) -> int:
        """Return the number of the first that is at rest; that of a new one where none is."""
        while self.busy and self.busy[0][0] <= begin:
            heappush(self.free, heappop(self.busy)[1])
        return heappop(self.free) if self.free else len(self.names)


def name(invocations: Iterable[Invocation]) -> None:
    """Name the agents: as the source does, and with a number where one of the same name is at work at the same time or has another id.

    The invocations come by beginning.
    """
    lanes: dict[tuple[str, str], _Lanes] = {}
    taken: dict[str, int] = {}
    used = {invocation.label for invocation in invocations}
    for one in invocations:
        told = one.span.attributes.get("gen_ai.agent.id") if one.span else None
        same = lanes.setdefault((one.label, told if isinstance(told, str) else ""), _Lanes())
        lane = same.lane(begun(one))
        if lane == len(same.names):
            same.names.append(_numbered(one.label, taken, used))
        one.agent = same.names[lane]
        heappush(same.busy, (max(ended(one), begun(one)), lane))


def _numbered(label: str, taken: dict[str, int], used: set[str]) -> str:
    taken[label] = taken.get(label, 0) + 1
    name = label if taken[label] == 1 else f"{label} ({taken[label]})"
    while taken[label] > 1 and name in used:
        name += "'"
    used.add(name)
    return name


def spawning(invocations: Sequence[Invocation]) -> dict[str, str]:
    """Return agent to the span with which it came to be within another: its creation, if that was before, else its first invocation.

    Empty for those that came to be within no other agent.
    """
    first: dict[str, Invocation] = {}
    for one in invocations:
        first.setdefault(one.agent, one)
    found_in = {agent: one.id if one.parent and one.parent.agent != agent else "" for agent, one in first.items()}
    created: set[str] = set()
    for one in (one for one in invocations if one.span is not None):
        for act in (act for act in one.acts if act.kind == "create" and act.over and act.label not in (None, one.agent)):
            label = act.label or ""
            if label not in created and (label not in first or ended(act) <= begun(first[label])):
                found_in[label] = act.id
                created.add(label)
    return found_in
