"""Which tool result answers which call."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

from .timeline import Timeline


def answered(timeline: Timeline) -> dict[int, int]:
    """Return the position of each tool result that answers a call, with that of the call.

    By ``call_id``; where a result has none, by an edge from a call; else the oldest open call of the tool, by the same agent
    before others. A call may be answered more than once, as by a stream.
    """
    events = timeline.trace.events
    by_id = {e.call_id: p for p in reversed(timeline.of_type.get("tool_call", [])) if (e := events[p]).call_id is not None}
    open_ = _Open()
    found: dict[int, int] = {}
    for position in timeline.order:
        event = events[position]
        if event.type == "tool_call":
            open_.add(position, event.agent, event.tool)
        elif event.type == "tool_result":
            stated = by_id.get(event.call_id) if event.call_id is not None else _linked(timeline, position)
            call = stated if stated is not None or event.call_id is not None else open_.oldest(event.agent, event.tool)
            if call is not None:
                found[position] = call
                open_.close(call, events[call].agent, events[call].tool)
    return found


def _linked(timeline: Timeline, position: int) -> int | None:
    """Return the first call that an edge leads from to a result."""
    events = timeline.trace.events
    calls = [p for p in timeline.before.get(position, ()) if events[p].type == "tool_call"]
    return min(calls, key=timeline.ranks.__getitem__, default=None)


class _Open:
    """The calls that wait for a result, in order.

    Ordered dictionaries, because the first key of a plain one is slow to find once many before it were deleted.
    """

    def __init__(self) -> None:
        self._by_agent: defaultdict[tuple[str, str | None], OrderedDict[int, None]] = defaultdict(OrderedDict)
        self._by_tool: defaultdict[str | None, OrderedDict[int, None]] = defaultdict(OrderedDict)

    def add(self, position: int, agent: str, tool: str | None) -> None:
        self._by_agent[agent, tool][position] = self._by_tool[tool][position] = None

    def oldest(self, agent: str, tool: str | None) -> int | None:
        return next(iter(self._by_agent[agent, tool]), next(iter(self._by_tool[tool]), None))

    def close(self, position: int, agent: str, tool: str | None) -> None:
        self._by_agent[agent, tool].pop(position, None)
        self._by_tool[tool].pop(position, None)
