"""One session of Claude Code as a run: see ``claude_code`` for what becomes what."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from math import inf

from ...findings import JSON
from ..draft import Draft
from ..moments import NO_COUNTS
from ..shapes import text
from . import claude_tasks, claude_totals
from .claude_chain import Chain, Delivery
from .claude_lines import MAIN, USER, Session
from .claude_moments import Call, Compaction, Moment, Notice, Prompt, Result, Turn
from .claude_tasks import Task
from .claude_turns import moments

NAME = "claude-code"
MISSING = {"category", "decision", "despawn", "rewards", "safety_event", "trusted"}
"""What the files do not say."""

UNSEEN = {"edges", "error", "status", "tool_call", "tool_result"}
"""What else they do not say where the lines of a sub-agent, or those with a call, are in none of them."""

_UNASKED = "results of calls that are in none of the files"
_SILENT = "messages of the model without token counts"


class Weaver:
    """Makes one run of one session."""

    def __init__(self, session: Session, with_content: bool) -> None:
        self._session = session
        self._plain = session.plain
        self._draft = Draft(NAME, self._plain.id(session.name) or session.name, system="Claude Code", with_content=with_content)
        counted = set(session.copied)
        read = {MAIN: moments(session.main, counted)} | {name: moments(session.chains[name], counted) for name in sorted(session.chains)}
        self._chains = {name: Chain(name, found) for name, found in read.items()}
        self._results = claude_tasks.results(read)
        self._tasks = claude_tasks.tasks(session, read, self._results)
        self._by_child: dict[str, list[Task]] = {}
        for task in self._tasks.values():
            self._by_child.setdefault(task.child, []).append(task)
        self._asked = {(task.child, task.prompt) for task in self._tasks.values()}
        self._calls: dict[str, tuple[str, Call]] = {}
        """Id of a call to its event."""
        self._aggregates: list[tuple[str, list[Delivery]]] = []
        self._made: dict[str, str] = {}
        """Id of a call to the return that its result stands for."""
        self._left: Counter[str] = Counter()
        self._untold: Counter[str] = Counter()
        """What had tokens of which the files do not say how many, and how often."""

    def draft(self) -> Draft:
        """Return the run."""
        for chain in self._chains.values():
            for moment in chain.moments:
                self._add(chain, moment)
        for aggregate, deliveries in self._aggregates:
            for delivery in deliveries:
                self._draft.edge(self._returned(delivery), aggregate, "aggregate")
        self._join_tasks()
        self._describe()
        return self._draft

    def _add(self, chain: Chain, moment: Moment) -> None:
        match moment:
            case Turn():
                self._add_turn(chain, moment)
            case Result():
                self._add_result(chain, moment)
            case Prompt():
                self._add_prompt(chain, moment)
            case Notice():
                self._add_notice(chain, moment)
            case Compaction():
                self._left["compactions of a conversation, after which a summary stands for what came before"] += 1

    def _add_turn(self, chain: Chain, turn: Turn) -> None:
        chain.turns += 1
        chain.stopped = False
        self._untold[NO_COUNTS] += len(turn.refused - turn.usage.keys())
        self._untold[_SILENT] += turn.tokens is None and not turn.refused and not turn.counted and not turn.failed
        self._draft.agent(chain.name, model=self._plain.model(turn.model))
        keys: dict[str, JSON] = {"t_start": turn.begun, "turn": chain.turns, "tokens": turn.tokens}
        keys |= {"status": "error", "error": {"kind": "api_error", "cause": None}} if turn.failed else {}
        aggregates = bool(chain.waiting)
        if aggregates:
            event = chain.event(self._draft, "aggregate", turn.t, ["type"], **keys)
            self._aggregates.append((event, chain.waiting))
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
        task = next(iter(self._by_child.get(chain.name, [])), None)
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
            task = self._tasks.get(call.call_id)
            events.append(self._add_task(chain, task, keys) if task and task.call is call else self._add_call(chain, call, keys))
            keys = {"t_start": call.t, "turn": chain.turns}
        chain.follow(self._draft, *events)

    def _add_call(self, chain: Chain, call: Call, keys: dict[str, JSON]) -> str:
        said = keys | self._draft.content(call.given)
        named = {"tool": self._plain.name("tool", call.tool), "call_id": self._plain.id(call.call_id)}
        event = chain.event(self._draft, "tool_call", call.t, (), **named, **said)
        self._calls.setdefault(call.call_id, (event, call))
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

    def _add_result(self, chain: Chain, result: Result) -> None:
        if result.rejected:
            chain.step_in(self._draft, result.t)
            chain.stopped = True
        if task := self._tasks.get(result.call_id):
            delivered = self._results[result.call_id] is result and task.answers and not result.launched and result.status != "cancelled"
            chain.waiting += [Delivery(task, result.t, result)] if delivered else []
            return
        if result.call_id not in self._calls:
            self._untold[_UNASKED] += 1
            return
        asked, call = self._calls[result.call_id]
        named = {"tool": self._plain.name("tool", call.tool), "call_id": self._plain.id(call.call_id)}
        keys: dict[str, JSON] = {"t_start": call.t, **named, "status": result.status}
        event = chain.event(self._draft, "tool_result", result.t, (), **keys, **self._draft.content(result.content))
        self._draft.edge(asked, event, "tool_dependency")
        chain.answer(asked, event)

    def _add_prompt(self, chain: Chain, prompt: Prompt) -> None:
        first, chain.prompted = not chain.prompted, chain.prompted or bool(prompt.words)
        if not prompt.words:
            if not chain.stopped:
                chain.step_in(self._draft, prompt.t)
        elif chain.name != MAIN:
            asked = (chain.name, prompt.words) in self._asked
            self._left["texts to sub-agents of which nobody says who wrote them"] += not first and not asked
        elif first:
            self._draft.task_id = f"prompt-{hashlib.sha256(prompt.words.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
            self._draft.inferred.add("task_id")
        else:
            chain.step_in(self._draft, prompt.t, prompt.words)

    def _add_notice(self, chain: Chain, notice: Notice) -> None:
        named = self._tasks.get(notice.call_id or "")
        told = [named] if named else self._by_child.get(self._session.names.get(notice.agent or "", ""), [])[-1:]
        chain.waiting += [Delivery(task, notice.t, None) for task in told if task.child != chain.name]

    def _returned(self, delivery: Delivery) -> str:
        """Return the event with which a sub-agent handed back what was delivered.

        Its last message until then; where no file holds that, the result of the call stands for it.
        """
        task, until, result = delivery
        chain = self._chains.setdefault(task.child, Chain(task.child, []))
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
        given = sum(task.answers for task in self._by_child.get(chain.name, []))
        return chain.soonest_back() if 0 < given <= chain.ended else None

    def _join_tasks(self) -> None:
        """Join each task to what its agent does next; a spawn to the first that it does, whenever that was."""
        latest = {name: _latest(chain) for name, chain in self._chains.items()}
        for task in self._tasks.values():
            events = self._chains[task.child].events if task.child in self._chains else []
            asked = task.call.t if not task.spawns else None
            after = bisect_left(latest.get(task.child, []), asked) if asked is not None else 0
            for kind, event in task.events.items():
                self._draft.edge(event, events[after][1] if after < len(events) else None, kind)

    def _describe(self) -> None:
        """Say what is known of the run as a whole."""
        draft, session = self._draft, self._session
        draft.topology = "harness"
        draft.inferred.add("topology")
        draft.missing |= MISSING
        draft.agent(MAIN, role="main") if self._chains[MAIN].events else None
        lost = {name for name in self._by_child if not self._chains.get(name, Chain(name, [])).moments}
        orphans = {name for name, chain in self._chains.items() if name != MAIN and name not in self._by_child and chain.events}
        self._untold["sub-agents whose own lines are in none of the files"] += len(lost)
        self._untold["lines of a sub-agent that only compressed the conversation are left out"] += session.compressing
        if not any(turn.tokens for chain in self._chains.values() for turn in chain.moments if isinstance(turn, Turn)):
            del self._untold[_SILENT]
        self._left["sub-agents of which no line says who spawned them"] += len(orphans)
        draft.missing |= UNSEEN if lost or self._untold[_UNASKED] else set()
        told = [self._results.get(task.call.call_id) for name in sorted(lost) for task in self._by_child[name] if task.answers]
        draft.costs |= claude_totals.costs(told, self._chains.values(), None if self._untold[_UNASKED] else len(self._calls))
        draft.notes += [*session.notes, *claude_totals.shared(session), *self._plain.notes()]
        draft.notes += [f"{what}: {number}" for what, number in sorted(self._left.items()) if number]
        for what, number in sorted(self._untold.items()):
            draft.incomplete(what, number)


def _latest(chain: Chain) -> list[float]:
    """Return for each event of a conversation the latest time until then; one that nobody knows may be as late as any."""
    return [*accumulate((inf if t is None else t for t, _ in chain.events), max)]
