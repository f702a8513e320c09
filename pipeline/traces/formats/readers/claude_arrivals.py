"""What reaches an agent of Claude Code: answers of tools and sub-agents, and what people write."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from ...findings import JSON
from .claude_chain import Chain, Delivery
from .claude_lines import MAIN
from .claude_moments import Call, Notice, Prompt, Result
from .claude_run import Run

UNASKED = "results of calls that are in none of the files"


class Arrivals:
    """Makes events of what reaches agents."""

    def __init__(self, run: Run, calls: Mapping[str, tuple[str, Call]]) -> None:
        """``calls`` are those that were told so far: id of a call to its event."""
        self._run = run
        self._draft = run.draft
        self._plain = run.plain
        self._calls = calls
        self._asked = {(task.child, task.prompt) for task in run.tasks.values()}

    def add_result(self, chain: Chain, result: Result) -> None:
        """Add what a tool answered; what a sub-agent handed back waits for the next message of the model."""
        if result.rejected:
            chain.step_in(self._draft, result.t)
            chain.stopped = True
        if task := self._run.tasks.get(result.call_id):
            first = self._run.results[result.call_id] is result
            delivered = first and task.answers and not result.launched and result.status != "cancelled"
            chain.waiting += [Delivery(task, result.t, result)] if delivered else []
            return
        if result.call_id not in self._calls:
            self._run.untold[UNASKED] += 1
            return
        asked, call = self._calls[result.call_id]
        named = {"tool": self._plain.name("tool", call.tool), "call_id": self._plain.id(call.call_id)}
        keys: dict[str, JSON] = {"t_start": call.t, **named, "status": result.status}
        event = chain.event(self._draft, "tool_result", result.t, (), **keys, **self._draft.content(result.content))
        self._draft.edge(asked, event, "tool_dependency")
        chain.answer(asked, event)

    def add_prompt(self, chain: Chain, prompt: Prompt) -> None:
        """Add that a person stepped in; the first prompt of the main conversation is the task of the run."""
        first, chain.prompted = not chain.prompted, chain.prompted or bool(prompt.words)
        if not prompt.words:
            if not chain.stopped:
                chain.step_in(self._draft, prompt.t)
        elif chain.name != MAIN:
            asked = (chain.name, prompt.words) in self._asked
            self._run.left["texts to sub-agents of which nobody says who wrote them"] += not first and not asked
        elif first:
            self._draft.task_id = f"prompt-{hashlib.sha256(prompt.words.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
            self._draft.inferred.add("task_id")
        else:
            chain.step_in(self._draft, prompt.t, prompt.words)

    def add_notice(self, chain: Chain, notice: Notice) -> None:
        """Note that a sub-agent in the background has handed something back."""
        named = self._run.tasks.get(notice.call_id or "")
        told = [named] if named else self._run.by_child.get(self._run.session.names.get(notice.agent or "", ""), [])[-1:]
        chain.waiting += [Delivery(task, notice.t, None) for task in told if task.child != chain.name]
