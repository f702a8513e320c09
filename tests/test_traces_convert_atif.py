"""ATIF trajectories as traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_foreign import (
    FIXTURES,
    anything,
    arrows,
    broken,
    document,
    drafts,
    event,
    fixture,
    source,
    survives,
    tokens,
    told,
    value,
    values,
)

from pipeline.traces.formats import registry
from pipeline.traces.formats.readers import atif

CALLS = "atif/two_calls.json"
EMBEDDED = "atif/embedded.json"
PLANNER, HELPER = "atif/planner.json", "atif/helper.json"
LEAST = "; the tokens of the run are at least those that are told"
FIRST, SECOND = "atif/first_half.json", "atif/second_half.json"


def trajectory(*steps: Any, **more: Any) -> Any:
    """Return a trajectory of steps, which are numbered."""
    numbered = [{"step_id": number} | step for number, step in enumerate(steps, start=1)]
    return {"schema_version": "ATIF-v1.7", "session_id": "s", "agent": {"name": "lead", "version": "1"}, "steps": numbered} | more


def said(text: str, at: int | None = None, **more: Any) -> Any:
    return {"source": "agent", "message": text} | ({} if at is None else {"timestamp": f"2026-01-01T00:00:{at:02d}Z"}) | more


def calls(*ids: str, refs: dict[str, Any] | None = None, at: int | None = None, results: bool = True) -> Any:
    """Return a step that calls tools, some of which are sub-agents."""
    found = [{"source_call_id": i, "content": "r"} | ({"subagent_trajectory_ref": refs[i]} if i in (refs or {}) else {}) for i in ids]
    made = [{"tool_call_id": i, "function_name": "tool", "arguments": {}} for i in ids]
    return said("", at, tool_calls=made, **({"observation": {"results": found}} if results else {}))


@pytest.mark.parametrize("path", sorted((FIXTURES / "atif").iterdir()), ids=lambda path: path.name)
def test_no_other_reader_takes_a_trajectory(path: Path) -> None:
    read = fixture(f"atif/{path.name}")
    assert [name for name in registry.READERS if registry.reader(name).fits(read)] == ["atif"]


def test_steps_calls_and_results() -> None:
    assert told(value(atif, fixture(CALLS))) == [
        "0 message user > clerk",
        "3 tool_call clerk",
        "3 tool_call clerk",
        "3 tool_result clerk",
        "3 tool_result clerk",
        "5 message clerk > user",
        "19 human_intervention user > clerk",
        "21 message clerk > user",
    ]


def test_results_are_joined_to_their_calls_by_id_and_not_by_order() -> None:
    found = value(atif, fixture(CALLS))
    joined = [(e["type"], e["call_id"], e["tool"]) for e in found["events"] if "call_id" in e]
    assert joined == [
        ("tool_call", "c1", "timetable"), ("tool_call", "c2", "weather"),
        ("tool_result", "c2", "weather"), ("tool_result", "c1", "timetable"),
    ]  # fmt: skip
    assert {"e2 tool_dependency e5", "e3 tool_dependency e4"} <= arrows(found)


def test_what_an_agent_is_given_leads_to_what_it_does_next() -> None:
    assert arrows(value(atif, fixture(CALLS))) == {
        "e1 message e2", "e1 message e3", "e2 tool_dependency e5", "e3 tool_dependency e4", "e4 tool_dependency e6",
        "e5 tool_dependency e6", "e6 message e7", "e1 temporal e7", "e6 temporal e8", "e7 causal e8",
    }  # fmt: skip


def test_tokens_stand_once_on_the_first_event_of_a_step() -> None:
    assert tokens(value(atif, fixture(CALLS))) == [
        {"in": 300, "out": 40, "cached": 100, "reasoning": 12}, {"in": 360, "out": 10}, {"in": 400, "out": 8},
    ]  # fmt: skip


def test_totals_are_those_that_the_trajectory_declares() -> None:
    assert value(atif, fixture(CALLS))["costs"] == {"tokens": 1160, "wall_clock_s": 21.0, "cost_usd": 0.005}


def test_totals_add_up_over_sub_agents_and_one_without_counts_by_its_steps() -> None:
    assert value(atif, fixture(EMBEDDED))["costs"]["tokens"] == 289 + 119 + 44


def test_totals_of_the_first_that_are_those_of_all_are_taken_alone() -> None:
    whole = document(EMBEDDED)
    whole["final_metrics"] = {"total_prompt_tokens": 400, "total_completion_tokens": 52}
    assert value(atif, source(whole))["costs"]["tokens"] == 452


def _spent(read: int | None, written: int | None = None, **more: Any) -> Any:
    stated = {"prompt_tokens": read, "completion_tokens": written}
    return said("x", metrics={key: number for key, number in stated.items() if number is not None}, **more)


def _least(*given_: Any) -> tuple[int, bool]:
    """Return the tokens of a run, and whether they are a lower bound."""
    found = value(atif, source(*given_))
    return found["costs"]["tokens"], "tokens" in found["provenance"]["missing"]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([_spent(10, 5), _spent(1, 1)], (17, False)),
        ([_spent(10, 5), said("x")], (15, True)),
        ([_spent(10, 5), said("x", llm_call_count=0)], (15, False)),
        ([_spent(10)], (10, True)),
        ([calls("k", refs={"k": [{"session_id": "gone"}]}) | {"metrics": {"prompt_tokens": 1, "completion_tokens": 1}}], (2, True)),
    ],
    ids=["all told", "a step says nothing", "a step without a call", "a step says half", "an absent sub-agent"],
)  # fmt: skip
def test_what_does_not_state_its_tokens_makes_the_sum_a_lower_bound(steps: Any, expected: Any) -> None:
    assert _least(trajectory(*steps)) == expected


def test_a_declared_total_covers_steps_that_state_none() -> None:
    final = {"total_prompt_tokens": 20, "total_completion_tokens": 10}
    assert _least(trajectory(_spent(10, 5), said("x"), final_metrics=final)) == (30, False)
    assert _least(trajectory(said("x"), final_metrics={"total_prompt_tokens": 20})) == (20, True)


def test_a_total_that_may_be_with_sub_agents_or_without_is_no_exact_one() -> None:
    inner = trajectory(said("y"), trajectory_id="k", final_metrics={"total_prompt_tokens": 50, "total_completion_tokens": 10})
    asking = calls("c", refs={"c": [{"trajectory_id": "k"}]}) | {"metrics": {"prompt_tokens": 30, "completion_tokens": 10}}
    final = {"total_prompt_tokens": 80, "total_completion_tokens": 20, "total_cost_usd": 1.0}
    whole = trajectory(asking, subagent_trajectories=[inner], final_metrics=final)
    (draft,) = drafts(atif, [source(whole)])
    assert (_least(whole), draft.notes) == ((100, True), ["totals that may be with sub-agents or without: 1" + LEAST])


def test_a_total_of_all_steps_does_not_cover_one_that_states_none() -> None:
    inner = trajectory(_spent(50, 10), trajectory_id="k")
    asking = calls("c", refs={"c": [{"trajectory_id": "k"}]}) | {"metrics": {"prompt_tokens": 30, "completion_tokens": 10}}
    final = {"total_prompt_tokens": 80, "total_completion_tokens": 20}
    assert _least(trajectory(asking, subagent_trajectories=[inner], final_metrics=final)) == (100, False)
    assert _least(trajectory(asking, said("x"), subagent_trajectories=[inner], final_metrics=final)) == (100, True)


def test_a_failed_result_is_an_error_whose_text_is_content() -> None:
    failed = event(value(atif, fixture(CALLS)), "tool_result")
    assert (failed["status"], failed["error"]) == ("error", {"kind": "tool"})
    shown = event(value(atif, fixture(CALLS), with_content=True), "tool_result")
    assert shown["error"] == {"kind": "tool", "message": "SECRET-storm"}
    (draft,) = drafts(atif, [fixture(CALLS)])
    draft.value()
    assert "messages of errors, which may repeat contents: 1" in draft.notes


def test_embedded_sub_agents_are_spawned_and_return() -> None:
    assert told(value(atif, fixture(EMBEDDED))) == [
        "0 message user > lead",
        "2 message lead > lead",
        "2 spawn lead > scout",
        "2 spawn lead > scout 2",
        "3 message lead > scout",
        "3 message lead > scout 2",
        "6 tool_call scout 2",
        "6 tool_result scout 2",
        "9 return scout 2 > lead",
        "12 return scout > lead",
        "20 aggregate lead",
        "20 message lead > user",
    ]


def test_what_sub_agents_return_is_aggregated() -> None:
    assert arrows(value(atif, fixture(EMBEDDED))) == {
        "e1 message e2", "e2 causal e3", "e2 causal e4", "e3 causal e5", "e4 causal e6", "e3 spawn e10", "e4 spawn e7", "e5 message e10",
        "e6 message e7", "e7 tool_dependency e8", "e8 tool_dependency e9", "e9 aggregate e11", "e10 aggregate e11", "e11 causal e12",
    }  # fmt: skip


def test_agents_of_one_name_are_told_apart_and_keep_it_as_role() -> None:
    assert value(atif, fixture(EMBEDDED))["agents"] == {
        "lead": {"role": "lead", "model": "model-a"},
        "scout": {"role": "scout", "parent": "lead", "model": "model-b"},
        "scout 2": {"role": "scout", "parent": "lead", "model": "model-b"},
        "user": {"kind": "human"},
    }


def test_ids_of_calls_that_two_agents_use_are_told_apart() -> None:
    found = value(atif, fixture(EMBEDDED))
    assert [event(found, "spawn", n)["call_id"] for n in (0, 1)] == ["a", "b"]
    assert (event(found, "tool_call")["call_id"], event(found, "tool_result")["call_id"]) == ("a 2", "a 2")


def test_a_sub_agent_in_a_file_of_its_own_is_found_by_path_and_without_times_the_order_is_that_of_the_steps() -> None:
    found = value(atif, fixture(PLANNER), fixture(HELPER))
    assert told(found) == [
        "1 message user > planner",
        "2 message planner > planner",
        "3 spawn planner > helper",
        "4 message planner > helper",
        "5 return helper > planner",
        "6 aggregate planner",
        "7 message planner > user",
    ]
    assert found["clock"] == {"unit": "ordinal"}


@pytest.mark.parametrize("name", ["helper.json", "runs/helper.json", "C:\\runs\\helper.json"])
def test_of_a_path_the_last_part_decides(name: str) -> None:
    helper = source(document(HELPER) | {"session_id": "other"}, name=name)
    assert "return helper > planner" in str(told(value(atif, fixture(PLANNER), helper)))


def test_before_version_1_7_the_session_is_a_key() -> None:
    step = calls("h", refs={"h": [{"session_id": "t"}]})
    pair = [source(trajectory(step)), source(trajectory(said("done"), session_id="t", agent={"name": "sub"}))]
    assert told(value(atif, *pair)) == ["1 spawn lead > sub", "2 return sub > lead"]


def test_the_session_of_the_run_itself_is_no_key() -> None:
    step = calls("h", refs={"h": [{"session_id": "s"}]})
    pair = [source(trajectory(step)), source(trajectory(said("done"), agent={"name": "sub"}))]
    assert sorted(told(v) for v in values(atif, pair)) == [["1 message sub"], ["1 spawn lead > sub-agent", "2 return sub-agent > lead"]]


def test_a_sub_agent_that_was_not_given_is_spawned_and_returns() -> None:
    (draft,) = drafts(atif, [fixture(PLANNER)])
    assert told(value(atif, fixture(PLANNER)))[2:4] == ["3 spawn planner > sub-agent", "4 return sub-agent > planner"]
    assert draft.notes == [
        "sub-agents whose trajectory was not given; their spawn and return are all that is known: 1",
        "sub-agents whose trajectory, and so their tokens, was not given: 1; the tokens of the run are at least those that are told",
    ]


def test_that_an_embedded_sub_agent_was_spawned_that_no_step_refers_to_is_a_guess() -> None:
    inner = trajectory(said("done", 5), trajectory_id="x", agent={"name": "sub"})
    found = value(atif, source(trajectory(said("", 1), subagent_trajectories=[inner])))
    assert told(found) == ["0 message lead", "4 spawn lead > sub", "4 return sub > lead"]
    assert [event(found, type_)["inferred"] for type_ in ("spawn", "return")] == [["type", "t"], ["type"]]


def test_a_step_that_is_stamped_when_it_was_over_began_before_its_sub_agent() -> None:
    inner = trajectory(said("", 2, tool_calls=[{"tool_call_id": "k", "function_name": "dig"}]), said("done", 6), trajectory_id="x")
    outer = trajectory(calls("a", refs={"a": [{"trajectory_id": "x"}]}, at=8), said("end", 9), subagent_trajectories=[inner])
    found = value(atif, source(outer))
    assert told(found)[:2] == ["0 spawn lead > lead 2", "0 tool_call lead 2"]
    assert told(found)[2:] == ["4 return lead 2 > lead", "7 aggregate lead", "7 message lead"]
    assert event(found, "spawn")["inferred"] == ["t"]


def test_a_sub_agent_that_runs_on_returns_later_and_is_aggregated_then() -> None:
    inner = trajectory(said("done", 9), trajectory_id="x", agent={"name": "sub"})
    steps = [calls("a", refs={"a": [{"trajectory_id": "x"}]}, at=1), said("meanwhile", 4), said("now", 12)]
    assert told(value(atif, source(trajectory(*steps, subagent_trajectories=[inner])))) == [
        "0 spawn lead > sub", "3 message lead", "8 return sub > lead", "11 aggregate lead", "11 message lead",
    ]  # fmt: skip


def test_what_continues_elsewhere_is_one_run_and_what_was_copied_counts_once() -> None:
    found = value(atif, fixture(SECOND), fixture(FIRST))
    assert told(found) == ["0 message user > writer", "5 message writer > user", "9 message writer > user"]
    assert tokens(found) == [{"in": 10, "out": 4}, {"in": 14, "out": 2}]


def test_a_step_that_is_there_twice_counts_once() -> None:
    whole = document(CALLS)
    whole["steps"] += whole["steps"][2:4]
    whole["steps"].append(whole["steps"][2])
    assert value(atif, source(whole)) == value(atif, fixture(CALLS))


@traces_values.patient
@given(st.permutations(range(6)), st.permutations(range(2)))
def test_the_order_of_steps_and_of_embedded_trajectories_changes_nothing(steps: list[int], inner: list[int]) -> None:
    whole, nested = document(CALLS), document(EMBEDDED)
    whole["steps"] = [whole["steps"][number] for number in steps]
    nested["subagent_trajectories"] = [nested["subagent_trajectories"][number] for number in inner]
    assert value(atif, source(whole)) == value(atif, fixture(CALLS))
    assert value(atif, source(nested)) == value(atif, fixture(EMBEDDED))


@traces_values.patient
@given(st.permutations([CALLS, EMBEDDED, PLANNER, HELPER, FIRST, SECOND]))
def test_the_order_of_files_changes_nothing(paths: list[str]) -> None:
    found = values(atif, map(fixture, paths))
    assert [v["trace_id"] for v in found] == ["ferry-1", "long-1", "plan-7", "well-1"]
    assert found == values(atif, map(fixture, [CALLS, EMBEDDED, PLANNER, HELPER, FIRST, SECOND]))


def test_without_numbers_the_steps_come_by_time() -> None:
    steps = [said("b", 2), said("a", 1)]
    found = value(atif, source(trajectory() | {"steps": steps}))
    assert [e["t"] for e in found["events"]] == [0, 1]
    assert [e["turn"] for e in found["events"]] == [1, 2]


def test_with_neither_numbers_nor_times_the_steps_stay_as_they_are() -> None:
    found = drafts(atif, [source(trajectory() | {"steps": [said("b"), said("a")]})], with_content=True)
    assert [e["content"] for e in found[0].value()["events"]] == ["b", "a"]


def test_a_lone_result_without_an_id_belongs_to_the_lone_call() -> None:
    step = calls("a") | {"observation": {"results": [{"content": "r"}]}}
    result = event(value(atif, source(trajectory(step))), "tool_result")
    assert (result["call_id"], result["inferred"]) == ("a", ["call_id", "tool"])


def test_a_result_of_no_call_stays_and_is_noted() -> None:
    step = calls("a", "b") | {"observation": {"results": [{"source_call_id": "z", "content": "r"}]}}
    (draft,) = drafts(atif, [source(trajectory(step))])
    assert event(draft.value(), "tool_result")["call_id"] == "z"
    assert draft.notes == ["results that name no tool call of their trajectory: 1", "tool calls that no result answers: 2"]


def test_what_a_trajectory_does_not_know_is_missing() -> None:
    found = value(atif, fixture(PLANNER), fixture(HELPER))
    assert found["provenance"]["missing"] == [
        "category", "decision", "despawn", "orchestrator_decision", "rewards", "safety_event", "t", "t_start", "trusted", "wall_clock_s",
    ]  # fmt: skip
    assert {"aggregate", "role", "to"} <= set(found["provenance"]["inferred"])


def test_contents_are_hashed_and_shown_only_when_asked_for() -> None:
    assert "SECRET" not in json.dumps(values(atif, [fixture(CALLS)]))
    shown = json.dumps(values(atif, [fixture(CALLS)], with_content=True))
    assert {word for word in ("question", "argument", "storm", "answer", "system") if f"SECRET-{word}" in shown} == {
        "question", "argument", "storm", "answer",
    }  # fmt: skip


@pytest.mark.parametrize("refs", ["s", [{"trajectory_id": "r"}], [{"trajectory_path": "x.json"}], {"trajectory_id": "r"}])
def test_a_trajectory_that_refers_to_itself_is_told_once(refs: Any) -> None:
    found = value(atif, source(trajectory(calls("a", refs={"a": refs}), trajectory_id="r")))
    assert [e["type"] for e in found["events"]] in (["spawn", "return"], ["tool_call", "tool_result"])


def test_trajectories_that_refer_to_each_other_are_one_run() -> None:
    one = trajectory(calls("a", refs={"a": [{"trajectory_id": "two"}]}), trajectory_id="one", session_id="1")
    two = trajectory(calls("a", refs={"a": [{"trajectory_id": "one"}]}), trajectory_id="two", session_id="2")
    assert [v["trace_id"] for v in values(atif, [source(one), source(two)])] == ["1"]


def test_sub_agents_may_be_nested_deeper_than_python_can_call() -> None:
    chain = [
        trajectory(calls("a", refs={"a": [{"trajectory_id": str(n + 1)}]}), trajectory_id=str(n), session_id=str(n)) for n in range(1200)
    ]
    found = value(atif, source(*chain))
    assert len(found["events"]) == 2400


@traces_values.patient
@given(broken(CALLS) | broken(EMBEDDED) | broken(PLANNER) | anything)
def test_anything_is_survived(hostile: Any) -> None:
    survives(atif, hostile)
