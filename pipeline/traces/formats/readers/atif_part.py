"""An agent's part in a run, from the steps of its ATIF trajectory."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..naming import Names
from ..shapes import fault, items, mapping, text
from ..strands import Strand
from .atif_totals import spent
from .atif_trajectories import Step, references


class When(NamedTuple):
    """When a step was. None where nobody knows."""

    began: float | None
    """What was said and called has this time."""
    ended: float | None
    """What came back has this time; None where it has none of its own."""
    guessed: bool
    """Whether it began before its own time, since what it delegated to had begun by then."""

    def inferred(self, *names: str) -> list[JSON]:
        """Return the names of guessed keys, with that of the time where it was guessed."""
        return [*names, *(["t"] if self.guessed else [])]


class _Call(NamedTuple):
    event: str
    """Of the call."""
    known: str
    """Its id in the trace; ids of the source are unique in their step alone."""
    tool: str | None


class Part:
    """What one agent does, told step by step."""

    def __init__(
        self, draft: Draft, agent: str, call_ids: Names, plain: Identifiers, asker: str | None = None, spawned: str | None = None
    ) -> None:
        self.agent = agent
        """Its name."""
        self.asker = asker
        """Who gives it its task: the agent that spawned it, or a person who is named when one first speaks."""
        self.spawned = spawned
        """The event it was spawned with; None for the run's first agent."""
        self.returned: str | None = None
        """The event with which it handed its result back."""
        self.last: float | None = None
        """The last time that any of its steps states."""
        self.unasked = False
        """Whether no step refers to it, so that its spawn and return are guessed."""
        self.loose = 0
        """How many results named no call."""
        self.answers = 0
        """How many results there were."""
        self.open: set[str] = set()
        """Calls that no result answers so far, by event."""
        self.strand = Strand(draft, agent)
        """Its events."""
        self._draft = draft
        self._call_ids = call_ids
        self._plain = plain
        self._latest: _Call | None = None
        self._person: Strand | None = None
        self._calls: dict[str, _Call] = {}
        self._turns = 0
        self._told_by: Literal["words", "first call", "calls"] = "words"
        """What shows the present turn: an event with what was said, or else its calls, of which the first is still to come or not."""

    def heard(self, step: Step, t: float | None, person: Strand | None) -> None:
        """Tell what a user said: the task, or, to an agent at work, an intervention. To a sub-agent, its user is who spawned it."""
        said = self._draft.content(step.get("message"))
        if person is None:
            event = self._draft.event("message", self.asker or self.agent, t, to=self.agent, inferred=["agent"], **said)
            self._draft.edge(self.spawned, event, "causal")
            return self.strand.gift(event, t, "message")
        self._person, self.asker = person, person.agent
        guessed: list[JSON] = ["type"] if self._turns else []
        self._draft.inferred |= {"human_intervention"} if self._turns else set()
        kind = "human_intervention" if self._turns else "message"
        event = self._draft.event(kind, person.agent, t, to=self.agent, inferred=guessed, **said)
        person.turn(event, t)
        return self.strand.gift(event, t, "causal" if self._turns else "message")

    def said(self, step: Step, when: When, final: bool) -> JSON:
        """Tell a call of the model; return its tokens where nothing was told that they could stand on.

        What comes with calls is a note to itself, and what comes without goes to who asked; where it is the last, it is returned.
        What comes with calls and says nothing is told by the calls.
        """
        self._turns += 1
        said = self._draft.content(step.get("message"))
        busy = any(map(mapping, items(step.get("tool_calls")))) or any(True for _ in references(step))
        to = self.agent if busy else self.asker
        guessed = ["type"] if final and self.unasked else [] if final or to is None else ["to"]
        inferred = when.inferred(*guessed)
        keys: dict[str, JSON] = {"to": to, "turn": self._turns, "tokens": spent(step), "inferred": inferred}
        left = self.strand.aggregate(when.began, None, keys)
        whole = left is keys
        if busy and not said:
            self._told_by = "first call" if whole else "words"
            return left.get("tokens")
        event = self._draft.event("return" if final else "message", self.agent, when.began, **left, **said)
        self.strand.turn(event, when.began, edge="temporal" if whole else "causal")
        self._told_by = "words"
        self.returned = event if final else None
        if self._person is not None and not busy:
            self._person.gift(event, when.began, "message")
        return None

    def _followed(self, event: str, when: When) -> None:
        """Note a call: as what its turn is told by, or as what follows from it."""
        if self._told_by == "words":
            self.strand.branch(event, when.began)
        elif self._told_by == "calls":
            self.strand.also(event)
        else:
            self.strand.turn(event, when.began)
            self._told_by = "calls"

    def called(self, call: dict[str, JSON], when: When, tokens: JSON) -> None:
        """Tell a tool call."""
        wanted, tool = text(call.get("tool_call_id")), self._plain.name("tool", text(call.get("function_name")))
        known = self.call_id(wanted)
        keys: dict[str, JSON] = {"tool": tool, "call_id": known, "turn": self._turns, "tokens": tokens, "inferred": when.inferred()}
        event = self._draft.event("tool_call", self.agent, when.began, **keys, **self._draft.content(call.get("arguments")))
        self._followed(event, when)
        self._latest = self._calls[wanted or known] = _Call(event, known, tool)
        self.open.add(event)

    def call_id(self, wanted: str | None) -> str:
        """Return an id that no other call of the run has."""
        return self._call_ids.new(self._plain.id(wanted) or "call")

    def answered(self, result: dict[str, JSON], when: When, alone: bool) -> None:
        """Tell what came back. A result that is alone with a call belongs to it, though it may not say so."""
        self.answers += 1
        wanted = text(result.get("source_call_id"))
        guessed = wanted is None and alone
        call = self._latest if guessed else self._calls.get(wanted or "")
        keys: dict[str, JSON] = {"call_id": call.known, "tool": call.tool} if call else {"call_id": self._plain.id(wanted)}
        if result.get("is_error") is True or mapping(result.get("extra")).get("is_error") is True:
            keys |= {"status": "error", "error": fault("tool", result.get("content"))}
        inferred: list[JSON] = ["call_id", "tool"] if guessed else []
        event = self._draft.event(
            "tool_result", self.agent, when.ended, inferred=inferred, **keys, **self._draft.content(result.get("content"))
        )
        if call:
            self.open.discard(call.event)
            self._draft.edge(call.event, event, "tool_dependency")
        else:
            self.loose += 1
            self.strand.branch(event, when.ended)
        self.strand.gift(event, when.ended if when.ended is not None else when.began, "tool_dependency")

    def spawns(self, name: str, call: dict[str, JSON] | None, call_id: str, when: When, tokens: JSON) -> str:
        """Tell that it delegated to a sub-agent, and return the event."""
        inferred = when.inferred() if call is not None else when.inferred("agent")
        keys: dict[str, JSON] = {"to": name, "call_id": call_id, "turn": self._turns or None, "tokens": tokens, "inferred": inferred}
        event = self._draft.event("spawn", self.agent, when.began, **keys, **self._draft.content((call or {}).get("arguments")))
        self._followed(event, when)
        return event

    def returns(self, to: str, content: JSON, t: float | None, call_id: str) -> str:
        """Tell that it handed its result back, where none of its own steps did, and return the event."""
        if self.returned is None:
            inferred: list[JSON] = [] if t is None else ["t"]
            keys: dict[str, JSON] = {"to": to, "call_id": call_id, "inferred": inferred}
            self.returned = self._draft.event("return", self.agent, t, **keys, **self._draft.content(content))
            self.strand.turn(self.returned, t)
        return self.returned
