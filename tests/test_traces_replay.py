"""Replay: what was the case after an event, whatever the order of the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_values import edge, event, timeline

from pipeline.traces import playback_state, replay
from pipeline.traces.events import Reward
from pipeline.traces.report import report
from pipeline.traces.report_json import as_json

RUN = {
    "events": [
        event("a", 1, "spawn", "lead", to="x", tokens={"in": 5, "out": 1}, rewards={"plan": 0.5}),
        event("b", 2, "message", "lead", to="x"),
        event("c", 3, "tool_call", "x", tool="map", call_id="k"),
        event("d", 4, "message", "x", to="lead", tokens={"in": 2}),
        event("e", 5, "tool_result", "x", tool="map", call_id="k"),
        event("f", 6, "return", "x", to="lead", rewards={"plan": 0.25}),
        event("g", 7, "aggregate", "lead"),
        event("h", 8, "message", "lead"),
    ],
    "edges": [edge("d", "g", "message")],
    "rewards": {"solved": 1, "plan": 9},
}


def told(state: playback_state.State) -> tuple[Any, ...]:
    waiting = [e.id for e in state.calls], [e.id for e in state.undelivered]
    return state.step, state.live, *waiting, state.tokens, dict(state.rewards), dict(state.run_rewards)


def test_every_state_of_a_small_run() -> None:
    assert [told(state) for state in replay.states(timeline(**RUN))] == [
        (0, (), [], [], None, {}, {}),
        (1, ("lead", "x"), [], [], 6, {"plan": 0.5}, {}),
        (2, ("lead", "x"), [], ["b"], 6, {"plan": 0.5}, {}),
        (3, ("lead", "x"), ["c"], [], 6, {"plan": 0.5}, {}),
        (4, ("lead", "x"), ["c"], ["d"], 8, {"plan": 0.5}, {}),
        (5, ("lead", "x"), [], ["d"], 8, {"plan": 0.5}, {}),
        (6, ("lead",), [], ["d"], 8, {"plan": 0.75}, {}),
        (7, ("lead",), [], [], 8, {"plan": 0.75}, {}),
        (8, ("lead",), [], ["h"], 8, {"plan": 0.75}, {"plan": 9, "solved": 1}),
    ]


def test_an_event_or_a_time_names_a_state() -> None:
    line = timeline(**RUN)
    states = list(replay.states(line))
    assert replay.state_after(line, "c") == states[3]
    assert replay.state_after(line, "z") is None
    assert replay.state_at(line, 0.5) == states[0]
    assert replay.state_at(line, 3) == states[3]
    assert replay.state_at(line, 99) == states[8] == replay.final_state(line)


def test_a_reward_for_an_event_is_given_with_it() -> None:
    line = timeline(
        schema_version="2.0",
        events=[event("a", 1), event("b", 2)],
        rewards=[{"channel": "r", "value": 2, "unit": "message", "target": "a"}],
    )
    assert [dict(state.run_rewards) for state in replay.states(line)] == [{}, {"r": 2}, {"r": 2}]
    assert not replay.final_state(line).rewards


AGAINST = {
    "events": [
        event("a", 1, "message", "lead", seq=0),
        event("b", 9, "spawn", "lead", to="x", seq=1, rewards={"r": 1}),
        event("c", 4, "message", "lead", seq=2, tokens={"in": 3}),
        event("d", 10, "tool_call", "x", seq=3),
    ],
    "rewards": {"r": 7},
}


def test_a_time_means_the_clock_whatever_seq_says() -> None:
    line = timeline(**AGAINST)
    assert told(replay.state_at(line, 5)) == (2, ("lead",), [], ["a", "c"], 3, {}, {})
    assert told(replay.state_at(line, 9)) == (3, ("lead", "x"), [], ["a", "c"], 3, {"r": 1}, {})
    assert told(replay.state_at(line, 10)) == told(replay.final_state(line)) == (4, ("lead", "x"), ["d"], [], 3, {"r": 1}, {"r": 7})
    assert told(replay.state_at(line, 0)) == (0, (), [], [], None, {}, {})


def test_who_came_first_by_seq_need_not_have_come_by_the_clock() -> None:
    events = [event("a", 9, "message", "lead", seq=0), event("b", 1, "message", "x", seq=1, parent_agent="lead")]
    assert replay.state_at(timeline(events=events), 1).live == ("lead", "x")
    events = [event("a", 9, "message", "x", seq=0, parent_agent="lead"), event("b", 1, "message", "x", seq=1), event("c", 2, seq=2)]
    assert replay.state_at(timeline(events=events), 2).live == ("a", "x")
    assert replay.state_at(timeline(events=events), 1).live == ("a", "x")


@pytest.mark.parametrize(
    ("basis", "tokens"), [({"cached": "not_counted"}, 7), ({"cached": "counted"}, 15), ({"scope": "inclusive"}, None), ({}, 15)]
)
def test_tokens_count_as_the_trace_counts_them(basis: dict[str, str], tokens: int | None) -> None:
    events = [event("a", 1, tokens={"in": 10, "out": 5, "cached": 8}), event("b", 2)]
    assert replay.final_state(timeline(schema_version="2.0", token_basis=basis, events=events)).tokens == tokens


@traces_values.patient
@given(traces_values.traces())
def test_a_time_shows_just_the_events_that_were_complete(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    if line is not None:
        for t in (0, 3, 8):
            assert replay.state_at(line, t).step == sum(e.t <= t for e in line.trace.events)


@traces_values.patient
@given(traces_values.traces())
def test_a_replay_ends_with_the_rewards_of_the_report(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    if line is not None:
        found, last = report(line, "x"), replay.final_state(line)
        assert dict(last.rewards) == summed(given.reward for given in found.event_rewards)
        assert dict(last.run_rewards) == summed(found.rewards)


def test_rewards_are_summed_as_they_are_written() -> None:
    given = [event(f"e{n}", n, rewards={"r": value}) for n, value in enumerate((0.1, 0.2))]
    line = timeline(schema_version="2.0", events=given, rewards=[{"channel": "q", "value": value} for value in (0.7, 0.1)])
    assert [one.reward.value for one in report(line, "x").event_rewards] == [0.3]
    assert (replay.final_state(line).rewards, replay.final_state(line).run_rewards) == ({"r": 0.3}, {"q": 0.8})


def summed(rewards: Iterable[Reward]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for reward in rewards:
        sums[reward.channel] = sums.get(reward.channel, 0) + reward.value
    return sums


def test_a_message_to_nobody_in_particular_is_delivered_when_somebody_else_acts() -> None:
    line = timeline(events=[event("a", 1), event("b", 2), event("c", 3, agent="b")])
    assert [[e.id for e in state.undelivered] for state in replay.states(line)] == [[], ["a"], ["a", "b"], ["c"]]


@traces_values.patient
@given(traces_values.traces(), st.randoms())
def test_the_order_of_the_file_changes_neither_the_states_nor_the_report(value: dict[str, Any], random: st.random.Random) -> None:
    shuffled = value | {
        "events": random.sample(value["events"], len(value["events"])),
        "edges": random.sample(value["edges"], len(value["edges"])),
        "rewards": dict(random.sample(list(value["rewards"].items()), len(value["rewards"]))),
    }
    lines = [traces_values.loaded(one).timeline for one in (value, shuffled)]
    one, other = (line for line in lines if line is not None)
    assert as_json(report(one, "x")) == as_json(report(other, "x"))
    assert list(map(playback_state.as_json, replay.states(one))) == list(map(playback_state.as_json, replay.states(other)))


@traces_values.patient
@given(traces_values.traces(), st.randoms())
def test_the_order_of_the_file_does_not_change_what_is_found(value: dict[str, Any], random: st.random.Random) -> None:
    shuffled = value | {"events": random.sample(value["events"], len(value["events"]))}
    found, again = (sorted((p.code, p.severity) for p in traces_values.loaded(one).problems) for one in (value, shuffled))
    assert found == again


@pytest.mark.parametrize(
    ("tokens", "total", "said"),
    [
        ({"category": "work"}, 500, {"tokens": None}),
        ({"in": 10}, 500, {"tokens": 10, "tokens_known": False}),
        ({"in": 10}, 10, {"tokens": 10, "tokens_known": True}),
        ({"in": 10, "out": 1}, 500, {"tokens": 11, "tokens_known": True}),
    ],
)
def test_tokens_are_all_only_where_events_say_what_they_read_and_wrote(
    tokens: dict[str, object], total: int, said: dict[str, object]
) -> None:
    line = timeline(events=[event("a", 1, tokens=tokens)], costs={"tokens": total, "wall_clock_s": 1})
    shown = playback_state.as_json(replay.final_state(line))
    assert {key: value for key, value in shown.items() if key.startswith("tokens")} == said
