"""A session of Claude Code on its way to a run."""

from __future__ import annotations

from collections import Counter

from ..draft import Draft
from . import claude_tasks
from .claude_chain import Chain
from .claude_lines import MAIN, Session
from .claude_tasks import Task
from .claude_turns import moments

NAME = "claude-code"


class Run:
    """What events are made from, and where they go."""

    def __init__(self, session: Session, with_content: bool) -> None:
        self.session = session
        self.plain = session.plain
        self.draft = Draft(NAME, self.plain.id(session.name) or session.name, system="Claude Code", with_content=with_content)
        counted = set(session.copied)
        read = {MAIN: moments(session.main, counted)} | {name: moments(session.chains[name], counted) for name in sorted(session.chains)}
        self.results = claude_tasks.results(read)
        """Id of a call to its first result."""
        strays = claude_tasks.strays(session, read, self.results)
        named = claude_tasks.renamed(read, strays)
        session.nameless = {strays.get(name, name) for name in session.nameless}
        self.chains = {name: Chain(name, found) for name, found in named.items()}
        """Agent to its conversation."""
        self.tasks = claude_tasks.tasks(session, named, self.results)
        """Id of a call to what it gave a sub-agent to do, in order of time."""
        self.by_child: dict[str, list[Task]] = {}
        """Sub-agent to what it was given to do."""
        for task in self.tasks.values():
            self.by_child.setdefault(task.child, []).append(task)
        self.left: Counter[str] = Counter()
        """What was left out, for the notes."""
        self.untold: Counter[str] = Counter()
        """What had tokens of which the files do not say how many, and how often."""
