"""Every way in which a metric can come out, as a whole: what is known, its unit, from what, and what the trace would have to say."""

from __future__ import annotations

from typing import Any

import pytest
from traces_values import edge, event, timeline

from pipeline.traces.findings import JSON
from pipeline.traces.measures import Measure
from pipeline.traces.metrics import amounts, chains, overhead, parallelism, population, spending, stated_costs
from pipeline.traces.metrics.checklist import checklist
from pipeline.traces.report import report

Told = dict[str, JSON]
"""A measure as programs get it."""
Top = dict[str, Any]
"""What a trace says beside what every trace must."""
TIMED = "work of each agent over time in which any worked"
SPAN = "recorded work over the whole span"
BASELINE = "baseline.wall_clock_s"
REACHED = "steps that reach the result along edges"
HANDED = "edges that say what was handed on, in place of temporal ones"
STAGE = "stage on the steps of sub-agents, or edges"
SAME = "same content to the same receiver"
MEANING = "a judgment of what means the same"
SPAWNED = "spawn events and parent_agent"
INCLUSIVE = "own tokens (token_basis.scope is inclusive)"
LOST = "tokens (some are missing from the source)"
ON_EVENTS = "tokens on events"
HALF = "in and out of tokens on events"


def exactly(value: float, unit: str, method: str = "", *inferred: str) -> Told:
    return {
        "status": "exact", "value": value, "low": value, "high": value, "unit": unit, "method": method, "missing": [],
        "inferred": list(inferred),
    }  # fmt: skip


def bound(low: float | None, high: float | None, unit: str, method: str, *missing: str) -> Told:
    return {
        "status": "bound", "value": None, "low": low, "high": high, "unit": unit, "method": method, "missing": list(missing),
        "inferred": [],
    }  # fmt: skip


def unknown(unit: str, *missing: str) -> Told:
    return {
        "status": "not computable", "value": None, "low": None, "high": None, "unit": unit, "method": "", "missing": list(missing),
        "inferred": [],
    }  # fmt: skip


def told(metric: str, **top: Any) -> Told:
    """Return what the report says of one metric."""
    return report(timeline(**top), "x").measures[metric].as_json()


def second(**top: Any) -> Top:
    """Return a trace of version 2."""
    return {"schema_version": "2.0"} | top


def costs(tokens: float = 0, wall_clock_s: float = 0, **more: float) -> Top:
    return {"tokens": tokens, "wall_clock_s": wall_clock_s} | more


WORK = [event("a", 4, "tool_call", "a", t_start=0), event("b", 4, "tool_call", "b", t_start=0)]
UNTIMED = [*WORK, event("c", 5, agent="a"), event("d", 5, agent="b")]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (
            second(events=[event("a", 1, t_start=0)], baseline={"wall_clock_s": 30}, costs=costs(0, 12)),
            exactly(2.5, "ratio", "measured baseline over wall clock"),
        ),
        (second(events=WORK, baseline={"wall_clock_s": 30}), exactly(2, "ratio", TIMED)),
        (
            second(events=WORK, baseline={"wall_clock_s": 30}, costs=costs(0, 12), provenance={"missing": ["costs"]}),
            exactly(2, "ratio", TIMED),
        ),
        ({"events": [event("a", 1), event("b", 2)]}, unknown("ratio", "t_start", BASELINE)),
        ({"events": [event("a", 1, t_start=1), event("b", 2, t_start=2)]}, unknown("ratio", "events that take time", BASELINE)),
        # Agent a works from 0 to 4, with a message within; b from 2 to 4: 6 over 4.
        (
            {"events": [event("a", 4, t_start=0), event("b", 3, t_start=1), event("c", 4, agent="b", t_start=2, inferred=["t_start"])]},
            exactly(1.5, "ratio", TIMED, "t_start"),
        ),
        ({"events": UNTIMED}, bound(1.6, None, "ratio", SPAN, "t_start on 2 events")),
        # What a person does is no work, and does not lack a beginning either.
        ({"events": [*WORK, event("p", 5, "human_intervention", "editor")]}, exactly(2, "ratio", TIMED)),
        ({"events": UNTIMED[:3]}, bound(1.6, None, "ratio", SPAN, "t_start on 1 event")),
        # Of 8 worked, over 6.4 seconds instead of a span of 5; steps of a clock are no seconds, and 3 seconds are not longer.
        (
            second(events=UNTIMED, clock={"unit": "seconds"}, costs=costs(0, 6.4)),
            bound(1.25, None, "ratio", SPAN, "t_start on 2 events"),
        ),
        (second(events=UNTIMED, clock={"unit": "seconds"}, costs=costs(0, 3)), bound(1.6, None, "ratio", SPAN, "t_start on 2 events")),
        (second(events=UNTIMED, clock={"unit": "ordinal"}, costs=costs(0, 6.4)), bound(1.6, None, "ratio", SPAN, "t_start on 2 events")),
        (
            second(events=UNTIMED, clock={"unit": "seconds"}, costs=costs(0, 6.4), provenance={"missing": ["wall_clock_s"]}),
            bound(1.6, None, "ratio", SPAN, "t_start on 2 events"),
        ),
        ({"events": UNTIMED, "costs": costs(0, 6.4)}, bound(1.6, None, "ratio", SPAN, "t_start on 2 events")),
        # What was not recorded may have run beside the rest or by itself.
        (
            second(events=WORK, provenance={"missing": ["message", "despawn"]}),
            bound(1, None, "ratio", TIMED, "message (missing from the source)"),
        ),
        ({"events": [WORK[0], event("b", 20), event("c", 9)]}, bound(1, None, "ratio", SPAN, "t_start on 2 events")),
        (
            {"events": [event(name, 1.5e308, agent=name, t_start=0) for name in ("a", "b")]},
            unknown("ratio", "numbers whose sum a double holds"),
        ),
    ],
)
def test_parallelism(top: Top, said: Told) -> None:
    assert told("parallelism_efficiency", **top) == said


BOTH = [event("a", 2, t_start=0), event("b", 5, t_start=3)]
ROUND = [edge("a", "b"), edge("b", "a")]
# z, a, d: 1 + 0.5 + 5. Behind d stand b and c, and behind both a, which is looked at once; y, behind c alone, adds less than a.
FORKED = [
    event("z", 1, t_start=0),
    event("y", 2, t_start=1.875),
    event("a", 2, t_start=1.5),
    event("b", 5, t_start=4),
    event("c", 5.5, t_start=4.5),
    event("d", 7, t_start=2),
]
DIAMOND = [edge(*pair) for pair in ("za", "ab", "ac", "yc", "bd", "cd")]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ({"events": BOTH, "edges": ROUND}, unknown("clock units", "edges without a cycle")),
        (second(events=BOTH, edges=ROUND, clock={"unit": "seconds"}), unknown("s", "edges without a cycle")),
        (second(events=[event("a", 1), event("b", 2)], clock={"unit": "seconds"}), unknown("s", "t_start")),
        (second(events=BOTH, edges=[edge("a", "b")], clock={"unit": "seconds"}), exactly(4, "s", "along edges")),
        ({"events": BOTH, "edges": [edge("a", "b")]}, exactly(4, "clock units", "along edges")),
        ({"events": BOTH[1:]}, exactly(2, "clock units", "along edges")),
        ({"events": BOTH}, bound(2, None, "clock units", "along edges", "edges at 2 events")),
        ({"events": FORKED, "edges": DIAMOND}, exactly(6.5, "clock units", "along edges")),
        (
            second(events=[*BOTH, event("c", 6), event("d", 7)], edges=[edge("a", "b")], clock={"unit": "ordinal"}),
            bound(4, None, "steps of the clock", "along edges", "t_start on 2 events", "edges at 2 events"),
        ),
        (
            {"events": [*BOTH, event("c", 6)], "edges": [edge("a", "b"), edge("b", "c")]},
            bound(4, None, "clock units", "along edges", "t_start on 1 event"),
        ),
    ],
)
def test_critical_path(top: Top, said: Told) -> None:
    assert told("critical_path", **top) == said


# a, c: 1 + 5, without b, which lies within c and waited: only a look behind b shows it.
WAITED = [event("a", 1, t_start=0), event("b", 5, t_start=4), event("c", 6, t_start=1)]
# a, b, c: 1 + 2 + 2 fill the time from 0 to 5, so that nothing behind b can make it longer.
FILLED = [event("a", 1, t_start=0), event("b", 3, t_start=1), event("c", 5, t_start=2)]


@pytest.mark.parametrize(
    ("events", "looks", "said"),
    [
        (WAITED, 1, bound(6, None, "clock units", "along edges", "fewer events that overlap others")),
        (WAITED, 2, exactly(6, "clock units", "along edges")),
        (FILLED, 1, exactly(5, "clock units", "along edges")),
    ],
)
def test_a_critical_path_that_was_looked_for_too_long(events: list[Top], looks: int, said: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST", looks)
    assert told("critical_path", events=events, edges=[edge("a", "b"), edge("b", "c")]) == said


@pytest.mark.parametrize(
    ("top", "chain"),
    [
        ({"events": BOTH, "edges": ROUND}, ()),
        ({"events": [event("a", 1), event("b", 2)], "edges": [edge("a", "b")]}, ()),
        ({"events": BOTH}, (0,)),
        ({"events": WAITED, "edges": [edge("a", "b"), edge("b", "c")]}, (0, 2)),
        ({"events": FILLED, "edges": [edge("a", "b"), edge("b", "c")]}, (0, 1, 2)),
        ({"events": FORKED, "edges": DIAMOND}, (0, 2, 5)),
        ({"events": FILLED[::-1], "edges": [edge("a", "b"), edge("b", "c")]}, (2, 1, 0)),
    ],
)
def test_critical_chain(top: Top, chain: tuple[int, ...]) -> None:
    assert parallelism.critical_chain(timeline(**top)) == chain


FORK = [
    event("a", 1, "spawn", "lead", to="left"),
    event("b", 2, "spawn", "lead", to="right"),
    event("c", 3, "tool_call", "left", tool="map", stage=1),
    event("d", 4, "return", "left", stage=1),
    event("e", 5, "return", "right", stage=1),
    event("f", 6, "message", "right", stage=2),
    event("g", 7, "aggregate", "lead"),
]
TWO_TREES = [
    event("a", 1, "spawn", "lead", to="left"),
    event("b", 2, "spawn", "chief", to="right"),
    event("c", 3, "return", "left", stage=1),
    event("d", 4, "return", "right", stage=1),
]
FOREIGN = [event("a", 1, "spawn", "lead", to="left"), event("b", 2, "return", "left", stage=1), event("c", 3, "message", "other")]
FOUR = [event("a", 1), event("b", 2), event("c", 3), event("d", 4)]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ({"events": FORK}, exactly(6, "steps", "stages")),
        (
            {"events": [*FORK, event("h", 8, "tool_result", "left", tool="map", stage=1), event("i", 9, "safety_event", "lead")]},
            exactly(6, "steps", "stages"),
        ),
        (second(events=FOUR, provenance={"missing": ["edges"]}), unknown("steps", f"{STAGE} (missing from the source)")),
        ({"events": BOTH, "edges": ROUND}, unknown("steps", "edges without a cycle")),
        ({"events": FOUR, "edges": [edge("a", "b")]}, bound(2, None, "steps", "longest path", f"{STAGE} at 2 events")),
        ({"events": FOUR[:3], "edges": [edge("a", "b")]}, bound(2, None, "steps", "longest path", f"{STAGE} at 1 event")),
        ({"events": FOUR[:1]}, exactly(1, "steps", "longest path")),
        (
            {"events": [*FOUR[:2], event("c", 3, "tool_result"), event("d", 4)], "edges": [edge("a", "c"), edge("c", "d"), edge("a", "b")]},
            exactly(2, "steps", "longest path"),
        ),
        # Each of two agents spawned one: nobody spawned all others.
        ({"events": TWO_TREES, "edges": [edge("a", "c"), edge("b", "d"), edge("c", "d")]}, exactly(3, "steps", "longest path")),
        # One spawned another, and a third comes from nobody.
        ({"events": FOREIGN, "edges": [edge("a", "b"), edge("b", "c")]}, exactly(3, "steps", "longest path")),
        # One step of a sub-agent names no stage.
        (
            {"events": [FORK[0], event("b", 2, "return", "left")], "edges": [edge("a", "b", "spawn")]},
            exactly(2, "steps", "longest path"),
        ),
    ],
)
def test_critical_steps(top: Top, said: Told) -> None:
    assert told("critical_steps", **top) == said


SPAWN = event("s", 0, "spawn", "lead", to="x")
CALL_AND_RETURN = [SPAWN, event("b", 1, "tool_call", "x", tool="map"), event("c", 2, "return", "x"), event("d", 3, "aggregate", "lead")]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (
            {"events": [event("a", 1), event("b", 2, agent="b")], "edges": [edge("a", "b")]},
            unknown("share", "spawn events or parent_agent"),
        ),
        ({"events": [SPAWN, event("b", 1, agent="lead")], "edges": [edge("s", "b")]}, unknown("share", "steps of sub-agents")),
        ({"events": CALL_AND_RETURN}, unknown("share", "edges")),
        ({"events": CALL_AND_RETURN, "edges": [edge("b", "c"), edge("c", "d")]}, exactly(1, "share", REACHED)),
        (
            {"events": CALL_AND_RETURN, "edges": [edge("s", "b"), edge("s", "c"), edge("b", "d"), edge("c", "d")]},
            exactly(1, "share", REACHED),
        ),
        ({"events": CALL_AND_RETURN, "edges": [edge("b", "c", "temporal"), edge("c", "d")]}, bound(0.5, 1, "share", REACHED, HANDED)),
        ({"events": CALL_AND_RETURN, "edges": [edge("b", "c"), edge("c", "d", "safety_flow")]}, bound(0, 1, "share", REACHED, HANDED)),
        *(
            (
                {
                    "events": [SPAWN, event("b", 1, "tool_call", "x", tool="map", **failed), *CALL_AND_RETURN[2:]],
                    "edges": [edge("b", "c"), edge("c", "d")],
                },
                exactly(0.5, "share", REACHED),
            )
            for failed in ({"status": "cancelled"}, {"status": "timeout"}, {"status": "error"}, {"error": {"cause": None}})
        ),
        # What was aggregated is the result, though the main agent went on; c alone reaches it.
        (
            {"events": [*CALL_AND_RETURN, event("e", 4, agent="lead")], "edges": [edge("c", "d"), edge("b", "e")]},
            exactly(0.5, "share", REACHED),
        ),
        # Where both aggregate, what the main agent did is the result: y does not reach d, x does.
        (
            {
                "events": [SPAWN, event("b", 1, agent="x"), event("y", 2, "aggregate", "x"), event("d", 3, "aggregate", "lead")],
                "edges": [edge("b", "d")],
            },
            exactly(0.5, "share", REACHED),
        ),
        # Only a sub-agent aggregated: of b, c and d, all but c.
        (
            {
                "events": [
                    SPAWN,
                    event("b", 1, agent="x"),
                    event("c", 2, agent="x"),
                    event("d", 3, "aggregate", "x"),
                    event("e", 4, agent="lead"),
                ],
                "edges": [edge("b", "d"), edge("c", "e")],
            },
            exactly(2 / 3, "share", REACHED),
        ),
        # Nobody aggregated: the main agent's last event, which b reaches; c reaches the one before.
        (
            {
                "events": [
                    SPAWN,
                    event("b", 1, agent="x"),
                    event("c", 2, agent="x"),
                    event("d", 3, agent="lead"),
                    event("e", 4, agent="lead"),
                ],
                "edges": [edge("b", "e"), edge("c", "d")],
            },
            exactly(0.5, "share", REACHED),
        ),
        (
            second(
                events=[SPAWN, event("b", 1, agent="x"), event("d", 3, agent="lead")],
                edges=[edge("b", "d")],
                provenance={"missing": ["tool_call", "tool_result"]},
            ),
            unknown("share", "tool_call (missing from the source)"),
        ),
        # Nobody but sub-agents did anything: the last event of all.
        (
            {"events": [event(name, at, agent="x", parent_agent="y") for at, name in enumerate("abc")], "edges": [edge("a", "c")]},
            exactly(2 / 3, "share", REACHED),
        ),
    ],
)
def test_utilization(top: Top, said: Told) -> None:
    assert told("useful_agent_utilization", **top) == said


def spends(id_: str, read: int, written: int, category: str | None = None, **more: Any) -> Top:
    """Return an event at the time that its id counts, with tokens."""
    named = {} if category is None else {"category": category}
    return event(id_, ord(id_), tokens={"in": read, "out": written} | named, **more)


def cached(id_: str, cached: int, category: str | None = None) -> Top:
    """Return an event that read 90 tokens, some of them from a cache, and wrote 10."""
    said = spends(id_, 90, 10, category)
    return said | {"tokens": {**said["tokens"], "cached": cached}}


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (second(events=[spends("a", 3, 1, "message")], token_basis={"scope": "inclusive"}), unknown("share", INCLUSIVE)),
        ({"events": [event("a", 1), event("b", 2)], "costs": costs(9)}, unknown("share", ON_EVENTS)),
        (second(events=[spends("a", 3, 1, "message")], costs=costs(4), provenance={"missing": ["tokens"]}), unknown("share", LOST)),
        ({"events": [spends("a", 3, 1), spends("b", 2, 1)], "costs": costs(7)}, unknown("share", "tokens.category")),
        ({"events": [spends("a", 0, 0, "work"), spends("b", 0, 0)]}, unknown("share", "tokens above zero")),
        (
            {
                "events": [
                    spends("a", 10, 5, "orchestration"),
                    spends("b", 10, 5, "message"),
                    spends("c", 5, 5, "tool_management"),
                    spends("d", 50, 10, "work"),
                ],
                "costs": costs(100),
            },
            exactly(0.4, "share", "tokens.category"),
        ),
        (
            {"events": [spends("a", 20, 5, "message"), spends("b", 20, 5), spends("c", 40, 10, "work")], "costs": costs(100)},
            bound(0.25, 0.5, "share", "tokens.category", "tokens.category"),
        ),
        (
            {"events": [spends("a", 20, 10, "message"), spends("b", 20, 10), spends("c", 20, 10, "work")], "costs": costs(120)},
            bound(0.25, 0.75, "share", "tokens.category", "tokens.category", "tokens on events for 30 of costs.tokens"),
        ),
        (
            {"events": [spends("a", 20, 10, "message"), spends("c", 20, 10, "work")], "costs": costs(120)},
            bound(0.25, 0.75, "share", "tokens.category", "tokens on events for 60 of costs.tokens"),
        ),
        (
            {"events": [cached("a", 60, "message"), cached("b", 20, "work")], "costs": costs(160)},
            bound(0.375, 0.5, "share", "tokens.category", "token_basis.cached"),
        ),
        (
            {"events": [cached("a", 60, "message"), cached("b", 20, "work")], "costs": costs(180)},
            bound(80 / 180, 100 / 180, "share", "tokens.category", "token_basis.cached"),
        ),
        (
            {"events": [cached("a", 60, "message"), cached("b", 20, "work"), event("c", 1)], "costs": costs(160)},
            bound(0.25, 0.5, "share", "tokens.category", "token_basis.cached"),
        ),
        (
            {"events": [cached("a", 60, "message"), cached("b", 20, "work"), cached("c", 0)], "costs": costs(250)},
            bound(0.2, 0.68, "share", "tokens.category", "tokens.category", "token_basis.cached"),
        ),
        ({"events": [cached("a", 60), cached("b", 20)], "costs": costs(160)}, unknown("share", "tokens.category")),
    ],
)
def test_overhead(top: Top, said: Told) -> None:
    line = timeline(**top)
    assert overhead.overhead(line.trace, spending.spending(line)).as_json() == said


def says(number: int, agent: str, content: str | None = None, to: str | None = None) -> Top:
    """Return a message."""
    more = {"content_ref": content, "to": to}
    return event(f"m{number}", number, agent=agent, **{key: value for key, value in more.items() if value is not None})


PRESENT = [event(f"z{n}", 0, "orchestrator_decision", agent) for n, agent in enumerate("abcd")]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (PRESENT, unknown("share", "messages between agents")),
        # x was gone with the first event, so that nobody else is there.
        ([event("x", 0, "despawn", "x"), says(1, "a", "k"), says(2, "a", "k")], unknown("share", "messages between agents")),
        ([*PRESENT, says(1, "a", "k", "a"), says(2, "a", "k", "nobody")], unknown("share", "messages between agents")),
        ([*PRESENT, says(1, "a", "k", "b")], exactly(0, "share", "a single message repeats none")),
        ([*PRESENT, says(1, "a", None, "b"), says(2, "a")], unknown("share", "content_sha256 or content_ref on messages")),
        (
            [*PRESENT, says(1, "a", "k", "b"), says(2, "c", "k", "b"), says(3, "a", None, "b"), says(4, "a", None, "b")],
            bound(0.25, None, "share", SAME, MEANING, "content_sha256 on 2 messages"),
        ),
        # b was told by a what c tells it; d never heard of it, and is not asked.
        ([*PRESENT, says(1, "a", "k", "b"), says(2, "c", "k", "b")], bound(0.5, None, "share", SAME, MEANING)),
        # The same to another receiver, and then to all: new to c, then to d alone, then to none.
        (
            [*PRESENT, says(1, "a", "k", "b"), says(2, "a", "k", "c"), says(3, "a", "k"), says(4, "b", "k"), says(5, "c", "k", "d")],
            bound(0.4, None, "share", SAME, MEANING),
        ),
        # c tells all what a and b know already: of the three, c alone did not know it.
        ([*PRESENT[:3], says(1, "a", "k", "b"), says(2, "c", "k")], bound(0.5, None, "share", SAME, MEANING)),
        # w hears nothing of what was said to all before it came: m3 is new to w, and m4 to nobody.
        (
            [
                *PRESENT,
                says(1, "a", "k"),
                event("s", 2, "spawn", "a", to="w"),
                says(3, "b", "k", "w"),
                says(4, "b", "k", "c"),
                says(5, "w", "l", "a"),
            ],
            bound(0.25, None, "share", SAME, MEANING),
        ),
    ],
)
def test_redundancy(events: list[Top], said: Told) -> None:
    assert told("message_redundancy", events=events) == said


def fails(id_: str, cause: str | None) -> Top:
    return event(id_, ord(id_), error={"cause": cause})


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ({"events": FOUR}, unknown("ratio", "a corrupted event (error, or status error)")),
        (
            {"events": [fails("a", None), event("b", 99, status="error")], "edges": ROUND},
            unknown("ratio", "error.cause", "edges without a cycle"),
        ),
        ({"events": [fails("a", None), fails("b", "a")], "edges": ROUND}, exactly(1, "ratio", "error.cause")),
        ({"events": [fails("a", "b"), fails("b", "a")]}, unknown("ratio", "an event that was corrupted first")),
        ({"events": [fails("a", None), fails("b", "a"), fails("c", "b")]}, exactly(2, "ratio", "error.cause")),
        ({"events": [event("a", 1, status="error"), event("b", 2, status="error")]}, exactly(0, "ratio", "error.cause and edges")),
        # First a and b; c goes back to a; d and e may: 1 over 4, or 3 over 2.
        (
            {
                "events": [fails("a", None), fails("b", None), fails("c", "a"), event("d", 101, status="error"), event("e", 102, error={})],
                "edges": [edge("a", "d"), edge("b", "e")],
            },
            bound(0.25, 1.5, "ratio", "error.cause and edges", "error.cause on 2 events"),
        ),
        # b may go back to a, over an event that is sound: none over 2, or one over 1.
        (
            {
                "events": [event("a", 1, status="error"), event("b", 2), event("c", 3, status="error")],
                "edges": [edge("a", "b"), edge("b", "c")],
            },
            bound(0, 1, "ratio", "error.cause and edges", "error.cause on 1 event"),
        ),
    ],
)
def test_amplification(top: Top, said: Told) -> None:
    assert told("error_amplification", **top) == said


COME_AND_GO = [
    event("a", 1, "spawn", "lead", to="x"),
    event("b", 2, "message", "x"),
    event("c", 3, "spawn", "lead", to="y"),
    event("d", 4, "message", "y"),
    event("e", 5, "message", "lead"),
    event("f", 6, "spawn", "lead", to="z"),
    event("g", 7, "return", "z"),
]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (FOUR, exactly(1, "agents", "spawn and despawn")),
        # x and y may have been gone after b and d, or been there when z came.
        (COME_AND_GO, bound(2, 4, "agents", "spawn and despawn", "despawn or return of 2 agents")),
        # x alone is not known to have ended.
        (
            [*COME_AND_GO[:4], event("e", 5, "despawn", "lead", to="y"), *COME_AND_GO[5:]],
            bound(2, 3, "agents", "spawn and despawn", "despawn or return of 1 agent"),
        ),
        (
            [COME_AND_GO[0], event("b", 2, "return", "x"), *COME_AND_GO[2:4], event("e", 5, "despawn", "lead", to="y"), *COME_AND_GO[5:]],
            exactly(2, "agents", "spawn and despawn"),
        ),
    ],
)
def test_peak(events: list[Top], said: Told) -> None:
    assert told("peak_agents", events=events) == said


def test_the_number_of_agents_over_time() -> None:
    assert population.over_time(timeline(events=COME_AND_GO)) == [(1, 2), (3, 3), (6, 4), (7, 3)]


CHAIN = [event("a", 1, "spawn", "chief", to="manager"), event("b", 2, "spawn", "manager", to="worker")]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ({"events": CHAIN}, exactly(2, "spawns", SPAWNED)),
        ({"events": FOUR}, exactly(0, "spawns", SPAWNED)),
        ({"events": [event("a", 1), event("b", 2, agent="b")], "topology": "debate"}, exactly(0, "spawns", SPAWNED)),
        ({"events": [event("a", 1), event("b", 2, agent="b")]}, unknown("spawns", "spawn events or parent_agent")),
        (
            {"events": [*CHAIN, event("c", 3, agent="other"), event("d", 4, agent="another")]},
            bound(2, None, "spawns", SPAWNED, "who spawned 2 of 3 agents"),
        ),
        # x and y come from each other; only that z comes from x is beyond doubt.
        (
            {"events": [event("a", 1, "spawn", "x", to="y"), event("b", 2, "spawn", "y", to="x"), event("c", 3, "spawn", "x", to="z")]},
            bound(1, None, "spawns", SPAWNED, "parents that form no circle"),
        ),
    ],
)
def test_depth(top: Top, said: Told) -> None:
    assert told("delegation_depth", **top) == said


def decides(id_: str, decision: str | None = None) -> Top:
    return event(id_, ord(id_), "orchestrator_decision", **({} if decision is None else {"decision": decision}))


def shared(low: float, high: float, silent: str) -> Told:
    return bound(low, high, "share", "decision on events", f"decision on {silent}")


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (FOUR, [unknown("share", "decision on events")] * 5),
        ([decides("a"), decides("b")], [unknown("share", "decision on events")] * 5),
        (
            [decides("a", "O1"), decides("b", "O1"), decides("c", "O3"), decides("d", "O5"), event("e", 120)],
            [exactly(share, "share", "decision on events") for share in (0.5, 0, 0.25, 0, 0.25)],
        ),
        (
            [decides("a", "O1"), decides("b", "O2"), decides("c"), decides("d")],
            [shared(low, low + 0.5, "2 orchestrator decisions") for low in (0.25, 0.25, 0, 0, 0)],
        ),
        (
            [decides("a", "O4"), decides("b")],
            [shared(low, low + 0.5, "1 orchestrator decision") for low in (0, 0, 0, 0.5, 0)],
        ),
    ],
)
def test_shares_of_decisions(events: list[Top], said: list[Told]) -> None:
    found = report(timeline(events=events), "x").decisions
    assert {name: share.as_json() for name, share in found.items()} == dict(zip(("O1", "O2", "O3", "O4", "O5"), said, strict=True))


def tokens(id_: str, agent: str = "a", **counts: int) -> Top:
    """Return an event with tokens; ``read`` and ``written`` are those in and out."""
    names = {"read": "in", "written": "out"}
    return event(id_, ord(id_), agent=agent, tokens={names.get(name, name): count for name, count in counts.items()})


CACHED = [tokens("x", "b", read=20, written=0), tokens("y", read=10, written=5, cached=8)]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ({"events": [event("a", 1), event("b", 2)], "costs": costs(9)}, unknown("tokens", ON_EVENTS)),
        (second(events=[tokens("x", read=10)], token_basis={"scope": "inclusive"}), unknown("tokens", INCLUSIVE, HALF)),
        (
            second(events=[tokens("x", read=10, written=2), tokens("y", read=1, written=0)], token_basis={"scope": "inclusive"}),
            bound(None, 13, "tokens", ON_EVENTS, INCLUSIVE),
        ),
        (
            second(events=[tokens("x", read=10, written=2), event("y", 121, agent="a")], token_basis={"scope": "inclusive"}),
            unknown("tokens", INCLUSIVE, ON_EVENTS),
        ),
        (
            second(events=[tokens("x", read=10, written=2)], costs=costs(12), provenance={"missing": ["tokens"]}),
            bound(12, None, "tokens", ON_EVENTS, LOST),
        ),
        # 35 tokens, 8 of them cached, of which the total of 30 holds some: 7 without all of them, and 15 with all.
        ({"events": CACHED, "costs": costs(30)}, bound(7, 15, "tokens", ON_EVENTS, "token_basis.cached")),
        # Here the total is less than what the group read and wrote.
        (
            {"events": [tokens("x", "b", read=2, written=0), CACHED[1]], "costs": costs(12)},
            bound(7, 12, "tokens", ON_EVENTS, "token_basis.cached"),
        ),
        # An event of the group says nothing, so that the group may have spent whatever the run did.
        ({"events": [*CACHED, event("z", 200)], "costs": costs(30)}, bound(7, 30, "tokens", ON_EVENTS, "token_basis.cached")),
        # What is cached is left out where the total leaves it out: 15 without 8.
        ({"events": CACHED, "costs": costs(27)}, exactly(7, "tokens", ON_EVENTS)),
        ({"events": CACHED, "costs": costs(35)}, exactly(15, "tokens", ON_EVENTS)),
        (second(events=CACHED, costs=costs(30), token_basis={"cached": "not_counted"}), exactly(7, "tokens", ON_EVENTS)),
        (second(events=CACHED, costs=costs(30), token_basis={"cached": "counted"}), exactly(15, "tokens", ON_EVENTS)),
        (
            {"events": [tokens("x", read=10, written=2), tokens("y", read=1, written=0)], "costs": costs(99)},
            exactly(13, "tokens", ON_EVENTS),
        ),
        ({"events": [tokens("x", read=10), event("y", 200)], "costs": costs(10)}, exactly(10, "tokens", ON_EVENTS)),
        ({"events": [tokens("x", read=10), tokens("y", written=3)], "costs": costs(99)}, bound(13, None, "tokens", ON_EVENTS, HALF)),
        (
            {"events": [tokens("x", read=10, written=2), event("y", 200)], "costs": costs(99)},
            bound(12, None, "tokens", ON_EVENTS, ON_EVENTS),
        ),
    ],
)
def test_tokens_of_a_group(top: Top, said: Told) -> None:
    found = spending.spending(timeline(**top))
    assert amounts.tokens_of(dict(found.rows["agent"])["a"], found).as_json() == said


@pytest.mark.parametrize(
    ("missing", "calls", "messages"),
    [
        ([], exactly(0, "events"), exactly(2, "events")),
        (
            ["tool_call", "message"],
            unknown("events", "tool_call (missing from the source)"),
            bound(2, None, "events", "", "message (missing from the source)"),
        ),
    ],
)
def test_numbers_of_events(missing: list[str], calls: Told, messages: Told) -> None:
    found = spending.spending(timeline(**second(events=FOUR[:2], provenance={"missing": missing})))
    told = [amounts.number_of(found.total, found, type_).as_json() for type_ in amounts.COUNTED]
    assert told == [calls, messages]


@pytest.mark.parametrize(
    ("missing", "stated", "tokens_", "clock"),
    [
        ([], costs(12, 7), exactly(12, "tokens"), exactly(7, "s")),
        ([], costs(0, 0), exactly(0, "tokens"), exactly(0, "s")),
        (["tokens"], costs(12, 7), bound(12, None, "tokens", "", LOST), exactly(7, "s")),
        (["tokens"], costs(0, 7), unknown("tokens", "tokens (missing from the source)"), exactly(7, "s")),
        (["wall_clock_s"], costs(12, 7), exactly(12, "tokens"), unknown("s", "wall_clock_s (missing from the source)")),
        (["costs"], costs(12, 7), bound(12, None, "tokens", "", LOST), unknown("s", "wall_clock_s (missing from the source)")),
    ],
)
def test_totals(missing: list[str], stated: Top, tokens_: Told, clock: Told) -> None:
    trace = timeline(**second(events=FOUR, costs=stated, provenance={"missing": missing})).trace
    found: list[Measure] = [stated_costs.total(trace), stated_costs.wall_clock(trace)]
    assert [measure.as_json() for measure in found] == [tokens_, clock]


SPENT = [
    event("a", 2, "tool_call", "x", t_start=0, tool="map", tokens={"in": 10, "out": 4, "cached": 6, "reasoning": 3, "category": "work"}),
    event("b", 4, "tool_call", "x", t_start=1, tool="map", tokens={"in": 5}),
    event("c", 5, "message", "x", tokens={"out": 2, "cached": 0, "reasoning": 1}),
    event("d", 6, "message", "x", t_start=7, tokens={"category": "message"}),
    event("e", 7, "message", "x", tokens={"in": 1, "out": 1, "reasoning": 0}),
    event("f", 8, "return", "x"),
]


def test_sums_of_a_group() -> None:
    ((name, spent),) = spending.spending(timeline(events=SPENT)).rows["agent"]
    assert (name, spent._asdict()) == (
        "x",
        {
            "events": 6, "with_tokens": 4, "complete": 2, "tokens": 23, "read": 16, "written": 7, "cached": 6, "reasoning": 4,
            "says_read": 3, "says_written": 3, "says_cached": 2, "says_reasoning": 3, "tool_calls": 2, "messages": 3, "busy": 5,
            "timed": 3,
        },
    )  # fmt: skip


def test_every_type_of_event_has_its_unit_or_none() -> None:
    types = (
        "orchestrator_decision", "spawn", "despawn", "aggregate", "message", "return", "tool_call", "tool_result", "human_intervention",
        "safety_event",
    )  # fmt: skip
    found = spending.spending(timeline(events=[event(f"e{n}", n, type_) for n, type_ in enumerate(types)]))
    assert [(unit, spent.events) for unit, spent in found.rows["unit"]] == [
        ("agent", 1), ("message", 1), ("orchestrator", 4), ("tool", 2), (None, 2),
    ]  # fmt: skip


def test_an_agent_has_the_role_of_the_event_else_of_the_table_else_of_its_others() -> None:
    events = [
        event("a", 1, role="judge"), event("b", 2), event("c", 3, agent="b", role="pro"), event("d", 4, agent="b", role="contra"),
        event("e", 5, agent="b"), event("f", 6, agent="c", role="pro"), event("g", 7, agent="c"),
    ]  # fmt: skip
    found = spending.spending(timeline(**second(events=events, agents={"a": {}, "b": {}, "c": {"role": "clerk"}})))
    assert [(role, spent.events) for role, spent in found.rows["role"]] == [
        ("clerk", 1), ("contra", 1), ("judge", 2), ("pro", 2), (None, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("cached", "between"), [({}, (27, 35)), ({"cached": "counted"}, (35, 35)), ({"cached": "not_counted"}, (27, 27))])
def test_what_a_total_must_lie_between(cached: dict[str, str], between: tuple[int, int]) -> None:
    assert stated_costs.expected(timeline(**second(events=FOUR, token_basis=cached)).trace, 35, 8) == between


ITEMS = {
    "topology and roles": ("topology", "role of 2 agents"),
    "trace scale": ("costs.tokens above zero", "costs.wall_clock_s above zero", "costs.tool_calls", "costs.messages"),
    "reward channels": ("rewards",),
    "credit unit": ("unit on rewards (version 2, or rewards on events)",),
    "safety instrumentation": ("trusted on events, safety events or safety_flow edges",),
}
PAIR = [event("a", 1, "aggregate"), event("b", 2, "aggregate", "b")]


@pytest.mark.parametrize(
    ("top", "otherwise"),
    [
        ({}, {}),
        ({"topology": "unknown"}, {}),
        ({"topology": "debate"}, {"topology and roles": ("role of 2 agents",)}),
        (second(agents={"a": {"role": "judge"}, "b": {}}), {"topology and roles": ("topology", "role of 1 agent")}),
        (second(agents={"a": {"role": "judge"}, "b": {"role": "pro"}}), {"topology and roles": ("topology",)}),
        ({"events": [PAIR[0] | {"role": "judge"}, PAIR[1]]}, {"topology and roles": ("topology", "role of 1 agent")}),
        ({"costs": costs(5, 1)}, {"trace scale": ("costs.tool_calls", "costs.messages")}),
        ({"costs": costs(5, 0, tool_calls=0)}, {"trace scale": ("costs.wall_clock_s above zero", "costs.messages")}),
        ({"costs": costs(0, 2, messages=0)}, {"trace scale": ("costs.tokens above zero", "costs.tool_calls")}),
        ({"costs": costs(5, 2, messages=0, tool_calls=0)}, {"trace scale": ()}),
        ({"costs": costs(5, 2), "events": [*PAIR, event("c", 3)]}, {"trace scale": ("costs.tool_calls",)}),
        ({"costs": costs(5, 2), "events": [*PAIR, event("c", 3, "tool_call", tool="m")]}, {"trace scale": ("costs.messages",)}),
        ({"rewards": {"r": 1}}, {"reward channels": ()}),
        ({"events": [PAIR[0] | {"rewards": {"r": 1}}, PAIR[1]]}, {"reward channels": ()}),
        (
            {"events": [PAIR[0] | {"rewards": [{"channel": "r", "value": 1, "unit": "agent"}]}, PAIR[1]]},
            {"reward channels": (), "credit unit": ()},
        ),
        (second(rewards=[{"channel": "r", "value": 1, "unit": "team"}]), {"reward channels": (), "credit unit": ()}),
        ({"events": [PAIR[0] | {"trusted": False}, PAIR[1]]}, {"safety instrumentation": ()}),
        ({"events": [*PAIR, event("c", 3, "safety_event")]}, {"safety instrumentation": ()}),
        ({"edges": [edge("a", "b", "safety_flow")]}, {"safety instrumentation": ()}),
        ({"edges": [edge("a", "b")]}, {}),
    ],
)
def test_checklist(top: Top, otherwise: dict[str, tuple[str, ...]]) -> None:
    found = checklist(timeline(**({"events": PAIR} | top)))
    assert [(item.name, item.missing, item.met) for item in found] == [
        (name, missing, not missing) for name, missing in (ITEMS | otherwise).items()
    ]
