"""Numbers in logs of inspect_ai: scores and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from ...findings import JSON
from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import uncounted
from ..shapes import PRECISE, count, known, mapping, real, text
from .inspect_ai_spans import Transcript

GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
"""What inspect_ai takes letters and words for (``value_to_float``): correct, partly, incorrect, no answer."""


def tokens_of(usage: dict[str, JSON]) -> dict[str, JSON] | None:
    """Return what a model read and wrote.

    Tokens that went through a cache come on top of ``input_tokens``, unless the total shows that they are among them.
    """
    read, written, total = (count(usage.get(f"{name}_tokens")) for name in ("input", "output", "total"))
    cached, kept = count(usage.get("input_tokens_cache_read")), count(usage.get("input_tokens_cache_write"))
    extra = (cached or 0) + (kept or 0)
    if read is not None and not (extra and total == read + (written or 0)):
        read = min(read + extra, PRECISE)
    found: dict[str, JSON] = {"in": read, "out": written, "cached": cached, "reasoning": count(usage.get("reasoning_tokens"))}
    return known(found)


def odd(usage: dict[str, JSON]) -> int:
    """Return how many of the numbers of tokens that a model reports can be none."""
    return uncounted(usage.get(key) for key in _COUNTS)


_COUNTS = ("input_tokens", "output_tokens", "total_tokens", "input_tokens_cache_read", "input_tokens_cache_write", "reasoning_tokens")


def rewards(sample: dict[str, JSON], transcript: Transcript, draft: Draft, plain: Identifiers) -> None:
    """Give the draft a run's scores: those of the sample, or else those that its events say are final."""
    stated = mapping(sample.get("scores")) or known({"score": sample.get("score")}) or {}
    found = sorted(stated.items()) if stated else list(_scored(transcript))
    left = sum(not _add(draft, plain, name, mapping(score).get("value")) for name, score in found)
    if left:
        draft.notes.append(f"scores that are no numbers are left out: {left}")
    if not draft.rewards:
        draft.missing.add("rewards")


def _scored(transcript: Transcript) -> Iterator[tuple[str, JSON]]:
    for record in transcript.records:
        if record.kind == "score" and record.event.get("intermediate") is not True:
            scorer = transcript.scorer(record.span)
            yield (scorer.name if scorer else None) or "score", record.event.get("score")


def _add(draft: Draft, plain: Identifiers, name: str, value: JSON) -> bool:
    """Add the rewards that a score stands for, one for each of its parts; return whether there was any."""
    scorer = plain.name("score", name) or "score"
    inner = {f"{scorer}/{plain.name('part', key)}": part for key, part in value.items()} if isinstance(value, dict) else {scorer: value}
    numbers = {channel: number for channel, part in inner.items() if (number := _number(draft, part)) is not None}
    draft.rewards += [{"channel": channel, "value": number} for channel, number in sorted(numbers.items())]
    return bool(numbers)


def _number(draft: Draft, value: JSON) -> float | None:
    """Return a score as a number; one that is written as a letter, a word or a truth value is inferred."""
    number = real(value)
    if number is None and isinstance(value, str | bool):
        grade = text(value) if isinstance(value, str) else str(value)
        number = GRADES.get(grade or "", GRADES.get((grade or "").lower()) if len(grade or "") > 1 else None)
        draft.inferred |= {"rewards"} if number is not None else set()
    return number
