"""What a run says that version 1 has no place for, and what its readers then take for known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..measures import Measure
from ..metrics import amounts, by_name, spending, stated_costs
from ..model import Trace
from ..timeline import Timeline
from .identifiers import is_code
from .writers import v1

COUNTED: Mapping[amounts.Counted, str] = {"tool_call": "tool calls", "message": "messages"}
"""Type of the events that are counted, and what their number is called."""
_MANY = 12


def told(timeline: Timeline) -> str | None:
    """Return in a line what version 1 cannot say of a run, and which numbers it makes of what is unknown; None for nothing."""
    trace, after = timeline.trace, Timeline(v1.trace(timeline))
    named = (("what is missing", trace.provenance.missing), ("what was guessed", _unmarked(trace, after.trace)))
    parts = [*(f"{what} ({_some(names)})" for what, names in named if names), *_dropped(trace), *_people(timeline, after)]
    if not parts:
        return None
    changed = _changed(timeline, after)
    return f"version 1 cannot say {', '.join(parts)}" + "".join(f"; {what}: {', '.join(found)}" for what, found in changed.items() if found)


def _unmarked(trace: Trace, after: Trace) -> list[str]:
    """Return what was guessed of a run and no event of version 1 says."""
    said = {name for event in after.events for name in event.inferred}
    said |= {event.type for event in after.events if "type" in event.inferred}
    return [name for name in trace.provenance.inferred if name not in said]


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MANY} more" if len(names) > _MANY else ""
    return f"{', '.join(map(_name, names[:_MANY]))}{more}"


def _name(name: str) -> str:
    """Return a name that looks like one; of any other only how long it is."""
    return name if is_code(name) else f"a name of {len(name)} characters"


def _dropped(trace: Trace) -> Iterator[str]:
    """Yield the other things that only version 2 says."""
    if trace.clock or trace.clock_origin:
        yield "the clock"
    if trace.agents:
        yield "the table of agents but for roles and parents"
    if trace.basis.scope or trace.basis.cached:
        yield "how tokens are counted"
    if trace.baseline:
        yield "the baseline"
    if any(reward.unit or reward.target for reward in trace.rewards):
        yield "what rewards are for"


def _people(timeline: Timeline, after: Timeline) -> Iterator[str]:
    """Yield that people are taken for agents, or write no messages any more."""
    agents = set(after.agents) - set(timeline.agents)
    if agents:
        yield f"who is no agent ({len(agents)} of those that act)"
    if number := v1.stepping_in(timeline):
        yield f"that people wrote messages ({number}, which become human interventions)"


def _changed(timeline: Timeline, after: Timeline) -> dict[str, list[str]]:
    """Return the numbers that come out otherwise when a run is read as version 1, in words: those that are unknown, and others."""
    found: dict[str, list[str]] = {"what is unknown reads there as a value": [], "other numbers change": []}
    measures, (unknown, other) = _measures(after), found.values()
    for name, measure in _measures(timeline).items():
        now = measures[name]
        if measure.status != now.status and now.status != "not computable" and measure.status != "exact":
            unknown.append(f"{name} {now}")
        elif (measure.low, measure.high) != (now.low, now.high) and measure.status == now.status:
            other.append(f"{name} {now} instead of {measure}")
    return found


def _measures(timeline: Timeline) -> Mapping[str, Measure]:
    """Return what a report says in numbers, by what it is called."""
    trace, spent = timeline.trace, spending.spending(timeline)
    costs = {"tokens": stated_costs.total(trace), "wall clock": stated_costs.wall_clock(trace)}
    counts = {name: amounts.number_of(spent.total, spent, type_) for type_, name in COUNTED.items()}
    return costs | counts | {name.replace("_", " "): by_name.measure(timeline, name) for name in by_name.MEASURES}
