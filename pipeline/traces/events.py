"""Events and the edges between them, as frozen values.

They are tuples and not dataclasses: a run has a hundred thousand of them, and a frozen dataclass of this width takes 5 microseconds
to make where a tuple takes one (measured; all of ``json.load`` takes 2 for such an event).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .findings import JSON


class Tokens(NamedTuple):
    """What one event read and wrote; None where the trace does not say."""

    read: int | None
    """Tokens in, including those from a cache."""
    written: int | None
    """Tokens out, including hidden reasoning."""
    cached: int | None
    """Of those read, how many came from a cache."""
    reasoning: int | None
    """Of those written, how many were hidden reasoning."""
    category: str | None
    """orchestration, message, tool_management or work."""
    other: Mapping[str, JSON] = MappingProxyType({})
    """Keys that this program does not know."""

    @property
    def total(self) -> int:
        """Read and written."""
        return (self.read or 0) + (self.written or 0)


class Fault(NamedTuple):
    """Why an event failed, or what it carries of an earlier failure."""

    kind: str | None
    """As the trace names it."""
    message: str | None
    """As the trace words it."""
    cause: str | None
    """Id of the event that it goes back to; None where it began here or where nobody knows."""
    cause_known: bool
    """Whether the trace says where it began."""
    other: Mapping[str, JSON] = MappingProxyType({})
    """Keys that this program does not know."""


class Reward(NamedTuple):
    """A reward with what it is for."""

    channel: str
    """Where the signal comes from."""
    value: float
    """As given."""
    unit: str | None = None
    """The credit unit; None where the trace does not say."""
    target: str | None = None
    """Name of an agent or role, or id of an event; None for the team or where the trace does not say."""


class Event(NamedTuple):
    """Something that happened at one agent. None where the trace does not say."""

    id: str
    """Unique in the trace."""
    t: float
    """When it was complete, by the trace's clock."""
    type: str
    """One of the ten event types."""
    agent: str
    """Who acted."""
    role: str | None
    """What the agent was there for."""
    source: str | None
    """The key ``from``: the sender."""
    to: str | None
    """Receiver, or the agent that is spawned or despawned."""
    tool: str | None
    """Name of the tool."""
    content_ref: str | None
    """Where the content lies."""
    trusted: bool | None
    """Whether the content came from a trusted source."""
    seq: int | None = None
    """Place in the total order."""
    t_start: float | None = None
    """When it began."""
    turn: int | None = None
    """Turn of its agent."""
    stage: str | int | None = None
    """Parallel batch."""
    call_id: str | None = None
    """Joins call and result."""
    decision: str | None = None
    """O1 to O5."""
    status: str | None = None
    """ok, error, cancelled or timeout."""
    content_sha256: str | None = None
    """Hash of the content."""
    parent_agent: str | None = None
    """Who spawned the agent."""
    tokens: Tokens | None = None
    """What it read and wrote."""
    error: Fault | None = None
    """Set where it is corrupted."""
    rewards: tuple[Reward, ...] = ()
    """What it was rewarded with."""
    inferred: tuple[str, ...] = ()
    """Names of keys that a converter guessed."""
    other: Mapping[str, JSON] = MappingProxyType({})
    """Keys that this program does not know, or whose value has another type than profile 1.1 gives them."""

    @property
    def corrupted(self) -> bool:
        """Whether the event failed or carries what an earlier failure spoiled."""
        return self.error is not None or self.status == "error"


class Edge(NamedTuple):
    """How one event led to another."""

    src: str
    """Id of the earlier event."""
    dst: str
    """Id of the later event."""
    type: str
    """One of the eight edge types."""
