"""ATIF trajectories, their steps in order, and what refers to sub-agents in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ...findings import JSON
from ..moments import stamped
from ..naming import digest
from ..shapes import count, items, mapping, text

Step = dict[str, JSON]


def is_trajectory(document: JSON) -> bool:
    """Return whether a document is a trajectory of its own, be it one without steps."""
    found = mapping(document)
    version = found.get("schema_version")
    return isinstance(version, str) and version.startswith("ATIF-v") and isinstance(found.get("steps"), list | None)


@dataclass(eq=False)
class Trajectory:
    """What one agent did, in one document."""

    document: dict[str, JSON]
    """As it was given."""
    file: str
    """What the file was called that it came in."""
    holder: Trajectory | None = None
    """The trajectory that it is embedded in."""
    embedded: list[Trajectory] = field(default_factory=list)
    """The trajectories that are embedded in it."""

    @cached_property
    def identity(self) -> str | None:
        """What it is called as a document, since version 1.7."""
        return text(self.document.get("trajectory_id"))

    @cached_property
    def session(self) -> str | None:
        """What its run is called; since version 1.7 sub-agents may share it."""
        return text(self.document.get("session_id"))

    @cached_property
    def by_identity(self) -> dict[str, Trajectory]:
        """Those embedded in it by what they are called; of two that are called the same, the first."""
        return {inner.identity: inner for inner in reversed(self.embedded) if inner.identity is not None}

    @cached_property
    def steps(self) -> list[Step]:
        """Its steps by number, else by time, where each has one, else as they were given. One that is there twice counts once."""
        once: dict[object, Step] = {}
        for number, step in enumerate(step for step in items(self.document.get("steps")) if isinstance(step, dict)):
            once.setdefault(number if step.get("step_id") is None else digest(step), step)
        return _ordered([*once.values()])

    @cached_property
    def key(self) -> tuple[str, str, str]:
        """What it is sorted by."""
        return self.session or "", self.identity or "", digest(self.document)


def _ordered(steps: list[Step]) -> list[Step]:
    for place in (lambda step: count(step.get("step_id")), lambda step: stamped(step.get("timestamp"))):
        places = [place(step) for step in steps]
        if None not in places:
            return [steps[number] for number in sorted(range(len(steps)), key=lambda number: places[number] or 0)]
    return steps


def references(step: Step) -> Iterator[tuple[dict[str, JSON], dict[str, JSON]]]:
    """Yield each reference to a sub-agent with the result that holds it."""
    for result in map(mapping, items(mapping(step.get("observation")).get("results"))):
        stated = result.get("subagent_trajectory_ref")
        for reference in stated if isinstance(stated, list) else [stated]:
            if isinstance(reference, dict):
                yield result, reference
