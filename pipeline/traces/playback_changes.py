"""What the events of a run change when it is played back, as only the whole trace tells it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from .events import Tokens
from .lives import Life, lives
from .metrics.spending import spending
from .metrics.spent import said
from .timeline import Timeline


def comings_and_goings(timeline: Timeline, ranks: Sequence[int]) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the agents that come and go with the event at each rank, of those that are played."""
    begins: defaultdict[int, list[str]] = defaultdict(list)
    ends: defaultdict[int, list[str]] = defaultdict(list)
    happen = ranks if isinstance(ranks, range) else set(ranks)
    for life in lives(timeline):
        begin = _begin(timeline, life, happen)
        if begin is not None and begin != life.end:
            begins[begin].append(life.agent)
        if life.end is not None:
            ends[life.end].append(life.agent)
    return begins, ends


def _begin(timeline: Timeline, life: Life, ranks: range | set[int]) -> int | None:
    """Return the rank at which a life begins when only the events at some ranks happen; None where it does not.

    One that nobody's spawn began is there from the first event, or from the agent's own first one, of those that do happen.
    """
    if isinstance(ranks, range) or life.agent in timeline.spawns:
        return life.begin
    if life.agent not in timeline.parents:
        return min(ranks, default=None)
    own = (timeline.ranks[p] for p in timeline.acts.get(life.agent, ()))
    return next((rank for rank in own if rank in ranks), None)


def deliveries(timeline: Timeline) -> dict[int, list[int]]:
    """Return the events to which message edges lead, with the messages that they deliver."""
    events = timeline.trace.events
    found: defaultdict[int, list[int]] = defaultdict(list)
    for ends, edge in zip(timeline.ends, timeline.trace.edges, strict=True):
        if ends is not None and edge.type == "message" and events[ends[0]].type == "message":
            found[ends[1]].append(ends[0])
    return {position: sorted(sent, key=timeline.ranks.__getitem__) for position, sent in found.items()}


def late_rewards(timeline: Timeline) -> dict[str | None, list[tuple[str, float]]]:
    """Return the run's rewards by the event that they are for, or None for the whole run."""
    found: defaultdict[str | None, list[tuple[str, float]]] = defaultdict(list)
    for reward in sorted(timeline.trace.rewards, key=lambda r: (r.channel, r.target or "", r.value)):
        found[reward.target if reward.target in timeline.positions else None].append((reward.channel, reward.value))
    return found


def counting(timeline: Timeline) -> tuple[Callable[[Tokens], int | None], Callable[[bool], bool]]:
    """Return what tells how many tokens of an event count, and whether sums are known, given whether each event says all of its own.

    None can be summed up where they include those of other events.
    """
    whole = spending(timeline)

    def count(tokens: Tokens) -> int | None:
        if whole.inclusive or not said(tokens):
            return None
        return tokens.total - (tokens.cached or 0) if whole.uncached else tokens.total

    def known(every_event_says: bool) -> bool:
        return not whole.partial and not whole.capped and (whole.accounted or every_event_says)

    return count, known
