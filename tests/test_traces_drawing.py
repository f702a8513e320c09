"""The page that ``masrl trace draw`` writes: complete, closed to everything else, and deaf to what stands in a trace."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import traces_values
from lxml import html
from traces_attacks import LONG, UNSEEN, attack

from pipeline.traces import loading
from pipeline.traces.drawing import data, markup, page, parts, salvage

EXAMPLES = sorted((Path(__file__).parent.parent / "traces" / "examples").glob("*.json"))
event, edge = traces_values.event, traces_values.edge


@cache
def drawn(content: bytes) -> str:
    read = loading.load(content, "run.json")
    assert read.timeline is not None, read.problems
    return page.text(read.timeline, data.document(content), read.problems)


def of(**top: Any) -> str:
    return drawn(json.dumps(traces_values.trace(**top)).encode())


def test_a_finding_of_nothing_is_in_quotes() -> None:
    events = [event("a", 1, agent=""), event("b", 2, agent="b", role=" ")]
    found = document(of(events=events)).xpath("//details[@class='trace-problems']//small/text()")
    assert [line.partition("; ")[2] for line in found] == ['found ""', 'found " "']


def document(text: str) -> Any:
    return html.document_fromstring(text)


def said(text: str) -> Any:
    return json.loads(document(text).xpath("string(//script[@id='data'])"))


# -- the page as a whole


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_page_holds_the_whole_trace_and_all_events_as_a_table(path: Path) -> None:
    text = drawn(path.read_bytes())
    trace = json.loads(path.read_bytes())
    assert said(text)["trace"] == trace
    assert document(text).findtext(".//h1") == trace["trace_id"]
    rows = document(text).xpath("//noscript//tbody/tr/th/text()")
    assert sorted(rows) == sorted(one["id"] for one in trace["events"])


def test_its_policy_allows_what_stands_in_it_and_nothing_else() -> None:
    text = drawn(EXAMPLES[0].read_bytes())
    (policy,) = document(text).xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    allowed = {name: rest for name, _, rest in (part.strip().partition(" ") for part in policy.split(";"))}
    assert {name: allowed[name] for name in ("default-src", "connect-src", "base-uri", "form-action")} == dict.fromkeys(
        ("default-src", "connect-src", "base-uri", "form-action"), "'none'"
    )
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        inner = [body for head, body in re.findall(rf"<{tag}([^>]*)>(.*?)</{tag}>", text, re.DOTALL) if "json" not in head]
        assert allowed[name].split() == [f"'sha256-{base64.b64encode(hashlib.sha256(b.encode()).digest()).decode()}'" for b in inner]
    assert "unsafe" not in policy
    assert "http" not in policy


def test_it_asks_for_nothing() -> None:
    found = document(drawn(EXAMPLES[0].read_bytes()))
    assert found.xpath("//@src") == []
    assert found.xpath("//link/@href") == ["data:,"]
    assert not [link for link in found.xpath("//a/@href") if not link.startswith("#")]
    assert not found.xpath("//@style | //iframe | //object | //form | //base")
    assert not [name for element in found.iter() if isinstance(element.tag, str) for name in element.attrib if name.startswith("on")]


def test_the_same_trace_gives_the_same_page() -> None:
    content = EXAMPLES[0].read_bytes()
    again = loading.load(content, "run.json")
    assert again.timeline is not None
    assert page.text(again.timeline, data.document(content), again.problems) == drawn(content)


def test_no_script_or_style_could_end_its_own_element() -> None:
    for name in (*parts.SCRIPTS, "page.js", parts.STYLE, "page.css"):
        assert not re.search(r"</(script|style)|<!--", parts.text(name), re.IGNORECASE), name


# -- attacks


def test_whatever_stands_in_a_trace_stays_text() -> None:
    text = drawn(json.dumps(attack()).encode())
    found = document(text)
    assert len(found.xpath("//script")) == 3
    assert found.xpath("(//script[not(@type)])[2]/text()") == [parts.script() + parts.text("page.js")]
    assert not found.xpath("//img | //main//svg | //u | //title/*")
    assert not [name for element in found.iter() if isinstance(element.tag, str) for name in element.attrib if name.startswith("on")]
    assert said(text)["trace"] == attack()
    assert found.findtext(".//title").startswith("</title><script>alert(2)</script> ")


def test_what_cannot_be_seen_is_shown_and_what_is_long_is_cut() -> None:
    text = drawn(json.dumps(attack()).encode())
    outside = re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)
    assert not [c for c in UNSEEN[0][0] + UNSEEN[1][0] + "\u001b\u200b\u2028\ufeff" if c in outside]
    assert "&lt;U+202E&gt;evil" in outside
    assert LONG[0] not in outside
    assert all(ord(c) < 128 for c in text.partition('id="data">')[2].partition("</script>")[0])


def test_json_in_a_script_can_be_read_back() -> None:
    value = {"a": "</script>&<!--\u2028", "\ud83d\ude00": [1.5, None, True, 2**60]}
    assert json.loads(markup.for_script(value)) == json.loads(json.dumps(value))
    assert not set("<>&\u2028") & set(markup.for_script(value))


# -- what is said beside the drawing


def test_the_head_says_what_it_is_and_what_it_took() -> None:
    found = document(drawn((EXAMPLES[0].parent / "swarm.json").read_bytes()))
    facts = {div.findtext("dt"): div.findtext("dd") for div in found.xpath("//dl[@class='trace-facts']/div")}
    assert facts["Tokens"] == "25,070"
    assert facts["Wall clock"] == "15.3 s"
    assert facts["Critical path"] == "14.9 s"
    assert facts["Events"] == "42"
    assert facts["Agents"] == "7"
    assert facts["Rewards"] == "f1 0.83, speedup 0.4, finish_rate 1, part_found 0 to 1 (6 values)"
    assert facts["Clock"] == "seconds since 2026-03-02T09:00:00+00:00"


def test_unknown_times_and_tokens_are_said_to_be_unknown() -> None:
    steps = [event("a", 1, agent="x"), event("b", 2, agent="x")]
    text = of(schema_version="2.0", clock={"unit": "ordinal"}, provenance={"missing": ["t", "tokens"]}, events=steps)
    facts = {div.findtext("dt"): div.findtext("dd") for div in document(text).xpath("//dl[@class='trace-facts']/div")}
    assert (facts["Tokens"], facts["Wall clock"]) == ("unknown", "unknown")
    assert facts["Critical path"] == "not computable"
    assert facts["Clock"] == "unknown times, events in their order"
    assert said(text)["critical"] == []
    assert said(text)["path"] == "The critical path is not computable; missing: t_start."


def test_the_critical_path_is_that_of_the_report() -> None:
    events = [
        event("a", 2, t_start=0, agent="x"), event("b", 6, t_start=2, agent="y"), event("c", 4, t_start=1, agent="z"),
        event("d", 9, t_start=7, agent="x"),
    ]  # fmt: skip
    edges = [edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")]
    text = of(events=list(reversed(events)), edges=edges)
    assert [said(text)["trace"]["events"][place]["id"] for place in said(text)["critical"]] == ["a", "b", "d"]
    assert said(text)["path"] == "The critical path takes 8 clock units."
    marked = document(text).xpath("//noscript//tr[contains(., 'critical path')]/th/text()")
    assert marked == ["a", "b", "d"]


def test_what_the_checker_says_stands_on_the_page() -> None:
    text = of(events=[event("a", 3, agent="x", t_start=5), event("b", 4, "return", agent="y")])
    found = document(text).xpath("//details[@class='trace-problems']")[0]
    assert found.findtext("summary") == "1 error and 1 warning of the checker"
    listed = [" ".join(item.text_content().split()) for item in found.xpath(".//li")]
    assert listed[0].startswith("interval-reversed events[0]")
    assert "line 1, column" in listed[0]
    assert not document(drawn(EXAMPLES[0].read_bytes())).xpath("//details[@class='trace-problems']")


def test_marks_are_words_in_the_table() -> None:
    bad = event("b", 2, agent="x", error={"cause": "a"}, trusted=False, rewards={"r": 1})
    text = of(events=[event("a", 1, agent="x", status="error"), bad, event("c", 3, "tool_call", "x", t_start=2.5, tool="map")])
    rows = [[" ".join(cell.text_content().split()) for cell in row] for row in document(text).xpath("//noscript//tbody/tr")]
    assert rows[0][-1] == "error"
    assert rows[1][-1] == "error from a, not trusted, reward 1"
    assert rows[2][2:6] == ["2.5 to 3", "tool call", "x", "map"]


def test_a_name_of_which_nothing_is_seen_stands_in_quotes() -> None:
    blank = event("c", 3, "tool_call", "\u200b", tool="")
    text = of(trace_id=" ", task_id="\u3164", events=[event("a", 1, agent="", to=" "), event("b", 2, agent="\u3164"), blank])
    rows = [[cell.text_content().strip("\n") for cell in row] for row in document(text).xpath("//noscript//tbody/tr")]
    assert [row[4:6] for row in rows] == [['""', '→ " "'], ['"\u3164"', ""], ['"<U+200B>"', '""']]
    assert document(text).findtext(".//h1") == '" "'
    assert document(text).xpath("//dt[. = 'Task']/following-sibling::dd/text()")[0].strip("\n") == '"\u3164"'
    found = document(text).xpath("//details[@class='trace-problems']//small/text()")
    assert any(line.endswith('; found "\u3164"') for line in found)


# -- what is too long or too large


def test_the_command_and_the_script_have_one_limit() -> None:
    assert f"MOST_EVENTS = {data.MOST_EVENTS};" in parts.text("read.js")


def test_only_what_is_longer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "MOST_EVENTS", 1)
    assert data.too_long(traces_values.timeline(events=[event("a", 1)]), "x") is None
    problem = data.too_long(traces_values.timeline(events=[event("a", 1), event("b", 1)]), "x")
    assert problem is not None
    assert (problem.severity, problem.code, problem.message) == ("error", "too-long", "has 2 events; at most 1 are drawn")


def test_large_costs_are_shown_by_their_size() -> None:
    text = of(events=[event("a", 1)], costs={"tokens": 1e300, "wall_clock_s": 123456})
    facts = dict(zip(document(text).xpath("//dt/text()"), document(text).xpath("//dd/text()"), strict=True))
    assert (facts["Tokens"].strip(), facts["Wall clock"].strip()) == ("1e+300", "123,456 s")


# -- what is no valid trace


def salvaged(value: Any) -> salvage.Salvaged | None:
    return salvage.salvaged(json.loads(json.dumps(value)))


def test_what_breaks_the_schema_is_left_out_and_the_rest_kept() -> None:
    events = [event("a", 1, status="failed", role="chief"), event("b", 2, "tool-call", tokens=3, t_start=1)]
    rewards = [{"channel": "r", "value": 1, "unit": "episode"}, {"channel": "s"}]
    found = salvaged(traces_values.trace(schema_version="2.0", events=events, edges=[edge("a", "b")], rewards=rewards, baseline=3))
    assert found is not None
    trace = found.timeline.trace
    assert [(one.id, one.t, one.type, one.role, one.status, one.tokens) for one in trace.events] == [
        ("a", 1, "message", "chief", None, None), ("b", 2, "tool-call", None, None, None),
    ]  # fmt: skip
    assert [(reward.channel, reward.value, reward.unit) for reward in trace.rewards] == [("r", 1, None)]
    assert (trace.baseline, found.ordered) == (None, True)


@pytest.mark.parametrize(
    "top",
    [
        {"events": [event("a", 1), event("b", 2) | {"t": "2"}]}, {"events": [event("a", 1), 7]}, {"events": [event("a", 1), {"t": 1}]},
        {"events": [event("a", 1), event("a", 2)]}, {"events": [event("a", 1)], "edges": [edge("a", "z")]},
        {"events": [event("a", 1)], "edges": [{"from": "a"}]}, {"events": [event("a", 1, t_start="early")]},
    ],
)  # fmt: skip
def test_no_critical_path_is_computed_from_ids_times_or_edges_at_fault(top: dict[str, Any]) -> None:
    found = salvaged(traces_values.trace(schema_version="2.0", **top))
    assert found is not None
    assert not found.ordered
    assert data.drawn(found.timeline, {}, found).critical == ()


@pytest.mark.parametrize(
    "value",
    [[], 3, None, {}, {"events": {}}, {"events": []}, {"events": [1]}, {"events": [{"id": "a"}]}, {"events": [{"t": 1}]},
     {"events": [event("a", 1)], "schema_version": "3.0"}],
)  # fmt: skip
def test_nothing_is_drawn_without_ids_and_an_order(value: Any) -> None:
    assert salvaged(value) is None


_VALUES: tuple[Any, ...] = (None, True, 0, -1, 2.5, "x", "", "2.0", [], {}, [1], [None], {"a": 1}, 1e300)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _places(value[key], (*path, key))


def _damaged(chance: random.Random) -> Any:
    value = json.loads(chance.choice(EXAMPLES).read_bytes())
    value["events"] = value["events"][:5]
    for _ in range(chance.choice((1, 1, 2, 6))):
        *way, last = chance.choice(list(_places(value)))
        holder = functools.reduce(lambda inner, key: inner[key], way, value)
        if chance.random() < 0.3:
            del holder[last]
        else:
            holder[last] = chance.choice(_VALUES)
    return value


def test_any_damage_leaves_a_page_or_nothing() -> None:
    chance, pages = random.Random(5), 0
    for _ in range(200):
        value = _damaged(chance)
        found = salvaged(value)
        if found is not None:
            objects = [one for one in value["events"] if isinstance(one, dict)]
            assert len(found.timeline.trace.events) == len(objects)
            assert page.text(found.timeline, value, [], found).startswith("<!doctype html>")
            pages += 1
    assert pages > 150


def test_costs_that_nobody_states_are_unknown_and_not_zero() -> None:
    found = salvaged(traces_values.trace(events=[event("a", 1)], costs={"tokens": "many"}))
    assert found is not None
    facts = {fact.name: fact.value for fact in data.facts(found.timeline)}
    assert (facts["Tokens"], facts["Wall clock"]) == ("unknown", "unknown")


def test_of_tokens_of_which_some_are_missing_the_rest_is_the_least() -> None:
    line = traces_values.timeline(
        events=[event("a", 1)], schema_version="2.0", costs={"tokens": 12345, "wall_clock_s": 0}, provenance={"missing": ["tokens"]}
    )
    assert {fact.name: fact.value for fact in data.facts(line)}["Tokens"] == "at least 12,345"
