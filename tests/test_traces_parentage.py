"""Agents that come from themselves: told by the checker, and no depth is made of them."""

from __future__ import annotations

from typing import Any

import pytest
from traces_values import event, loaded, timeline, trace

from pipeline.traces import parentage
from pipeline.traces.measures import Measure
from pipeline.traces.metrics.by_name import measure

SPAWN, MESSAGE = "spawn", "message"
ROUND = [event("1", 1, agent="a", parent_agent="b"), event("2", 2, agent="b", parent_agent="a")]
SELF = [event("1", 1, agent="a", parent_agent="a"), event("2", 2, agent="a", parent_agent="a")]
LONG = [event(f"{n:02}", n, agent=f"a{n:02}", parent_agent=f"a{(n - 1) % 14:02}") for n in range(14)]


def told(events: list[dict[str, Any]], **top: Any) -> list[tuple[str, str, str, str | None]]:
    """Return what is said of parents: severity, field, message and what was found."""
    problems = loaded(trace(events=events, **top)).problems
    return [(p.severity, p.field, p.message, p.found) for p in problems if p.code == "parent-cycle"]


def test_two_parents_of_each_other_are_an_error() -> None:
    message = "closes a cycle of 2 agents, each the parent of the next"
    assert told(ROUND) == [("error", "events[0].parent_agent", message, "a→b→a")]
    assert told(ROUND[::-1]) == [("error", "events[1].parent_agent", message, "a→b→a")]


def test_an_agent_that_is_its_own_parent_is_told_once() -> None:
    assert told(SELF) == [("error", "events[0].parent_agent", "an agent is its own parent", "a")]


def test_a_long_circle_is_not_named_in_full() -> None:
    names = "→".join(f"a{n:02}" for n in range(12))
    assert told(LONG) == [
        ("error", "events[0].parent_agent", "closes a cycle of 14 agents, each the parent of the next", f"{names}→… 2 more→a00")
    ]


def test_spawns_and_the_table_of_agents_count_as_well() -> None:
    spawns = [event("1", 1, SPAWN, "a", to="b"), event("2", 2, SPAWN, "b", to="a")]
    message = "closes a cycle of 2 agents, each the parent of the next"
    assert told(spawns) == [("error", "events[1].to", message, "a→b→a")]
    listed = {"schema_version": "2.0", "agents": {"a": {"parent": "b"}, "b": {"parent": "a"}, "c": {"parent": "c"}}}
    assert told([event("1", 1, agent="c")], **listed) == [
        ("error", "agents.c.parent", "an agent is its own parent", "c"),
        ("error", "agents.a.parent", message, "a→b→a"),
    ]


def test_what_a_spawn_says_is_not_told_a_second_time() -> None:
    events = [event("1", 1, SPAWN, "a", to="a")]
    assert told(events) == []
    assert [p.code for p in loaded(trace(events=events)).problems if p.severity == "error"] == ["spawns-itself"]


@pytest.mark.parametrize(
    ("events", "low"),
    [
        (ROUND, 0),
        (SELF, 0),
        (LONG, 0),
        ([event("1", 1, SPAWN, "a", to="a"), event("2", 2, SPAWN, "a", to="b")], 1),
        ([*ROUND, event("3", 3, SPAWN, "b", to="c"), event("4", 4, SPAWN, "c", to="d"), event("5", 5, agent="d")], 2),
    ],
)
def test_the_depth_counts_what_does_not_rest_on_a_circle(events: list[dict[str, Any]], low: int) -> None:
    expected = Measure("bound", low, None, "spawns", "spawn events and parent_agent", ("parents that form no circle",))
    assert measure(timeline(events=events), "delegation_depth") == expected


def test_a_chain_is_no_circle() -> None:
    chain = timeline(events=[event("1", 1, SPAWN, "a", to="b"), event("2", 2, SPAWN, "b", to="c"), event("3", 3, MESSAGE, "c")])
    assert parentage.circles(chain) == []
    assert parentage.doubtful(chain) == set()
    assert measure(chain, "delegation_depth").value == 2
