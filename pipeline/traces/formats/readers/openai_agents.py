"""Spans of the OpenAI Agents SDK, as its processors export them: traces and spans, one a line or in lists.

| span | in the trace |
|---|---|
| agent below another one's | ``spawn`` and ``return``: an agent that is called as a tool, or run by one |
| generation, response | ``message``, with the tokens; to itself where it called tools |
| function | ``tool_call`` and ``tool_result``, unless an agent ran below it |
| handoff | ``orchestrator_decision`` O2, and a ``message`` to the agent that takes over; it was not spawned |
| guardrail that was triggered | ``safety_event`` |
| custom, of a turn | number of the turn; of its tokens only what its model's spans do not state |
| custom, mcp_tools, speech and others | left out |

What never ended has no result and no return, and a model that never answered no event at all.

An agent is known by its name among those that hand over to each other; each run of it below another agent is one of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..draft import Draft
from ..identifiers import Identifiers
from ..moments import counted
from ..naming import digest
from ..source import Source
from .openai_agents_events import Telling
from .openai_agents_recorded import Recorded, holds_spans, recorded

NAME = "openai-agents"
TITLE = "spans of the OpenAI Agents SDK, JSON or JSON Lines"

_MISSING = ("category", "decision", "despawn", "human_intervention", "rewards", "trusted")


def fits(source: Source) -> bool:
    """Return whether a file holds such spans, objects with ``span_data`` of a type and the id of a span, or the head of a trace."""
    return holds_spans(source)


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield a run for each trace, by its id. Spans of one trace may come from several files."""
    for trace in recorded(sources):
        yield _draft(trace, with_content)


def _draft(trace: Recorded, with_content: bool) -> Draft:
    identity = trace.identity or f"trace-{digest([span.document for span in trace.spans])}"
    plain = Identifiers(with_content)
    draft = Draft(NAME, plain.id(identity) or identity, system=plain.name("workflow", trace.workflow), with_content=with_content)
    draft.missing |= set(_MISSING)
    if trace.spans:
        Telling(trace, draft, plain).tell()
    draft.notes += counted("spans left out, since another one has their id: {}", trace.clashing)
    return draft
