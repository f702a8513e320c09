"""Lines of invented Claude Code sessions."""

from __future__ import annotations

from typing import Any

from traces_foreign import source

from pipeline.traces.formats.source import Source

SESSION = "s-1"


def line(uuid: str, parent: str | None, t: int | None, type_: str, message: Any, **more: Any) -> dict[str, Any]:
    stamp = {} if t is None else {"timestamp": f"2026-03-02T09:{t // 60:02d}:{t % 60:02d}.000Z"}
    about = {"uuid": uuid, "parentUuid": parent, "sessionId": SESSION, "isSidechain": False, "type": type_, "message": message}
    return about | stamp | more


def wrote(uuid: str, parent: str | None, t: int | None, content: Any, **more: Any) -> dict[str, Any]:
    """A user's line: a prompt, or results of tools."""
    return line(uuid, parent, t, "user", {"role": "user", "content": content}, **more)


def said(uuid: str, parent: str | None, t: int | None, message: str, *blocks: dict[str, Any], usage: Any = None, **more: Any) -> Any:
    """A line of a model's message."""
    about = {"id": message, "role": "assistant", "model": "tide-2", "content": list(blocks)}
    return line(uuid, parent, t, "assistant", about | ({} if usage is None else {"usage": usage}), **more)


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(id_: str, name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": given}


def task(id_: str, prompt: str, **given: Any) -> dict[str, Any]:
    return call(id_, "Task", **({"prompt": prompt, "subagent_type": "scout"} | given))


def result(id_: str, content: Any = "found", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content} | more


def side(agent: str | None, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """Lines of a sub-agent; None where they do not say which."""
    return [one | {"isSidechain": True} | ({} if agent is None else {"agentId": agent}) for one in lines]


def file(*lines: dict[str, Any], name: str = f"{SESSION}.jsonl") -> Source:
    return source(*lines, name=name)


def helper(agent: str | None, prompt: str = "look north") -> list[dict[str, Any]]:
    """A sub-agent that is asked at 3 and answers at 5."""
    return side(agent, wrote(f"{agent}u1", None, 3, prompt), said(f"{agent}u2", f"{agent}u1", 5, f"{agent}n1", text("a well")))


def delegation(outcome: Any = None, **given: Any) -> list[dict[str, Any]]:
    """A session in which a sub-agent is asked at 2, its result is there at 6, and the model goes on at 8."""
    more = {} if outcome is None else {"toolUseResult": outcome}
    return [
        wrote("u1", None, 0, "where is the well?"),
        said("u2", "u1", 2, "m1", task("t1", "look north", **given), usage={"input_tokens": 10, "output_tokens": 3}),
        wrote("u3", "u2", 6, [result("t1", "a well")], **more),
        said("u4", "u3", 8, "m2", text("in the north")),
    ]
