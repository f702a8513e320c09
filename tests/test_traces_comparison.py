"""Measures as text, and several runs side by side."""

from __future__ import annotations

import pytest
from traces_values import event, timeline

from pipeline.traces import comparison
from pipeline.traces.measures import Measure, between, exact, number, unknown
from pipeline.traces.report import Report, report


@pytest.mark.parametrize(
    ("measure", "text", "value"),
    [
        (exact(2, "ratio"), "2", 2),
        (exact(1 / 3, "share"), "0.3333", 1 / 3),
        (between(0.5, None, "share", ("x",)), "at least 0.5", None),
        (between(None, 3, "agents", ("x",)), "at most 3", None),
        (between(1, 2, "ratio", ("x",)), "1 to 2", None),
        (between(2, 2, "ratio", ("x",)), "2", 2),
        (unknown("ratio", "x"), "not computable", None),
        (exact(float("inf"), "ratio"), "not computable", None),
        (between(0, float("inf"), "ratio", ("x",)), "not computable", None),
    ],
)
def test_a_measure_says_how_much_is_known(measure: Measure, text: str, value: float | None) -> None:
    assert (str(measure), measure.value) == (text, value)


@pytest.mark.parametrize(
    ("value", "text"), [(None, "unknown"), (1e300, "1e+300"), (1234567, "1234567"), (0.00012344, "0.0001234"), (float("inf"), "too large")]
)
def test_a_number_is_short(value: float | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(("stated", "agrees"), [(0.33, True), (0.34, False), (1 / 3, True), (0.3, False)])
def test_a_stated_value_may_be_rounded(stated: float, agrees: bool) -> None:
    assert exact(1 / 3, "share").may_be(stated) is agrees


def test_a_stated_value_may_lie_anywhere_within_bounds() -> None:
    assert between(0.5, None, "share", ()).may_be(0.9)
    assert not between(0.5, None, "share", ()).may_be(0.4)
    assert unknown("share").may_be(7)


def run(name: str, topology: str | None, success: float | None) -> Report:
    metrics = {} if success is None else {"task_success": success}
    arranged = {"topology": topology} if topology else {}
    return report(timeline(events=[event("a", 1, "aggregate")], metrics=metrics, **arranged), name)


def test_groups_count_what_is_exact() -> None:
    groups = comparison.summaries([run("x", "swarm", 1), run("y", "swarm", 0), run("z", "swarm", None), run("w", None, 0.5)])
    assert list(groups) == ["swarm", "unknown"]
    runs, found = groups["swarm"]
    assert (runs, str(found["task_success"])) == (3, "0.5 (0-1) [2 of 3]")
    assert str(groups["unknown"][1]["task_success"]) == "0.5"
    assert str(found["error_amplification"]) == "-"


def test_a_table_is_aligned() -> None:
    lines = comparison.as_text(comparison.by_file([run("short", "swarm", 1), run("a-long-name", None, None)])).splitlines()
    assert lines[0].startswith("trace        topology  events  agents  tokens  success")
    assert lines[1].startswith("short        swarm     1       1       0       1 ")
    assert lines[2].startswith("a-long-name  unknown   1       1       0       - ")


def timed(name: str, unit: str | None, end: float) -> Report:
    clock = {} if unit is None else {"schema_version": "2.0", "clock": {"unit": unit}}
    costs = {"tokens": 0, "wall_clock_s": end}
    return report(timeline(events=[event("a", end, "aggregate", t_start=0)], topology="swarm", costs=costs, **clock), name)


def test_seconds_and_steps_of_a_clock_have_no_common_median() -> None:
    runs = [timed("x", "seconds", 300), timed("y", "seconds", 100), timed("z", "ordinal", 3), timed("w", None, 8)]
    _, found = comparison.summaries(runs)["swarm"]
    assert str(found["critical_path"]) == "8 clock units [1 of 4]; 200 s (100-300) [2 of 4]; 3 steps of the clock [1 of 4]"
    assert str(comparison.summaries(runs[:2])["swarm"][1]["critical_path"]) == "200 s (100-300)"
    column = comparison.by_file(runs).heads.index("crit. path")
    assert [row[column] for row in comparison.by_file(runs).rows] == ["300 s", "100 s", "3 steps of the clock", "8 clock units"]
    assert comparison.as_json(runs)[0]["metrics"]["critical_path"] == [  # type: ignore[index, call-overload]
        {"unit": "clock units", "exact": 1, "low": 8, "median": 8, "high": 8},
        {"unit": "s", "exact": 2, "low": 100, "median": 200, "high": 300},
        {"unit": "steps of the clock", "exact": 1, "low": 3, "median": 3, "high": 3},
    ]
