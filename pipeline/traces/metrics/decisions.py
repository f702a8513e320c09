"""How often each sub-decision of orchestration was taken."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import Event
from ..findings import counted
from ..measures import Measure, between, unknown


def shares(events: Iterable[Event], labels: Iterable[str]) -> dict[str, Measure]:
    """Return for each sub-decision its share of the events that name one.

    An ``orchestrator_decision`` that names none could be any of them: bounds.
    """
    counts = dict.fromkeys(labels, 0)
    silent = 0
    for event in events:
        if event.decision is not None:
            counts[event.decision] += 1
        elif event.type == "orchestrator_decision":
            silent += 1
    named = sum(counts.values())
    if not named:
        return {label: unknown("share", "decision on events") for label in counts}
    missing = (f"decision on {counted(silent, 'orchestrator decision')}",)
    return {
        label: between(count / (named + silent), (count + silent) / (named + silent), "share", missing, "decision on events")
        for label, count in counts.items()
    }
