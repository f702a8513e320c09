"""Everything that can be computed from one trace, as one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .collection import paused
from .events import Reward
from .measures import Measure, summed
from .metrics import by_name, checklist
from .metrics.basis import guesses
from .metrics.population import over_time
from .metrics.spending import Spending, spending
from .model import Trace
from .timeline import Timeline

BANDS = (10, 100, 1000)
"""Upper ends of the length bands, in events."""


class Given(NamedTuple):
    """What events were rewarded with in one channel, for one unit and target."""

    reward: Reward
    """With the sum as its value."""
    events: int
    """How many events."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one trace says of its run."""

    name: str
    """The file."""
    trace: Trace
    """What was measured."""
    events: int
    """How many."""
    agents: tuple[str, ...]
    """Names of those that acted or were spawned, sorted."""
    measures: Mapping[str, Measure]
    """Metric to what is known of it, in the order of MEASURES."""
    band: str
    """Length band: up to 10, 100 or 1000 events, or more."""
    population: tuple[tuple[float, int], ...]
    """Times at which the number of live agents changed, with the number from then on."""
    spent: Spending
    """Tokens, calls, messages and time by agent, role, credit unit, sub-decision and category."""
    decisions: Mapping[str, Measure]
    """Sub-decision O1 to O5 to its share."""
    rewards: tuple[Reward, ...]
    """What the run received, as it states it."""
    event_rewards: tuple[Given, ...]
    """What its events received, summed."""
    checklist: tuple[checklist.Item, ...]
    """The five items."""


def report(timeline: Timeline, name: str) -> Report:
    """Return what a trace says of its run; ``name`` is that of its file. Does not depend on the file's order of events."""
    with paused():
        return _report(timeline, name)


def _report(timeline: Timeline, name: str) -> Report:
    trace, spent, guessed = timeline.trace, spending(timeline), guesses(timeline)
    return Report(
        name=name,
        trace=trace,
        events=len(trace.events),
        agents=tuple(timeline.agents),
        measures=by_name.measures(timeline, spent, guessed),
        band=band(len(trace.events)),
        population=tuple(over_time(timeline)),
        spent=spent,
        decisions=by_name.shares(timeline, guessed),
        rewards=tuple(sorted(trace.rewards, key=lambda r: (*_whose(r), r.value))),
        event_rewards=tuple(_given(timeline)),
        checklist=tuple(checklist.checklist(timeline)),
    )


def _whose(reward: Reward) -> tuple[str, str, str]:
    return reward.channel, reward.unit or "", reward.target or ""


def _given(timeline: Timeline) -> Iterator[Given]:
    """Yield what events were rewarded with, by channel, unit and target; summed in the order of the run."""
    events, given = timeline.trace.events, dict[tuple[str, str, str], list[Reward]]()
    at: dict[tuple[str, str, str], set[int]] = {}
    for position in timeline.order:
        for reward in events[position].rewards:
            given.setdefault(_whose(reward), []).append(reward)
            at.setdefault(_whose(reward), set()).add(position)
    for whose, rewards in sorted(given.items()):
        yield Given(rewards[0]._replace(value=summed([reward.value for reward in rewards])), len(at[whose]))


def band(events: int) -> str:
    """Return the length band of a run: ``up to 10``, ``up to 100``, ``up to 1000`` or ``over 1000`` events."""
    return next((f"up to {limit}" for limit in BANDS if events <= limit), f"over {BANDS[-1]}")
