"""The metrics: the worked examples of docs/trace-metrics.md, and small traces computed by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from traces_values import edge, event, timeline

from pipeline.traces import checks, loading
from pipeline.traces.checks import totals
from pipeline.traces.metrics import amounts, overhead, stated_costs
from pipeline.traces.metrics.by_name import MEASURES
from pipeline.traces.metrics.parallelism import union
from pipeline.traces.report import Report, report
from pipeline.traces.report_json import as_json

PAGE = (Path(__file__).parent.parent / "docs" / "trace-metrics.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^```json\n(.*?)^```\n\n\| metric \| report \| because \|\n\|[-|]+\|\n((?:\|[^\n]*\|\n)+)", re.MULTILINE | re.DOTALL)


def reported(**top: object) -> Report:
    """Return the report of a trace of which only what matters is given."""
    return report(timeline(**top), "x")


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield trace, metric and what the report says of it, from the page."""
    for match in EXAMPLE.finditer(PAGE):
        for line in match.group(2).splitlines():
            metric, said, _because = (cell.strip() for cell in line.strip("|").split(" | "))
            yield match.group(1), metric, said


@pytest.mark.parametrize(("trace", "metric", "said"), list(examples()))
def test_the_page_says_what_the_report_says(trace: str, metric: str, said: str) -> None:
    found = reported(**json.loads(trace))
    assert str((found.measures | found.decisions)[metric]) == said


def test_every_metric_has_an_example() -> None:
    assert {metric for _, metric, _ in examples()} - {"O1", "O5"} == set(MEASURES)
    assert PAGE.count("```json") == len(EXAMPLE.findall(PAGE))


@pytest.mark.parametrize(
    ("intervals", "length"),
    [([], 0), ([(1, 3)], 2), ([(1, 3), (2, 4)], 3), ([(1, 2), (3, 5)], 3), ([(1, 9), (2, 3)], 8), ([(4, 1), (0, 1)], 1), ([(2, 2)], 0)],
)
def test_a_union_counts_overlap_once_and_gaps_never(intervals: list[tuple[float, float]], length: float) -> None:
    assert union(intervals) == length


def test_a_measured_baseline_comes_before_intervals() -> None:
    found = reported(
        schema_version="2.0", baseline={"wall_clock_s": 30}, costs={"tokens": 0, "wall_clock_s": 12}, events=[event("a", 1, t_start=0)]
    )
    assert found.measures["parallelism_efficiency"].value == 2.5


def test_what_people_do_is_no_work_of_agents() -> None:
    found = reported(events=[event("a", 2, t_start=0), event("b", 9, "human_intervention", "editor", t_start=1)])
    assert found.measures["parallelism_efficiency"].value == 1
    assert found.agents == ("a",)


def test_without_a_beginning_nothing_is_said_of_time() -> None:
    measures = reported(events=[event("a", 1), event("b", 2)]).measures
    assert measures["parallelism_efficiency"].status == "not computable"
    assert measures["parallelism_efficiency"].missing == ("t_start", "baseline.wall_clock_s")
    assert measures["critical_path"].missing == ("t_start",)


def test_the_critical_path_is_bounded_where_an_event_is_joined_to_none() -> None:
    events = [event("a", 2, t_start=0), event("b", 5, t_start=2), event("c", 9, t_start=1)]
    measure = reported(events=events, edges=[edge("a", "b")]).measures["critical_path"]
    assert (measure.status, measure.low, measure.high, measure.missing) == ("bound", 8, None, ("edges at 1 event",))


def test_a_cycle_leaves_paths_uncomputable() -> None:
    events = [event("a", 1, t_start=0), event("b", 1, t_start=0)]
    measures = reported(events=events, edges=[edge("a", "b"), edge("b", "a")]).measures
    assert measures["critical_path"].missing == measures["critical_steps"].missing == ("edges without a cycle",)


def test_two_spawners_are_no_fork_and_join() -> None:
    events = [
        event("a", 1, "spawn", "lead", to="x"),
        event("b", 2, "spawn", "x", to="y", stage=1),
        event("c", 3, "return", "y", stage=1),
    ]
    measure = reported(events=events, edges=[edge("a", "b", "spawn"), edge("b", "c", "spawn")]).measures["critical_steps"]
    assert (measure.value, measure.method) == (3, "longest path")


def test_a_failed_step_is_not_useful() -> None:
    events = [
        event("a", 1, "spawn", "lead", to="x"),
        event("b", 2, "tool_call", "x", tool="map", status="timeout"),
        event("c", 3, "return", "x", to="lead"),
        event("d", 4, "aggregate", "lead"),
    ]
    edges = [edge("a", "b", "spawn"), edge("b", "c"), edge("c", "d", "aggregate")]
    assert reported(events=events, edges=edges).measures["useful_agent_utilization"].value == 0.5


def test_without_sub_agents_their_use_is_unknown_and_not_zero() -> None:
    measure = reported(events=[event("a", 1), event("b", 2, agent="b")], edges=[edge("a", "b")]).measures["useful_agent_utilization"]
    assert (str(measure), measure.missing) == ("not computable", ("spawn events or parent_agent",))


def test_inclusive_tokens_say_nothing_of_overhead() -> None:
    tokens = {"in": 3, "out": 1, "category": "message"}
    found = reported(schema_version="2.0", token_basis={"scope": "inclusive"}, events=[event("a", 1, tokens=tokens)])
    assert found.measures["protocol_overhead"].missing == ("own tokens (token_basis.scope is inclusive)",)


def test_cached_tokens_are_left_out_where_the_total_leaves_them_out() -> None:
    events = [
        event("a", 1, tokens={"in": 40, "out": 10, "cached": 30, "category": "message"}),
        event("b", 2, tokens={"in": 50, "out": 10, "cached": 0, "category": "work"}),
    ]
    basis = {"scope": "own", "cached": "not_counted"}
    found = reported(schema_version="2.0", token_basis=basis, costs={"tokens": 80, "wall_clock_s": 1}, events=events)
    assert found.measures["protocol_overhead"].value == 0.25


def test_a_single_message_repeats_none_and_no_message_is_unknown() -> None:
    agents = [event("z", 0, "orchestrator_decision", "b")]
    assert reported(events=[*agents, event("a", 1, to="b")]).measures["message_redundancy"].value == 0
    assert reported(events=agents).measures["message_redundancy"].missing == ("messages between agents",)


def test_messages_that_the_source_could_not_show_are_not_zero() -> None:
    found = reported(
        schema_version="2.0",
        provenance={"missing": ["message"]},
        events=[event("a", 1, "spawn", "lead", to="b"), event("b", 2, to="lead", agent="b"), event("c", 3, "aggregate", "lead")],
    )
    assert found.measures["message_redundancy"].missing == ("message (missing from the source)",)


def test_what_was_guessed_is_named() -> None:
    found = reported(events=[event("a", 2, t_start=0, inferred=["t_start", "role"])])
    assert found.measures["parallelism_efficiency"].inferred == ("t_start",)
    assert found.measures["task_success"].inferred == ()


def test_without_an_error_its_spread_is_unknown() -> None:
    assert reported(events=[event("a", 1)]).measures["error_amplification"].status == "not computable"


def test_an_error_that_did_not_spread_amplifies_to_zero() -> None:
    assert reported(events=[event("a", 1, error={"cause": None})]).measures["error_amplification"].value == 0


def test_agents_over_time_follow_spawn_return_and_despawn() -> None:
    events = [
        event("a", 1, "spawn", "lead", to="x"),
        event("b", 2, "spawn", "lead", to="y"),
        event("c", 3, "return", "x"),
        event("d", 5, "despawn", "lead", to="y"),
        event("e", 6, "spawn", "lead", to="x"),
        event("f", 7, "message", "x"),
    ]
    found = reported(events=events)
    assert found.population == ((1, 2), (2, 3), (3, 2), (5, 1), (6, 2))
    # Nobody says when x ended that came last, but there were never more than at t = 2.
    assert (found.measures["peak_agents"].status, found.measures["peak_agents"].value) == ("exact", 3)


def test_a_round_of_spawns_has_a_depth_too() -> None:
    events = [event("a", 1, "spawn", "x", to="y"), event("b", 2, "spawn", "y", to="x")]
    assert str(reported(events=events).measures["delegation_depth"]) == "at least 0"


def test_spending_is_told_apart() -> None:
    events = [
        event("a", 1, "spawn", "lead", to="x", role="chief", decision="O1", tokens={"in": 10, "out": 2}),
        event("b", 3, "tool_call", "x", tool="map", t_start=1, tokens={"in": 7, "out": 1, "cached": 4, "category": "work"}),
        event("c", 4, "tool_result", "x", tool="map"),
    ]
    rows = {
        dimension: dict(rows) for dimension, rows in reported(events=events, costs={"tokens": 20, "wall_clock_s": 4}).spent.rows.items()
    }
    assert {name: spent.tokens for name, spent in rows["agent"].items()} == {"lead": 12, "x": 8}
    assert {name: spent.tokens for name, spent in rows["role"].items()} == {"chief": 12, None: 8}
    assert {name: spent.events for name, spent in rows["unit"].items()} == {"orchestrator": 1, "tool": 2}
    assert {name: spent.tokens for name, spent in rows["decision"].items()} == {"O1": 12, None: 8}
    assert (rows["agent"]["x"].cached, rows["agent"]["x"].tool_calls, rows["agent"]["x"].busy) == (4, 1, 2)


def test_tokens_that_are_missing_in_part_make_every_sum_a_lower_bound() -> None:
    events = [event("a", 1, tokens={"in": 10, "out": 2, "category": "work"}), event("b", 2, agent="x")]
    whole = {"events": events, "costs": {"tokens": 12, "wall_clock_s": 2}, "schema_version": "2.0"}
    for missing, said in (([], "12"), (["tokens"], "at least 12")):
        found = reported(**whole, provenance={"missing": missing})
        assert str(stated_costs.total(found.trace)) == said
        assert [str(amounts.tokens_of(spent, found.spent)) for _, spent in found.spent.rows["agent"]] == [
            said, "not computable"
        ]  # fmt: skip
    assert overhead.overhead(found.trace, found.spent).status == "not computable"
    nothing = reported(events=[event("a", 1)], schema_version="2.0", provenance={"missing": ["tokens"]})
    assert str(stated_costs.total(nothing.trace)) == "not computable"
    assert [as_json(one)["tokens"]["value"] for one in (found, nothing)] == [None, None]
    assert [as_json(one)["tokens"]["low"] for one in (found, nothing)] == [12, None]


@pytest.mark.parametrize(
    ("count", "band"), [(1, "up to 10"), (10, "up to 10"), (11, "up to 100"), (1000, "up to 1000"), (1001, "over 1000")]
)
def test_a_run_falls_in_a_length_band(count: int, band: str) -> None:
    assert reported(events=[event(f"e{n}", n) for n in range(count)]).band == band


def test_the_checklist_names_what_is_missing() -> None:
    items = {item.name: item.missing for item in reported(events=[event("a", 1), event("b", 2, role="judge", agent="b")]).checklist}
    assert items == {
        "topology and roles": ("topology", "role of 1 agent"),
        "trace scale": ("costs.tokens above zero", "costs.wall_clock_s above zero", "costs.tool_calls"),
        "reward channels": ("rewards",),
        "credit unit": ("unit on rewards (version 2, or rewards on events)",),
        "safety instrumentation": ("trusted on events, safety events or safety_flow edges",),
    }


def test_the_checklist_is_met_by_a_trace_that_says_all() -> None:
    found = reported(
        topology="debate",
        events=[event("a", 1, role="judge", trusted=True, rewards=[{"channel": "v", "value": 1, "unit": "message"}])],
        costs={"tokens": 5, "wall_clock_s": 1, "tool_calls": 0},
    )
    assert all(item.met for item in found.checklist)


def test_sums_beyond_a_double_are_not_computable() -> None:
    events = [event("a", 1.5e308, t_start=0), event("b", 1.6e308, agent="b", t_start=0), event("c", 1.6e308, agent="c", t_start=0)]
    measure = reported(events=events).measures["parallelism_efficiency"]
    assert (measure.status, measure.missing) == ("not computable", ("numbers whose sum a double holds",))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([event("a", 1, "spawn", "lead", to="x"), event("b", 2, "message", "x")], "2"),
        ([event("a", 1, "spawn", "lead", to="x"), event("b", 2, "spawn", "lead", to="y"), event("c", 3, agent="x")], "3"),
        (
            [event("a", 1, "spawn", "lead", to="x"), event("b", 2, agent="x"), event("c", 3), event("d", 4, "spawn", "lead", to="y")],
            "3 to 4",
        ),
        ([event("a", 1, "spawn", "lead", to="x"), event("b", 2), event("c", 3, "spawn", "lead", to="y")], "3 to 4"),
    ],
)
def test_an_agent_without_an_end_was_there_until_its_own_last_event(events: list[dict[str, object]], said: str) -> None:
    assert str(reported(events=events).measures["peak_agents"]) == said


def test_work_over_the_span_is_no_bound_below_one() -> None:
    measure = reported(events=[event("a", 2, t_start=0), event("b", 9)]).measures["parallelism_efficiency"]
    assert (str(measure), measure.missing) == ("at least 1", ("t_start on 1 event",))


PEOPLE = {"schema_version": "2.0", "agents": {"user": {"kind": "human"}, "a": {}, "map": {"kind": "tool"}}}


def test_what_people_and_tools_do_is_no_step_and_no_work() -> None:
    events = [
        event("u", 1, agent="user", to="a", t_start=0),
        event("b", 3, t_start=1, to="user"),
        event("c", 4, "message", "map", t_start=3),
    ]
    found = reported(**PEOPLE, events=events, edges=[edge("u", "b", "message"), edge("b", "c")]).measures
    assert found["critical_steps"].value == 1
    assert found["parallelism_efficiency"].value == 1


def test_the_last_event_of_a_person_is_not_the_result() -> None:
    events = [
        event("s", 1, "spawn", "a", to="x"),
        event("b", 2, "return", "x", to="a"),
        event("c", 3, "message", "a", to="user"),
        event("d", 4, "message", "user", to="a"),
    ]
    edges = [edge("s", "b", "spawn"), edge("b", "c", "return"), edge("c", "d", "temporal")]
    assert reported(**PEOPLE, events=events, edges=edges).measures["useful_agent_utilization"].value == 1


@pytest.mark.parametrize(("status", "said"), [("error", "0.5"), ("timeout", "0.5"), ("ok", "1")])
def test_a_call_is_useful_only_if_its_result_did_not_fail(status: str, said: str) -> None:
    events = [
        event("s", 1, "spawn", "a", to="b"),
        event("u", 2, "tool_call", "b", tool="map"),
        event("v", 3, "tool_result", "b", tool="map", status=status),
        event("r", 4, "return", "b", to="a"),
        event("g", 5, "aggregate"),
    ]
    edges = [edge("s", "u", "spawn"), edge("u", "v", "tool_dependency"), edge("v", "r"), edge("r", "g", "aggregate")]
    assert str(reported(events=events, edges=edges).measures["useful_agent_utilization"]) == said


def test_of_several_results_the_last_says_whether_a_call_failed() -> None:
    events = [
        event("s", 1, "spawn", "a", to="b"),
        event("u", 2, "tool_call", "b", tool="map", call_id="k"),
        event("v", 3, "tool_result", "b", tool="map", call_id="k", status="error"),
        event("w", 4, "tool_result", "b", tool="map", call_id="k"),
        event("g", 5, "aggregate"),
    ]
    edges = [edge("s", "u", "spawn"), edge("u", "w"), edge("w", "g", "aggregate")]
    assert reported(events=events, edges=edges).measures["useful_agent_utilization"].value == 1


def test_a_message_to_all_reaches_only_those_who_are_there() -> None:
    events = [
        event("a", 1, "spawn", "lead", to="x"),
        event("b", 2, to="x", agent="lead", content_ref="go"),
        event("c", 3, agent="lead", content_ref="go"),
        event("d", 4, "spawn", "lead", to="y"),
        event("e", 5, agent="lead", content_ref="go"),
        event("f", 6, agent="y", to="lead"),
    ]
    # c tells x, which is alone there, nothing new; e is new to y.
    assert str(reported(events=events).measures["message_redundancy"]) == "at least 0.25"


def test_a_run_may_have_as_many_agents_as_messages_to_all() -> None:
    events = [event(f"e{n}", n, agent=f"a{n}", content_ref=f"c{n % 2}") for n in range(4000)]
    # Only the first two messages, one for each content, are new to anybody.
    assert str(reported(events=events).measures["message_redundancy"]) == "at least 0.9995"


def test_a_message_to_all_where_nobody_else_is_there_is_not_between_agents() -> None:
    assert reported(events=[event("a", 1), event("b", 2)]).measures["message_redundancy"].missing == ("messages between agents",)


def by_agent(found: Report) -> dict[str | None, str]:
    return {name: str(amounts.tokens_of(spent, found.spent)) for name, spent in found.spent.rows["agent"]}


@pytest.mark.parametrize(
    ("basis", "total", "said"),
    [
        ("not_counted", 9, {"a": "2", "b": "7"}),
        ("counted", 17, {"a": "2", "b": "15"}),
        (None, 9, {"a": "2", "b": "7"}),
        (None, 17, {"a": "2", "b": "15"}),
        (None, 12, {"a": "2", "b": "7 to 12"}),
        (None, 99, {"a": "2", "b": "15"}),
    ],
)
def test_cached_tokens_count_in_a_group_as_they_do_in_the_total(basis: str | None, total: int, said: dict[str, str]) -> None:
    counted = {} if basis is None else {"token_basis": {"cached": basis}}
    events = [event("x", 1, tokens={"in": 2, "out": 0}), event("y", 2, agent="b", tokens={"in": 10, "out": 5, "cached": 8})]
    assert by_agent(reported(schema_version="2.0", **counted, costs={"tokens": total, "wall_clock_s": 2}, events=events)) == said


def test_a_role_that_an_agent_names_once_holds_for_all_its_events() -> None:
    events = [event("a", 1, role="judge"), event("b", 2), event("c", 3, agent="b", role="pro"), event("d", 4, agent="b", role="contra")]
    found = reported(events=[*events, event("e", 5, agent="b")])
    assert {name: spent.events for name, spent in found.spent.rows["role"]} == {"judge": 2, "pro": 1, "contra": 1, None: 1}


def test_costs_that_the_source_cannot_say_are_not_zero() -> None:
    found = reported(
        schema_version="2.0",
        provenance={"missing": ["wall_clock_s", "usd"]},
        costs={"tokens": 3, "wall_clock_s": 0, "usd": 0, "tool_calls": 0},
        events=[event("a", 1)],
    )
    told = as_json(found)
    assert told["costs"] == {"tokens": 3, "tool_calls": 0}
    assert told["wall_clock"] == {
        "status": "not computable", "value": None, "low": None, "high": None, "unit": "s", "method": "",
        "missing": ["wall_clock_s (missing from the source)"], "inferred": [],
    }  # fmt: skip
    known = as_json(reported(costs={"tokens": 3, "wall_clock_s": 7}, events=[event("a", 1)]))
    assert (known["costs"], known["wall_clock"]["value"]) == ({"tokens": 3, "wall_clock_s": 7}, 7)  # type: ignore[index, call-overload]


def test_a_baseline_is_not_divided_by_a_wall_clock_that_nobody_knows() -> None:
    found = reported(
        schema_version="2.0",
        baseline={"wall_clock_s": 30},
        provenance={"missing": ["wall_clock_s"]},
        costs={"tokens": 0, "wall_clock_s": 5},
        events=[event("a", 1)],
    )
    assert found.measures["parallelism_efficiency"].status == "not computable"


def test_shares_of_sub_decisions_say_what_is_missing_and_what_was_guessed() -> None:
    events = [event("a", 1, "orchestrator_decision", decision="O2", inferred=["decision"]), event("b", 2, "spawn", to="x", decision="O1")]
    known = reported(schema_version="2.0", events=events).decisions
    assert (str(known["O2"]), known["O2"].inferred) == ("0.5", ("decision",))
    lost = reported(schema_version="2.0", provenance={"missing": ["decision"]}, events=events).decisions
    assert {(str(share), share.missing) for share in lost.values()} == {("not computable", ("decision (missing from the source)",))}


GUESSED = [
    event("a", 1, "spawn", "lead", to="x"),
    event("b", 2, "return", "x", to="lead"),
    event("c", 3, "aggregate", "lead", inferred=["type"]),
    event("d", 4, "message", "lead", to="x", content_ref="k", inferred=["to"]),
    event("e", 5, "message", "x", to="lead", content_ref="l"),
]


def test_guessed_keys_are_named_by_the_metrics_that_rest_on_them() -> None:
    edges = [edge("a", "b", "spawn"), edge("b", "c", "aggregate"), edge("c", "d"), edge("d", "e", "message")]
    provenance = {"inferred": ["aggregate", "to", "type", "agent"]}
    found = reported(schema_version="2.0", provenance=provenance, events=GUESSED, edges=edges).measures
    assert {name: measure.inferred for name, measure in found.items() if measure.status != "not computable"} == {
        "critical_steps": ("agent", "aggregate", "type"),
        "useful_agent_utilization": ("agent", "aggregate", "type"),
        "message_redundancy": ("agent", "to"),
        "peak_agents": ("agent",),
        "delegation_depth": ("agent",),
    }


def test_rewards_of_the_run_and_of_events_are_told_apart() -> None:
    events = [
        event("a", 1, rewards=[{"channel": "r", "value": 1, "unit": "agent", "target": "a"}, {"channel": "r", "value": 2}]),
        event("b", 2, rewards={"r": 0.5}),
    ]
    told = as_json(reported(events=events, rewards={"r": 5, "z": 2}))
    assert told["rewards"] == [
        {"channel": "r", "value": 5, "unit": None, "target": None},
        {"channel": "z", "value": 2, "unit": None, "target": None},
    ]
    assert told["event_rewards"] == [
        {"channel": "r", "value": 2.5, "unit": None, "target": None, "events": 2},
        {"channel": "r", "value": 1, "unit": "agent", "target": "a", "events": 1},
    ]


@pytest.mark.parametrize(
    ("first", "total", "said", "row"),
    [
        ({"category": "work"}, 500, "not computable", (None, None, None)),
        ({"in": 10}, 500, "at least 10", (10, None, None)),
        ({"out": 10, "reasoning": 4}, 500, "at least 10", (None, 10, 4)),
        ({"in": 10}, 13, "10", (10, None, None)),
        ({"in": 10, "out": 0}, 500, "10", (10, 0, None)),
        ({"cached": 3}, 500, "not computable", (None, None, None)),
    ],
)
def test_half_of_what_an_event_read_and_wrote_is_not_all(
    first: dict[str, object], total: int, said: str, row: tuple[int | None, ...]
) -> None:
    events = [event("x", 1, tokens=first), event("y", 2, agent="b", tokens={"in": 1, "out": 2})]
    found = reported(costs={"tokens": total, "wall_clock_s": 2}, events=events)
    assert by_agent(found) == {"a": said, "b": "3"}
    shown: Any = as_json(found)["spending"]
    assert tuple(shown["agent"][0][key] for key in ("in", "out", "reasoning")) == row


def test_tokens_that_include_those_of_others_and_are_half_said_are_unknown() -> None:
    found = reported(schema_version="2.0", token_basis={"scope": "inclusive"}, events=[event("x", 1, tokens={"in": 10})])
    assert by_agent(found) == {"a": "not computable"}


def test_no_category_alone_makes_an_overhead() -> None:
    found = reported(costs={"tokens": 500, "wall_clock_s": 2}, events=[event("x", 1, tokens={"category": "work"})])
    assert found.measures["protocol_overhead"].missing == ("tokens on events",)


def test_agents_that_were_there_together_at_one_time_count_together() -> None:
    events = [
        event("a", 0, "spawn", "lead", to="w1", seq=1),
        event("b", 0, "spawn", "lead", to="w2", seq=2),
        event("c", 0, "tool_call", "w1", tool="m", seq=3),
        event("d", 0, "return", "w1", to="lead", seq=4),
        event("f", 0, "return", "w2", to="lead", seq=5),
        event("g", 1, "aggregate", "lead", seq=6),
    ]
    found = reported(events=events)
    assert str(found.measures["peak_agents"]) == "3"
    assert found.population == ((0, 1),)


def test_no_event_takes_longer_than_the_critical_path() -> None:
    events = [event("p", 10, t_start=9), event("x", 11, t_start=0)]
    assert str(reported(events=events, edges=[edge("p", "x")]).measures["critical_path"]) == "11"


@pytest.mark.parametrize(
    ("missing", "path", "steps"),
    [
        ([], "3", "2"),
        (["edges"], "not computable", "not computable"),
        (["tool_call"], "at least 3", "at least 2"),
        (["causal"], "at least 3", "at least 2"),
        (["tool_result"], "at least 3", "2"),
        (["role"], "3", "2"),
    ],
)
def test_what_the_source_could_not_say_would_make_paths_longer(missing: list[str], path: str, steps: str) -> None:
    events = [event("a", 1, t_start=0), event("b", 3, t_start=1)]
    found = reported(schema_version="2.0", provenance={"missing": missing}, events=events, edges=[edge("a", "b")]).measures
    assert (str(found["critical_path"]), str(found["critical_steps"])) == (path, steps)


def test_stages_say_the_critical_steps_without_edges() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "return", "x", stage=1)]
    found = reported(schema_version="2.0", provenance={"missing": ["edges"]}, events=events).measures["critical_steps"]
    assert (str(found), found.method) == ("2", "stages")


@pytest.mark.parametrize(
    ("missing", "calls", "messages"), [([], ("0", "1"), (0, 1)), (["tool_call", "message"], ("not computable", "at least 1"), (None, 1))]
)
def test_events_that_the_source_could_not_say_are_not_none(
    missing: list[str], calls: tuple[str, str], messages: tuple[int | None, int]
) -> None:
    found = reported(schema_version="2.0", provenance={"missing": missing}, events=[event("a", 1)])
    ((_, spent),) = found.spent.rows["agent"]
    assert (str(amounts.number_of(spent, found.spent, "tool_call")), str(amounts.number_of(spent, found.spent, "message"))) == calls
    shown: Any = as_json(found)["spending"]
    assert (shown["agent"][0]["tool_calls"], shown["agent"][0]["messages"]) == messages


@pytest.mark.parametrize(
    ("missing", "costs", "told"),
    [
        ([], {"tool_calls": 3}, ["tool-calls-total"]),
        (["tool_call"], {"tool_calls": 3}, []),
        (["tool_calls"], {"tool_calls": 3}, []),
        (["message"], {"messages": 3}, []),
        (["message"], {"messages": 0}, ["messages-total"]),
        (["role"], {"tokens": 9}, ["tokens-total"]),
        (["tokens"], {"tokens": 9}, []),
    ],
)
def test_what_the_source_could_not_say_is_no_wrong_total(missing: list[str], costs: dict[str, int], told: list[str]) -> None:
    whole = {"schema_version": "2.0", "trace_id": "x", "task_id": "x", "edges": [], "rewards": {}, "provenance": {"missing": missing}}
    whole |= {"events": [event("a", 1, tokens={"in": 1, "out": 1})], "costs": {"tokens": 2, "wall_clock_s": 0} | costs}
    line = loading.load(json.dumps(whole).encode(), "x").timeline
    assert line is not None
    assert [found.code for found in checks.findings(line, (totals.tokens, totals.counts))] == told


def test_what_people_and_environments_do_is_neither_work_nor_a_step_of_agents() -> None:
    events = [event("a", 100, agent="user", t_start=0, to="lead"), event("x", 102, "tool_call", "lead", t_start=50, tool="q")]
    found = reported(schema_version="2.0", agents={"user": {"kind": "human"}, "lead": {}}, events=events)
    assert str(found.measures["parallelism_efficiency"]) == "1"
    told = [event(f"c{n}", 2, agent="env", stage=1) for n in range(3)]
    events = [event("a", 1, "spawn", "lead", to="w"), event("b", 2, "return", "w", stage=1), *told, event("g", 5, "aggregate", "lead")]
    steps = reported(schema_version="2.0", agents={"env": {"kind": "environment"}}, events=events).measures["critical_steps"]
    assert (str(steps), steps.method) == ("3", "stages")


def test_what_a_receiver_of_a_message_to_all_had_said_itself_it_knew() -> None:
    events = [event("a", 1, content_ref="x", agent="A"), event("b", 2, content_ref="x", agent="B")]
    assert str(reported(events=events).measures["message_redundancy"]) == "at least 0.5"
