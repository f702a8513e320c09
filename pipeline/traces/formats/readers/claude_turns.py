"""The lines of one conversation of Claude Code as what happened: model messages, tool results, and what people wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...findings import JSON
from ..shapes import count, items, mapping, text
from .claude_moments import Call, Compaction, Moment, Notice, Prompt, Result, Turn
from .claude_order import Line

_LAUNCHED = ("async_launched", "teammate_spawned", "remote_launched")
"""Outcomes of such a call that say that the sub-agent has begun, and nothing of what it did."""
_MACHINE = re.compile(
    r"\s*<(?:command-|local-command-|bash-|system-reminder|teammate-message|cross-session-message|user-prompt-submit)|Caveat: "
)
"""How texts begin that stand in a user's line, and that the program wrote."""
_NOTICE = re.compile(r"\s*<task-notification>")
_TASK, _CALL = (re.compile(rf"<{tag}>([^<]*)</{tag}>") for tag in ("task-id", "tool-use-id"))
_INTERRUPTED = "[Request interrupted by user"
_REJECTED = "The user doesn't want to "
_AGENT_ID = re.compile(r"^agentId: (\S+)", re.MULTILINE)


def moments(lines: Sequence[Line], counted: set[str]) -> list[Moment]:
    """Return what happened in a conversation, in order.

    ``counted`` holds the ids of model messages whose usage was counted elsewhere, and is added to.
    """
    found: list[Moment] = []
    turns: dict[str, Turn] = {}
    before: float | None = None
    for line in lines:
        if line.raw.get("type") == "assistant":
            found += _said(line, turns, before, counted)
        else:
            found += _heard(line)
        before = line.t if line.t is not None else before
    counted.update(turns)
    _mark_last(found)
    return found


def _said(line: Line, turns: dict[str, Turn], before: float | None, counted: set[str]) -> Iterator[Moment]:
    """Yield the turn that an assistant's line begins, and results that stand in it, as those of tools at the model's side do."""
    message = mapping(line.raw.get("message"))
    key = text(message.get("id")) or line.key
    turn = turns.get(key)
    if turn is None:
        model = text(message.get("model"))
        invented = model == "<synthetic>"
        turn = turns[key] = Turn(before, line.t, None if invented else model, line.raw.get("isApiErrorMessage") is True)
        if not invented or turn.failed:
            yield turn
    turn.counted = key in counted
    if not turn.counted and not turn.failed:
        _count(turn, mapping(message.get("usage")))
    for block in _blocks(message):
        if block.get("type") == "text":
            turn.words += [words] if (words := text(block.get("text"))) else []
        elif str(block.get("type")).endswith("tool_use") and (call := _call(line, block)):
            turn.calls.append(call)
        elif result := _result(line, block):
            yield result


def _count(turn: Turn, told: dict[str, JSON]) -> None:
    flat = told | mapping(told.get("output_tokens_details"))
    for key in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens", "thinking_tokens"):
        if (tokens := count(flat.get(key))) is not None:
            turn.usage[key] = max(turn.usage.get(key, 0), tokens)
        elif flat.get(key) is not None:
            turn.refused.add(key)


def _call(line: Line, block: dict[str, JSON]) -> Call | None:
    name, call_id = text(block.get("name")), text(block.get("id"))
    return Call(line.t, call_id, name, mapping(block.get("input"))) if name and call_id else None


def _heard(line: Line) -> Iterator[Moment]:
    """Yield what a user's or the program's line says."""
    raw = line.raw
    if raw.get("type") == "system":
        yield from [Compaction(line.t)] if raw.get("subtype") == "compact_boundary" else []
        return
    message = mapping(raw.get("message"))
    blocks = _blocks(message)
    results = [result for block in blocks if (result := _result(line, block))]
    yield from results
    if not results and raw.get("isCompactSummary") is not True:
        words = "\n".join(words for block in blocks if block.get("type") == "text" and (words := text(block.get("text"))))
        yield from _written(line, words, any(block.get("type") in ("image", "document") for block in blocks))


def _written(line: Line, words: str, shown: bool) -> Iterator[Moment]:
    """Yield what was written to the agent: word of a sub-agent's end, or a prompt; nothing for what the program says by itself."""
    origin = mapping(line.raw.get("origin")).get("kind")
    if _NOTICE.match(words):
        agent, call = _TASK.search(words), _CALL.search(words)
        yield Notice(line.t, agent and agent.group(1).strip(), call and call.group(1).strip())
    elif words.startswith(_INTERRUPTED):
        yield Prompt(line.t, "")
    elif (words or shown) and origin in (None, "human") and line.raw.get("isMeta") is not True and not _MACHINE.match(words):
        yield Prompt(line.t, words or " ")


def _result(line: Line, block: dict[str, JSON]) -> Result | None:
    call_id = text(block.get("tool_use_id"))
    if call_id is None or not str(block.get("type")).endswith("tool_result"):
        return None
    content, told = block.get("content"), line.raw.get("toolUseResult")
    outcome = mapping(told)
    words = "\n".join(texts(content))
    rejected = told == "User rejected tool use" or words.startswith(_REJECTED)
    stopped = rejected or outcome.get("interrupted") is True or outcome.get("status") == "cancelled" or words.startswith(_INTERRUPTED)
    failed = block.get("is_error") is True or outcome.get("status") in ("failed", "error")
    named = _AGENT_ID.search(words)
    mentioned = named.group(1) if named else None
    launched = outcome.get("status") in _LAUNCHED or outcome.get("isAsync") is True
    status = "cancelled" if stopped else "error" if failed else "ok"
    agent = text(outcome.get("agentId")) or text(outcome.get("agent_id"))
    stated = count(outcome.get("totalTokens")), count(outcome.get("totalToolUseCount"))
    return Result(line.t, call_id, content, status, agent, mentioned, launched, rejected, *stated)


def _blocks(message: dict[str, JSON]) -> list[dict[str, JSON]]:
    content = message.get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else [mapping(block) for block in items(content)]


def texts(content: JSON) -> Iterable[str]:
    """Return the texts in what a tool answered."""
    found = [content] if isinstance(content, str) else [mapping(block).get("text") for block in items(content)]
    return [words for one in found if (words := text(one))]


def _mark_last(found: Sequence[Moment]) -> None:
    """Mark the turns that no other turn follows before the next prompt."""
    ended = True
    for moment in reversed(found):
        if isinstance(moment, Turn):
            moment.last = ended
            ended = False
        elif isinstance(moment, Prompt):
            ended = True
