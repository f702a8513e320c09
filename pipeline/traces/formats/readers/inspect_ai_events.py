"""Events of inspect_ai as events of a trace."""

from __future__ import annotations

from collections import Counter

from ...findings import JSON
from ..draft import Draft
from ..moments import NO_COUNTS, UNANSWERED, UNENDED, counted
from ..naming import Names, digest
from ..shapes import fault, items, mapping, text
from .inspect_ai_cast import ACTS, Actor, Cast
from .inspect_ai_records import Record, Span
from .inspect_ai_runs import Runs, outcome, worded_end
from .inspect_ai_scores import odd, tokens_of
from .inspect_ai_spans import Transcript
from .inspect_ai_watch import Watch

_ATTACHED = "attachment://"
_LEFT = frozenset((
    "anchor", "branch", "checkpoint", "compaction", "info", "interrupt", "logger", "sample_init", "sandbox", "score_edit", "state", "store",
))  # fmt: skip
"""Kinds of events that are known and no agent's doing."""
_ENDED = "messages of calls that timed out or were cancelled, which are no errors, are left out: {}"
_SILENT = "calls of a model that do not state all of their tokens"
_TWICE = "calls of a model that say the same with the same id as an earlier one, and count once"
_UNSEEN = "sub-agents of whose run the log holds nothing"
_MUTE = "runs of agents without any call of a model"
_ELSEWHERE = frozenset(("error", "score", "subtask"))
"""Kinds of events that other events, rewards or spans tell of."""


class Telling:
    """A sample that is being told."""

    def __init__(self, transcript: Transcript, cast: Cast, draft: Draft, attachments: dict[str, JSON]) -> None:
        self.graded = 0
        """How many calls of models by scorers were left out."""
        self._odd = 0
        """How many numbers of tokens can be none."""
        self._unended: Counter[str] = Counter()
        """Kinds of events that were pending."""
        self._resulted = False
        """Whether any call of a tool has a result."""
        self._transcript = transcript
        self._cast = cast
        self._draft = draft
        self._attachments = attachments
        self._runs = Runs(transcript, cast, draft, self._content)
        self._watch = Watch(cast, draft, self._content)
        self._call_ids = Names()
        self._running = {id(asked.call) for asked in transcript.asked.values()}
        self._spoiled = self._spoiling()
        self._answered: dict[str, Record] = {}
        """What tells a call of a model from others to its first event."""
        self.spent = False
        """Whether any tokens are known."""
        self.untold: Counter[str] = Counter()
        """What makes the sum of the tokens a lower bound, unless the sample declares its own."""
        self._left: Counter[str] = Counter()

    def tell(self) -> None:
        """Give the draft all events."""
        for record in self._transcript.records:
            if record.kind == "span_begin":
                self._runs.begin(record.span)
            elif record.kind == "span_end":
                self._runs.end(record.span, record.end, record.guessed)
            elif self._cast.scores(record.span):
                self.graded += record.kind == "model"
            else:
                self._tell(record)
        self.untold[_MUTE] = self._cast.mute()
        self._runs.finish()
        self._cast.link()
        self._note()

    def _tell(self, record: Record) -> None:
        if record.kind == "model" and record.pending:
            self._unended[record.kind] += 1
        elif record.kind == "model":
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
        self._draft.missing |= {"tool_result"} if self._unended["tool"] and not self._resulted else set()
        self._draft.missing |= {"return"} if self._runs.unended and not self._runs.returned else set()
        self._draft.incomplete(UNANSWERED, self._unended["model"])
        self._draft.incomplete(NO_COUNTS, self._odd)
        self._draft.notes += counted(UNENDED, self._unended["tool"] + self._runs.unended)
        self._draft.notes += counted(_ENDED, sum(record.kind == "tool" and worded_end(record) for record in self._transcript.records))

    def _spoiling(self) -> dict[int, dict[str, JSON]]:
        """Return, for errors that ended a sample, the last thing that was done before by the agent in whose run they came up."""
        found: dict[int, dict[str, JSON]] = {}
        last: dict[Span | None, Record] = {}
        for record in self._transcript.records:
            run = self._transcript.agent(record.span)
            if record.kind in ACTS and not record.pending and id(record) not in self._running and not self._cast.scores(record.span):
                last[run] = last[None] = record
            elif record.kind == "error" and (spoiled := last.get(run, last.get(None))) is not None:
                found[id(spoiled)] = mapping(record.event.get("error"))
        return found

    def _content(self, value: JSON) -> dict[str, JSON]:
        """Return the event keys for a content. One that the log holds elsewhere is looked up there."""
        if isinstance(value, str) and value.startswith(_ATTACHED):
            value = self._attachments.get(value.removeprefix(_ATTACHED), value)
        return self._draft.content(value)

    def _ended(self, record: Record, own: dict[str, JSON], inferred: list[str]) -> dict[str, JSON]:
        """Return the keys for how an event ended: as it says itself, else by the error that ended the sample after it."""
        spoiled = {} if own else self._spoiled.get(id(record), {})
        inferred = [*inferred, *record.lasted.inferred]
        if spoiled:
            own = {"status": "error", "error": fault("sample", spoiled.get("message"))}
            inferred = [*inferred, "status", "error"]
        return own | {"inferred": [*inferred]} | ({} if record.lasted.start is None else {"t_start": record.lasted.start})

    def _model(self, record: Record, actor: Actor) -> None:
        """Tell a call of a model."""
        output = mapping(record.event.get("output"))
        choice = next((found for found in map(mapping, items(output.get("choices"))) if found), {})
        message = mapping(choice.get("message"))
        busy = bool(items(message.get("tool_calls")))
        actor.turns += 1
        self._draft.agent(actor.name, model=self._cast.plain.model(text(record.event.get("model"))))
        error = text(record.event.get("error")) or text(output.get("error"))
        own: dict[str, JSON] = {"status": "error", "error": fault("model", error)} if error else {}
        inferred = [name for name, is_so in (("agent", actor.guessed), ("to", busy), ("type", not message and not error)) if is_so]
        keys: dict[str, JSON] = {"turn": actor.turns, "tokens": self._tokens(record, output, message)}
        keys |= {"to": actor.name} if busy else {}
        keys |= self._ended(record, own, inferred)
        t = record.lasted.t
        left = actor.strand.aggregate(t, record.begin, keys)
        event = self._draft.event("message", actor.name, t, **left, **self._content(message.get("content")))
        actor.strand.turn(event, t, *((record.begin, "temporal") if left is keys else (t, "causal")))
        if choice.get("stop_reason") == "content_filter":
            stopped = self._draft.event("safety_event", actor.name, t, status="cancelled", inferred=[*record.lasted.inferred])
            actor.strand.branch(stopped, t)

    def _tokens(self, record: Record, output: dict[str, JSON], message: dict[str, JSON]) -> dict[str, JSON] | None:
        """Return what a model read and wrote: once for each of its messages, and nothing for an answer that was kept from before."""
        usage = mapping(output.get("usage"))
        self._odd += odd(usage)
        if record.event.get("cache") == "read":
            return None
        if (answer := text(message.get("id"))) is not None:
            # Some programs number messages anew in each call, so that the id alone does not tell them apart.
            first = self._answered.setdefault(digest([answer, record.event.get("model"), message, usage]), record)
            if first is not record:
                self.untold[_TWICE] += first.event.get("timestamp") != record.event.get("timestamp")
                return None
        spent = tokens_of(usage)
        self.spent |= spent is not None
        self.untold[_SILENT] += not {"in", "out"} <= (spent or {}).keys()
        return spent

    def _tool(self, record: Record, actor: Actor) -> None:
        """Tell a tool call and its result."""
        if text(record.event.get("agent")) is not None:
            self.untold[_UNSEEN] += 1
            return self._runs.unseen(record, actor)
        inferred = ["agent"] if actor.guessed else []
        keys: dict[str, JSON] = {"tool": self._cast.plain.name("tool", text(record.event.get("function")))}
        keys |= {"call_id": self._call_ids.new(self._cast.plain.id(text(record.event.get("id"))) or "call")}
        given = self._content(record.event.get("arguments"))
        begin, unknown = (record.begin, []) if record.begin is not None or record.end is None else (record.end, ["t"])
        call = self._draft.event("tool_call", actor.name, begin, inferred=[*inferred, *unknown], **keys, **given)
        actor.strand.branch(call, begin)
        if record.pending:
            self._unended[record.kind] += 1
            return None
        self._resulted = True
        keys |= self._ended(record, outcome(record), inferred)
        result = self._draft.event("tool_result", actor.name, record.lasted.t, **keys, **self._content(record.event.get("result")))
        self._draft.edge(call, result, "tool_dependency")
        return actor.strand.gift(result, record.lasted.t, "tool_dependency")
