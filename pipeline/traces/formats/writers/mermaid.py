"""A trace as a Mermaid sequence diagram: who said what to whom, in the order of the run.

Participants have names of our own, with the trace's names as labels. An agent whose first appearance is its spawn is created
there, and one whose last is its return or despawn is destroyed there. A tool call activates its agent until its last result.
What an agent does by itself is a note.

Lost, and named in the diagram's comments: times, edges, tokens, rewards, costs and contents; and texts longer than LONG.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...model import Trace
from ...timeline import Timeline
from ..cast import people
from ..labels import label, labels
from .mermaid_rows import ARROWS, CROSS, Row, rows

NAME = "mermaid"
TITLE = "Mermaid sequence diagram"
SUFFIX = ".mmd"

LONG = 40
"""Characters of a name that a label shows."""
MOST = 50_000
"""Characters of a diagram that Mermaid draws unless it is told otherwise, which a diagram itself cannot do."""
_TOO_LONG = f"%% Longer than the {MOST:,} characters that Mermaid draws by itself: set maxTextSize where it is drawn."


def text(timeline: Timeline) -> str:
    """Return a trace as a diagram."""
    drawn = list(rows(timeline))
    lines = [*_head(timeline.trace), *_body(timeline, drawn)]
    whole = "\n    ".join(lines) + "\n"
    return whole if len(whole) <= MOST else "\n    ".join([*lines[:2], _TOO_LONG, *lines[2:]]) + "\n"


def _head(trace: Trace) -> Iterator[str]:
    yield "sequenceDiagram"
    yield f"title {_escaped(label(trace.trace_id, LONG))}"
    yield f"%% Task {_escaped(label(trace.task_id, LONG))}, {len(trace.events)} events. From top to bottom is their order, not time."
    yield "%% Not shown: times, edges, tokens, rewards, costs and contents."


def _body(timeline: Timeline, drawn: Sequence[Row]) -> Iterator[str]:
    last = {name: number for number, row in enumerate(drawn) for name in row.names}
    first: dict[str, int] = {}
    for number, row in enumerate(drawn):
        first.update((name, number) for name in row.names if name not in first)
    ids = {name: f"a{number}" for number, name in enumerate(first, 1)}
    lines = _participants(ids, people(timeline))
    created = {name for name, number in first.items() if drawn[number].creates(name)}
    yield from (lines[name] for name in ids if name not in created)
    for number, row in enumerate(drawn):
        yield from (f"create {lines[name]}" for name in row.names if name in created and first[name] == number)
        yield from (f"destroy {ids[name]}" for name in _gone(timeline, row) if last[name] == number)
        yield from _drawn(row, number, ids)


def _participants(ids: dict[str, str], human: Iterable[str]) -> dict[str, str]:
    """Return each name with the line that declares it."""
    shown, human = labels(ids, LONG), set(human)
    return {name: f"{'actor' if name in human else 'participant'} {ids[name]} as {_escaped(shown[name])}" for name in ids}


def _gone(timeline: Timeline, row: Row) -> Iterator[str]:
    return (name for name in row.names if row.destroys(name) and name in timeline.subagents)


def _drawn(row: Row, number: int, ids: dict[str, str]) -> Iterator[str]:
    said = _escaped(_said(row))
    if row.receiver is None:
        yield f"Note over {ids[row.sender]}: {said}"
        return
    arrow = CROSS if row.unanswered else ARROWS[row.event.type]
    yield f"{ids[row.sender]}{arrow}{ids[row.receiver]}: {said}"
    if row.call is not None:
        yield f"{'activate' if row.call == number else 'deactivate'} {ids[row.receiver]}"


def _said(row: Row) -> str:
    """Return an event in a few words."""
    event = row.event
    words = [label(event.id, LONG), event.type.replace("_", " ")]
    words += [label(event.tool, LONG)] if event.tool is not None else []
    words += ["to all"] if event.type == "message" and row.receiver is None else []
    marks = [event.decision, None if event.status == "ok" else event.status, "untrusted" if event.trusted is False else None]
    marks += ["failed"] if event.corrupted and event.status != "error" else []
    marks += ["unanswered"] if row.unanswered else []
    return ", ".join([" ".join(words), *(mark for mark in marks if mark is not None)])


_KEPT = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz _.,()/-")
_OWN = frozenset("\N{LATIN SMALL LIGATURE FL}\N{LATIN SMALL LETTER SHARP S}")
"""Letters with which Mermaid itself marks entities."""
_END = re.compile(r"\bend\b", re.IGNORECASE)
"""Closes a block; where it does is not the same in all versions."""


def _escaped(shown: str) -> str:
    """Return a label in which nothing but text is left: all but letters, digits and a few marks as numbered entities."""
    plain = "".join(c if c in _KEPT or (c > "\x7f" and c.isalpha() and c not in _OWN) else f"#{ord(c)};" for c in shown)
    return _END.sub(lambda match: f"#{ord(match[0][0])};{match[0][1:]}", plain)
