"""Tokens of the OpenAI Agents SDK's spans, each counted once."""

from __future__ import annotations

from collections.abc import Iterable

from ...findings import JSON
from ..moments import uncounted
from ..shapes import count, known, mapping, text
from .openai_agents_spans import Recorded, Span

MODEL = frozenset({"generation", "response"})
"""Kinds of spans that are calls of a model."""


def tokens(usage: dict[str, JSON]) -> dict[str, JSON] | None:
    """Return what was read and written, by the names of either of the two programming interfaces. Those read include cached ones."""
    found: dict[str, JSON] = {key: _first(values) for key, values in _stated(usage).items()}
    return known(found)


def _stated(usage: dict[str, JSON]) -> dict[str, list[JSON]]:
    """Return all that a usage says of each of our kinds of tokens."""
    details = usage | mapping(usage.get("details"))
    read, written = (
        [mapping(details.get(f"{name}_tokens_details")) for name in names] for names in (("input", "prompt"), ("output", "completion"))
    )
    return {
        "in": [usage.get("input_tokens"), usage.get("prompt_tokens")],
        "out": [usage.get("output_tokens"), usage.get("completion_tokens")],
        "cached": [*(part.get("cached_tokens") for part in read), details.get("cached_input_tokens"), details.get("cached_tokens")],
        "reasoning": [*(part.get("reasoning_tokens") for part in written), details.get("reasoning_tokens")],
    }


def odd(trace: Recorded) -> int:
    """Return how many numbers of tokens can be none."""
    return sum(uncounted(values) for span in trace.spans for values in _stated(span.usage).values())


def _first(values: Iterable[JSON]) -> int | None:
    return next((number for value in values if (number := count(value)) is not None), None)


def repeated(trace: Recorded) -> set[Span]:
    """Return the spans of responses that an earlier span tells of already."""
    first: dict[str, Span] = {}
    found: set[Span] = set()
    for span in (span for span in trace.spans if span.kind == "response"):
        response = text(span.data.get("response_id"))
        if response is not None and first.setdefault(response, span) is not span:
            found.add(span)
    return found


def by_span(trace: Recorded, left: set[Span]) -> dict[Span, dict[str, JSON]]:
    """Return the tokens of each span that they are to be told with, but for those that are left out.

    A model's span has its own. A turn's are the sum of its model's: they count only where none of those has any, and then for the
    first of them, or else for the turn itself.
    """
    found: dict[Span, dict[str, JSON]] = {}
    models: dict[Span, list[Span]] = {}
    for span in (span for span in trace.spans if span.kind in MODEL and span not in left):
        if own := tokens(span.usage):
            found[span] = own
        if (turn := trace.places[span].turn) is not None:
            models.setdefault(turn, []).append(span)
    for turn in (span for span in trace.spans if span.kind == "turn"):
        inside = models.get(turn, [])
        if (own := tokens(turn.usage)) and not any(span in found for span in inside):
            found[inside[0] if inside else turn] = own
    return found


def declared(trace: Recorded) -> int:
    """Return the tokens that whole runs below no agent declare."""
    return sum(map(_total, (tokens(span.usage) or {} for span in trace.spans if span.kind == "task" and trace.places[span].agent is None)))


def total(spent: Iterable[dict[str, JSON]]) -> int:
    """Return tokens read and written, over all."""
    return sum(map(_total, spent))


def _total(spent: dict[str, JSON]) -> int:
    return sum(number for key in ("in", "out") if isinstance(number := spent.get(key), int))
