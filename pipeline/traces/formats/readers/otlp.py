"""Spans of OpenTelemetry in OTLP/JSON, with the attributes of its conventions for generative AI or those of OpenInference.

One run a trace. Spans say what lay within what, and when; who wrote to whom they do not.

| in the spans | in the trace |
|---|---|
| an agent within another one's span, directly or as a tool | ``spawn`` at its beginning, ``return`` at its end |
| its input, where that is recorded | ``message`` with the task |
| an agent that was there before, within another one's span | ``message`` and ``return`` |
| ``create_agent`` within an agent | ``spawn`` |
| a tool's span, a retrieval or an embedding | ``tool_call`` at its beginning, ``tool_result`` at its end |
| a model's span after sub-agents returned | ``aggregate`` |
| the last thing that a sub-agent does, a model's span | ``return`` |
| the last thing that another agent does, a model's span | ``message``, where it is alone to the caller |
| any other model's span | ``orchestrator_decision`` |
| a guardrail's span that failed | ``safety_event`` |
| a link between agents' spans | ``causal`` edge |

What a model's span is here, the spans do not say: such a ``type`` is inferred, but for returns. Tokens are those of models' spans. The
spans of agents, of tools and of what is nothing of an agent's repeat them as sums, which count as far as no model's span within says the
same (``otlp_tokens``). Where two layers record one call, the outer span counts, or what the inner ones add up to where that is more. The
run takes as long as all its spans. An agent is one agent by its name, and its id where it has one; invocations at the same time are told
apart by a number. What a model's call led to is every tool and agent begun before the next one; what it rests on, all that was complete
by then. What never ended has no result, answer or return, and a model that never answered no event at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import counted
from ..source import Source
from . import otlp_spans
from .otlp_invocations import tree
from .otlp_weaver import NAME, Weaver

__all__ = ["NAME", "TITLE", "drafts", "fits"]

TITLE = "OpenTelemetry spans in OTLP/JSON, with GenAI or OpenInference attributes"


def fits(source: Source) -> bool:
    """Return whether a file is of this form; whether its spans are about agents is not looked at."""
    return otlp_spans.fits(source)


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield one run for each trace in which a model, a tool or an agent has a span, by its id."""
    found = otlp_spans.spans(sources)
    agents = {trace: spans for trace, spans in found.traces.items() if any(span.kind != "other" for span in spans.values())}
    others = counted(_OTHERS, len(found.traces) - len(agents)) + counted(_NAMELESS, found.nameless)
    for trace, spans in agents.items():
        names = Identifiers(with_content)
        plain = otlp_spans.named(spans, names)
        draft = Weaver(trace, plain, tree(plain), names, with_content).draft()
        draft.notes += others
        others = []  # said once: they belong to none of the runs
        yield draft


_OTHERS = "other traces beside it, in which no agent, model or tool has a span, are left out: {}"
_NAMELESS = "spans without an id are left out: {}"
