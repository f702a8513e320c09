"""The schemas in words: everything that the schema files say, and nothing that they do not."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.traces import schema, schema_keys
from pipeline.traces.meanings import MEANINGS
from pipeline.traces.metrics.by_name import MEASURES
from pipeline.traces.schema_keys import Key

README = (Path(__file__).parent.parent / "traces" / "README.md").read_text(encoding="utf-8")


def named(keys: Iterable[Key]) -> dict[str, Key]:
    return {key.name: key for key in keys}


def whole(keys: Iterable[Key]) -> list[Key]:
    return [found for key in keys for found in (key, *whole(key.inside))]


ALL = [
    *schema_keys.top_keys("v1"), *schema_keys.event_keys("v1"), *schema_keys.edge_keys(), *schema_keys.event_keys("v1.1"),
    *schema_keys.top_keys("v2"),
]  # fmt: skip


def test_every_key_of_every_schema_is_there() -> None:
    documents = {version: json.loads(schema.text(version)) for version in schema.VERSIONS}
    assert list(named(schema_keys.top_keys("v1"))) == list(documents["v1"]["properties"])
    assert list(named(schema_keys.top_keys("v2"))) == list(documents["v2"]["properties"])
    for version in ("v1", "v1.1"):
        assert list(named(schema_keys.event_keys(version))) == list(documents[version]["$defs"]["event"]["properties"])
    assert [(key.name, key.required) for key in schema_keys.edge_keys()] == [("src", True), ("dst", True), ("type", True)]


def test_required_keys_are_those_of_the_schema() -> None:
    assert [key.name for key in schema_keys.top_keys("v1") if key.required] == [
        "trace_id",
        "task_id",
        "events",
        "edges",
        "rewards",
        "costs",
    ]
    assert [key.name for key in schema_keys.event_keys("v1") if key.required] == ["id", "t", "type", "agent"]


def test_every_key_has_a_form_and_a_meaning() -> None:
    assert [key.name for key in whole(ALL) if not key.form or not key.meaning] == []


def test_references_are_followed_to_what_they_mean() -> None:
    top, profile = named(schema_keys.top_keys("v2")), named(schema_keys.event_keys("v1.1"))
    assert [word.name for word in top["topology"].words][:3] == ["centralized", "planner_executor_critic", "debate"]
    assert top["metrics"].meaning == "Name to value, as the author of the trace measured it."
    assert top["rewards"].form == "object or list"
    assert list(named(top["rewards"].inside)) == ["channel", "value", "unit", "target"]
    assert list(named(top["agents"].inside)) == ["role", "kind", "parent", "model"]
    assert list(named(profile["tokens"].inside)) == ["in", "out", "cached", "reasoning", "category"]
    assert named(profile["error"].inside)["cause"].form == "text or null"
    assert top["events"].inside == top["edges"].inside == ()


@pytest.mark.parametrize("name", ["eventType", "edgeType"])
def test_types_are_told_in_the_order_of_the_schema(name: str) -> None:
    words = schema_keys.words("v1", name)
    assert tuple(word.name for word in words) == schema.enumeration("v1", name)
    assert all(word.meaning for word in words)


def test_every_metric_has_a_line_and_it_is_the_one_of_the_guide() -> None:
    assert list(MEANINGS) == list(MEASURES)
    for name, meaning in MEANINGS.items():
        assert f"| {name.replace('_', ' ')} | {meaning} |" in README.replace("useful-agent", "useful agent")
