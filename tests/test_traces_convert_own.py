"""Our own versions, written."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
import traces_values as v
from hypothesis import given
from hypothesis import strategies as st

from pipeline.traces import loading, schema
from pipeline.traces.events import Event, Reward
from pipeline.traces.formats import conversion
from pipeline.traces.formats.writers import v1, v2

EXAMPLES = Path(__file__).parent.parent / "traces" / "examples"

_numbers = st.integers(-(10**298), 10**298) | st.floats(allow_nan=False, allow_infinity=False)
_reward = st.fixed_dictionaries(
    {"channel": st.sampled_from(["r", "q"]), "value": _numbers},
    optional={"unit": st.sampled_from(["team", "agent", "turn"]), "target": st.sampled_from(["lead", "e0", "nobody"])},
)
_kinds = st.sampled_from(["agent", "human", "tool", "environment"])
_agent = st.fixed_dictionaries({}, optional={"role": st.just("chief"), "kind": _kinds, "parent": st.sampled_from(v.AGENTS)})
_few = st.integers(0, 9)
_names = st.lists(st.sampled_from(["spawn", "tokens", "edges"]), max_size=2)
_top = {
    "clock": st.fixed_dictionaries({"unit": st.sampled_from(["ordinal", "seconds"])}, optional={"origin": st.just("2026-01-01")}),
    "token_basis": st.fixed_dictionaries(
        {}, optional={"scope": st.sampled_from(["own", "inclusive"]), "cached": st.sampled_from(["counted", "not_counted"])}
    ),
    "baseline": st.fixed_dictionaries(
        {}, optional={"what": st.just("alone"), "wall_clock_s": st.integers(0, 9), "tokens": st.integers(0, 9)}
    ),
    "provenance": st.fixed_dictionaries(
        {}, optional={"source": st.just("by hand"), "observed": _names, "inferred": _names, "missing": _names}
    ),
    "agents": st.dictionaries(st.sampled_from(v.AGENTS), _agent),
    "rewards": st.lists(_reward, max_size=6) | st.dictionaries(st.sampled_from(["r", "q"]), _numbers),
    "system": st.text(max_size=3),
    "topology": st.sampled_from(["swarm", "unknown"]),
    "metrics": st.dictionaries(st.sampled_from(["task_success", "parallelism_efficiency", "mine"]), st.integers(0, 3)),
}


@st.composite
def version_2(draw: st.DrawFn) -> dict[str, Any]:
    """Return a version 2 trace that keeps to the schema and, in everything else, to nothing."""
    whole = draw(v.traces()) | draw(st.fixed_dictionaries({}, optional=_top)) | {"schema_version": draw(st.sampled_from(["2.0", "2.7"]))}
    for one in whole["events"]:
        if draw(st.booleans()):
            one |= draw(st.fixed_dictionaries({}, optional={"rewards": st.lists(_reward, max_size=3), "mine": st.just({"a": [None]})}))
    return whole


@v.patient
@given(version_2())
def test_any_version_2_becomes_a_version_1(whole: dict[str, Any]) -> None:
    before = v.loaded(whole)
    assert before.timeline is not None
    text = v1.text(before.timeline)
    assert conversion.unsaid(conversion.Converted("x", before, ()), "v1") != ""
    after = loading.load(text.encode(), "x.json")
    assert list(schema.findings(json.loads(text), schema.VERSION_1)) == []
    assert after.trace is not None
    assert after.trace.schema_version is None
    assert {p.code for p in after.problems if p.severity == "error"} <= {p.code for p in before.problems if p.severity == "error"}
    assert list(map(bare, after.trace.events)) == list(map(bare, before.timeline.trace.events))


def bare(event: Event) -> Event:
    """Return an event without what stands at the top of version 2, and may be told by events of version 1."""
    return event._replace(
        type="" if event.type == "human_intervention" else event.type.replace("message", ""), role=None, parent_agent=None, inferred=()
    )


def as_v1(**whole: Any) -> Any:
    """Return a version 2 trace as version 1."""
    given: dict[str, Any] = v.trace(**whole) | {"schema_version": "2.0"}
    loaded = v.loaded(given)
    assert loaded.timeline is not None, loaded.problems
    return json.loads(v1.text(loaded.timeline))


def test_roles_parents_and_guesses_stand_on_events_in_version_1() -> None:
    agents = {"lead": {"role": "chief"}, "scout": {"role": "finder", "parent": "lead"}, "idle": {"role": "none", "parent": "lead"}}
    events = [
        v.event("a", 0, agent="lead", role="host"),
        v.event("b", 1, agent="scout", inferred=["t"]),
        v.event("c", 2, agent="lead", to="scout"),
    ]
    found = as_v1(events=events, agents=agents, provenance={"inferred": ["role", "parent", "to", "t", "topology", "message"]})
    assert found["events"] == [
        {"id": "a", "t": 0, "type": "message", "agent": "lead", "role": "host", "inferred": ["role", "type"]},
        {
            "id": "b", "t": 1, "type": "message", "agent": "scout", "role": "finder", "parent_agent": "lead",
            "inferred": ["t", "role", "type", "parent_agent"],
        },
        {"id": "c", "t": 2, "type": "message", "agent": "lead", "role": "chief", "to": "scout", "inferred": ["role", "to", "type"]},
    ]  # fmt: skip


def test_people_do_not_become_agents_in_version_1() -> None:
    events = [
        v.event("a", 0, agent="ann", to="lead"),
        v.event("b", 1, agent="lead", type="tool_call"),
        v.event("c", 2, agent="lead", to="ann"),
    ]
    edges = [v.edge("a", "b", "message"), v.edge("b", "c")]
    found = as_v1(events=events, edges=edges, agents={"ann": {"kind": "human"}}, costs={"tokens": 0, "wall_clock_s": 2, "messages": 2})
    assert found["events"][0] == {"id": "a", "t": 0, "type": "human_intervention", "agent": "ann", "to": "lead", "inferred": ["type"]}
    assert found["edges"] == [{"src": "a", "dst": "b", "type": "causal"}, {"src": "b", "dst": "c", "type": "causal"}]
    assert found["costs"]["messages"] == 1
    read = loading.load(json.dumps(found).encode(), "x.json")
    assert read.timeline is not None
    assert (read.timeline.agents, read.problems) == (["lead"], [])


def test_people_who_do_more_than_write_keep_what_they_do() -> None:
    events = [v.event("a", 0, agent="ann"), v.event("b", 1, agent="ann", type="tool_call")]
    assert [event["type"] for event in as_v1(events=events, agents={"ann": {"kind": "human"}})["events"]] == ["message", "tool_call"]


def note(**whole: Any) -> str | None:
    """Return what is told of a version 2 trace that is written as version 1."""
    return conversion.unsaid(conversion.Converted("x", v.loaded(v.trace(**whole) | {"schema_version": "2.0"}), ()), "v1")


def test_what_version_1_makes_of_what_is_unknown_is_told() -> None:
    events = [v.event("a", 0, agent="lead"), v.event("b", 1, agent="scout")]
    missing = ["tokens", "spawn", "error", "tool_call", "wall_clock_s", "what I was told, in secret"]
    assert note(events=events, edges=[v.edge("a", "b")], provenance={"missing": missing, "inferred": ["topology"]}) == (
        "version 1 cannot say what is missing (tokens, spawn, error, tool_call, wall_clock_s, a name of 26 characters), "
        "what was guessed (topology); what is unknown reads there as a value: tokens 0, wall clock 0, tool calls 0, "
        "critical steps 2, peak agents 2"
    )


def test_what_version_1_says_otherwise_is_told() -> None:
    assert note(events=[v.event("a", 0, agent="ann", to="lead"), v.event("b", 1, agent="lead")], agents={"ann": {"kind": "human"}}) == (
        "version 1 cannot say the table of agents but for roles and parents, "
        "that people wrote messages (1, which become human interventions); other numbers change: messages 1 instead of 2"
    )
    assert note(events=[v.event("a", 0, agent="env"), v.event("b", 1, agent="lead")], agents={"env": {"kind": "environment"}}) == (
        "version 1 cannot say the table of agents but for roles and parents, who is no agent (1 of those that act); "
        "other numbers change: peak agents 2 instead of 1"
    )
    assert note(events=[v.event("a", 0)]) is None


@v.patient
@given(version_2() | v.traces())
def test_writing_version_2_loses_nothing(whole: dict[str, Any]) -> None:
    before = v.loaded(whole)
    assert before.timeline is not None
    after = loading.load(v2.text(before.timeline).encode(), "x.json")
    assert after.trace is not None
    assert after.trace.events == before.timeline.trace.events
    assert (after.trace.edges, after.trace.rewards) == (before.timeline.trace.edges, before.timeline.trace.rewards)
    for name in ("costs", "metrics", "clock", "clock_origin", "agents", "basis", "baseline", "provenance", "system", "topology"):
        assert getattr(after.trace, name) == getattr(before.timeline.trace, name)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_an_example_is_written_as_it_stands(path: Path) -> None:
    read = loading.load(path.read_bytes(), path.name)
    assert read.timeline is not None
    write = v2.text if read.timeline.trace.schema_version else v1.text
    assert write(read.timeline) == path.read_text(encoding="utf-8")


def test_version_1_as_version_2_says_so_unless_it_gives_a_key_another_meaning() -> None:
    plain, other = (v.timeline(events=[v.event("a", 0, seq=seq)]) for seq in (1, "first"))
    assert json.loads(v2.text(plain))["schema_version"] == "2.0"
    assert "schema_version" not in json.loads(v2.text(other))
    assert json.loads(v2.text(other))["events"][0]["seq"] == "first"


def test_rewards_are_summed_as_they_are_written() -> None:
    assert v1.summed([Reward("r", 0.1), Reward("r", 0.2)]) == {"r": 0.3}
    assert v1.summed([Reward("r", 1e308), Reward("r", 1e-308), Reward("r", -1e308)]) == {"r": 1e-308}


def test_rewards_are_summed_by_channel() -> None:
    listed = [Reward("r", 0.1), Reward("q", 2, "agent", "lead"), Reward("r", 0.2), Reward("q", 3), Reward("r", 0.3)]
    assert v1.summed(listed) == {"r": 0.6, "q": 5}
    assert v1.summed(random.Random(1).sample(listed, 5)) == {"r": 0.6, "q": 5}


@pytest.mark.parametrize(
    ("values", "total"),
    [
        ([1e308, 1e308], sys.float_info.max),
        ([-1e308, -1e308, -1e308], -sys.float_info.max),
        ([1e308, 1e308, -1e308], 1e308),
        ([10**299, 10**299], 2e299),
        ([10**299], 10**299),
    ],
)
def test_a_sum_that_no_double_holds_is_cut(values: list[float], total: float) -> None:
    assert v1.summed([Reward("r", value) for value in values]) == {"r": total}


def test_a_trace_is_written_one_event_a_line() -> None:
    timeline = v.timeline(events=[v.event("a", 0, to="lead", mine=1), v.event("b", 1)], edges=[v.edge("a", "b")])
    assert v1.text(timeline) == (
        '{\n  "trace_id": "x",\n  "task_id": "x",\n  "events": [\n'
        '    {"id": "a", "t": 0, "type": "message", "agent": "a", "to": "lead", "mine": 1},\n'
        '    {"id": "b", "t": 1, "type": "message", "agent": "a"}\n  ],\n  "edges": [\n'
        '    {"src": "a", "dst": "b", "type": "causal"}\n  ],\n  "rewards": {},\n  "costs": {"tokens": 0, "wall_clock_s": 0}\n}\n'
    )
