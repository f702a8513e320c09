"""Rules over a whole trace. Each is a generator whose docstring is the rule.

What cannot be is an error; what is suspect but possible is a warning; what only informs is a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..findings import Finding
from ..timeline import Timeline
from . import calls, graph, keys, lives, names, times, totals

Rule = Callable[[Timeline], Iterator[Finding]]

STRUCTURE: tuple[Rule, ...] = (graph.ids, graph.endpoints)
"""What must hold before anything can be computed."""
GRAPH: tuple[Rule, ...] = (graph.self_loops, graph.duplicates, graph.cycles_in, graph.types, graph.loose, times.along_edges)
"""What can be said of any part of a trace."""
SINGLE: tuple[Rule, ...] = (
    times.intervals, times.origin, lives.spawns, names.blank, names.senders, keys.misspelled, totals.token_parts,
)  # fmt: skip
"""What can be said of an event, or of a key, whatever the others are."""
WHOLE: tuple[Rule, ...] = (
    times.total_order, times.wall_clock,
    lives.before_spawn, lives.after_despawn, lives.spawned_twice, lives.idle, lives.despawns, lives.returns,
    lives.parents, lives.descent, lives.unseen,
    calls.results, calls.call_ids, calls.aggregation,
    names.twins, names.tools, names.unknown, names.listed,
    totals.tokens, totals.counts, totals.metrics, totals.causes, totals.targets, totals.too_deep,
)  # fmt: skip
"""What can only be said of a trace as a whole."""


def findings(timeline: Timeline, rules: tuple[Rule, ...] = STRUCTURE + GRAPH + SINGLE + WHOLE) -> Iterator[Finding]:
    """Yield what is wrong with a trace, rule by rule."""
    for rule in rules:
        yield from rule(timeline)
