"""A trace as frozen values: what the files say, with text told from numbers and absent told from zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .events import Edge, Event, Reward


@dataclass(frozen=True, slots=True)
class Agent:
    """An entry in the agents table of a version 2 file."""

    role: str | None
    """What it is there for."""
    kind: str
    """agent, human, tool or environment."""
    parent: str | None
    """Who spawned it."""
    model: str | None
    """Which language model it runs on."""


@dataclass(frozen=True, slots=True)
class TokenBasis:
    """How tokens are counted; None where the trace does not say."""

    scope: str | None
    """own, or inclusive of what an event called."""
    cached: str | None
    """counted or not_counted in costs.tokens."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The same task done one after the other, as measured."""

    what: str | None
    """What was run."""
    wall_clock_s: float | None
    """Seconds."""
    tokens: float | None
    """Read and written."""
    success: float | None
    """As scored."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the trace comes from. Names are those of keys, event types and edge types."""

    source: str | None
    """The form it was converted from."""
    observed: tuple[str, ...]
    """What the source says."""
    inferred: tuple[str, ...]
    """What was guessed."""
    missing: tuple[str, ...]
    """What the source cannot say."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One run. Events and edges stand as in the file; nothing computed may depend on that order."""

    trace_id: str
    """Names the run."""
    task_id: str
    """Names the task."""
    system: str | None
    """Names the program that ran."""
    topology: str | None
    """How the agents were arranged."""
    events: tuple[Event, ...]
    """At least one; ids are unique in a trace that was loaded without errors."""
    edges: tuple[Edge, ...]
    """Between known events in a trace that was loaded without errors."""
    rewards: tuple[Reward, ...]
    """What the run received; unit and target only in version 2."""
    costs: Mapping[str, float]
    """tokens and wall_clock_s (seconds) always; tool_calls, messages and others where given."""
    metrics: Mapping[str, float]
    """As the trace's author measured them."""
    schema_version: str | None = None
    """As in 2.0; None for version 1."""
    clock: str | None = None
    """ordinal or seconds; None where the trace does not say."""
    clock_origin: str | None = None
    """The moment at which t is 0."""
    agents: Mapping[str, Agent] | None = None
    """Name to what is known of an agent; None for version 1."""
    basis: TokenBasis = TokenBasis(None, None)
    """How tokens are counted."""
    baseline: Baseline | None = None
    """What parallel work is compared with."""
    provenance: Provenance = Provenance(None, (), (), ())
    """Empty where the trace does not say."""
