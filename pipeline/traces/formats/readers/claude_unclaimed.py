"""Sub-agents of Claude Code that no line joins to a call, and which of them a call may have spawned."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from math import inf

from .claude_moments import Call, Moment, Prompt, Result, Turn
from .claude_turns import texts


class Unclaimed:
    """The sub-agents that belong to no call, by their first prompt, and by when it was written."""

    def __init__(self, conversations: Mapping[str, Sequence[Moment]], names: Collection[str]) -> None:
        """``names`` are those of the sub-agents that belong to no call."""
        self._begun: dict[str, float] = {}
        """When the first prompt was written; infinity where nobody says."""
        self._with: dict[str, list[str]] = {}
        """First prompt to the sub-agents that begin with it, in order of time."""
        self._ended: dict[tuple[str, str], list[str]] = {}
        """First prompt and last message to the sub-agents that have both."""
        first = {name: next((moment for moment in conversations[name] if isinstance(moment, Prompt)), None) for name in names}
        prompts = {name: prompt for name, prompt in first.items() if prompt and prompt.words.strip()}
        self._begun = {name: inf if prompt.t is None else prompt.t for name, prompt in prompts.items()}
        for name in sorted(prompts, key=lambda name: (self._begun[name], name)):
            words = prompts[name].words.strip()
            self._with.setdefault(words, []).append(name)
            self._ended.setdefault((words, _last_words(conversations[name])), []).append(name)

    def answering(self, parent: str, call: Call, prompt: str, answer: Result | None) -> str:
        """Return and take out the first that begins with a call's prompt and whose last message is its result; else an empty text."""
        said = [*texts(answer.content)] if answer else []
        for words in dict.fromkeys(["\n".join(said).strip(), *(one.strip() for one in said)]):
            same = self._ended.get((prompt.strip(), words), []) if words else []
            name = self._taken(same, parent, call, answer)
            if name:
                self._with[prompt.strip()].remove(name)
                return name
        return ""

    def begun(self, parent: str, call: Call, prompt: str, answer: Result | None) -> str:
        """Return and take out the first that begins with a call's prompt; an empty text if there is none, or the call has failed."""
        failed = answer is not None and answer.status != "ok"
        return "" if failed else self._taken(self._with.get(prompt.strip(), []), parent, call, answer)

    def _taken(self, names: list[str], parent: str, call: Call, answer: Result | None) -> str:
        """Return and take out the first of some that begins after the call and before its result, and is not the caller.

        Where a time is unknown, it may be any.
        """
        until = inf if answer is None or answer.t is None else answer.t
        earliest = 0 if call.t is None else bisect_left(names, call.t, key=self._begun.__getitem__)
        timeless = bisect_left(names, inf, key=self._begun.__getitem__)
        for place in (earliest, earliest + 1, timeless, timeless + 1):
            if place < len(names) and names[place] != parent and (self._begun[names[place]] <= until or place >= timeless):
                return names.pop(place)
        return ""


def _last_words(moments: Sequence[Moment]) -> str:
    """Return what an agent said last."""
    return next(("\n".join(moment.words).strip() for moment in reversed(moments) if isinstance(moment, Turn) and moment.words), "")
