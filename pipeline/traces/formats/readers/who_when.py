"""Who&When: group chats of failed runs, in which a person marked the step at which it went wrong.

Two variants: chats of AG2, where ``name`` says who speaks, and chats of Magentic-One, where ``role`` says who speaks and to whom,
as in ``Orchestrator (-> WebSurfer)``. Neither knows times, tokens or who started whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..naming import digest
from ..shapes import count, fault, items, mapping, text
from ..source import Source

NAME = "who-when"
TITLE = "Who&When group chats with an annotated mistake"

_MISSING = ("spawn", "despawn", "return", "aggregate", "orchestrator_decision", "tool_call", "tool_result", "error")
"""``error`` since only the first mistake is marked, and not what it spoiled."""
_MARKS = ("mistake_agent", "mistake_step", "mistake_reason", "question_ID")
_PEOPLE = {"human", "user"}
_EXECUTORS = {"computerterminal"}
"""Who runs code that others wrote: whether a language model stands behind it, the chat does not say."""


def fits(source: Source) -> bool:
    """Return whether a file holds such a chat: a history of who said what, be it empty, with at least one key of the annotation."""
    return any(True for _ in _chats(source))


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield a run for each chat, by its question."""
    chats = [chat for source in sources for chat in _chats(source)]
    for chat in sorted(chats, key=lambda chat: (text(chat.get("question_ID")) or "", digest(chat))):
        yield _draft(chat, with_content)


def _chats(source: Source) -> Iterator[dict[str, JSON]]:
    for document in source.documents:
        for chat in map(mapping, document if isinstance(document, list) else [document]):
            if isinstance(chat.get("history"), list) and any(mark in chat for mark in _MARKS):
                yield chat


def _entries(chat: dict[str, JSON]) -> list[_Entry]:
    """Return the contributions; none where no single one says who made it."""
    history = items(chat.get("history"))
    return [_entry(number, entry) for number, entry in enumerate(history)] if any(map(_is_entry, history)) else []


def _is_entry(entry: JSON) -> bool:
    found = mapping(entry)
    return "content" in found and (text(found.get("name")) or text(found.get("role"))) is not None


class _Entry(NamedTuple):
    """One contribution."""

    number: int
    """Its place in the history, from 0, as the annotation counts."""
    agent: str
    to: str | None
    """None for all."""
    human: bool
    said: bool
    """Whether a name or role says who spoke."""
    content: JSON


def _entry(number: int, entry: JSON) -> _Entry:
    found = mapping(entry)
    name, role = text(found.get("name")), text(found.get("role"))
    content = found.get("content") if found else entry
    agent = (name or role or "unknown").strip()
    who, to = (agent, None) if name else _addressed(agent)
    return _Entry(number, who, to, who.casefold() in _PEOPLE, bool(name or role), content)


def _addressed(role: str) -> tuple[str, str | None]:
    """Return who speaks and to whom, as in ``A (-> B)``; a thought is said to oneself, and other remarks say nothing of that."""
    who, bracket, how = role.partition("(")
    if not bracket or not who.strip() or not how.endswith(")"):
        return role, None
    name, remark = who.strip(), how[:-1].strip()
    to = remark.removeprefix("->").strip() if remark.startswith("->") else name if remark == "thought" else ""
    return name, to or None


def _draft(chat: dict[str, JSON], with_content: bool) -> Draft:
    question = text(chat.get("question_ID"))
    plain = Identifiers(with_content)
    named = plain.id(question)
    draft = Draft(NAME, named or f"chat-{digest(chat)}", named, with_content=with_content)
    draft.missing |= set(_MISSING)
    entries = _entries(chat)
    mistake = _mistake(chat, entries, draft)
    entries = [_plain(entry, plain) for entry in entries]
    said = []
    for entry in entries:
        keys = _failed(chat) if entry.number == mistake else {}
        keys |= {} if entry.said else {"inferred": ["agent"]}
        said.append(draft.event("message", entry.agent, None, to=entry.to, **keys, **draft.content(entry.content)))
    _link(draft, entries, said)
    _cast(draft, entries)
    _judge(draft, chat)
    draft.notes += plain.notes()
    return draft


def _plain(entry: _Entry, names: Identifiers) -> _Entry:
    return entry._replace(agent=names.name("agent", entry.agent) or "unknown", to=names.name("agent", entry.to))


def _mistake(chat: dict[str, JSON], entries: Sequence[_Entry], draft: Draft) -> int | None:
    """Return the number of the step that the annotation marks, or None where it marks none of them."""
    step, agent = chat.get("mistake_step"), text(chat.get("mistake_agent"))
    wanted = step.strip() if isinstance(step, str) else str(count(step))
    entry = next((entry for entry in entries if str(entry.number) == wanted), None)
    if entry is None:
        draft.notes.append("the annotation names no step of the history, so no event is marked as the mistake")
    elif agent is not None and _folded(agent) != _folded(entry.agent):
        draft.notes.append("the annotation names one agent and a step at which another speaks; the step is marked")
    return entry.number if entry else None


def _folded(name: str) -> str:
    return "".join(name.split()).replace("_", "").casefold()


def _failed(chat: dict[str, JSON]) -> dict[str, JSON]:
    """Return the keys of the event with which it went wrong. The annotation marks the first mistake, so that it began there."""
    return {"status": "error", "error": fault("mistake", chat.get("mistake_reason")) | {"cause": None}}


def _link(draft: Draft, entries: Sequence[_Entry], said: Sequence[str]) -> None:
    """Lead each message to what its receiver says next, and, where that is not the next message, in mere order to that as well."""
    for number, heard in enumerate(_heard(entries)):
        if heard is not None:
            own = entries[heard].agent == entries[number].agent
            draft.edge(said[number], said[heard], "temporal" if own else "message")
        if number + 1 < len(said) and heard != number + 1:
            draft.edge(said[number], said[number + 1], "temporal")


def _heard(entries: Sequence[_Entry]) -> list[int | None]:
    """Return for each message the number of the first one after it by its receiver, or by anybody where it was said to all."""
    found: list[int | None] = []
    following: dict[str | None, int] = {}
    for entry in reversed(entries):
        found.append(following.get(entry.to))
        following[entry.agent] = following[None] = entry.number
    return found[::-1]


def _cast(draft: Draft, entries: Sequence[_Entry]) -> None:
    for entry in entries:
        draft.agent(entry.agent, kind="human" if entry.human else None)
        if entry.to is not None:
            draft.agent(entry.to)
        if _folded(entry.agent) in _EXECUTORS:
            draft.agent(entry.agent, kind="agent")
            draft.inferred.add("kind")
    if any(entry.to not in {None, entry.agent} for entry in entries):
        draft.topology = "centralized"
        draft.inferred.add("topology")


def _judge(draft: Draft, chat: dict[str, JSON]) -> None:
    """Say whether the answer was right; in one of the variants only the key's name speaks for it that this is meant."""
    for key in ("is_correct", "is_corrected"):
        if isinstance(right := chat.get(key), bool) and not draft.metrics:
            draft.metrics["task_success"] = int(right)
            draft.inferred |= {"metrics"} if key == "is_corrected" else set()
