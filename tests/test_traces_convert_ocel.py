"""Traces as object-centric event logs: types, objects, and what each is to an event.

The schema is that of section 8.2 of the OCEL 2.0 specification (Berti et al., 2023), with the types of attributes and the
closed keys that its text asks for besides.
"""

from __future__ import annotations

import json
import random
from datetime import datetime
from typing import Any

import jsonschema
import pytest
import traces_hostile
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_examples import EXAMPLES, NAMES, example
from traces_values import edge, event, timeline

from pipeline.traces.formats.writers import ocel
from pipeline.traces.timeline import Timeline


def a_list_of(**properties: Any) -> dict[str, Any]:
    item = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "array", "items": item}


TEXT = {"type": "string"}
TIME = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$"}
TYPE = {"enum": ["string", "time", "integer", "float", "boolean"]}
TYPES = a_list_of(name=TEXT, attributes=a_list_of(name=TEXT, type=TYPE))
RELATIONS = a_list_of(objectId=TEXT, qualifier=TEXT)
EVENTS = a_list_of(id=TEXT, type=TEXT, time=TIME, attributes=a_list_of(name=TEXT, value=TEXT), relationships=RELATIONS)
OBJECTS = a_list_of(id=TEXT, type=TEXT, attributes=a_list_of(name=TEXT, time=TIME, value=TEXT), relationships=RELATIONS)
SCHEMA = a_list_of(eventTypes=TYPES, objectTypes=TYPES, events=EVENTS, objects=OBJECTS)["items"]


def log(line: Timeline) -> dict[str, Any]:
    return json.loads(ocel.text(line))  # type: ignore[no-any-return]


def value_of(text: str, kind: str) -> object:
    """Return an attribute's value by its declared type. Raises ValueError where it is none."""
    if kind == "boolean":
        return {"true": True, "false": False}[text]
    readers = {"string": str, "integer": int, "float": float, "time": datetime.fromisoformat}
    return readers[kind](text)  # type: ignore[operator]


def sound(whole: dict[str, Any]) -> None:
    """Assert that a log keeps to the schema and that everything it names is there."""
    jsonschema.Draft202012Validator(SCHEMA).validate(whole)
    objects = {item["id"] for item in whole["objects"]}
    assert len(objects) == len(whole["objects"])
    assert len({item["id"] for item in whole["events"]}) == len(whole["events"])
    for items, types in (("events", "eventTypes"), ("objects", "objectTypes")):
        declared = {kind["name"]: {a["name"]: a["type"] for a in kind["attributes"]} for kind in whole[types]}
        assert list(declared) == sorted({item["type"] for item in whole[items]})
        for item in whole[items]:
            names = [attribute["name"] for attribute in item["attributes"]]
            relations = [(relation["objectId"], relation["qualifier"]) for relation in item["relationships"]]
            assert len(set(names)) == len(names)
            assert len(set(relations)) == len(relations)
            assert {identity for identity, _ in relations} <= objects
            for attribute in item["attributes"]:
                value_of(attribute["value"], declared[item["type"]][attribute["name"]])


def values(whole: dict[str, Any], kind: str, identity: str) -> dict[str, object]:
    """Return the attributes of an event or object as values of their declared types."""
    item = next(item for item in whole[kind + "s"] if item["id"] == identity)
    declared = next(t for t in whole[kind + "Types"] if t["name"] == item["type"])
    types = {attribute["name"]: attribute["type"] for attribute in declared["attributes"]}
    return {a["name"]: value_of(a["value"], types[a["name"]]) for a in item["attributes"]}


def relations(whole: dict[str, Any], kind: str, identity: str) -> list[tuple[str, str]]:
    item = next(item for item in whole[kind] if item["id"] == identity)
    return [(relation["qualifier"], relation["objectId"]) for relation in item["relationships"]]


def test_agents_are_objects_of_their_own_number_with_what_is_known_of_them() -> None:
    agents = {"lead": {"role": "chief", "model": "m"}, "x": {"parent": "lead"}}
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, agent="x", role="worker")]
    whole = log(timeline(events=events, agents=agents, schema_version="2.0"))
    assert values(whole, "object", "agent-1") == {"name": "lead", "role": "chief", "kind": "agent", "model": "m"}
    assert values(whole, "object", "agent-2") == {"name": "x", "role": "worker", "kind": "agent"}
    assert relations(whole, "objects", "agent-2") == [("parent", "agent-1")]


def test_an_agent_and_a_tool_of_one_name_are_two_objects() -> None:
    whole = log(timeline(events=[event("a", 1, "tool_call", "x", tool="x")]))
    assert [(item["id"], item["type"]) for item in whole["objects"]] == [
        ("run", "run"), ("agent-1", "agent"), ("tool-1", "tool"), ("call-1", "tool_call"),
    ]  # fmt: skip


def test_a_call_and_its_result_share_the_call() -> None:
    events = [event("a", 1, "tool_call", "x", tool="map", call_id="k"), event("b", 2, "tool_result", "x", tool="map", call_id="k")]
    whole = log(timeline(events=events))
    assert relations(whole, "events", "a") == relations(whole, "events", "b") == [
        ("run", "run"), ("actor", "agent-1"), ("tool", "tool-1"), ("call", "call-1"),
    ]  # fmt: skip
    assert values(whole, "object", "call-1") == {"call_id": "k"}
    assert relations(whole, "objects", "call-1") == [("caller", "agent-1"), ("tool", "tool-1")]


def test_a_result_that_answers_no_call_has_none() -> None:
    whole = log(timeline(events=[event("a", 1, "tool_result", "x", tool="map")]))
    assert relations(whole, "events", "a") == [("run", "run"), ("actor", "agent-1"), ("tool", "tool-1")]


def test_a_message_is_an_object_of_the_event_that_sends_it_and_of_the_one_that_it_reaches() -> None:
    events = [event("a", 1, agent="x", to="y", content_ref="file"), event("b", 2, "aggregate", "y")]
    whole = log(timeline(events=events, edges=[edge("a", "b", "message")]))
    assert relations(whole, "events", "a") == [
        ("run", "run"), ("actor", "agent-1"), ("receiver", "agent-2"), ("message", "message-1"), ("leaving edge", "edge-1"),
    ]  # fmt: skip
    assert relations(whole, "events", "b") == [
        ("run", "run"), ("actor", "agent-2"), ("arriving edge", "edge-1"), ("received message", "message-1"),
    ]  # fmt: skip
    assert values(whole, "object", "message-1") == {"content_ref": "file"}
    assert relations(whole, "objects", "message-1") == [("sender", "agent-1"), ("receiver", "agent-2")]


@pytest.mark.parametrize(("kind", "qualifier"), [("spawn", "spawned"), ("despawn", "despawned"), ("return", "receiver")])
def test_an_event_says_what_the_agent_is_that_it_is_about(kind: str, qualifier: str) -> None:
    whole = log(timeline(events=[event("a", 1, kind, "x", to="y")]))
    assert relations(whole, "events", "a") == [("run", "run"), ("actor", "agent-1"), (qualifier, "agent-2")]


def test_an_edge_is_an_object_that_both_its_ends_name() -> None:
    whole = log(timeline(events=[event("a", 1), event("b", 2)], edges=[edge("a", "b", "causal")]))
    assert values(whole, "object", "edge-1") == {"type": "causal"}
    assert ("leaving edge", "edge-1") in relations(whole, "events", "a")
    assert ("arriving edge", "edge-1") in relations(whole, "events", "b")


def test_rewards_are_objects_of_the_run_or_of_an_event_and_may_be_for_an_agent() -> None:
    given = [{"channel": "r", "value": 1, "unit": "agent", "target": "x"}]
    whole = log(timeline(events=[event("a", 1, agent="x", rewards={"s": -0.5})], rewards=given, schema_version="2.0"))
    assert values(whole, "object", "reward-1") == {"channel": "r", "value": 1.0, "unit": "agent", "target": "x"}
    assert values(whole, "object", "reward-2") == {"channel": "s", "value": -0.5}
    assert relations(whole, "objects", "reward-1") == [("target", "agent-1")]
    assert relations(whole, "objects", "run") == [("reward", "reward-1")]
    assert ("reward", "reward-2") in relations(whole, "events", "a")


def test_an_event_has_what_the_trace_says_of_it_by_type() -> None:
    said = {
        "t_start": 1, "seq": 7, "turn": 3, "stage": 2, "decision": "O3", "status": "error", "trusted": False, "role": "chief",
        "tokens": {"in": 3, "out": 1, "category": "work"}, "error": {"kind": "late", "cause": None}, "inferred": ["turn"], "mine": [1],
    }  # fmt: skip
    assert values(log(timeline(events=[event("a", 2, **said)])), "event", "a") == {
        "rank": 0, "t": 2.0, "t_start": 1.0, "seq": 7, "turn": 3, "decision": "O3", "status": "error", "trusted": False,
        "role": "chief", "stage": "2", "tokens_in": 3, "tokens_out": 1, "tokens_category": "work", "error_kind": "late",
        "error_cause_known": True, "inferred": '["turn"]', "other": '{"mine":[1]}',
        "start_timestamp": datetime.fromisoformat("2000-01-01T00:00:01Z"),
    }  # fmt: skip


def test_the_run_has_what_is_said_of_it_as_a_whole() -> None:
    line = timeline(events=[event("a", 1)], topology="debate", costs={"tokens": 5, "wall_clock_s": 2.5}, metrics={"task_success": 1})
    found = values(log(line), "object", "run")
    del found["time_base"]
    assert found == {
        "trace_id": "x", "task_id": "x", "topology": "debate", "cost_tokens": 5.0, "cost_wall_clock_s": 2.5, "metric_task_success": 1.0,
    }  # fmt: skip


def test_content_is_there_only_where_the_trace_has_it() -> None:
    assert "secret" not in ocel.text(timeline(events=[event("a", 1)]))
    assert values(log(timeline(events=[event("a", 1, content="secret")])), "event", "a")["other"] == '{"content":"secret"}'


@pytest.mark.parametrize(
    ("clock", "time", "base"),
    [
        (
            {"unit": "seconds", "origin": "2026-03-02T09:00:00+01:00"},
            "2026-03-02T08:00:02.500000Z",
            "t = 0 is 2026-03-02T08:00:00.000000Z; t counts seconds",
        ),
        (
            {"unit": "seconds"},
            "2000-01-01T00:00:02.500000Z",
            "t = 0 is 2000-01-01T00:00:00.000000Z, which is made up, as the trace does not say when it was; t counts seconds",
        ),
        (
            {"unit": "ordinal"},
            "2000-01-01T00:00:00.002500Z",
            "t = 0 is 2000-01-01T00:00:00.000000Z, which is made up, as the trace does not say when it was; "
            "t counts steps and no time; a step is shown as 1 ms",
        ),
        (
            {"unit": "seconds", "origin": "yesterday"},
            "2000-01-01T00:00:02.500000Z",
            "t = 0 is 2000-01-01T00:00:00.000000Z, which is made up, as the trace does not say when it was; t counts seconds",
        ),
    ],
)
def test_dates_follow_the_clock_and_the_run_says_how(clock: dict[str, str], time: str, base: str) -> None:
    whole = log(timeline(events=[event("a", 2.5)], schema_version="2.0", clock=clock))
    assert whole["events"][0]["time"] == time
    assert values(whole, "object", "run")["time_base"] == base


@pytest.mark.parametrize(
    ("origin", "time"),
    [
        ("9999-12-31T00:00:00Z", "9999-12-31T23:59:59.999999Z"),
        ("2000-01-01T00:00:00Z", "2285-06-04T23:47:34.740991Z"),
        ("0001-01-01T00:00:00+14:00", "2285-06-04T23:47:34.740991Z"),
    ],
)
def test_what_no_calendar_holds_is_its_last_moment(origin: str, time: str) -> None:
    clock = {"unit": "seconds", "origin": origin}
    assert log(timeline(events=[event("a", 1e300)], schema_version="2.0", clock=clock))["events"][0]["time"] == time


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_written_whole(name: str) -> None:
    line = example(name)
    whole = log(line)
    sound(whole)
    assert [item["id"] for item in whole["events"]] == [line.trace.events[position].id for position in line.order]
    assert sum(item["type"] == "edge" for item in whole["objects"]) == len(line.trace.edges)


@traces_values.patient
@given(traces_values.traces())
def test_any_trace_gives_a_sound_log(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    assert line is not None
    sound(log(line))


@traces_values.patient
@given(st.lists(traces_hostile.texts, min_size=1, max_size=4))
def test_names_stay_what_they_are_and_act_on_nothing(names: list[str]) -> None:
    text = ocel.text(traces_values.timeline(**traces_hostile.run(names)))
    assert text.isascii()
    assert not any(character < " " and character != "\n" for character in text)
    whole = json.loads(text)
    sound(whole)
    agents = [item["attributes"][0]["value"] for item in whole["objects"] if item["type"] == "agent"]
    assert sorted(agents) == sorted({"root", *names})


def test_the_order_in_the_file_changes_no_byte() -> None:
    value = json.loads((EXAMPLES / "swarm.json").read_bytes())
    for key in ("events", "edges"):
        random.Random(1).shuffle(value[key])
    line = traces_values.loaded(value).timeline
    assert line is not None
    assert ocel.text(line) == ocel.text(example("swarm"))
