"""What the trace states in sum, against what its events say; and references into the trace."""

from __future__ import annotations

from collections.abc import Iterator

from ..events import Reward
from ..findings import JSON, Finding, Path, warning
from ..json_faults import MAX_DEPTH
from ..measures import number
from ..metrics import by_name, spent
from ..metrics.stated_costs import expected, lost
from ..timeline import Timeline


def tokens(timeline: Timeline) -> Iterator[Finding]:
    """The events' own tokens do not add up to more than costs.tokens, nor to another number where every event says its own.

    0 in costs.tokens counts as not reported.
    """
    trace = timeline.trace
    recorded = [event.tokens for event in trace.events if event.tokens is not None and spent.said(event.tokens)]
    if trace.basis.scope == "inclusive" or not recorded or not trace.costs["tokens"] or lost(trace, "tokens"):
        return
    low, high = expected(trace, sum(tokens.total for tokens in recorded), sum(tokens.cached or 0 for tokens in recorded))
    stated, path, complete = trace.costs["tokens"], ("costs", "tokens"), sum(map(spent.complete, recorded))
    told = str(low) if low == high else f"{low} to {high}"
    if stated < low and trace.basis.scope == "own":
        yield Finding(path, "tokens-total", f"is less than the events add up to, {told}", number(stated))
    elif stated < low or (stated > high and complete == len(trace.events)):
        yield warning(path, "tokens-total", f"is not what the events add up to, {told}", number(stated))


def token_parts(timeline: Timeline) -> Iterator[Finding]:
    """Cached tokens are among those read, and reasoning tokens among those written."""
    for position, event in enumerate(timeline.trace.events):
        if event.tokens is None:
            continue
        read, written, cached, reasoning, *_ = event.tokens
        for part, whole, key in ((cached, read, "cached"), (reasoning, written, "reasoning")):
            if part is not None and whole is not None and part > whole:
                yield warning(("events", position, "tokens", key), "token-parts", f"more than the {whole} that they are part of", str(part))


def counts(timeline: Timeline) -> Iterator[Finding]:
    """The stated numbers of tool calls and messages are those of the events, and not less: more where the source could not say all."""
    trace = timeline.trace
    for name, type_ in (("tool_calls", "tool_call"), ("messages", "message")):
        stated, counted = trace.costs.get(name), len(timeline.of_type.get(type_, ()))
        if stated is None or stated == counted or lost(trace, name) or (stated > counted and type_ in trace.provenance.missing):
            continue
        path, code, message = ("costs", name), f"{name.replace('_', '-')}-total", f"the trace holds {counted} {type_} events"
        yield Finding(path, code, message, number(stated)) if stated < counted else warning(path, code, message, number(stated))


def metrics(timeline: Timeline) -> Iterator[Finding]:
    """A stated metric is what the trace gives when it is computed again."""
    for name, stated in timeline.trace.metrics.items():
        if name not in by_name.MEASURES or name in by_name.SUCCESS or timeline.sorted_along_edges is None:
            continue
        found = by_name.measure(timeline, name)
        if not found.may_be(stated):
            yield warning(("metrics", name), "metric-differs", f"comes to {found} when it is computed again", number(stated))


def causes(timeline: Timeline) -> Iterator[Finding]:
    """The cause of an error is an event of the trace, and not a later one."""
    events, known = timeline.trace.events, timeline.positions
    for position, event in enumerate(events):
        cause = event.error.cause if event.error else None
        if cause is None:
            continue
        path = ("events", position, "error", "cause")
        if cause not in known:
            yield warning(path, "unknown-cause", "no event has this id", cause)
        elif cause == event.id:
            yield warning(path, "cause-itself", "an error goes back to itself", cause, hint="write null where it began here")
        elif events[known[cause]].t > event.t:
            yield Finding(path, "cause-after-effect", f"is later than what it caused, at t = {events[known[cause]].t:g}", cause)


def targets(timeline: Timeline) -> Iterator[Finding]:
    """The target of a reward is an agent, a role or an event of the trace."""
    trace = timeline.trace
    given: list[tuple[Path, Reward]] = [(("rewards", n), r) for n, r in enumerate(trace.rewards)]
    given += [(("events", p, "rewards", n), r) for p, e in enumerate(trace.events) if e.rewards for n, r in enumerate(e.rewards)]
    if not any(reward.target for _, reward in given):
        return
    roles = {e.role for e in trace.events} | {agent.role for agent in (trace.agents or {}).values()}
    known = timeline.positions.keys() | timeline.acts.keys() | timeline.spawns.keys() | (trace.agents or {}).keys() | roles
    for path, reward in given:
        if reward.target is not None and reward.target not in known:
            yield warning((*path, "target"), "unknown-target", "no agent, role or event has this name", reward.target)


def too_deep(timeline: Timeline) -> Iterator[Finding]:
    """No unknown key holds a value that is nested deeper than programs can read."""
    others = ((position, event.other) for position, event in enumerate(timeline.trace.events) if event.other)
    for position, key, value in ((position, key, value) for position, other in others for key, value in other.items()):
        if isinstance(value, (dict, list)) and _depth(value) > MAX_DEPTH - 3:
            yield Finding(("events", position, key), "too-deep", f"is nested more than {MAX_DEPTH} levels deep")


def _depth(value: JSON) -> int:
    """Return how many containers lie in each other."""
    depth, level = 0, [value]
    while level:
        below: list[JSON] = []
        for item in level:
            below += item.values() if isinstance(item, dict) else item if isinstance(item, list) else []
        level = [item for item in below if isinstance(item, (dict, list))]
        depth += 1
    return depth
