"""Spans of one trace as invocations of agents, each with what happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from .otlp_spans import Span

ACTS = ("model", "tool", "search", "guard", "create")
"""Kinds of spans that happen within an invocation."""


@dataclass(slots=True, eq=False)
class Invocation:
    """One time that an agent was at work."""

    label: str
    """As the source names the agent."""
    span: Span | None
    """Its own span; None where the source has no span for the agent."""
    parent: Invocation | None
    """Within which other invocation it was begun."""
    agent: str = ""
    """Name of the agent, which tells those apart that are at work at the same time."""
    acts: list[Span] = field(default_factory=list)
    """What it did itself, in order."""
    children: list[Invocation] = field(default_factory=list)
    """Those that were begun within it."""
    depth: int = 0
    """How many invocations it lies within."""

    @property
    def begin(self) -> float | None:
        """Seconds since 1970."""
        return self.span.begin if self.span else min((t for act in self.acts if (t := act.begin) is not None), default=None)

    @property
    def end(self) -> float | None:
        """Seconds since 1970."""
        return self.span.end if self.span else max((t for act in self.acts if (t := act.end) is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether it ended; one without a span of its own with the last of what it did."""
        return self.span is None or self.span.over

    @property
    def id(self) -> str:
        """Of its span."""
        return self.span.id if self.span else ""


@dataclass(frozen=True, slots=True)
class _Above:
    """What a span lies within."""

    invocation: Invocation | None = None
    tool: Span | None = None
    """The nearest tool span since the invocation began."""
    model: Span | None = None
    """The nearest call of a model since then."""


@dataclass(slots=True)
class Tree:
    """The invocations of one trace."""

    invocations: list[Invocation] = field(default_factory=list)
    """By beginning."""
    inner: dict[str, list[Span]] = field(default_factory=dict)
    """Id of a model's span to those of the same call that another layer recorded within it."""
    outer: dict[str, str | None] = field(default_factory=dict)
    """Id of each span to that of the span it lies within, the outermost first; None at the top, and where a circle is opened."""
    dangling: int = 0
    """Number of spans whose parent is not there."""


def tree(spans: Mapping[str, Span]) -> Tree:
    """Return the invocations that the spans of one trace tell of."""
    found = Tree(dangling=sum(bool(span.parent) and span.parent not in spans for span in spans.values()))
    above: dict[str, _Above] = {}
    loose: dict[str, Invocation] = {}
    carriers: set[str] = set()
    acts: list[tuple[Span, Invocation | None]] = []
    for span in _outermost_first(spans):
        outer = above.get(span.parent, _Above())
        found.outer[span.id] = span.parent if span.parent in above else None
        above[span.id] = outer
        if span.kind == "agent":
            above[span.id] = _invoked(found, span, outer, carriers)
        elif span.kind == "model" and outer.model is not None:
            found.inner.setdefault(outer.model.id, []).append(span)
        elif span.kind in ACTS and not _same_tool(span, outer.tool):
            acts.append((span, outer.invocation))
            tool, model = (span, None) if span.kind == "tool" else (outer.tool, span if span.kind == "model" else outer.model)
            above[span.id] = _Above(outer.invocation, tool, model)
    for span, invocation in acts:
        if span.id not in carriers:
            (invocation or _loose(loose, span)).acts.append(span)
    found.invocations += loose.values()
    found.invocations.sort(key=lambda one: (begun(one), one.depth, one.id, one.label))
    for invocation in found.invocations:
        invocation.acts.sort(key=lambda act: (placed(act), ended(act), act.id))
        if invocation.parent:
            invocation.parent.children.append(invocation)
    return found


def _invoked(found: Tree, span: Span, outer: _Above, carriers: set[str]) -> _Above:
    """Return what lies above the spans within an agent's span.

    A span of the same agent directly within it is the same invocation, seen by another layer. A tool around the span is no
    tool then, but how the agent was invoked.
    """
    label = span.label or "agent"
    if outer.invocation and outer.tool is None and outer.invocation.label == label:
        return _Above(outer.invocation)
    if outer.tool:
        carriers.add(outer.tool.id)
    depth = outer.invocation.depth + 1 if outer.invocation else 0
    found.invocations.append(Invocation(label, span, outer.invocation, depth=depth))
    return _Above(found.invocations[-1])


def _same_tool(span: Span, outer: Span | None) -> bool:
    """Return whether a tool's span lies within one of the same call, as where client and server both record it."""
    return span.kind == "tool" and outer is not None and (span.label == outer.label or span.call_id == outer.call_id)


def _loose(loose: dict[str, Invocation], span: Span) -> Invocation:
    """Return the invocation of an act outside of all agents' spans: of the agent that it names, else of the program."""
    label = (span.agent if span.kind != "tool" else None) or span.service or "agent"
    return loose.setdefault(label, Invocation(label, None, None))


def _outermost_first(spans: Mapping[str, Span]) -> Iterator[Span]:
    """Yield spans so that each comes after the one it lies within. A circle is opened where that does not depend on the order of spans."""
    done: set[str] = set()
    for identity in sorted(spans):
        path: dict[str, None] = {}
        while identity in spans and identity not in done and identity not in path:
            path[identity] = None
            identity = spans[identity].parent
        for step in reversed(path):
            done.add(step)
            yield spans[step]


def begun(step: Span | Invocation) -> float:
    """Return when a step began; before everything where nobody knows."""
    return -inf if step.begin is None else step.begin


def ended(step: Span | Invocation) -> float:
    """Return when a step ended; after everything where nobody knows."""
    return inf if step.end is None else step.end


def placed(step: Span | Invocation) -> float:
    """Return by when a step stands among others: its beginning, else its end."""
    return begun(step) if step.begin is not None or step.end is None else step.end
