"""All events as a plain table, for who has no script."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..checks.names import called
from ..events import Event
from ..measures import number
from ..timeline import Timeline
from .markup import shown

HEADS = ("No.", "Event", "When", "Type", "Agent", "About", "Marks")


def table(timeline: Timeline, critical: Collection[int]) -> str:
    """Return the events of a trace in their order as an HTML table; ``critical`` holds the positions on the critical path."""
    marked = frozenset(critical)
    heads = "".join(f'<th scope="col">{head}' for head in HEADS)
    rows = "\n".join(_row(timeline, rank, position, position in marked) for rank, position in enumerate(timeline.order, 1))
    return f"<table><thead><tr>{heads}<tbody>\n{rows}\n</table>"


def _row(timeline: Timeline, rank: int, position: int, critical: bool) -> str:
    event = timeline.trace.events[position]
    cells = (when(event), event.type.replace("_", " "), called(event.agent), about(event), ", ".join(marks(event, critical)))
    return f'<tr><td>{rank}<th scope="row">{shown(called(event.id))}{"".join(f"<td>{shown(cell)}" for cell in cells)}'


def when(event: Event) -> str:
    """Return from when to when an event took, by the trace's clock."""
    return number(event.t) if event.t_start is None or event.t_start >= event.t else f"{number(event.t_start)} to {number(event.t)}"


def about(event: Event) -> str:
    """Return the tool that an event is about, else whom it is to."""
    if event.tool is not None:
        return called(event.tool)
    return f"→ {called(event.to)}" if event.to is not None else event.decision or ""


def marks(event: Event, critical: bool) -> Iterator[str]:
    """Yield what the drawing marks an event with, in words."""
    if critical:
        yield "critical path"
    if event.corrupted:
        cause = event.error.cause if event.error else None
        yield f"error from {cause}" if cause is not None else "error"
    if event.trusted is False:
        yield "not trusted"
    if event.rewards:
        yield f"reward {', '.join(number(reward.value) for reward in event.rewards)}"
