"""Names that are told apart, and what led to what along one agent's events."""

from __future__ import annotations

import pytest

from pipeline.traces.formats.draft import Draft
from pipeline.traces.formats.naming import Names, digest
from pipeline.traces.formats.strands import Strand


@pytest.fixture
def draft() -> Draft:
    return Draft("x", "x")


def add(draft: Draft, kind: str, t: float | None) -> str:
    return draft.event(kind, "a", t)


def links(draft: Draft, strand: Strand) -> list[tuple[str, str, str]]:
    strand.link()
    return sorted(draft._edges)


def test_a_name_is_given_out_once_whatever_its_blanks_and_letter_case() -> None:
    names = Names()
    assert [names.new(name) for name in ("a", "A", "a 2", " a ", "b", "a")] == ["a", "A 2", "a 2 2", " a  3", "b", "a 4"]


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": [None]}) == digest({"b": [None], "a": 1}) != digest({"b": [], "a": 1})


def test_turns_follow_one_another(draft: Draft) -> None:
    strand = Strand(draft, "a")
    for t in (2.0, 1.0, 3.0):
        strand.turn(add(draft, "message", t), t)
    assert links(draft, strand) == [("e1", "e3", "temporal"), ("e2", "e1", "temporal")]


def test_a_gift_leads_to_the_first_turn_that_began_later(draft: Draft) -> None:
    strand = Strand(draft, "a")
    strand.turn(add(draft, "message", 1), 1)
    strand.gift(add(draft, "tool_result", 2), 2, "tool_dependency")
    strand.turn(add(draft, "message", 3), 3, begin=1.5)
    strand.turn(add(draft, "message", 4), 4, begin=2)
    assert links(draft, strand) == [("e1", "e3", "temporal"), ("e2", "e4", "tool_dependency")]


def test_a_branch_follows_from_the_last_turn_and_is_one_before_any(draft: Draft) -> None:
    strand = Strand(draft, "a")
    for t, note in ((1.0, strand.branch), (2.0, strand.branch), (3.0, strand.turn), (4.0, strand.branch)):
        note(add(draft, "tool_call", t), t)
    assert links(draft, strand) == [("e1", "e2", "causal"), ("e1", "e3", "temporal"), ("e3", "e4", "causal")]


def test_a_turn_of_several_events_is_led_to_as_one(draft: Draft) -> None:
    strand = Strand(draft, "a")
    strand.gift(add(draft, "message", 1), 1, "message")
    strand.turn(add(draft, "tool_call", 2), 2)
    strand.also(add(draft, "tool_call", 2))
    assert links(draft, strand) == [("e1", "e2", "message"), ("e1", "e3", "message")]


def test_a_spawn_comes_first_whenever_it_is_noted(draft: Draft) -> None:
    strand = Strand(draft, "a")
    strand.turn(add(draft, "message", 1), 1)
    strand.spawned(add(draft, "spawn", 1))
    assert links(draft, strand) == [("e2", "e1", "spawn")]


def test_without_times_the_order_is_as_noted(draft: Draft) -> None:
    strand = Strand(draft, "a")
    strand.turn(add(draft, "message", None), None)
    strand.gift(add(draft, "tool_result", None), None, "tool_dependency")
    strand.turn(add(draft, "message", None), None)
    assert links(draft, strand) == [("e2", "e3", "tool_dependency")]


def test_a_turn_after_returns_begins_with_an_aggregation_that_has_its_tokens(draft: Draft) -> None:
    strand = Strand(draft, "a")
    strand.returned(add(draft, "return", 1), 1)
    strand.returned(add(draft, "return", 9), 9)
    left = strand.aggregate(3, 2, {"t_start": 2, "tokens": {"in": 1}, "to": "b", "status": "error", "inferred": ["to"]})
    assert left == {"t_start": 3, "to": "b", "status": "error", "inferred": ["to"]}
    assert draft._events[-1] == {
        "id": "e3",
        "t": 3.0,
        "t_start": 2.0,
        "type": "aggregate",
        "agent": "a",
        "tokens": {"in": 1},
        "inferred": ["type"],
    }
    assert links(draft, strand) == [("e1", "e3", "aggregate")]


def test_a_turn_without_returns_before_it_stays_as_it_is(draft: Draft) -> None:
    keys = {"tokens": {"in": 1}}
    assert Strand(draft, "a").aggregate(3, 2, keys) is keys


def test_what_is_returned_late_waits_for_a_later_turn(draft: Draft) -> None:
    strand = Strand(draft, "a")
    for t in (9.0, 1.0, None, 5.0):
        strand.returned(add(draft, "return", t), t)
    for t in (3.0, 4.0, 9.0):
        strand.aggregate(t, t, {})
    assert [edge for edge in links(draft, strand) if edge[2] == "aggregate"] == [
        ("e1", "e6", "aggregate"), ("e2", "e5", "aggregate"), ("e3", "e5", "aggregate"), ("e4", "e6", "aggregate"),
    ]  # fmt: skip


def test_many_gifts_to_many_events_are_joined_through_a_decision(draft: Draft) -> None:
    strand = Strand(draft, "a")
    for _ in range(3):
        strand.gift(add(draft, "tool_result", 1), 1, "tool_dependency")
    strand.turn(add(draft, "tool_call", 2), 2)
    strand.also(add(draft, "tool_call", 2))
    assert links(draft, strand) == [
        ("e1", "e6", "tool_dependency"), ("e2", "e6", "tool_dependency"), ("e3", "e6", "tool_dependency"), ("e6", "e4", "causal"),
        ("e6", "e5", "causal"),
    ]  # fmt: skip
    assert draft._events[-1] == {
        "id": "e6", "t": 2.0, "t_start": None, "type": "orchestrator_decision", "agent": "a", "inferred": ["type"],
    }  # fmt: skip


def test_edges_grow_with_gifts_and_events_and_not_with_their_product(draft: Draft) -> None:
    strand = Strand(draft, "a")
    for turn in range(3):
        strand.turn(add(draft, "tool_call", 2 * turn), 2 * turn)
        for _ in range(499):
            strand.also(add(draft, "tool_call", 2 * turn))
        for _ in range(500):
            strand.gift(add(draft, "tool_result", 2 * turn + 1), 2 * turn + 1, "tool_dependency")
    assert len(links(draft, strand)) == 2 * 1000
