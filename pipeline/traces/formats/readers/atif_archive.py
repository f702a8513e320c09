"""ATIF trajectories that were given together, and which of them a reference means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from ...findings import JSON
from ..moments import stamped
from ..shapes import items, mapping, text
from ..source import Source
from .atif_trajectories import Trajectory, is_trajectory, references


class Archive:
    """All trajectories that were given together."""

    def __init__(self, sources: Sequence[Source]) -> None:
        files = [(source.name, document) for source in sources for document in source.documents if is_trajectory(document)]
        self.given = sorted((Trajectory(mapping(document), name) for name, document in files), key=lambda given: given.key)
        """Those that are documents of their own."""
        self._by_identity: dict[str, Trajectory] = {}
        self._by_file: dict[str, list[Trajectory]] = {}
        self._by_session: dict[str, list[Trajectory]] = {}
        for trajectory in self.given:
            self._unfold(trajectory)
            self._by_file.setdefault(_tail(trajectory.file), []).append(trajectory)
            self._by_session.setdefault(trajectory.session or "", []).append(trajectory)

    def _unfold(self, given: Trajectory) -> None:
        for holder in self._held(given):
            if holder.identity is not None:
                self._by_identity.setdefault(holder.identity, holder)
            documents = (mapping(document) for document in items(holder.document.get("subagent_trajectories")))
            holder.embedded = [Trajectory(document, holder.file, holder) for document in documents if document]

    @staticmethod
    def _held(given: Trajectory) -> Iterator[Trajectory]:
        """Yield a trajectory and all that are embedded in it, each before those in it."""
        waiting = [given]
        while waiting:
            holder = waiting.pop()
            yield holder
            waiting += holder.embedded

    def meant(self, reference: dict[str, JSON], by: Trajectory) -> Trajectory | None:
        """Return the trajectory that a reference means: by its id, nearest first, else by its path, else by its session.

        The session was the key until version 1.6. What fits more than one means none of them.
        """
        identity = text(reference.get("trajectory_id"))
        holder: Trajectory | None = by
        while identity is not None and holder is not None:
            if identity in holder.by_identity:
                return holder.by_identity[identity]
            holder = holder.holder
        found = self._by_identity.get(identity or "") or self._at(reference.get("trajectory_path"), by)
        if found is not None:
            return None if found is by else found
        session = text(reference.get("session_id"))
        return None if session is None or session == by.session else _only(self._by_session.get(session, []), by)

    def _at(self, path: JSON, by: Trajectory) -> Trajectory | None:
        return _only(self._by_file.get(_tail(path), []), by) if isinstance(path, str) and path.strip() else None

    def continuation(self, of: Trajectory) -> Trajectory | None:
        """Return the trajectory that another one goes on in."""
        return self._at(of.document.get("continued_trajectory_ref"), of)

    def _hanging(self, trajectory: Trajectory) -> Iterator[Trajectory]:
        """Yield what hangs on a trajectory itself: continuation, sub-agents. One may come more than once."""
        named = (self.meant(reference, trajectory) for step in trajectory.steps for _, reference in references(step))
        yield from (inner for inner in (*trajectory.embedded, *named, self.continuation(trajectory)) if inner is not None)

    def _reach(self, trajectory: Trajectory, reached: set[Trajectory]) -> None:
        """Add to what was reached a trajectory and all that hang on it: continuations, sub-agents, theirs."""
        reached.add(trajectory)
        waiting = [trajectory]
        while waiting:
            new = {inner: None for inner in self._hanging(waiting.pop()) if inner not in reached}
            reached.update(new)
            waiting += new

    def earliest(self, trajectory: Trajectory) -> float | None:
        """Return the first time that a trajectory, or one that hangs on it, states."""
        return self._earliest.get(trajectory)

    @cached_property
    def _earliest(self) -> dict[Trajectory, float]:
        """Trajectory to the first time that is stated in it or in what hangs on it, where there is any.

        From the earliest trajectory on, each gives its time to all that it hangs on and that have none yet.
        """
        held = [found for given in self.given for found in self._held(given)]
        holders: dict[Trajectory, list[Trajectory]] = {}
        for outer in held:
            for inner in self._hanging(outer):
                holders.setdefault(inner, []).append(outer)
        own = [(t, number) for number, found in enumerate(held) if (t := _first(found)) is not None]
        earliest: dict[Trajectory, float] = {}
        for t, number in sorted(own):
            waiting = [held[number]]
            while waiting:
                found = waiting.pop()
                if found not in earliest:
                    earliest[found] = t
                    waiting += holders.get(found, ())
        return earliest

    def roots(self) -> Iterator[Trajectory]:
        """Yield the trajectories that hang on none; where they hang on each other in a circle, the first of it."""
        held = [found for given in self.given for found in self._held(given)]
        hanging = {self.meant(reference, found) for found in held for step in found.steps for _, reference in references(step)}
        hanging |= {self.continuation(found) for found in held}
        reached: set[Trajectory] = set()
        for given in sorted(self.given, key=lambda given: (given in hanging, given.key)):
            if given not in reached:
                self._reach(given, reached)
                yield given


def _tail(path: str) -> str:
    return path.strip().replace("\\", "/").rsplit("/", 1)[-1]


def _first(trajectory: Trajectory) -> float | None:
    steps = (step for step in trajectory.steps if step.get("is_copied_context") is not True)
    return min((t for step in steps if (t := stamped(step.get("timestamp"))) is not None), default=None)


def _only(found: Sequence[Trajectory], by: Trajectory) -> Trajectory | None:
    others = list(islice((trajectory for trajectory in found if trajectory is not by), 2))
    return others[0] if len(others) == 1 else None
