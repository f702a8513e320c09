"""What the attributes of spans are called, and what they say of agents, models and tools.

OpenTelemetry's conventions for generative AI (``gen_ai.*``, of several versions), and OpenInference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...findings import JSON
from ..identifiers import is_code
from ..shapes import count, mapping, text
from .otlp_json import attributes, listed

OPERATIONS = {
    "invoke_agent": "agent", "create_agent": "create", "execute_tool": "tool", "chat": "model", "generate_content": "model",
    "text_completion": "model", "retrieval": "search", "embeddings": "search",
}  # fmt: skip
"""``gen_ai.operation.name`` to what it is here."""
KINDS = {
    "AGENT": "agent", "TOOL": "tool", "LLM": "model", "RETRIEVER": "search", "RERANKER": "search", "EMBEDDING": "search",
    "GUARDRAIL": "guard",
}  # fmt: skip
"""``openinference.span.kind`` to the same; the others are mere structure."""
TOKENS = {
    "in": ("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt"),
    "out": ("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion"),
    "cached": ("gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens", "llm.token_count.prompt_details.cache_read"),
    "reasoning": (
        "gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens", "llm.token_count.completion_details.reasoning",
    ),
}  # fmt: skip
MODEL = ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name")
AGENT = ("gen_ai.agent.name", "agent.name", "graph.node.name", "graph.node.id", "gen_ai.agent.id")
TOOL = ("gen_ai.tool.name", "tool.name", "tool_call.function.name")
CALL = ("gen_ai.tool.call.id", "tool_call.id", "tool.id")
_OUTCOMES = (
    "gen_ai.output.messages", "output.value", "gen_ai.completion", "gen_ai.tool.call.result", "llm.output_messages.0.message.role",
)  # fmt: skip
"""Attributes that only what is over has."""


def has_outcome(said: Mapping[str, JSON], kind: str) -> bool:
    """Return whether a span of a kind has an attribute that only what is over has."""
    written = kind == "model" and any(count(said.get(key)) for key in TOKENS["out"])
    return written or any(said.get(key) not in (None, "", [], {}) for key in _OUTCOMES)


def named_by(raw: dict[str, JSON], kind: str) -> str | None:
    """Return the name of an agent or a tool that no attribute names, out of the span's own name, as in ``execute_tool map``.

    Programs are free to write there what they want, so that it has to be one word.
    """
    name = text(raw.get("name")) or ""
    operation, _, rest = name.partition(" ")
    given = rest.strip() if operation in OPERATIONS else name.strip()
    return given if kind in ("agent", "create", "tool") and is_code(given) else None


def kind_of(said: Mapping[str, JSON]) -> str:
    """Return what a span is: agent, create, tool, model, search, guard, or other."""
    operation, kind = text(said.get("gen_ai.operation.name")), text(said.get("openinference.span.kind"))
    return OPERATIONS.get(operation or "") or KINDS.get((kind or "").upper()) or "other"


class Outcome(NamedTuple):
    """How a span ended; None for what it does not say."""

    status: str | None
    """error, timeout or cancelled; ok where the span says so."""
    fault: str | None = None
    """Kind of error."""
    words: str | None = None
    """What the error says, which is content."""


def outcome_of(raw: dict[str, JSON], said: Mapping[str, JSON]) -> Outcome:
    """Return how a span ended. A kind of error that is no code is text, and counts as what the error says where nothing else does."""
    code, fault = mapping(raw.get("status")).get("code"), text(said.get("error.type"))
    if code in (2, "2", "STATUS_CODE_ERROR") or fault:
        kind = (fault or "").casefold()
        status = "timeout" if "timeout" in kind or "deadline" in kind else "cancelled" if "cancel" in kind else "error"
        coded = fault if fault and is_code(fault) else None
        return Outcome(status, coded, _words(raw, said) or (fault if coded is None else None))
    return Outcome("ok" if code in (1, "1", "STATUS_CODE_OK") else None)


def _words(raw: dict[str, JSON], said: Mapping[str, JSON]) -> str | None:
    """Return what an error says: in the status, in the attributes, or in the exception that was recorded last."""
    stated = text(mapping(raw.get("status")).get("message")) or text(said.get("error.message"))
    thrown = [words for one in exceptions(raw) if (words := text(one.get("exception.message")))]
    return stated or (thrown[-1] if thrown else None)


def exceptions(raw: dict[str, JSON]) -> list[dict[str, JSON]]:
    """Return the attributes of the exceptions that were recorded in a span, in order."""
    return [attributes(event) for event in listed(raw, "events") if event.get("name") == "exception"]


def first(said: Mapping[str, JSON], keys: Iterable[str]) -> str | None:
    """Return the first text that stands under one of these keys."""
    return next((found for key in keys if (found := text(said.get(key)))), None)
