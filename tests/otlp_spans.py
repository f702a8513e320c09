"""Spans of invented OTLP/JSON files."""

from __future__ import annotations

from typing import Any

from traces_foreign import source

from pipeline.traces.formats.source import Source

BEGUN = 1_770_000_000
TRACE = "00000000000000000000000000000abc"


def attribute(key: str, value: Any) -> dict[str, Any]:
    kind = "boolValue" if isinstance(value, bool) else "intValue" if isinstance(value, int) else "stringValue"
    return {"key": key, "value": {kind: str(value) if kind == "intValue" else value}}


def span(number: int, parent: int | None, begin: float, end: float, attributes: dict[str, Any], **more: Any) -> dict[str, Any]:
    whole = {
        "traceId": TRACE, "spanId": f"{number:016x}", "name": "invented", "startTimeUnixNano": f"{BEGUN + begin:.0f}000000000",
        "endTimeUnixNano": f"{BEGUN + end:.0f}000000000", "attributes": [attribute(*pair) for pair in attributes.items()],
    }  # fmt: skip
    return whole | ({} if parent is None else {"parentSpanId": f"{parent:016x}"}) | more


def agent(number: int, parent: int | None, name: str, begin: float, end: float, about: Any = (), **more: Any) -> dict[str, Any]:
    attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name, **dict(about)}
    return span(number, parent, begin, end, attributes, **more)


def chat(number: int, parent: int | None, begin: float, end: float, about: Any = (), **more: Any) -> dict[str, Any]:
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 2, **dict(about)}
    return span(number, parent, begin, end, attributes, **more)


def tool(number: int, parent: int | None, name: str, begin: float, end: float, about: Any = (), **more: Any) -> dict[str, Any]:
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, **dict(about)}
    return span(number, parent, begin, end, attributes, **more)


def document(*spans: Any, service: str = "harbour") -> dict[str, Any]:
    resource = {"attributes": [attribute("service.name", service)]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {"name": "invented"}, "spans": list(spans)}]}]}


def file(*spans: Any) -> Source:
    return source(document(*spans))
