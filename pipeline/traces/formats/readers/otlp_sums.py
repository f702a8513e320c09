"""Sums of tokens, and what lies within a span while they are summed up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from ...findings import JSON
from ..shapes import PRECISE
from .otlp_invocations import placed
from .otlp_spans import Span

Tokens: TypeAlias = "Counter[str]"
"""in, out, cached and reasoning, as in an event of ours."""


@dataclass(slots=True)
class Within:
    """What lies within a span, and is not settled yet."""

    own: Tokens = field(default_factory=Counter)
    """Told within it, but for sub-agents."""
    below: Tokens = field(default_factory=Counter)
    """Told of sub-agents."""
    told: bool = False
    """Whether anything was told."""
    models: int = 0
    """Calls of a model, but for sub-agents'."""
    silent: int = 0
    """Those of them that do not state all."""
    first: Span | None = None
    """The first of those."""
    mute: int = 0
    """The same of sub-agents, and sub-agents of which nothing at all is known."""
    agents: int = 0
    """Sub-agents."""
    layer: Tokens | None = None
    """What other layers' spans of the same call state."""
    unlayered: int = 0
    """How many of those do not state all."""
    loose: Tokens | None = None
    """What spans state that have no event."""

    def take(self, inner: Within) -> None:
        """Add what lies within something in this."""
        self.own += inner.own
        self.below += inner.below
        self.told |= inner.told
        self.models += inner.models
        self.mute += inner.mute
        self.agents += inner.agents
        self.loose = added(self.loose, inner.loose)
        self.wants(inner.first, inner.silent)

    def wants(self, call: Span | None, number: int = 1) -> None:
        """Note calls that do not state all, of which one is the first."""
        self.silent += number
        found = [one for one in (self.first, call) if one is not None]
        self.first = min(found, key=lambda one: (placed(one), one.id), default=None)

    def delegated(self, inner: Within) -> None:
        """Add what lies within a sub-agent."""
        self.below += inner.own + inner.below
        self.told |= inner.told
        self.mute += inner.mute + inner.silent + (not inner.told and not inner.models and not inner.agents)
        self.agents += 1
        self.loose = added(self.loose, inner.loose)


def stated_by(span: Span) -> Tokens | None:
    """Return what a span states; None where that is nothing."""
    found = span.tokens
    return None if found is None else Counter({key: number for key, number in found.items() if isinstance(number, int)})


def added(one: Tokens | None, other: Tokens | None) -> Tokens | None:
    """Return the sum of both; None where neither is known."""
    if one is None or other is None:
        return other if one is None else one
    total = Counter(one)
    total.update(other)  # and not ``+``, which forgets what is zero
    return total


def rest(stated: Tokens, known: Tokens) -> Tokens:
    """Return what is stated and not known. Where one of both parts is known to be more, the other is less by that."""
    found = Counter({key: number - known[key] for key, number in stated.items()})
    for part, other in (("in", "out"), ("out", "in")):
        found[other] += min(0, found[part])
    return Counter({key: max(0, number) for key, number in found.items()})


def larger(one: Tokens | None, other: Tokens | None) -> Tokens | None:
    """Return what is more, the first where both are the same; None where neither is known."""
    return other if one is None or (other is not None and total(other) > total(one)) else one


def whole(tokens: Tokens | None) -> bool:
    """Return whether it is known both what was read and what was written."""
    return tokens is not None and {"in", "out"} <= tokens.keys()


def total(tokens: Tokens) -> int:
    """Return what was read and written."""
    return tokens["in"] + tokens["out"]


def written(tokens: Tokens) -> dict[str, JSON]:
    """Return tokens as an event has them: parts are no more than what they are parts of."""
    found = {key: min(number, PRECISE) for key, number in tokens.items()}
    for part, whole in (("cached", "in"), ("reasoning", "out")):
        if part in found and whole in found:
            found[part] = min(found[part], found[whole])
    return {key: found[key] for key in ("in", "out", "cached", "reasoning") if key in found}
