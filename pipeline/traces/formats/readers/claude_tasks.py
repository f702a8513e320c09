"""Which call of Claude Code's agents gave which sub-agent something to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from ..shapes import text
from .claude_lines import MAIN, Session
from .claude_moments import Call, Moment, Result, Turn
from .claude_unclaimed import Unclaimed

SPAWNING = ("Task", "Agent")
"""Names of the tool that spawns a sub-agent; the second since version 2.1.63."""

WRITING = "SendMessage"
"""Name of the tool that writes to a sub-agent that is there already."""
Conversations = Mapping[str, Sequence[Moment]]
"""Agent to what happened in its conversation."""


@dataclass(slots=True)
class Task:
    """A call that spawned a sub-agent, or that gave one more to do."""

    parent: str
    """Who called."""
    call: Call
    """The call."""
    child: str
    """The sub-agent."""
    guessed: bool
    """Whether no line but the prompt says which sub-agent it was."""
    spawns: bool = False
    """Whether the sub-agent was not there before."""
    events: dict[str, str] = field(default_factory=dict)
    """Type of the edge to what the sub-agent then does, with the event that leads there."""

    @property
    def prompt(self) -> str:
        """What is to be done."""
        return next((words for key in ("prompt", "message", "content") if (words := text(self.call.given.get(key)))), "")

    @property
    def answers(self) -> bool:
        """Whether the call's result is what the sub-agent returned."""
        return self.call.tool in SPAWNING


def results(conversations: Conversations) -> dict[str, Result]:
    """Return the first result of each call, by the call's id."""
    found: dict[str, Result] = {}
    for result in (moment for moments in conversations.values() for moment in moments if isinstance(moment, Result)):
        found.setdefault(result.call_id, result)
    return found


def tasks(session: Session, conversations: Conversations, answers: Mapping[str, Result]) -> dict[str, Task]:
    """Return what sub-agents were given to do, by the call's id, in order of time.

    A sub-agent is the one that the result names, or another line; else one that begins with the same prompt between the call and its
    result, if there is one whose last message is the result; else one that is named after the call. A call that failed has spawned
    nobody.
    """
    found, open_ = _called(session, conversations, answers)
    found += _sent(session, conversations)
    found = [task for task in found if task.child != task.parent]
    _join(open_, Unclaimed(conversations, conversations.keys() - {MAIN, *(task.child for task in found)}), answers)
    for task in open_:
        answer = answers.get(task.call.call_id)
        if not task.child and (answer is None or answer.status == "ok"):
            task.child = session.name_of(task.call.call_id)
    return _begun(sorted((task for task in [*found, *open_] if task.child), key=_earliest))


def strays(session: Session, conversations: Conversations, answers: Mapping[str, Result]) -> dict[str, str]:
    """Return conversations whose lines name no sub-agent, with the name of the one that a call's result names and no line has.

    An agent that went on later has several. They are joined as ``tasks`` joins calls whose results name nobody.
    """
    found, open_ = _called(session, conversations, answers)
    lost = {task.call.call_id: task for task in sorted(found, key=_earliest, reverse=True) if task.child not in conversations}
    if not lost or not session.nameless:
        return {}
    taken = {MAIN, *(task.child for task in found)}
    free = Unclaimed(conversations, conversations.keys() - taken)
    for task in open_:
        taken.add(free.answering(task.parent, task.call, task.prompt, answers.get(task.call.call_id)))
    unjoined = [replace(task, child="") for task in sorted(lost.values(), key=_earliest)]
    _join(unjoined, Unclaimed(conversations, session.nameless & conversations.keys() - taken), answers)
    return {task.child: lost[task.call.call_id].child for task in unjoined if task.child}


def renamed(conversations: Conversations, names: Mapping[str, str]) -> dict[str, list[Moment]]:
    """Return conversations under other names; those that come under one name follow one another in order of time."""
    found: dict[str, list[Moment]] = {names.get(name, name): [] for name in conversations}
    for name in sorted(conversations, key=lambda name: (_begin(conversations[name]), name)):
        found[names.get(name, name)] += conversations[name]
    return found


def _begin(moments: Sequence[Moment]) -> float:
    return next((moment.t for moment in moments if moment.t is not None), inf)


def _called(session: Session, conversations: Conversations, answers: Mapping[str, Result]) -> tuple[list[Task], list[Task]]:
    """Return the calls that spawn an agent: those of which a line names it, and the others, which are in order of time."""
    found: list[Task] = []
    open_: list[Task] = []
    for parent, moments in conversations.items():
        for call in _spawning(moments):
            child = _named(session, call, answers.get(call.call_id))
            (open_ if child is None else found).append(Task(parent, call, child or "", child is None or child in session.nameless))
    return found, sorted(open_, key=_earliest)


def _spawning(moments: Sequence[Moment]) -> Iterator[Call]:
    """Yield the calls that spawn an agent."""
    for moment in moments:
        if isinstance(moment, Turn):
            yield from (call for call in moment.calls if call.tool in SPAWNING)


def _sent(session: Session, conversations: Conversations) -> Iterator[Task]:
    """Yield the calls that write to a sub-agent."""
    for parent, moments in conversations.items():
        for call in (call for moment in moments if isinstance(moment, Turn) for call in moment.calls if call.tool == WRITING):
            child = session.names.get(text(call.given.get("to")) or text(call.given.get("recipient")) or "")
            yield from [Task(parent, call, child, False)] if child and child in conversations else []


def _named(session: Session, call: Call, result: Result | None) -> str | None:
    """Return the sub-agent of a call as other lines name it."""
    mentioned = result.mentioned if result and result.mentioned in session.names else None
    agent = (result and result.agent) or session.calls.get(call.call_id) or mentioned
    return session.name_of(agent) if agent else None


def _join(open_: Sequence[Task], free: Unclaimed, answers: Mapping[str, Result]) -> None:
    """Give each task the sub-agent that says its result; then the others the first that begins with their prompt."""
    for find in (free.answering, free.begun):
        for task in (task for task in open_ if not task.child):
            task.child = find(task.parent, task.call, task.prompt, answers.get(task.call.call_id))


def _begun(ordered: Sequence[Task]) -> dict[str, Task]:
    """Mark the first task of each sub-agent as its spawn, unless the call says that it goes on."""
    known: set[str] = set()
    found: dict[str, Task] = {}
    for task in ordered:
        if task.call.call_id not in found:
            task.spawns = task.child not in known and task.answers and text(task.call.given.get("resume")) is None
            known.add(task.child)
            found[task.call.call_id] = task
    return found


def _earliest(task: Task) -> tuple[bool, float, str]:
    return (task.call.t is None, task.call.t or 0.0, task.call.call_id)
