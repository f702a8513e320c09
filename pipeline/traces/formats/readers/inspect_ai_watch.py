"""Who watches over agents in logs of inspect_ai: people, approvers, limits."""

from __future__ import annotations

from ...findings import JSON
from ..draft import Draft
from ..shapes import mapping, text
from .inspect_ai_cast import Cast
from .inspect_ai_records import Record
from .inspect_ai_runs import Content

_PASSED = frozenset(("approve", "continue"))
"""Decisions that let an agent go on as it wanted to."""
_STOPPED = frozenset(("reject", "terminate"))
_LIMITS = frozenset(("message", "time", "working", "token", "cost", "context", "operator", "custom"))


class Watch:
    """Tells what was watched over."""

    def __init__(self, cast: Cast, draft: Draft, content: Content) -> None:
        self._cast = cast
        self._draft = draft
        self._content = content

    def told(self, record: Record) -> bool:
        """Tell an event, and return whether it is one of somebody who watches."""
        match record.kind:
            case "approval" | "review":
                self._judged(record)
            case "input":
                self._person("user", record, self._content(record.event.get("input")))
            case "sample_limit":
                self._limited(record)
            case "interrupt" if record.event.get("source") == "user_cancel":
                self._person("operator", record, {"status": "cancelled"})
            case _:
                return False
        return True

    def _judged(self, record: Record) -> None:
        """Tell a decision on a call: a person's, or another's that did not let it pass."""
        decision = text(record.event.get("decision"))
        by = text(record.event.get("approver")) or text(record.event.get("reviewer")) or ""
        keys: dict[str, JSON] = {"call_id": self._cast.plain.id(text(mapping(record.event.get("call")).get("id")))}
        keys |= {"status": "cancelled"} if decision in _STOPPED else {}
        keys |= self._content(record.event.get("explanation"))
        if by.casefold().startswith("human"):
            self._person(by, record, keys)
        elif decision not in _PASSED:
            self._watched(record, keys)

    def _limited(self, record: Record) -> None:
        limit = text(record.event.get("type"))
        keys: dict[str, JSON] = {"limit": limit if limit in _LIMITS else None}
        keys |= {"status": "timeout" if limit in {"time", "working"} else "cancelled"}
        if limit == "operator":
            self._person("operator", record, keys)
        else:
            self._watched(record, keys)

    def _watched(self, record: Record, keys: dict[str, JSON]) -> None:
        actor = self._cast.of(record.span)
        guessed: dict[str, JSON] = {"inferred": ["agent"] if actor.guessed else []}
        event = self._draft.event("safety_event", actor.name, record.end, **guessed, **keys)
        actor.strand.branch(event, record.end)

    def _person(self, name: str, record: Record, keys: dict[str, JSON]) -> None:
        actor = self._cast.of(record.span)
        event = self._draft.event("human_intervention", self._cast.person(name), record.end, to=actor.name, **keys)
        actor.strand.gift(event, record.end, "causal")
