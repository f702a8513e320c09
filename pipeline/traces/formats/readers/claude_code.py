"""Sessions of Claude Code, with the files of their sub-agents.

| in the files | in the trace |
|---|---|
| call of ``Task`` or ``Agent`` | ``spawn``, and a ``message`` with the task; to an agent that is there already, only that |
| its result | ``return`` of the sub-agent: its last message, or where that is in no file, the result itself |
| word that a sub-agent in the background has ended | delivers that ``return`` |
| the model's next message after returns | begins with an ``aggregate``, which is inferred |
| calls of which there are many after many results | begin with an ``orchestrator_decision``, which is inferred |
| another call, its result | ``tool_call``, ``tool_result``; ``cancelled`` where a person stopped or forbade it |
| a message of the model without calls | ``message`` to the user; by a sub-agent, ``return`` where it is its last |
| what a person writes later, stops or forbids | ``human_intervention``; the first prompt is the task |

A sub-agent belongs to the call whose result, or whose progress, names its id; else to a call with the same prompt, if there is one
to that whose result is its last message, and ``to`` is then inferred. Lines that carry no id are joined so to calls whose results
name an agent without lines. It returns once for each time it is given something to do.
Tokens stand on the first event of a model message, once, however many lines repeat them, and in one of the sessions that hold it,
where one was resumed from the other. That an event began when the line before it was written (``t_start``) is inferred as well.
Whether tools can be trusted, and what tokens were spent on, the files do not say. Of a sub-agent whose lines are in no file, neither
do they say what it called, what failed and what led to what; totals that its result states count, unless lines that nobody explains
may be its own. Such an agent spawns no other, as far as the program lets it. With the ids of calls and agents, the names of tools and
models are carried over where they look like such, and of tool arguments only the kind of a sub-agent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..draft import Draft
from ..source import Source
from . import claude_lines
from .claude_run import NAME
from .claude_weaver import Weaver

__all__ = ["NAME", "TITLE", "drafts", "fits"]

TITLE = "sessions of Claude Code, JSON Lines"


def fits(source: Source) -> bool:
    """Return whether a file holds lines of a session."""
    return claude_lines.fits(source)


def drafts(sources: Sequence[Source], with_content: bool) -> Iterator[Draft]:
    """Yield one run for each session, by its id."""
    yield from (Weaver(session, with_content).draft() for session in claude_lines.sessions(sources, with_content))
