"""The schema files: what they allow, and how they stand to each other."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pipeline import errors
from pipeline.traces import schema

ROOT = Path(__file__).parent.parent
SCHEMAS = {version: json.loads(schema.text(version)) for version in schema.VERSIONS}


def valid(value: object, version: str) -> bool:
    return not list(schema.findings(value, version))  # type: ignore[arg-type]


def test_each_file_is_a_schema_of_the_draft_that_it_names() -> None:
    for document in SCHEMAS.values():
        assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(document)


def test_what_a_file_embeds_is_the_other_file() -> None:
    assert SCHEMAS["v1.1"]["$defs"]["version1"] == SCHEMAS["v1"]
    assert SCHEMAS["v2"]["$defs"]["profile"] == SCHEMAS["v1.1"]


def test_version_1_has_the_keys_and_values_of_the_format() -> None:
    version_1 = SCHEMAS["v1"]
    assert version_1["required"] == ["trace_id", "task_id", "events", "edges", "rewards", "costs"]
    assert set(version_1["properties"]) - set(version_1["required"]) == {"system", "topology", "metrics"}
    assert schema.enumeration("v1", "eventType") == traces_values.EVENT_TYPES
    assert schema.enumeration("v1", "edgeType") == traces_values.EDGE_TYPES
    assert schema.enumeration("v1", "topology") == (
        "centralized", "planner_executor_critic", "debate", "swarm", "hierarchical", "harness", "mixed", "unknown",
    )  # fmt: skip
    assert version_1["$defs"]["event"]["required"] == ["id", "t", "type", "agent"]
    assert set(version_1["$defs"]["event"]["properties"]) == {
        "id", "t", "type", "agent", "role", "from", "to", "tool", "content_ref", "trusted",
    }  # fmt: skip


def test_version_1_is_closed_but_for_events_and_the_names_of_costs() -> None:
    sound = traces_values.trace(
        events=[traces_values.event("a", 0, anything={"goes": [None]})], costs={"tokens": 0, "wall_clock_s": 0, "usd": -1.5}
    )
    assert valid(sound, "v1")
    assert not valid(sound | {"more": 1}, "v1")
    assert not valid(sound | {"edges": [traces_values.edge("a", "a") | {"more": 1}]}, "v1")
    assert not valid(sound | {"costs": {"tokens": 0, "wall_clock_s": 0, "usd": "1"}}, "v1")


@traces_values.patient
@given(traces_values.traces())
def test_a_profile_trace_is_a_trace_of_every_version(value: dict[str, Any]) -> None:
    assert valid(value, "v1.1")
    assert valid(value, "v1")
    assert valid(value, "v2")
    assert valid({"schema_version": "2.0"} | value, "v2")


@st.composite
def mutants(draw: st.DrawFn) -> object:
    """Return a trace in which one value was replaced by any other, or one key by a stranger."""
    value = copy.deepcopy(draw(traces_values.traces()))
    place: Any = value
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        below = place[key]
        if not isinstance(below, (dict, list)) or not below or draw(st.booleans()):
            break
        place = below
    place[key] = draw(st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({}) | st.just({"x": 1}))
    return value


@traces_values.patient
@given(mutants())
def test_version_2_judges_a_file_without_a_version_as_version_1_does(value: object) -> None:
    assert valid(value, "v1") == valid(value, "v2")


@traces_values.patient
@given(mutants())
def test_what_is_valid_under_the_profile_is_valid_under_version_1(value: object) -> None:
    assert valid(value, "v1") or not valid(value, "v1.1")


@traces_values.patient
@given(mutants())
def test_the_validator_agrees_with_another_one(value: object) -> None:
    for version, document in SCHEMAS.items():
        assert valid(value, version) == Draft202012Validator(document).is_valid(value)


@pytest.mark.parametrize("key", ["clock", "agents", "token_basis", "baseline", "provenance"])
def test_keys_of_version_2_need_its_version(key: str) -> None:
    value = traces_values.trace(events=[traces_values.event("a", 0)]) | {key: {"unit": "seconds"} if key == "clock" else {}}
    assert not valid(value, "v2")
    assert valid({"schema_version": "2.0"} | value, "v2")


def test_the_wheel_carries_every_schema() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    names = {path.name for path in (ROOT / "traces").glob("*.schema.json")}
    assert names == {f"trace.{version}.schema.json" for version in schema.VERSIONS}
    assert settings["force-include"] == {f"traces/{name}": f"pipeline/traces/schemas/{name}" for name in names}


def patterns(part: object) -> set[str]:
    """Return every pattern anywhere in a schema."""
    if isinstance(part, dict):
        own = {part["pattern"]} if isinstance(part.get("pattern"), str) else set()
        return own.union(*map(patterns, part.values()))
    return set().union(*map(patterns, part)) if isinstance(part, list) else set()


def test_no_pattern_is_shown_to_people() -> None:
    assert len(patterns(SCHEMAS["v2"])) == 2
    events = [traces_values.event("a", 0, content_sha256="A")]
    found = list(schema.findings(traces_values.trace(events=events, schema_version="2"), "v2"))
    assert sorted(f.message for f in found) == [
        'must be 2 and a minor number, as in "2.0"',
        "must be 64 digits from 0 to 9 and a to f, as SHA-256 has them",
    ]


@pytest.mark.parametrize(
    ("value", "key", "nearest"),
    [({"Agents": {}}, "Agents", "agents"), ({"Topology": "swarm"}, "Topology", "topology"), ({"q": 1}, "q", None)],
)
def test_an_unknown_key_is_told_with_the_one_that_is_meant(value: dict[str, Any], key: str, nearest: str | None) -> None:
    whole = traces_values.trace(events=[traces_values.event("a", 0)]) | {"schema_version": "2.0"} | value
    (found,) = schema.findings(whole, "v2")
    assert (found.path, found.code, errors.nearest(key, found.allowed)) == ((key,), "unknown-key", nearest)


def test_a_file_that_does_not_say_its_version_is_told_so_once() -> None:
    later = {"clock": {"unit": "seconds"}, "agents": {}, "token_basis": {}, "baseline": {}, "provenance": {}}
    value = traces_values.trace(events=[traces_values.event("a", 0)], rewards=[{"channel": "r", "value": 1}]) | later
    (found,) = schema.findings(value, "v1")
    assert (found.path, found.code, found.hint) == (("clock",), "missing-version", 'add "schema_version": "2.0"')
    assert not list(schema.findings(value | {"schema_version": "2.0"}, "v2"))
