"""Events of inspect_ai as events of a trace."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..naming import Names
from ..shapes import fault, items, mapping, text
from .inspect_ai_cast import ACTS, Actor, Cast
from .inspect_ai_records import Record, Span
from .inspect_ai_runs import Runs, outcome
from .inspect_ai_scores import tokens_of
from .inspect_ai_spans import Transcript
from .inspect_ai_watch import Watch

_ATTACHED = "attachment://"
_LEFT = frozenset((
    "anchor", "branch", "checkpoint", "compaction", "info", "interrupt", "logger", "sample_init", "sandbox", "score_edit", "state", "store",
))  # fmt: skip
"""Kinds of events that are known and no agent's doing."""
_ELSEWHERE = frozenset(("error", "score", "subtask"))
"""Kinds of events that other events, rewards or spans tell of."""


class Telling:
    """A sample that is being told."""

    def __init__(self, transcript: Transcript, cast: Cast, draft: Draft, attachments: dict[str, JSON]) -> None:
        self.graded = 0
        """How many calls of models by scorers were left out."""
        self._transcript = transcript
        self._cast = cast
        self._draft = draft
        self._attachments = attachments
        self._runs = Runs(transcript, cast, draft, self._content)
        self._watch = Watch(cast, draft, self._content)
        self._call_ids = Names()
        self._running = {id(asked.call) for asked in transcript.asked.values()}
        self._spoilt = self._spoiling()
        self._answered: set[str] = set()
        self._left: Counter[str] = Counter()

    def tell(self) -> None:
        """Give the draft all events."""
        for record in self._transcript.records:
            if record.kind == "span_begin":
                self._runs.begin(record.span)
            elif record.kind == "span_end":
                self._runs.end(record.span, record.end)
            elif self._cast.scores(record.span):
                self.graded += record.kind == "model"
            else:
                self._tell(record)
        self._runs.finish()
        self._cast.link()
        self._note()

    def _tell(self, record: Record) -> None:
        if record.kind == "model":
            self._model(record, self._cast.of(record.span))
        elif record.kind == "tool" and id(record) not in self._running:
            self._tool(record, self._cast.of(record.span))
        elif record.kind not in ACTS | _ELSEWHERE and not self._watch.told(record):
            self._left[record.kind if record.kind in _LEFT else "of other kinds"] += 1

    def _note(self) -> None:
        left = ", ".join(f"{kind} {count}" for kind, count in sorted(self._left.items()))
        self._draft.notes += [f"events that show no agent's doing are left out: {left}"] if left else []
        if self.graded:
            self._draft.notes.append(f"calls of models by scorers are no part of the run and are left out: {self.graded}")
        if dangling := self._transcript.dangling:
            self._draft.notes.append(f"events and spans whose span is not there, so that they stand at the top: {dangling}")

    def _spoiling(self) -> dict[int, dict[str, JSON]]:
        """Return, for errors that ended a sample, the last thing that was done before by the agent in whose run they came up."""
        found: dict[int, dict[str, JSON]] = {}
        last: dict[Span | None, Record] = {}
        for record in self._transcript.records:
            run = self._transcript.agent(record.span)
            if record.kind in ACTS and id(record) not in self._running and not self._cast.scores(record.span):
                last[run] = last[None] = record
            elif record.kind == "error" and (spoilt := last.get(run, last.get(None))) is not None:
                found[id(spoilt)] = mapping(record.event.get("error"))
        return found

    def _content(self, value: JSON) -> dict[str, JSON]:
        """Return the event keys for a content. One that the log holds elsewhere is looked up there."""
        if isinstance(value, str) and value.startswith(_ATTACHED):
            value = self._attachments.get(value.removeprefix(_ATTACHED), value)
        return self._draft.content(value)

    def _ended(self, record: Record, own: dict[str, JSON], inferred: list[str]) -> dict[str, JSON]:
        """Return the keys for how an event ended: as it says itself, else by the error that ended the sample after it."""
        spoilt = {} if own else self._spoilt.get(id(record), {})
        if spoilt:
            own = {"status": "error", "error": fault("sample", spoilt.get("message"), self._draft.with_content)}
            inferred = [*inferred, "status", "error"]
        return own | {"inferred": [*inferred]}

    def _model(self, record: Record, actor: Actor) -> None:
        """Tell a call of a model."""
        output = mapping(record.event.get("output"))
        choice = next((found for found in map(mapping, items(output.get("choices"))) if found), {})
        message = mapping(choice.get("message"))
        busy = bool(items(message.get("tool_calls")))
        actor.turns += 1
        self._draft.agent(actor.name, model=text(record.event.get("model")))
        error = text(record.event.get("error")) or text(output.get("error"))
        own: dict[str, JSON] = {"status": "error", "error": fault("model", error, self._draft.with_content)} if error else {}
        inferred = [name for name, is_so in (("agent", actor.guessed), ("to", busy), ("type", not message and not error)) if is_so]
        keys: dict[str, JSON] = {"t_start": record.begin, "turn": actor.turns, "tokens": self._tokens(record, output, message)}
        keys |= {"to": actor.name} if busy else {}
        keys |= self._ended(record, own, inferred)
        left = actor.strand.aggregate(record.end, record.begin, keys)
        event = self._draft.event("message", actor.name, record.end, **left, **self._content(message.get("content")))
        actor.strand.turn(event, record.end, *((record.begin, "temporal") if left is keys else (record.end, "causal")))
        if choice.get("stop_reason") == "content_filter":
            actor.strand.branch(self._draft.event("safety_event", actor.name, record.end, status="cancelled"), record.end)

    def _tokens(self, record: Record, output: dict[str, JSON], message: dict[str, JSON]) -> dict[str, JSON] | None:
        """Return what a model read and wrote: once for each of its messages, and nothing for an answer that was kept from before."""
        answer = text(message.get("id"))
        if record.event.get("cache") == "read" or answer in self._answered:
            return None
        self._answered |= {answer} if answer else set()
        return tokens_of(mapping(output.get("usage")))

    def _tool(self, record: Record, actor: Actor) -> None:
        """Tell a tool call and its result."""
        if text(record.event.get("agent")) is not None:
            return self._runs.unseen(record, actor)
        inferred = ["agent"] if actor.guessed else []
        keys: dict[str, JSON] = {"tool": text(record.event.get("function"))}
        keys |= {"call_id": self._call_ids.new(text(record.event.get("id")) or "call")}
        given = self._content(record.event.get("arguments"))
        call = self._draft.event("tool_call", actor.name, record.begin, inferred=[*inferred], **keys, **given)
        actor.strand.branch(call, record.begin)
        if record.pending:
            return None
        keys |= {"t_start": record.begin} | self._ended(record, outcome(record, self._draft.with_content), inferred)
        result = self._draft.event("tool_result", actor.name, record.end, **keys, **self._content(record.event.get("result")))
        self._draft.edge(call, result, "tool_dependency")
        return actor.strand.gift(result, record.end, "tool_dependency")
