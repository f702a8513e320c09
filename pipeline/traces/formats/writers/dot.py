"""A trace as a graph in DOT, which Graphviz draws: events from left to right in boxes of their agents, and every edge.

A node is named by its event's id where that is a plain name, else by its place in the order. An event's type shows in its shape
and an edge's in its line, so that neither needs color; invisible edges keep an agent's events in order. Edges that lead back do
not bend that order.

Lost, and named in the graph's comment: lengths of time, tokens, rewards, costs and contents; texts longer than LONG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...events import Event
from ...timeline import Timeline
from ..labels import label, labels
from .edges import edges

NAME = "dot"
TITLE = "graph in DOT, for Graphviz"
SUFFIX = ".dot"

LONG = 40
"""Characters of a name that a label shows."""
_SHAPES = {
    "orchestrator_decision": "diamond", "spawn": "house", "despawn": "invhouse", "message": "note", "tool_call": "component",
    "tool_result": "box", "return": "cds", "aggregate": "invtrapezium", "human_intervention": "octagon", "safety_event": "tripleoctagon",
}  # fmt: skip
"""Event type to a shape of its own."""
_LINES = {
    "temporal": "style=dotted, arrowhead=vee", "causal": "style=solid, arrowhead=normal", "spawn": "style=bold, arrowhead=normal",
    "message": "style=dashed, arrowhead=normal", "tool_dependency": "style=solid, arrowhead=empty",
    "return": "style=dashed, arrowhead=empty", "aggregate": "style=solid, arrowhead=diamond", "safety_flow": "style=bold, arrowhead=box",
}  # fmt: skip
"""Edge type to a line of its own."""


def text(timeline: Timeline) -> str:
    """Return a trace as a directed graph."""
    return "\n".join(_lines(timeline)) + "\n"


def _lines(timeline: Timeline) -> Iterator[str]:
    trace = timeline.trace
    yield "digraph trace {"
    yield "  // Not shown: lengths of time, tokens, rewards, costs and contents."
    yield f"  graph [label={_quoted(label(trace.trace_id, LONG))}, labelloc=t, rankdir=LR, newrank=true, fontname=Helvetica];"
    yield "  node [fontname=Helvetica, fontsize=10];"
    yield "  edge [fontname=Helvetica, fontsize=8];"
    names = _names(timeline)
    yield from _agents(timeline, names)
    yield from _edges(timeline, names)
    yield "}"


_PLAIN = re.compile(rf"[A-Za-z0-9_.:/ -]{{1,{LONG}}}")
"""Ids that name a node as they are."""


def _names(timeline: Timeline) -> list[str]:
    """Return a name for each event, in their order; one of our own is never like an event's id."""
    ids = [timeline.trace.events[position].id for position in timeline.order]
    own = "event"
    while any(name.startswith(own) for name in ids):
        own += "_"
    return [_quoted(name) if _PLAIN.fullmatch(name) else _quoted(f"{own} {number}") for number, name in enumerate(ids, 1)]


def _agents(timeline: Timeline, names: Sequence[str]) -> Iterator[str]:
    """Yield a box for each agent that does something, in the order in which they first do."""
    ranks, events = timeline.ranks, timeline.trace.events
    acts = sorted(timeline.acts.items(), key=lambda item: ranks[item[1][0]])
    shown = labels((name for name, _ in acts), LONG)
    for number, (name, positions) in enumerate(acts, 1):
        yield f"  subgraph cluster_{number} {{"
        yield f"    graph [label={_quoted(shown[name])}, labelloc=t, style=rounded];"
        yield from (f"    {names[ranks[position]]} [{_look(events[position])}];" for position in positions)
        chain = ((names[ranks[a]], names[ranks[b]]) for a, b in pairwise(positions))
        yield from (f"    {before} -> {after} [style=invis, weight=10];" for before, after in chain)
        yield "  }"


def _look(event: Event) -> str:
    """Return the attributes of an event's node: two outlines for what failed, a dashed one for what is not trusted."""
    peripheries = ", peripheries=2" if event.corrupted and event.type != "safety_event" else ""
    style = ", style=dashed" if event.trusted is False else ""
    return f"label={_quoted(*_said(event))}, shape={_SHAPES[event.type]}{peripheries}{style}"


def _said(event: Event) -> Iterator[str]:
    """Yield an event in a few lines."""
    yield label(event.id, LONG)
    about = event.tool if event.type in {"tool_call", "tool_result"} else event.to
    yield f"{event.type.replace('_', ' ')}{'' if about is None else f' {label(about, LONG)}'}"
    marks = [event.decision, None if event.status == "ok" else event.status, "untrusted" if event.trusted is False else None]
    marks += ["failed"] if event.corrupted and event.status != "error" else []
    if any(marks):
        yield ", ".join(mark for mark in marks if mark is not None)


def _edges(timeline: Timeline, names: Sequence[str]) -> Iterator[str]:
    """Yield the edges in the order of the run."""
    for a, b, kind in edges(timeline):
        free = ", constraint=false" if a >= b else ""
        yield f'  {names[a]} -> {names[b]} [label="{kind}", {_LINES[kind]}{free}];'


def _quoted(*lines: str) -> str:
    """Return lines as a quoted text that shows them as they are: neither escapes nor entities in them mean anything."""
    plain = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(plain) + '"'
