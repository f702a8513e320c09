"""Names of agents and tools."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ..findings import Finding, Path, notice, visible, warning
from ..timeline import Timeline


def folded(name: str) -> str:
    """Return what two names share that look alike: without a difference in blanks, letter case, width or characters that nobody sees."""
    return " ".join((name if name.isascii() else seen(unicodedata.normalize("NFKC", name))).split()).casefold()


_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters without ink beside those of format (Cf)."""
_JOINERS = frozenset("\u200c\u200d")
"""They change how the letters of several scripts beside them look."""
_SCRIPTS = "\u0590"
"""From here on letters may be joined."""


def seen(name: str) -> str:
    """Return a name without the characters that nobody sees, such as a space of no width."""
    if name.isascii():
        return name
    return "".join(c for at, c in enumerate(name) if not _is_hidden(c) or (c in _JOINERS and _joins(name, at)))


def _is_hidden(character: str) -> bool:
    return character in _EMPTY or unicodedata.category(character) == "Cf"


def _joins(name: str, at: int) -> bool:
    return name[at - 1 : at] >= _SCRIPTS and name[at + 1 : at + 2] >= _SCRIPTS


def is_blank(name: str) -> bool:
    """Return whether nothing of a name can be seen."""
    return not seen(name).strip()


def called(name: str) -> str:
    """Return a name for people: what cannot be printed is its code point, and quotes show one of which nothing can be seen."""
    return f'"{visible(name)}"' if is_blank(name) else visible(name)


def twins(timeline: Timeline) -> Iterator[Finding]:
    """No two agents have names that differ only in blanks, letter case, the width of letters or what nobody sees."""
    first: dict[str, str] = {}
    for agent, path in _named(timeline):
        alike = folded(agent)
        if alike in first:
            yield warning(path, "agent-twin", f"looks like {first[alike]!r}, but is another agent", agent)
        first.setdefault(alike, agent)


def _named(timeline: Timeline) -> Iterator[tuple[str, Path]]:
    """Yield the name of each agent, with where it first stands: those that act, then those that are only named."""
    yield from ((agent, ("events", acts[0], "agent")) for agent, acts in timeline.acts.items())
    seen = {None, *timeline.acts}
    for key, field in _NAMES.items():
        if key in {"to", "from", "parent_agent"}:
            for position, name in enumerate([getattr(event, field) for event in timeline.trace.events]):
                if name not in seen:
                    seen.add(name)
                    yield name, ("events", position, key)
    yield from ((name, ("agents", name)) for name in timeline.trace.agents or () if name not in seen)


def blank(timeline: Timeline) -> Iterator[Finding]:
    """No name is blank: neither those of the run and its task, nor those of agents, roles and tools."""
    trace = timeline.trace
    for top, name in (("trace_id", trace.trace_id), ("task_id", trace.task_id), ("system", trace.system)):
        if _is_blank(name):
            yield warning((top,), "blank-name", "is blank", name)
    for key, field in _NAMES.items():
        named = [getattr(event, field) for event in trace.events]
        if any(map(_is_blank, {*named})):
            yield from (warning(("events", p, key), "blank-name", "is blank", name) for p, name in enumerate(named) if _is_blank(name))
    yield from (warning(("agents",), "blank-name", "the name of an agent is blank", name) for name in trace.agents or () if is_blank(name))


_NAMES = {"agent": "agent", "role": "role", "from": "source", "to": "to", "tool": "tool", "parent_agent": "parent_agent"}
"""Keys of an event that name somebody or something, with the fields that hold them."""


def _is_blank(name: str | None) -> bool:
    return name is not None and is_blank(name)


_TOOL_HINT = "let the caller act, and name the tool in 'tool'"


def tools(timeline: Timeline) -> Iterator[Finding]:
    """A tool is not an agent: no agent has a tool's name, does nothing but answer calls, or is listed as a tool."""
    events, kinds = timeline.trace.events, {name: agent.kind for name, agent in (timeline.trace.agents or {}).items()}
    called = {event.tool for event in events if event.tool is not None}
    for agent, acts in timeline.acts.items():
        path = ("events", acts[0], "agent")
        if kinds.get(agent) in {"tool", "environment"}:
            if any(events[p].type not in {"tool_result", "safety_event"} for p in acts):
                yield warning(path, "tool-as-agent", f"acts, but is listed as {kinds[agent]}", agent)
        elif agent in called:
            yield warning(path, "tool-as-agent", "a tool has the same name", agent, _TOOL_HINT)
        elif all(events[p].type == "tool_result" for p in acts):
            yield warning(path, "tool-as-agent", "does nothing but answer calls", agent, _TOOL_HINT)
    for agent, spawned in timeline.spawns.items():
        if agent in called and agent not in timeline.acts:
            yield warning(("events", spawned[0], "to"), "tool-as-agent", "a tool has the same name", agent)


def unknown(timeline: Timeline) -> Iterator[Finding]:
    """Senders and receivers are agents that act or are spawned, or are listed."""
    known = timeline.acts.keys() | timeline.spawns | (timeline.trace.agents or {}).keys()
    seen: set[str] = set()
    for position, event in enumerate(timeline.trace.events):
        for key, name in (("from", event.source), ("to", event.to)):
            if name is not None and name not in known and name not in seen:
                seen.add(name)
                yield notice(("events", position, key), "unknown-agent", "nobody of this name acts or is spawned", name)


def senders(timeline: Timeline) -> Iterator[Finding]:
    """Who sends a message or returns is who acts."""
    for position, event in enumerate(timeline.trace.events):
        if event.source is not None and event.source != event.agent and event.type in {"message", "return"}:
            yield warning(("events", position, "from"), "sender-differs", f"is not the agent that acts, {event.agent}", event.source)


def listed(timeline: Timeline) -> Iterator[Finding]:
    """Where agents are listed, every one that acts is, and parents are listed too."""
    table = timeline.trace.agents
    if table is None:
        return
    for agent, acts in timeline.acts.items():
        if agent not in table:
            yield warning(("events", acts[0], "agent"), "unlisted-agent", "acts, but is not in the agents table", agent)
    for name, entry in table.items():
        if entry.parent is not None and entry.parent not in table:
            yield warning(("agents", name, "parent"), "unknown-parent", "is not in the agents table", entry.parent)
