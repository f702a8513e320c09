"""Files of thousands of spans: edges grow with them, and not with their square."""

from __future__ import annotations

from typing import Any

import pytest
from otlp_spans import agent, chat, file, tool
from traces_foreign import arrows, drafts, source, told, value

from pipeline.traces.formats.readers import atif, otlp
from pipeline.traces.formats.readers.otlp_walk import Walk


def _edges(*spans: Any) -> int:
    (draft,) = drafts(otlp, [file(*spans)])
    found: Any = draft.value()
    return len(found["edges"])


def test_calls_one_after_the_other_have_an_edge_each() -> None:
    calls = [tool(number, 1, "map", number, number + 1) for number in range(2, 5002)]
    assert _edges(agent(1, None, "lead", 0, 6000), *calls) == 5000 + 4999


def test_what_was_complete_is_looked_at_no_more_often_than_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    asked = Walk._leads_on_by_others

    def counting(walk: Walk, tip: Any) -> bool:
        nonlocal looks
        looks += 1
        return asked(walk, tip)

    monkeypatch.setattr(Walk, "_leads_on_by_others", counting)
    early = [tool(number, 1, "map", 0, 100) for number in range(2, 1002)]
    late = [chat(2000 + number, 1, 200 + number, 6000) for number in range(0, 2000, 2)]
    late += [tool(2000 + number, 1, "map", 200 + number, 6000) for number in range(1, 2000, 2)]
    _edges(agent(1, None, "lead", 0, 9000), *early, *late)
    assert looks < 3000 * 66


def test_all_after_all_rests_on_the_last_ones() -> None:
    calls = [tool(number, 1, "map", begin, begin + 1) for begin in (0, 3) for number in range(2 + begin * 500, 502 + begin * 500)]
    (draft,) = drafts(otlp, [file(agent(1, None, "lead", 0, 6000), *calls)])
    found: Any = draft.value()
    assert len(found["edges"]) == 1000 + 500 * 64
    assert "events that rest on the last 64 of more that were complete by then: 500" in draft.notes


def test_what_began_before_another_call_ended_rests_on_what_was_complete() -> None:
    calls = [tool(2, 1, "a", 0, 1), tool(3, 1, "b", 2, 5), tool(4, 1, "c", 3, 4), tool(5, 1, "d", 6, 7)]
    found = value(otlp, file(agent(1, None, "lead", 0, 9), *calls))
    assert told(found) == [
        "0 tool_call lead", "1 tool_result lead", "2 tool_call lead", "3 tool_call lead", "4 tool_result lead", "5 tool_result lead",
        "6 tool_call lead", "7 tool_result lead",
    ]  # fmt: skip
    assert {edge for edge in arrows(found) if "temporal" in edge} == {
        "e2 temporal e3", "e2 temporal e4", "e5 temporal e7", "e6 temporal e7",
    }  # fmt: skip


def test_calls_that_take_no_time_follow_one_another() -> None:
    found = value(otlp, file(agent(1, None, "lead", 0, 9), *[tool(number, 1, "map", 3, 3) for number in (2, 3, 4)]))
    assert {edge for edge in arrows(found) if "temporal" in edge} == {"e2 temporal e3", "e4 temporal e5"}


def test_agents_of_one_name_at_the_same_time_are_numbered_and_a_number_is_taken_again() -> None:
    times = [(1, 4), (2, 6), (3, 9), (4, 5), (5, 8), (7, 9)]
    spans = [agent(number, 1, "scout", *when) for number, when in enumerate(times, start=3)]
    found = value(otlp, file(agent(1, None, "lead", 0, 9), chat(2, 1, 0, 1), *spans))
    begun = [one["to"] for one in found["events"] if one["type"] in {"spawn", "message"} and one["agent"] == "lead"]
    assert begun == ["scout", "scout (2)", "scout (3)", "scout", "scout", "scout (2)"]


def test_a_chain_of_trajectories_states_its_first_time_once_for_all() -> None:
    def link(number: int) -> Any:
        result = {"source_call_id": "a", "subagent_trajectory_ref": [{"trajectory_id": str(number + 1)}]}
        step = {"step_id": 1, "source": "agent", "message": "", "tool_calls": [{"tool_call_id": "a", "function_name": "ask"}]}
        times = {"timestamp": f"2026-01-01T00:00:{30 - number:02d}Z"}
        whole = {"schema_version": "ATIF-v1.7", "trajectory_id": str(number), "session_id": str(number), "agent": {"name": f"a{number}"}}
        return whole | {"steps": [step | times | {"observation": {"results": [result]}}]}

    found = value(atif, source(*map(link, range(4))))
    assert told(found) == [
        "0 spawn a0 > a1", "0 spawn a1 > a2", "0 spawn a2 > a3", "0 spawn a3 > sub-agent", "0 return sub-agent > a3", "1 return a3 > a2",
        "2 return a2 > a1", "3 return a1 > a0",
    ]  # fmt: skip
