"""What Claude Code states in sum of what no file holds, and what several sessions hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .claude_chain import Chain
from .claude_lines import Session
from .claude_moments import Result, Turn


def costs(told: Sequence[Result | None], chains: Iterable[Chain], calls: int | None) -> dict[str, int]:
    """Return the run's totals as far as the results of tasks state what agents took whose lines are in none of the files.

    Their tokens are the least that it can be, since the program may state those of the last message alone. Tool calls are counted
    where each result states them; ``calls`` is how many the files hold, None where some of theirs are missing.
    """
    found: dict[str, int] = {}
    if tokens := sum(result.tokens or 0 for result in told if result):
        found["tokens"] = _spent(chains) + tokens
    stated = [result.tool_calls for result in told if result and result.tool_calls is not None]
    if calls is not None and stated and len(stated) == len(told):
        found["tool_calls"] = calls + sum(stated)
    return found


def _spent(chains: Iterable[Chain]) -> int:
    """Return the tokens that messages of the model tell, as far as they count in this session."""
    told = [turn.tokens for chain in chains for turn in chain.moments if isinstance(turn, Turn)]
    return sum(number for tokens in told if isinstance(tokens, dict) for key in ("in", "out") if isinstance(number := tokens.get(key), int))


def shared(session: Session) -> list[str]:
    """Return what is to be told of messages that other sessions hold as well."""
    there = Counter(session.copied.values())
    here = {other: len(messages) for other, messages in session.repeated.items()}
    name = session.plain.id
    return [
        *(
            f"messages of the model that session {name(one)} holds as well, and whose tokens count there: {there[one]}"
            for one in sorted(there)
        ),
        *(f"messages of the model that session {name(one)} repeats, and whose tokens count here: {here[one]}" for one in sorted(here)),
    ]
