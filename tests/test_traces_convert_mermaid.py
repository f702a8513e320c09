"""Traces as Mermaid sequence diagrams: who is drawn, what an arrow is, and what Mermaid must never read as more than text.

``sound`` plays by Mermaid's rules: it refuses a diagram in which an agent is created or destroyed without the arrow for it, or
is inactivated without having been active.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
import traces_hostile
import traces_values
from hypothesis import given
from hypothesis import strategies as st
from traces_examples import EXAMPLES, NAMES, example
from traces_values import event, timeline

from pipeline.traces.formats.writers import mermaid
from pipeline.traces.timeline import Timeline

LABEL = r"(?P<label>(?:[A-Za-z0-9 _.,()/-]|#\d+;|(?![\ufb02\xdf])[^\W\d_a-zA-Z])+)"
ACTOR = r"a\d+"
LINES = {
    "title": re.compile(rf"title {LABEL}"),
    "comment": re.compile(r"%% (?P<label>[^%{}]+)"),
    "create": re.compile(rf"create (?:participant|actor) (?P<to>{ACTOR}) as {LABEL}"),
    "declare": re.compile(rf"(?:participant|actor) (?P<to>{ACTOR}) as {LABEL}"),
    "destroy": re.compile(rf"destroy (?P<to>{ACTOR})"),
    "activate": re.compile(rf"activate (?P<to>{ACTOR})"),
    "deactivate": re.compile(rf"deactivate (?P<to>{ACTOR})"),
    "note": re.compile(rf"Note over (?P<to>{ACTOR}): {LABEL}"),
    "arrow": re.compile(rf"(?P<by>{ACTOR})(?:->>|-->>|-x)(?P<to>{ACTOR}): {LABEL}"),
}


def drawn(line: Timeline) -> list[str]:
    """Return the lines below the comments."""
    lines = mermaid.text(line).splitlines()
    return [text.strip() for text in lines[1:] if not text.strip().startswith(("title", "%%"))]


def shown(label: str) -> str:
    """Return a label as Mermaid shows it."""
    return re.sub(r"#(\d+);", lambda match: chr(int(match[1])), label)


def read(line: str) -> tuple[str, dict[str, str]]:
    kind, match = next((kind, match) for kind, pattern in LINES.items() if (match := pattern.fullmatch(line)))
    return kind, match.groupdict()


def sound(text: str) -> None:
    """Assert that a diagram holds nothing but the lines that it may, and that Mermaid draws it."""
    first, *rest = text.split("\n")
    assert (first, rest[-1]) == ("sequenceDiagram", "")
    assert all(line.startswith("    ") for line in rest[:-1])
    assert not re.search(r"(?i)\bend\b", text)
    lines = [read(line[4:]) for line in rest[:-1]]
    there, gone, active = set[str](), set[str](), dict[str, int]()
    for number, (kind, said) in enumerate(lines):
        if kind in {"create", "destroy"}:
            after, arrow = next(pair for pair in lines[number + 1 :] if pair[0] not in {"create", "destroy"})
            assert after == "arrow"
            assert said["to"] in ({arrow["to"]} if kind == "create" else {arrow["to"], arrow["by"]})
        if kind in {"create", "declare"}:
            assert said["to"] not in there
            there.add(said["to"])
        elif kind in {"note", "arrow"}:
            assert {said["to"], said.get("by", said["to"])} <= there - gone
            gone |= {lines[number - 1][1]["to"]} if lines[number - 1][0] == "destroy" else set()
        elif kind in {"activate", "deactivate"}:
            active[said["to"]] = active.get(said["to"], 0) + (1 if kind == "activate" else -1)
            assert active[said["to"]] >= 0
    assert not any(active.values())


def test_a_run_is_drawn_so() -> None:
    events = [
        event("a", 1, "orchestrator_decision", "lead", decision="O1"),
        event("b", 2, "spawn", "lead", to="scout"),
        event("c", 3, "tool_call", "scout", tool="map", call_id="k"),
        event("d", 4, "tool_result", "scout", tool="map", call_id="k", trusted=False),
        event("e", 5, "return", "scout", to="lead"),
        event("f", 6, "aggregate", "lead"),
    ]
    assert mermaid.text(timeline(events=events, trace_id="run 7", task_id="well")) == (
        "sequenceDiagram\n"
        "    title run 7\n"
        "    %% Task well, 6 events. From top to bottom is their order, not time.\n"
        "    %% Not shown: times, edges, tokens, rewards, costs and contents.\n"
        "    participant a1 as lead\n"
        "    Note over a1: a orchestrator decision, O1\n"
        "    create participant a2 as scout\n"
        "    a1->>a2: b spawn\n"
        "    a2->>a2: c tool call map\n"
        "    activate a2\n"
        "    a2-->>a2: d tool result map, untrusted\n"
        "    deactivate a2\n"
        "    destroy a2\n"
        "    a2-->>a1: e return\n"
        "    Note over a1: f aggregate\n"
    )


def test_an_agent_that_appears_before_its_spawn_is_there_from_the_beginning() -> None:
    events = [event("a", 1, agent="x", to="lead"), event("b", 2, "spawn", "lead", to="x")]
    assert drawn(timeline(events=events)) == [
        "participant a1 as x", "participant a2 as lead", "a1->>a2: a message", "a2->>a1: b spawn",
    ]  # fmt: skip


def test_an_agent_that_is_spoken_of_after_its_return_is_not_destroyed() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "return", "x", to="lead"), event("c", 3, agent="lead", to="x")]
    assert not any(line.startswith("destroy") for line in drawn(timeline(events=events)))


def test_a_despawned_agent_is_destroyed() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "despawn", "lead", to="x")]
    assert drawn(timeline(events=events))[-2:] == ["destroy a2", "a1-xa2: b despawn"]


def test_an_agent_that_nobody_spawned_is_not_destroyed() -> None:
    assert drawn(timeline(events=[event("a", 1, "return", "x", to="y")]))[-1:] == ["a1-->>a2: a return"]


def test_a_return_without_a_receiver_goes_to_the_parent() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "return", "x"), event("c", 3, agent="x")]
    assert drawn(timeline(events=events))[-2:] == ["a2-->>a1: b return", "Note over a2: c message to all"]


def test_a_message_to_all_is_a_note() -> None:
    assert drawn(timeline(events=[event("a", 1)])) == ["participant a1 as a", "Note over a1: a message to all"]


def test_a_call_that_nothing_answers_ends_in_a_cross() -> None:
    assert drawn(timeline(events=[event("a", 1, "tool_call", tool="map")])) == [
        "participant a1 as a", "a1-xa1: a tool call map, unanswered",
    ]  # fmt: skip


def test_a_call_is_active_until_its_last_result() -> None:
    events = [event("a", 1, "tool_call", "x", call_id="k"), event("b", 2, "tool_result", "x", call_id="k")]
    assert drawn(timeline(events=[*events, event("c", 3, "tool_result", "y", call_id="k")]))[2:] == [
        "a1->>a1: a tool call", "activate a1", "a1-->>a1: b tool result", "a2-->>a1: c tool result", "deactivate a1",
    ]  # fmt: skip


def test_people_are_drawn_as_such() -> None:
    agents = {"eve": {"kind": "human"}}
    events = [event("a", 1, "human_intervention", "ed", to="x"), event("b", 2, agent="eve", to="x")]
    assert drawn(timeline(events=events, agents=agents, schema_version="2.0"))[:3] == [
        "actor a1 as ed", "participant a2 as x", "actor a3 as eve",
    ]  # fmt: skip


def test_what_failed_is_told_in_words() -> None:
    events = [event("a", 1, to="b", status="timeout"), event("b", 2, to="b", status="error"), event("c", 3, to="b", error={"cause": "b"})]
    assert drawn(timeline(events=events))[2:] == ["a1->>a2: a message, timeout", "a1->>a2: b message, error", "a1->>a2: c message, failed"]


def test_names_that_look_alike_are_numbered() -> None:
    events = [event("a", 1, agent="x\u200b", to="x\u200c"), event("b", 2, agent="n" * 100, to="n" * 101)]
    labels = [shown(line.partition(" as ")[2]) for line in drawn(timeline(events=events))[:4]]
    assert labels == ["x\ufffd", "x\ufffd 2", "n" * 39 + "\u2026", "n" * 39 + "\u2026 2"]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("end", "#101;nd"),
        ("The END.", "The #69;ND."),
        ("weekend", "weekend"),
        ("#35;", "#35;35#59;"),
        ("<b>&amp;", "#60;b#62;#38;amp#59;"),
        ("a\nb:\tc", "a b#58; c"),
        ("%%{init}%%", "#37;#37;#123;init#125;#37;#37;"),
        ("\ufb02\xb0\xdf", "#64258;#176;#223;"),
        ("\u540d\xe9", "\u540d\xe9"),
        ("\u202ex", "#65533;x"),
        (" ", "(blank)"),
    ],
)
def test_a_name_is_nothing_but_text(name: str, label: str) -> None:
    assert drawn(timeline(events=[event("a", 1, agent=name)]))[0] == f"participant a1 as {label}"


def test_a_diagram_that_mermaid_refuses_for_its_length_says_so() -> None:
    def said(count: int) -> bool:
        text = mermaid.text(timeline(events=[event(f"e{number}", number, to="b") for number in range(count)]))
        sound(text)
        return "Longer than the 50,000 characters that Mermaid draws by itself" in text

    assert not said(1000)
    assert said(3000)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_drawn_whole(name: str) -> None:
    line = example(name)
    sound(mermaid.text(line))
    kinds = [read(text)[0] for text in drawn(line)]
    assert kinds.count("arrow") + kinds.count("note") == len(line.trace.events)


@traces_values.patient
@given(traces_values.traces())
def test_any_trace_gives_a_sound_diagram(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    assert line is not None
    sound(mermaid.text(line))


@traces_values.patient
@given(st.lists(traces_hostile.texts, min_size=1, max_size=4))
def test_names_act_on_nothing_and_no_two_look_alike(names: list[str]) -> None:
    line = traces_values.timeline(**traces_hostile.run(names))
    sound(mermaid.text(line))
    labels = [shown(said["label"]) for kind, said in map(read, drawn(line)) if kind in {"create", "declare"}]
    assert len(set(labels)) == len({"root", *names})
    assert all(len(label) <= 43 for label in labels)


def test_the_order_in_the_file_changes_no_byte() -> None:
    value = json.loads((EXAMPLES / "swarm.json").read_bytes())
    random.Random(1).shuffle(value["events"])
    line = traces_values.loaded(value).timeline
    assert line is not None
    assert mermaid.text(line) == mermaid.text(example("swarm"))
