"""Who&When chats as traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import traces_values
from hypothesis import given
from traces_foreign import FIXTURES, anything, arrows, broken, document, drafts, event, fixture, source, survives, told, value, values

from pipeline.traces import loading, report
from pipeline.traces.formats import registry
from pipeline.traces.formats.readers import who_when

NAMED = "who_when/group_chat.json"
ROUTED = "who_when/routed_chat.json"


def chat(**changed: Any) -> Any:
    return document(NAMED) | changed


@pytest.mark.parametrize("path", sorted((FIXTURES / "who_when").iterdir()), ids=lambda path: path.name)
def test_no_other_reader_takes_a_chat(path: Path) -> None:
    read = fixture(f"who_when/{path.name}")
    assert [name for name in registry.READERS if registry.reader(name).fits(read)] == ["who-when"]


def test_every_contribution_is_a_message_to_all() -> None:
    assert told(value(who_when, fixture(NAMED))) == [
        "1 message Map_Expert",
        "2 message Map_Expert",
        "3 message Check_Expert",
        "4 message Computer_terminal",
        "5 message Check_Expert",
    ]


def test_a_role_says_who_is_addressed_and_a_thought_is_for_oneself() -> None:
    assert told(value(who_when, fixture(ROUTED))) == [
        "1 message human",
        "2 message Orchestrator > Orchestrator",
        "3 message Orchestrator > WebSurfer",
        "4 message WebSurfer",
        "5 message Orchestrator > FileSurfer",
        "6 message Orchestrator > WebSurfer",
        "7 message WebSurfer",
        "8 message Orchestrator",
    ]


def test_messages_lead_to_the_next_speaker_or_to_what_the_addressee_says_next() -> None:
    assert arrows(value(who_when, fixture(NAMED))) == {"e1 temporal e2", "e2 message e3", "e3 message e4", "e4 message e5"}
    assert arrows(value(who_when, fixture(ROUTED))) == {
        "e1 message e2", "e2 temporal e3", "e3 message e4", "e4 message e5", "e5 temporal e6", "e6 message e7", "e7 message e8",
    }  # fmt: skip


def test_the_annotated_step_counts_from_zero_and_began_there() -> None:
    marked = [(e["id"], e["status"], e["error"]) for e in value(who_when, fixture(NAMED))["events"] if "error" in e]
    assert marked == [("e2", "error", {"kind": "mistake", "cause": None})]


def test_the_reason_is_content() -> None:
    shown = event(value(who_when, fixture(NAMED), with_content=True), "message", 1)
    assert shown["error"] == {"kind": "mistake", "message": "There are seven. SECRET-reason", "cause": None}


@pytest.mark.parametrize("step", ["7", -1, None, "one", 1.5, True, [1]])
def test_a_step_that_is_not_in_the_chat_marks_nothing(step: object) -> None:
    (draft,) = drafts(who_when, [source(chat(mistake_step=step))])
    assert not [e for e in value(who_when, source(chat(mistake_step=step)))["events"] if "error" in e]
    assert draft.notes == ["the annotation names no step of the history, so no event is marked as the mistake"]


@pytest.mark.parametrize("step", ["1", 1, 1.0, " 1 "])
def test_the_step_may_be_text_or_a_number(step: object) -> None:
    assert event(value(who_when, source(chat(mistake_step=step))), "message", 1)["status"] == "error"


def test_an_agent_that_did_not_speak_then_is_noted() -> None:
    (draft,) = drafts(who_when, [source(chat(mistake_agent="Check_Expert"))])
    assert draft.notes == ["the annotation names one agent and a step at which another speaks; the step is marked"]


def test_what_a_chat_does_not_know_is_missing() -> None:
    assert value(who_when, fixture(NAMED))["provenance"]["missing"] == [
        "aggregate", "despawn", "error", "orchestrator_decision", "return", "spawn", "t", "tokens", "tool_call", "tool_result",
        "wall_clock_s",
    ]  # fmt: skip


def test_people_are_human_and_whether_a_terminal_is_a_tool_is_guessed() -> None:
    named, routed = value(who_when, fixture(NAMED)), value(who_when, fixture(ROUTED))
    assert routed["agents"]["human"] == {"kind": "human"}
    assert named["agents"]["Computer_terminal"] == {"kind": "agent"}
    assert "kind" in named["provenance"]["inferred"]


def test_whoever_hands_out_work_makes_it_centralized() -> None:
    assert value(who_when, fixture(ROUTED))["topology"] == "centralized"
    assert "topology" not in value(who_when, fixture(NAMED))


def test_whether_the_answer_was_right_is_success() -> None:
    assert value(who_when, source(chat(is_correct=True)))["metrics"] == {"task_success": 1}
    assert "metrics" not in value(who_when, source({k: v for k, v in chat().items() if k != "is_correct"}))


def test_a_contribution_of_nobody_is_a_guess() -> None:
    whole = chat(history=[{"content": "a", "name": "A"}, {"content": "b"}, "c"])
    assert [e.get("inferred") for e in value(who_when, source(whole))["events"]] == [None, ["agent"], ["agent"]]


def test_the_order_of_files_changes_nothing() -> None:
    pair = [fixture(NAMED), fixture(ROUTED)]
    assert values(who_when, pair) == values(who_when, pair[::-1])
    assert [v["trace_id"] for v in values(who_when, pair)] == ["q-bridges", "q-film"]


def test_a_list_of_chats_is_as_many_runs() -> None:
    assert len(values(who_when, [source([chat(), document(ROUTED)])])) == 2


def test_contents_are_hashed_and_shown_only_when_asked_for() -> None:
    assert "SECRET" not in json.dumps(value(who_when, fixture(NAMED)))
    shown = json.dumps(value(who_when, fixture(NAMED), with_content=True))
    assert "SECRET-wrong" in shown
    assert "SECRET-truth" not in shown
    assert event(value(who_when, fixture(ROUTED)), "message")["content_sha256"] == (
        "89ed6debdd7248f3f181c644ce1899d6eda14ecfa32ca4a3e42a19615ec6c65c"
    )


@traces_values.patient
@given(broken(NAMED) | broken(ROUTED) | anything)
def test_anything_is_survived(hostile: Any) -> None:
    survives(who_when, hostile)


def test_what_a_mistake_spoiled_is_unknown_and_not_zero() -> None:
    found = loading.load(json.dumps(value(who_when, fixture(NAMED))).encode(), "chat")
    assert found.timeline is not None
    measure = report.report(found.timeline, "chat").measures["error_amplification"]
    assert (measure.status, measure.missing) == ("not computable", ("error (missing from the source)",))
