"""The lines of Claude Code's session files, joined by their ids and put into order.

A session's lines lie in ``SESSION.jsonl``, those of its sub-agents in ``agent-ID.jsonl`` beside or below it; before version 2.0.28
they stood in the session's own file, marked as ``isSidechain`` and without an agent's id. Resumed sessions repeat lines, be it under
an id of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...findings import JSON
from ..identifiers import Identifiers
from ..moments import time_notes
from ..shapes import mapping, text
from ..source import Source
from .claude_copies import copies
from .claude_order import Line, climbed

_FILE = re.compile(r"agent-([^/\\]+?)(\.meta)?\.(?i:jsonl?)\Z")
"""Name of a sub-agent's file, or of the one that says by which call it was spawned."""
SPOKEN = ("user", "assistant")
"""Types of the lines that make up a conversation."""
ASIDE = ("summary", "file-history-snapshot", "queue-operation", "system", "progress", "attachment")
"""Some of the other types; a file may hold nothing else."""
MAIN, USER = "main", "user"
"""Names of the agent that the person talks to, and of the person."""
_INTERNAL = "acompact-"
"""How the ids of sub-agents begin that only compress a conversation, whose lines they repeat."""


@dataclass(slots=True)
class Session:
    """One run."""

    name: str
    """The session's id."""
    main: list[Line] = field(default_factory=list)
    """What the agent did that the person talked to, in order."""
    chains: dict[str, list[Line]] = field(default_factory=dict)
    """Name of a sub-agent to its lines in order."""
    nameless: set[str] = field(default_factory=set)
    """Those of them whose lines carry no id of an agent: whose they are is at best guessed."""
    calls: dict[str, str] = field(default_factory=dict)
    """Id of a call to the id of the sub-agent that it spawned, where other lines than its result say so."""
    names: dict[str, str] = field(default_factory=dict)
    """Id of a sub-agent to its name; of those without an id, the ``uuid`` of their first line."""
    notes: list[str] = field(default_factory=list)
    """What was left out."""
    compressing: int = 0
    """How many lines of sub-agents that only compress a conversation were left out."""
    plain: Identifiers = field(default_factory=lambda: Identifiers(with_content=False))
    """What its names and ids are called in the trace."""
    copied: dict[str, str] = field(default_factory=dict)
    """Id of each model message that another session holds as well, and that counts there, to that session."""
    repeated: dict[str, set[str]] = field(default_factory=dict)
    """Other session to the ids of the model messages that it repeats, and that count here."""
    _taken: set[str] = field(default_factory=lambda: {MAIN, USER})

    def name_of(self, agent: str, wanted: str = "") -> str:
        """Return the name of a sub-agent, which no other agent has: its id, if that is free and looks like one."""
        if agent not in self.names:
            name = self.plain.id(wanted or agent) or agent
            while name in self._taken:
                name += "'"
            self.names[agent] = name
            self._taken.add(name)
        return self.names[agent]


def fits(source: Source) -> bool:
    """Return whether a file holds lines of a session."""
    return any(_fits(mapping(line), source.name) for line in source.documents)


def _fits(line: dict[str, JSON], name: str) -> bool:
    if line.get("type") in SPOKEN:
        return "message" in line and not line.keys().isdisjoint({"sessionId", "parentUuid", "isSidechain"})
    if line.get("type") in ASIDE:
        return not line.keys().isdisjoint({"sessionId", "leafUuid", "messageId"})
    return "agentType" in line and _file_of(name) is not None


def sessions(sources: Sequence[Source], with_content: bool = False) -> list[Session]:
    """Return the sessions that files hold together, by id."""
    lines: dict[str, dict[str, dict[str, JSON]]] = {}
    calls: dict[str, str] = {}
    clashing: dict[tuple[str, str], set[str]] = {}
    for source in sources:
        home = _home(source)
        for raw in map(mapping, source.documents):
            if aside := _spawn_of(raw, source.name):
                calls.update([aside])
                continue
            session = lines.setdefault(text(raw.get("sessionId")) or home, {})
            key = text(raw.get("uuid")) or _canonical(raw)
            known = session.get(key)
            whole = raw | {_AGENT: _agent(raw, source.name)}
            if known is not None and known.get("message") != raw.get("message"):
                clashing.setdefault((text(raw.get("sessionId")) or home, key), set()).update(map(_message, (known, raw)))
            session[key] = whole if known is None else min(known, whole, key=_preference)
    spoken = [name for name in sorted(lines) if any(raw.get("type") in SPOKEN for raw in lines[name].values())]
    found = {name: _session(name, lines[name], calls, Identifiers(with_content)) for name in spoken}
    for name, one in found.items():
        lost = sum(len(messages) - 1 for (home, _), messages in clashing.items() if home == name)
        one.notes += [f"lines left out, since another one has their uuid: {lost}"] * bool(lost)
    for copy in copies({name: lines[name] for name in spoken}):
        found[copy.session].copied[copy.message] = copy.origin
        found[copy.origin].repeated.setdefault(copy.session, set()).add(copy.message)
    return [*found.values()]


def _message(raw: dict[str, JSON]) -> str:
    return _canonical(raw.get("message"))


_AGENT = "\0agent"
"""Under this key stands the sub-agent that a line belongs to, as far as line and file name say; no JSON of theirs has such a key."""


def _preference(raw: dict[str, JSON]) -> tuple[bool, str]:
    """Where a line is told twice, as when a session is resumed or a sub-agent inherits it, the main agent's comes first."""
    return raw[_AGENT] is not None, _canonical(raw)


def _home(source: Source) -> str:
    """Return the session of lines that name none: that of the others in the file, else one named after the file."""
    named = {name for raw in source.documents if (name := text(mapping(raw).get("sessionId")))}
    return min(named, default=re.split(r"[/\\]", source.name)[-1].rsplit(".", 1)[0])


def _agent(raw: dict[str, JSON], name: str) -> str | None:
    """Return the sub-agent's id, an empty text for one that has none, or None for the main agent."""
    side, own, file = raw.get("isSidechain"), text(raw.get("agentId")), _file_of(name)
    if side is True or (side is not False and (own or file)):
        return own or file or ""
    return None


def _file_of(name: str) -> str | None:
    match = _FILE.search(name)
    return match.group(1) if match else None


def _session(name: str, lines: dict[str, dict[str, JSON]], calls: dict[str, str], plain: Identifiers) -> Session:
    session = Session(name, calls=dict(calls), plain=plain)
    roots, ordered = climbed(lines, _AGENT)
    spoken = [line for line in ordered if line.raw.get("type") in (*SPOKEN, "system")]
    agents = {line.key: _agent_of(line, roots) for line in spoken}
    named = {agent for line in spoken if line.raw[_AGENT] and (agent := agents[line.key])}
    for agent in sorted(named):
        session.name_of(agent)
    for line in spoken:
        agent = agents[line.key]
        if agent is None:
            session.main.append(line)
        elif not agent.startswith(_INTERNAL):
            name = session.name_of(agent, "" if agent in named else f"sidechain-{len(session.names) - len(named) + 1}")
            session.nameless |= set() if agent in named else {name}
            session.chains.setdefault(name, []).append(line)
    dangling = sum(isinstance(parent := line.raw.get("parentUuid"), str) and parent not in lines for line in spoken)
    session.compressing = sum((agent or "").startswith(_INTERNAL) for agent in agents.values())
    session.notes += time_notes(line.raw.get("timestamp") for line in spoken)
    session.notes += [f"lines that follow a line in none of the files: {dangling}"] * bool(dangling)
    return session


def _agent_of(line: Line, roots: dict[str, str]) -> str | None:
    """Return the sub-agent whose line it is, by its id or else by its first line; None for the main agent."""
    agent = line.raw[_AGENT]
    return agent or roots[line.key] if isinstance(agent, str) else None


def _spawn_of(raw: dict[str, JSON], name: str) -> tuple[str, str] | None:
    """Return the call that spawned a sub-agent, and the sub-agent, where a line beside the conversations says so."""
    call, agent = text(raw.get("parentToolUseID")), text(mapping(raw.get("data")).get("agentId"))
    if "agentType" in raw and raw.get("type") not in SPOKEN:
        call, agent = text(raw.get("toolUseId")), _file_of(name)
    return (call, agent) if call and agent else None


def _canonical(raw: JSON) -> str:
    return json.dumps(raw, sort_keys=True, separators=(",", ":"))
