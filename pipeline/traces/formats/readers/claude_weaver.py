"""One session of Claude Code as a run: see ``claude_code`` for what becomes what."""

from __future__ import annotations

from ..draft import Draft
from . import claude_totals
from .claude_acts import SILENT, Acts
from .claude_arrivals import UNASKED, Arrivals
from .claude_chain import Chain
from .claude_handovers import Handovers
from .claude_lines import MAIN, Session
from .claude_moments import Compaction, Moment, Notice, Prompt, Result, Turn
from .claude_run import Run

MISSING = {"category", "decision", "despawn", "rewards", "safety_event", "trusted"}
"""What the files do not say."""

UNSEEN = {"edges", "error", "status", "tool_call", "tool_result"}
"""What else they do not say where the lines of a sub-agent, or those with a call, are in none of them."""


class Weaver:
    """Makes one run of one session."""

    def __init__(self, session: Session, with_content: bool) -> None:
        self._run = Run(session, with_content)
        self._acts = Acts(self._run)
        self._arrivals = Arrivals(self._run, self._acts.calls)

    def draft(self) -> Draft:
        """Return the run."""
        for chain in self._run.chains.values():
            for moment in chain.moments:
                self._add(chain, moment)
        handovers = Handovers(self._run)
        handovers.join_returns(self._acts.aggregates)
        handovers.join_tasks()
        self._describe()
        return self._run.draft

    def _add(self, chain: Chain, moment: Moment) -> None:
        match moment:
            case Turn():
                self._acts.add_turn(chain, moment)
            case Result():
                self._arrivals.add_result(chain, moment)
            case Prompt():
                self._arrivals.add_prompt(chain, moment)
            case Notice():
                self._arrivals.add_notice(chain, moment)
            case Compaction():
                self._run.left["compactions of a conversation, after which a summary stands for what came before"] += 1

    def _describe(self) -> None:
        """Say what is known of the run as a whole."""
        run, draft, session = self._run, self._run.draft, self._run.session
        draft.topology = "harness"
        draft.inferred.add("topology")
        draft.missing |= MISSING
        draft.agent(MAIN, role="main") if run.chains[MAIN].events else None
        lost = {name for name in run.by_child if not run.chains.get(name, Chain(name, [])).moments}
        orphans = {name for name, chain in run.chains.items() if name != MAIN and name not in run.by_child and chain.events}
        run.untold["sub-agents whose own lines are in none of the files"] += len(lost)
        run.untold["lines of a sub-agent that only compressed the conversation are left out"] += session.compressing
        if not any(turn.tokens for chain in run.chains.values() for turn in chain.moments if isinstance(turn, Turn)):
            del run.untold[SILENT]
        run.left["sub-agents of which no line says who spawned them"] += len(orphans)
        draft.missing |= UNSEEN if lost or run.untold[UNASKED] else set()
        # Whose lines nobody explains may be one of the lost, and then what its result tells is counted already.
        alone = [] if orphans else sorted(lost)
        told = [run.results.get(task.call.call_id) for name in alone for task in run.by_child[name] if task.answers]
        draft.costs |= claude_totals.costs(told, run.chains.values(), None if run.untold[UNASKED] else len(self._acts.calls))
        draft.notes += [*session.notes, *claude_totals.shared(session), *run.plain.notes()]
        draft.notes += [f"{what}: {number}" for what, number in sorted(run.left.items()) if number]
        for what, number in sorted(run.untold.items()):
            draft.incomplete(what, number)
