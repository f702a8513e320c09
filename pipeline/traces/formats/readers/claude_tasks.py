"""Which call of Claude Code's agents gave which sub-agent something to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..shapes import text
from .claude_lines import MAIN, Session
from .claude_moments import Call, Moment, Prompt, Result, Turn
from .claude_turns import texts

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

    A sub-agent is the one that the result names, or another line; else one that begins with the same prompt, if there is one whose
    last message is the result; else one that is named after the call. A call that failed has spawned nobody.
    """
    found, open_ = _called(session, conversations, answers)
    found += _sent(session, conversations)
    found = [task for task in found if task.child != task.parent]
    free = _free(conversations, {task.child for task in found})
    _match(open_, free, conversations, answers)
    _guess([task for task in open_ if not task.child], free)
    for task in open_:
        answer = answers.get(task.call.call_id)
        if not task.child and (answer is None or answer.status == "ok"):
            task.child = session.name_of(task.call.call_id)
    return _begun(sorted((task for task in [*found, *open_] if task.child), key=_earliest))


def strays(session: Session, conversations: Conversations, answers: Mapping[str, Result]) -> dict[str, str]:
    """Return conversations whose lines name no sub-agent, with the name of the one that a call's result names and no line has.

    They are joined as ``tasks`` joins calls whose results name nobody.
    """
    found, open_ = _called(session, conversations, answers)
    lost = {task.child: task for task in sorted(found, key=_earliest, reverse=True) if task.child not in conversations}
    if not lost or not session.nameless:
        return {}
    free = _free(conversations, {task.child for task in found})
    _match(open_, free, conversations, answers)
    nameless = {prompt: deque(name for name in names if name in session.nameless) for prompt, names in free.items()}
    unjoined = [replace(task, child="") for task in sorted(lost.values(), key=_earliest)]
    _match(unjoined, nameless, conversations, answers)
    _guess([task for task in unjoined if not task.child], nameless)
    call_of = {task.call.call_id: name for name, task in lost.items()}
    return {task.child: call_of[task.call.call_id] for task in unjoined if task.child}


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


def _free(conversations: Conversations, taken: set[str]) -> dict[str, deque[str]]:
    """Return the sub-agents that belong to no call, by their first prompt, and by when it was written."""
    free: dict[str, deque[str]] = {}
    first = {name: next((moment for moment in moments if isinstance(moment, Prompt)), None) for name, moments in conversations.items()}
    for name in sorted(conversations, key=lambda name: _written(first[name], name)):
        prompt = first[name]
        if prompt and prompt.words.strip() and name not in taken and name != MAIN:
            free.setdefault(prompt.words.strip(), deque()).append(name)
    return free


def _written(prompt: Prompt | None, name: str) -> tuple[bool, float, str]:
    t = prompt.t if prompt else None
    return (t is None, t or 0.0, name)


def _match(open_: Sequence[Task], free: Mapping[str, deque[str]], conversations: Conversations, answers: Mapping[str, Result]) -> None:
    """Give each task the sub-agent that begins with its prompt and whose last message is its result, and take it from the free ones."""
    ended: dict[tuple[str, str], deque[str]] = {}
    for prompt, names in free.items():
        for name in names:
            ended.setdefault((prompt, _last_words(conversations[name])), deque()).append(name)
    for task in open_:
        answer, prompt = answers.get(task.call.call_id), task.prompt.strip()
        said = [*texts(answer.content)] if answer else []
        for words in dict.fromkeys(["\n".join(said).strip(), *(one.strip() for one in said)]):
            same = ended.get((prompt, words), deque()) if words else deque()
            if same and same[0] != task.parent:
                task.child = same.popleft()
                free[prompt].remove(task.child)
                break


def _last_words(moments: Sequence[Moment]) -> str:
    """Return what an agent said last."""
    return next(("\n".join(moment.words).strip() for moment in reversed(moments) if isinstance(moment, Turn) and moment.words), "")


def _guess(open_: Sequence[Task], free: Mapping[str, deque[str]]) -> None:
    """Give each task the first sub-agent that begins with its prompt."""
    for task in open_:
        same = free.get(task.prompt.strip(), deque())
        own = [same.popleft()] if same and same[0] == task.parent else []
        task.child = same.popleft() if same else ""
        same.extendleft(own)


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
