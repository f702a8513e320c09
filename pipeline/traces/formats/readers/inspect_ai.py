"""Logs of inspect_ai as JSON: a whole log, or one sample of it, with its events.

| event | in the trace |
|---|---|
| span of an agent | ``spawn`` at its beginning, ``return`` at its end, both by the tool call that asked for it where there is one |
| model | ``message``, with the tokens; to itself where it called tools |
| tool | ``tool_call`` and ``tool_result`` |
| approval, review | ``human_intervention`` by a person; else ``safety_event`` where it was not simply let through |
| input, interrupt by a person | ``human_intervention`` |
| sample_limit | ``safety_event``; by an operator, ``human_intervention`` |
| error | marks the last event before it |
| score | rewards of the run |
| what scorers ask of models, info, state, store, sandbox and others | left out |

Which spans are agents is seen as inspect_ai sees it: by type, and tools and subtasks in which a model is called, which is inferred.
An agent that is alone at the top is the run's main agent, and was spawned by nobody. What was pending when the log was written has no
result and no return, and a model that had not answered yet no event at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...findings import JSON
from ..draft import Draft
from ..extents import extent
from ..identifiers import Identifiers
from ..moments import LATEST
from ..naming import digest
from ..shapes import items, mapping, real, text
from ..source import Source
from .inspect_ai_cast import Cast
from .inspect_ai_events import Telling
from .inspect_ai_records import notes
from .inspect_ai_scores import rewards, tokens_of
from .inspect_ai_spans import Transcript

NAME = "inspect-ai"
TITLE = "logs of inspect_ai, JSON, whole or by sample"

_MISSING = ("category", "decision", "despawn", "orchestrator_decision", "trusted")
_EVENTS = frozenset((
    "span_begin", "span_end", "step", "subtask", "model", "tool", "sample_init", "sample_limit", "score", "error", "state", "store", "info",
))  # fmt: skip


class _Sample(NamedTuple):
    """One run."""

    document: dict[str, JSON]
    """The sample."""
    eval: dict[str, JSON]
    """What its log says of the evaluation; empty where it came alone."""


def fits(source: Source) -> bool:
    """Return whether a file holds a log, an object with ``eval`` and ``samples``, or a sample, one with a list of known events."""
    return any(_is_log(document) or _is_sample(document) for document in map(mapping, source.documents))


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield a run for each sample, by task, sample and epoch."""
    found = [sample for source in sources for sample in _samples(source)]
    for sample in sorted(found, key=lambda sample: (_task(sample) or "", str(sample.document.get("epoch")), digest(sample.document))):
        yield _draft(sample, with_content)


def _samples(source: Source) -> Iterator[_Sample]:
    """Yield the samples in a file. Where they stand beside the head of their log, it speaks for all of them.

    A log without any, alone in its file, yields one without anything in it.
    """
    documents = [mapping(document) for document in source.documents]
    head = next((mapping(document.get("eval")) for document in documents if _is_log(document)), {})
    for document in documents:
        if _is_log(document):
            inner = (mapping(sample) for sample in items(document.get("samples")))
            found = [_Sample(sample, mapping(document.get("eval"))) for sample in inner if sample]
            yield from found or ([_Sample({}, mapping(document.get("eval")))] if len(documents) == 1 else [])
        elif _is_sample(document):
            yield _Sample(document, head)


def _is_log(document: dict[str, JSON]) -> bool:
    stated = mapping(document.get("eval"))
    return bool(stated) and ("samples" in document or "plan" in document) and ("task" in stated or "model" in stated)


def _is_sample(document: dict[str, JSON]) -> bool:
    return any(text(mapping(event).get("event")) in _EVENTS for event in events(document))


def events(sample: dict[str, JSON]) -> list[JSON]:
    """Return a sample's events; old logs have them in a transcript."""
    return items(sample.get("events")) or items(mapping(sample.get("transcript")).get("events"))


def _task(sample: _Sample) -> str | None:
    """Return what was to be done: the task, and which of its samples."""
    number = sample.document.get("id")
    named = str(number) if isinstance(number, int) and not isinstance(number, bool) else text(number)
    parts = [text(sample.eval.get("task")), named]
    return "/".join(part for part in parts if part) or None


def _identity(sample: _Sample) -> str:
    run = text(sample.eval.get("run_id")) or text(sample.eval.get("eval_id"))
    if unique := text(sample.document.get("uuid")):
        return unique
    parts = [run, _task(sample), str(sample.document["epoch"]) if "epoch" in sample.document else None]
    return "/".join(part for part in parts if part) if run else f"sample-{digest(sample.document)}"


def _draft(sample: _Sample, with_content: bool) -> Draft:
    plain = Identifiers(with_content)
    draft = Draft(NAME, plain.id(_identity(sample)) or "sample", plain.id(_task(sample)), with_content=with_content)
    draft.missing |= set(_MISSING)
    document = sample.document
    transcript = Transcript(events(document))
    attachments = mapping(document.get("attachments")) or mapping(mapping(document.get("transcript")).get("content"))
    telling = Telling(transcript, Cast(transcript, draft, text(sample.eval.get("solver")), plain), draft, attachments)
    telling.tell()
    rewards(document, transcript, draft, plain)
    _declare(draft, document, transcript, telling)
    draft.notes += notes(transcript.records) + plain.notes()
    return draft


def _declare(draft: Draft, document: dict[str, JSON], transcript: Transcript, telling: Telling) -> None:
    """Take over what the sample says of the whole; not the tokens where scorers spent some of them."""
    took = real(document.get("total_time"))
    if took is not None and 0 <= took < LATEST:
        draft.costs["wall_clock_s"] = took
    else:
        if document.get("total_time") is not None:
            draft.notes.append("the time that the sample is said to have taken can be none, and is left out")
        _time(draft, transcript)
    whole = [tokens_of(mapping(usage)) or {} for usage in mapping(document.get("model_usage")).values()]
    if whole and not telling.graded:
        draft.costs["tokens"] = sum(number for usage in whole for key in ("in", "out") if isinstance(number := usage.get(key), int))
    if "tokens" not in draft.costs or not all({"in", "out"} <= usage.keys() for usage in whole):
        for what, number in sorted(telling.untold.items()) if telling.spent else []:
            draft.incomplete(what, number)


def _time(draft: Draft, transcript: Transcript) -> None:
    """Say how long the run took: from its first moment to its last; unknown where the log ends before it does."""
    if transcript.unended:
        draft.missing.add("wall_clock_s")
    elif (found := extent(transcript.times())) is not None:
        draft.costs["wall_clock_s"] = found
