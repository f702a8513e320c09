"""What the model of Claude Code does: its messages, and its calls of tools and sub-agents."""

from __future__ import annotations

from ...findings import JSON
from ..moments import NO_COUNTS
from ..shapes import text
from .claude_chain import Chain, Delivery
from .claude_lines import MAIN, USER
from .claude_moments import Call, Turn
from .claude_run import Run
from .claude_tasks import Task

SILENT = "messages of the model without token counts"


class Acts:
    """Makes events of what the model does."""

    def __init__(self, run: Run) -> None:
        self.calls: dict[str, tuple[str, Call]] = {}
        """Id of a call to its event."""
        self.aggregates: list[tuple[str, list[Delivery]]] = []
        """Events that take up what sub-agents handed back, with that."""
        self._run = run
        self._draft = run.draft
        self._plain = run.plain

    def add_turn(self, chain: Chain, turn: Turn) -> None:
        """Add what the model says and calls in one message, after what sub-agents handed to it until then."""
        chain.turns += 1
        chain.stopped = False
        self._run.untold[NO_COUNTS] += len(turn.refused - turn.usage.keys())
        self._run.untold[SILENT] += turn.tokens is None and not turn.refused and not turn.counted and not turn.failed
        self._draft.agent(chain.name, model=self._plain.model(turn.model))
        keys: dict[str, JSON] = {"t_start": turn.begun, "turn": chain.turns, "tokens": turn.tokens}
        keys |= {"status": "error", "error": {"kind": "api_error", "cause": None}} if turn.failed else {}
        aggregates = bool(chain.waiting)
        if aggregates:
            event = chain.event(self._draft, "aggregate", turn.t, ["type"], **keys)
            self.aggregates.append((event, chain.waiting))
            chain.follow(self._draft, event)
            chain.waiting, keys = [], {"t_start": turn.t, "turn": chain.turns}
        if turn.calls:
            self._add_calls(chain, turn, keys)
        elif turn.words or (turn.tokens and not aggregates):
            chain.follow(self._draft, self._words(chain, turn, keys | self._draft.content("\n".join(turn.words))))

    def _words(self, chain: Chain, turn: Turn, keys: dict[str, JSON]) -> str:
        """Add a model message without calls."""
        if turn.words and chain.name == MAIN:
            self._draft.agent(USER, kind="human")
            return chain.event(self._draft, "message", turn.t, (), to=USER, **keys)
        if not turn.words or not turn.last:
            return chain.event(self._draft, "orchestrator_decision", turn.t, ["type"], **keys)
        task = next(iter(self._run.by_child.get(chain.name, [])), None)
        event = chain.event(self._draft, "return", turn.t, (), to=task.parent if task else None, **keys)
        chain.hand_back(turn.t, event)
        chain.ended += 1
        return event

    def _add_calls(self, chain: Chain, turn: Turn, keys: dict[str, JSON]) -> None:
        """Add the calls of one model message, which all follow from what came before it.

        Many calls after many results are joined through the decision that stands between them, which is inferred, so that edges do
        not grow with their product.
        """
        calls = turn.calls
        if len(chain.tips) * len(calls) > len(chain.tips) + len(calls):
            chain.follow(self._draft, chain.event(self._draft, "orchestrator_decision", turn.t, ["type"], **keys))
            keys = {"t_start": turn.t, "turn": chain.turns}
        events: list[str] = []
        for call in calls:
            task = self._run.tasks.get(call.call_id)
            events.append(self._add_task(chain, task, keys) if task and task.call is call else self._add_call(chain, call, keys))
            keys = {"t_start": call.t, "turn": chain.turns}
        chain.follow(self._draft, *events)

    def _add_call(self, chain: Chain, call: Call, keys: dict[str, JSON]) -> str:
        said = keys | self._draft.content(call.given)
        named = {"tool": self._plain.name("tool", call.tool), "call_id": self._plain.id(call.call_id)}
        event = chain.event(self._draft, "tool_call", call.t, (), **named, **said)
        self.calls.setdefault(call.call_id, (event, call))
        return event

    def _add_task(self, chain: Chain, task: Task, keys: dict[str, JSON]) -> str:
        """Add the spawn of a sub-agent and its task; only the task where it is there already. Return the first of the events."""
        guessed, prompt, t = ["to"] * task.guessed, self._draft.content(task.prompt), task.call.t
        if not task.spawns:
            task.events["message"] = chain.event(self._draft, "message", t, guessed, to=task.child, **keys, **prompt)
            return task.events["message"]
        kind = text(task.call.given.get("subagent_type"))
        self._draft.agent(task.child, role=kind if self._plain.name("role", kind) == kind else None, parent=task.parent)
        spawn = chain.event(self._draft, "spawn", t, guessed, to=task.child, **keys)
        given = chain.event(self._draft, "message", t, guessed, to=task.child, t_start=t, turn=chain.turns, **prompt)
        self._draft.edge(spawn, given, "causal")
        task.events |= {"spawn": spawn, "message": given}
        return spawn
