"""The example traces: sound, varied, and enough that every metric can be seen at work."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pipeline.traces import loading, schema
from pipeline.traces.metrics.by_name import MEASURES
from pipeline.traces.report import Report, report

EXAMPLES = Path(__file__).parent.parent / "traces" / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.json"))


@cache
def example(name: str) -> loading.Loaded:
    return loading.load((EXAMPLES / f"{name}.json").read_bytes(), name)


def reported(name: str) -> Report:
    timeline = example(name).timeline
    assert timeline is not None
    return report(timeline, name)


def test_there_is_one_for_each_topology_one_with_a_fault_and_one_with_a_person() -> None:
    topologies = {name: json.loads((EXAMPLES / f"{name}.json").read_bytes())["topology"] for name in NAMES}
    assert topologies == {
        "centralized": "centralized", "debate": "debate", "harness": "harness", "hierarchical": "hierarchical",
        "human_intervention": "mixed", "injected_fault": "centralized", "planner_executor_critic": "planner_executor_critic",
        "swarm": "swarm",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_to_be_said_of_an_example(name: str) -> None:
    assert example(name).problems == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_keeps_to_its_version(name: str) -> None:
    value = json.loads((EXAMPLES / f"{name}.json").read_bytes())
    version = "v2" if name in {"swarm", "human_intervention"} else "v1"
    assert schema.version_of(value) == version
    assert not list(schema.findings(value, "v1.1" if version == "v1" else "v2"))
    assert 15 <= len(value["events"]) <= 60


@pytest.mark.parametrize("metric", MEASURES)
def test_every_metric_can_be_computed_from_some_example(metric: str) -> None:
    assert any(reported(name).measures[metric].status != "not computable" for name in NAMES)


@pytest.mark.parametrize(
    ("name", "metric", "said"),
    [
        ("injected_fault", "error_amplification", "5"),
        ("hierarchical", "delegation_depth", "2"),
        ("debate", "message_redundancy", "at least 0.2"),
        ("swarm", "parallelism_efficiency", "1.765"),
        ("swarm", "critical_steps", "28"),
        ("harness", "peak_agents", "2"),
        ("debate", "useful_agent_utilization", "not computable"),
    ],
)
def test_what_the_examples_show(name: str, metric: str, said: str) -> None:
    assert str(reported(name).measures[metric]) == said


def keys(events: list[dict[str, object]]) -> set[str]:
    return {key for event in events for key in event}


def test_the_examples_use_the_whole_profile() -> None:
    used: set[str] = set()
    for name in NAMES:
        used |= keys(json.loads((EXAMPLES / f"{name}.json").read_bytes())["events"])
    profile = set(json.loads(schema.text("v1.1"))["$defs"]["event"]["properties"])
    assert profile - used == {"inferred"}


SAFETY: dict[str, Callable[[Report], bool]] = {
    "harness": lambda found: any(event.type == "safety_event" for event in found.trace.events),
    "human_intervention": lambda found: any(event.type == "human_intervention" for event in found.trace.events),
}


@pytest.mark.parametrize("name", SAFETY)
def test_examples_show_people_and_safety(name: str) -> None:
    assert SAFETY[name](reported(name))
