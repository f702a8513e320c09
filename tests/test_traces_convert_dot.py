"""Traces as graphs in DOT, read back by pydot, which knows the grammar and none of our ways to write it."""

from __future__ import annotations

import html
import json
import random
import re
from functools import lru_cache
from typing import Any

import pydot
import pytest
import traces_hostile
import traces_values
from hypothesis import given, settings
from hypothesis import strategies as st
from traces_examples import EXAMPLES, NAMES, example
from traces_values import EDGE_TYPES, EVENT_TYPES, edge, event, timeline

from pipeline.traces.formats.writers import dot
from pipeline.traces.timeline import Timeline

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pydot")  # it uses old names of pyparsing


def graph(line: Timeline) -> Any:
    return parsed(dot.text(line))


@lru_cache(maxsize=1)
def parsed(text: str) -> Any:
    (read,) = pydot.graph_from_dot_data(text)
    return read


def shown(quoted: str) -> list[str]:
    """Return a label's lines as Graphviz shows them."""
    assert re.fullmatch(r'"(?:[^"\\]|\\["\\n])*"', quoted)
    lines = re.split(r"\\n", re.sub(r"\\\\", "\0", quoted[1:-1]))
    return [html.unescape(line.replace('\\"', '"')).replace("\0", "\\") for line in lines]


def boxes(line: Timeline) -> dict[str, list[list[str]]]:
    """Return the label of each agent's box with those of the events in it."""
    named = [(name, [n for n in box.get_nodes() if n.get("shape")]) for box in graph(line).get_subgraphs() for name in shown(label_of(box))]
    return {name: [shown(node.get("label")) for node in nodes] for name, nodes in named}


def label_of(box: Any) -> str:
    return next(str(node.get("label")) for node in box.get_nodes() if node.get_name() == "graph")


def nodes(line: Timeline) -> dict[str, dict[str, str]]:
    """Return each event's attributes by the first line of its label."""
    every = [node for box in graph(line).get_subgraphs() for node in box.get_nodes() if node.get("shape")]
    return {shown(node.get("label"))[0]: node.get_attributes() for node in every}


def edges(line: Timeline) -> list[tuple[str, str, str]]:
    return [(one.get_source(), one.get_destination(), one.get("label").strip('"')) for one in graph(line).get_edges()]


def sound(line: Timeline) -> None:
    """Assert that a graph holds every event and every edge of a trace, and nothing else."""
    text = dot.text(line)
    assert all(character >= " " or character == "\n" for character in text)
    read = graph(line)
    ids = [node.get_name() for box in read.get_subgraphs() for node in box.get_nodes() if node.get("shape")]
    named = {event.id: name for event, name in zip((line.trace.events[at] for at in line.order), dot._names(line), strict=True)}
    assert sorted(ids) == sorted(named.values())
    assert len(set(ids)) == len(line.trace.events)
    assert not [name for name, node in named.items() for other in named if node == dot._quoted(other) and other != name]
    assert len(read.get_subgraphs()) == len({event.agent for event in line.trace.events})
    expected = [(named[e.src], named[e.dst], e.type) for e in line.trace.edges]
    assert sorted(edges(line)) == sorted(expected)


def test_a_run_is_drawn_so() -> None:
    events = [event("a", 1, "spawn", "lead", to="x"), event("b", 2, "return", "x", trusted=False), event("c", 3, "aggregate", "lead")]
    line = timeline(events=events, edges=[edge("b", "c", "aggregate"), edge("a", "b", "spawn")], trace_id="run 7")
    assert dot.text(line) == (
        "digraph trace {\n"
        "  // Not shown: lengths of time, tokens, rewards, costs and contents.\n"
        '  graph [label="run 7", labelloc=t, rankdir=LR, newrank=true, fontname=Helvetica];\n'
        "  node [fontname=Helvetica, fontsize=10];\n"
        "  edge [fontname=Helvetica, fontsize=8];\n"
        "  subgraph cluster_1 {\n"
        '    graph [label="lead", labelloc=t, style=rounded];\n'
        '    "a" [label="a\\nspawn x", shape=house];\n'
        '    "c" [label="c\\naggregate", shape=invtrapezium];\n'
        '    "a" -> "c" [style=invis, weight=10];\n'
        "  }\n"
        "  subgraph cluster_2 {\n"
        '    graph [label="x", labelloc=t, style=rounded];\n'
        '    "b" [label="b\\nreturn\\nuntrusted", shape=cds, style=dashed];\n'
        "  }\n"
        '  "a" -> "b" [label="spawn", style=bold, arrowhead=normal];\n'
        '  "b" -> "c" [label="aggregate", style=solid, arrowhead=diamond];\n'
        "}\n"
    )


def test_a_node_has_the_id_of_its_event_and_no_other_ones() -> None:
    ids = ["e6", "e5b", "graph", "event 1", 'a"b', "\u202e", "n" * 41]
    line = timeline(events=[event(name, number) for number, name in enumerate(ids)])
    assert dot._names(line) == ['"e6"', '"e5b"', '"graph"', '"event 1"', '"event_ 5"', '"event_ 6"', '"event_ 7"']
    sound(line)


def test_events_stand_in_the_box_of_their_agent_in_the_order_of_the_run() -> None:
    events = [event("c", 3, "aggregate", "x"), event("a", 1, "aggregate", "y"), event("b", 2, "tool_call", "x", tool="map", decision="O3")]
    assert boxes(timeline(events=events)) == {"y": [["a", "aggregate"]], "x": [["b", "tool call map", "O3"], ["c", "aggregate"]]}


def test_what_failed_has_two_outlines_and_says_so() -> None:
    events = [event("a", 1, status="error"), event("b", 2, error={}), event("c", 3, status="timeout"), event("d", 4)]
    found = nodes(timeline(events=events))
    assert [(shown(found[name]["label"])[2:], found[name].get("peripheries")) for name in "abcd"] == [
        (["error"], "2"), (["failed"], "2"), (["timeout"], None), ([], None),
    ]  # fmt: skip


def test_no_two_types_of_events_have_one_shape() -> None:
    found = nodes(timeline(events=[event(kind, number, kind) for number, kind in enumerate(EVENT_TYPES)]))
    assert len({look["shape"] for look in found.values()}) == 10


def test_no_two_types_of_edges_have_one_line() -> None:
    line = timeline(events=[event("a", 1), event("b", 2)], edges=[edge("a", "b", kind) for kind in EDGE_TYPES])
    assert len({(one.get("style"), one.get("arrowhead")) for one in graph(line).get_edges()}) == 8


def test_an_edge_that_leads_back_does_not_bend_the_order() -> None:
    line = timeline(events=[event("a", 1), event("b", 2)], edges=[edge("b", "a"), edge("a", "b"), edge("a", "a")])
    assert [(one.get_source(), one.get_destination(), one.get("constraint")) for one in graph(line).get_edges()] == [
        ('"a"', '"a"', "false"), ('"a"', '"b"', None), ('"b"', '"a"', "false"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ('a"b', r'"a\"b"'),
        ("a\\", r'"a\\"'),
        ("\\N", r'"\\N"'),
        ("&lt;", '"&amp;lt;"'),
        ("<b>x</b>", '"<b>x</b>"'),
        ("a\nb", '"a b"'),
        ("\u202ex\x00", '"\ufffdx\ufffd"'),
        ("", '"(blank)"'),
        ("graph", '"graph"'),
        ("n" * 10_000, '"' + "n" * 39 + '\u2026"'),
    ],
)
def test_a_name_is_nothing_but_text(name: str, written: str) -> None:
    (box,) = graph(timeline(events=[event("a", 1, agent=name)])).get_subgraphs()
    assert label_of(box) == written


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_drawn_whole(name: str) -> None:
    sound(example(name))


few = settings(traces_values.patient, max_examples=6)
"""The parser takes a quarter of a second for a graph."""


@pytest.mark.thorough
@few
@given(traces_values.traces())
def test_any_trace_gives_a_sound_graph(value: dict[str, Any]) -> None:
    line = traces_values.loaded(value).timeline
    assert line is not None
    sound(line)


@few
@given(st.lists(traces_hostile.texts, min_size=1, max_size=3))
def test_names_act_on_nothing_and_no_two_look_alike(names: list[str]) -> None:
    line = traces_values.timeline(**traces_hostile.run(names))
    sound(line)
    assert len(boxes(line)) == len({"root", *names})


def test_the_order_in_the_file_changes_no_byte() -> None:
    value = json.loads((EXAMPLES / "swarm.json").read_bytes())
    for key in ("events", "edges"):
        random.Random(1).shuffle(value[key])
    line = traces_values.loaded(value).timeline
    assert line is not None
    assert dot.text(line) == dot.text(example("swarm"))
