"""What leads from one agent of Claude Code to another: a task to what is done of it, and what is handed back to whoever takes it up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from math import inf

from .claude_chain import Chain, Delivery
from .claude_run import Run


class Handovers:
    """Joins the events of agents, once all of them are there."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._draft = run.draft
        self._made: dict[str, str] = {}
        """Id of a call to the return that its result stands for."""

    def join_returns(self, aggregates: Iterable[tuple[str, Iterable[Delivery]]]) -> None:
        """Join what sub-agents handed back to the events that take it up."""
        for aggregate, deliveries in aggregates:
            for delivery in deliveries:
                self._draft.edge(self._returned(delivery), aggregate, "aggregate")

    def join_tasks(self) -> None:
        """Join each task to what its agent does next; a spawn to the first that it does, whenever that was."""
        latest = {name: _latest(chain) for name, chain in self._run.chains.items()}
        for task in self._run.tasks.values():
            events = self._run.chains[task.child].events if task.child in self._run.chains else []
            asked = task.call.t if not task.spawns else None
            after = bisect_left(latest.get(task.child, []), asked) if asked is not None else 0
            for kind, event in task.events.items():
                self._draft.edge(event, events[after][1] if after < len(events) else None, kind)

    def _returned(self, delivery: Delivery) -> str:
        """Return the event with which a sub-agent handed back what was delivered.

        Its last message until then; where no file holds that, the result of the call stands for it.
        """
        task, until, result = delivery
        chain = self._run.chains.setdefault(task.child, Chain(task.child, []))
        own = chain.handed_back(until) or self._made.get(task.call.call_id) or self._late(chain)
        if own:
            return own
        status = result.status if result and result.status != "ok" else None
        said = self._draft.content(result.content) if result else {}
        event = chain.event(self._draft, "return", until, (), to=task.parent, status=status, **said)
        chain.follow(self._draft, event)
        chain.hand_back(until, event)
        self._made[task.call.call_id] = event
        return event

    def _late(self, chain: Chain) -> str | None:
        """Return a sub-agent's own message that is stamped after it was delivered, where its lines hold one for each of its tasks."""
        given = sum(task.answers for task in self._run.by_child.get(chain.name, []))
        return chain.soonest_back() if 0 < given <= chain.ended else None


def _latest(chain: Chain) -> list[float]:
    """Return for each event of a conversation the latest time until then; one that nobody knows may be as late as any."""
    return [*accumulate((inf if t is None else t for t, _ in chain.events), max)]
