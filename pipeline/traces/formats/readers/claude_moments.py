"""What happens in a conversation of Claude Code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...findings import JSON


class Call(NamedTuple):
    """A tool call by the model."""

    t: float | None
    """When it was written."""
    call_id: str
    """Joins it to its result."""
    tool: str
    """Name of the tool."""
    given: dict[str, JSON]
    """Arguments."""


@dataclass(slots=True)
class Turn:
    """One message of the model, which may stand on several lines."""

    begun: float | None
    """When the line before it was written."""
    t: float | None
    """When its first line was written."""
    model: str | None = None
    """Which language model."""
    failed: bool = False
    """Whether it only says that no answer came from the model."""
    usage: dict[str, int] = field(default_factory=dict)
    """Tokens by the names of the source; of lines that repeat them, the largest."""
    refused: set[str] = field(default_factory=set)
    """Names of tokens whose number is none."""
    counted: bool = False
    """Whether its tokens stand elsewhere."""
    words: list[str] = field(default_factory=list)
    """What it says, without hidden reasoning."""
    calls: list[Call] = field(default_factory=list)
    """What it calls."""
    last: bool = False
    """Whether no other message of the model comes before the next prompt."""

    @property
    def tokens(self) -> JSON:
        """As in an event of ours; None where the source says nothing. Reading includes what the cache gave and what it was given."""
        read = [self.usage[key] for key in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens") if key in self.usage]
        spent: dict[str, JSON] = {"in": sum(read)} if read else {}
        named = {"out": "output_tokens", "cached": "cache_read_input_tokens", "reasoning": "thinking_tokens"}
        spent |= {ours: self.usage[theirs] for ours, theirs in named.items() if theirs in self.usage}
        return spent if any(self.usage.values()) else None


class Result(NamedTuple):
    """What a tool answered."""

    t: float | None
    """When it was written."""
    call_id: str
    """Joins it to its call."""
    content: JSON
    """As the model saw it."""
    status: str
    """ok, error or cancelled."""
    agent: str | None
    """The sub-agent that the call spawned."""
    mentioned: str | None
    """What the answer's text calls the sub-agent: to be believed only where there is one of that name."""
    launched: bool
    """Whether the sub-agent has only begun."""
    rejected: bool
    """Whether a person did not allow the call."""
    tokens: int | None = None
    """How many the sub-agent took at least, as the program states it."""
    tool_calls: int | None = None
    """How often the sub-agent called a tool, as the program states it."""


class Prompt(NamedTuple):
    """What was written to the agent, by a person or by the agent that spawned it."""

    t: float | None
    """When it was written."""
    words: str
    """As it was written; empty for an interruption."""


class Notice(NamedTuple):
    """Word to the agent that a sub-agent in the background has ended."""

    t: float | None
    """When it was written."""
    agent: str | None
    """The sub-agent."""
    call_id: str | None
    """The call that spawned it."""


class Compaction(NamedTuple):
    """From here on a summary stands for what came before."""

    t: float | None
    """When it was written."""


Moment = Turn | Result | Prompt | Notice | Compaction
