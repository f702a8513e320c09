"""The drawing of a run: as a page of its own, and on the site with a file of the reader's."""

import json
import random
from functools import cache
from pathlib import Path

import pytest
from accessibility import serious
from exports_pool import ROOT
from hypothesis import HealthCheck, Phase, given, settings
from looking import PICTURE, colors, eventually, focus_is_seen, painted, picture, text, until, with_table
from traces_attacks import LONG, UNSEEN, attack
from traces_values import edge, event, loaded, trace, traces

from pipeline.traces import loading, measures
from pipeline.traces.drawing import data, page, salvage

EXAMPLES = {path.stem: path.read_bytes() for path in sorted((Path(ROOT) / "traces" / "examples").glob("*.json"))}
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def drawn(content):
    read = loading.load(content, "run.json")
    return page.text(read.timeline, data.document(content), read.problems)


@cache
def long_run(count=5000, agents=60):
    """A run of many events, the same at every call."""
    chance = random.Random(1)
    names = ["lead", *(f"worker_{number}" for number in range(agents - 1))]
    clock = dict.fromkeys(names, 0.0)
    events, edges, last = [], [], {}
    for number in range(count):
        agent = chance.choice(names)
        start = clock[agent]
        clock[agent] = start + chance.random()
        kind = chance.choice(("tool_call", "tool_result", "message", "orchestrator_decision", "return"))
        events.append(event(f"e{number}", round(clock[agent], 3), kind, agent, t_start=round(start, 3), tokens={"in": 3}))
        if agent in last:
            edges.append(edge(last[agent], f"e{number}"))
        last[agent] = f"e{number}"
    return json.dumps(trace(trace_id="long", events=events, edges=edges)).encode()


@pytest.fixture
def shown(opened, tmp_path):
    """Open the page of a trace from disk."""

    def show(content, fragment="", **options):
        path = tmp_path / "run.html"
        path.write_text(drawn(content), encoding="utf-8")
        found = opened(f"{path.as_uri()}{fragment}", **options)
        if options.get("java_script_enabled", True):
            found.wait_for_selector(".trace-stage canvas")
            painted(found)
        return found

    return show


def said(found):
    return found.inner_text(".trace > [role=status]")


def press(found, *keys):
    found.focus(".trace-stage")
    for key in keys:
        found.keyboard.press(key)
    painted(found)


# -- the page of a run


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_drawn_from_disk_and_asks_for_nothing(shown, name):
    found = shown(EXAMPLES[name])
    assert colors(found) > 20
    agents = {one["agent"] for one in json.loads(EXAMPLES[name])["events"]}
    assert f"of {len(agents)} agents" in found.get_attribute(".trace-stage", "aria-label")


def test_without_a_script_all_events_stand_in_a_table(shown):
    found = shown(EXAMPLES["swarm"], java_script_enabled=False)
    assert found.locator("noscript table tbody tr").count() == 42
    assert found.locator("noscript table").is_visible()
    assert "25,070" in text(found.locator(".trace-facts"))
    assert not found.locator("[data-theme-switch]").is_visible()


ORDERED = settings(
    deadline=None, max_examples=150, database=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


def test_events_stand_in_the_order_of_the_commands(shown):
    found, cases = shown(EXAMPLES["debate"]), []

    @ORDERED
    @given(traces())
    def gather(value):
        read = loaded(value)
        if read.timeline is not None:
            order = [read.timeline.trace.events[position].id for position in read.timeline.order]
            parents = {name: read.timeline.parents.get(name) for name in read.timeline.agents}
            cases.append((value, order, parents))

    gather()
    assert len(cases) > 50
    seen = found.evaluate(
        """cases => cases.map(value => { const model = TraceReading.model(value);
            return [model.order.map(event => event.id), Object.fromEntries(model.agents.map(a => [a.name, a.parent?.name ?? null]))]; })""",
        [value for value, _, _ in cases],
    )
    for (value, order, parents), (ids, lanes) in zip(cases, seen, strict=True):
        assert ids == order, value
        for name, parent in parents.items():
            assert lanes[name] == (parent if parent in lanes else None), value


def test_arrows_go_along_a_lane_and_across(shown):
    found = shown(EXAMPLES["hierarchical"])
    press(found, "ArrowRight")
    assert said(found).startswith("e01: orchestrator decision")
    press(found, "ArrowRight")
    assert said(found).startswith("e02: spawn to frontend by chief")
    press(found, "ArrowDown")
    assert "by frontend" in said(found)
    press(found, "ArrowUp", "End")
    assert said(found).startswith("e29: ")
    press(found, "Home")
    assert said(found).startswith("e01: ")


def test_enter_tells_of_an_event_with_every_key_and_escape_closes(shown):
    more = event("a", 1, agent="lead", anything={"goes": [None, "x"]}, **{"odd key": True})
    found = shown(json.dumps(trace(events=[more, event("b", 2, agent="lead")], edges=[edge("a", "b")])).encode())
    press(found, "ArrowRight", "Enter")
    panel = found.locator(".trace-panel")
    assert [text(term) for term in panel.locator("dt").all()] == ["id", "t", "type", "agent", "anything", "odd key"]
    assert json.loads(panel.locator("pre").inner_text()) == {"goes": [None, "x"]}
    assert found.evaluate("document.activeElement.closest('.trace-panel') !== null")
    found.keyboard.press("Escape")
    assert not panel.is_visible()
    assert found.evaluate("document.activeElement.className") == "trace-stage"


def test_edges_lead_on_and_the_address_names_the_event(shown):
    found = shown(EXAMPLES["injected_fault"], "#event=e09")
    panel = found.locator(".trace-panel")
    assert text(panel.locator("h2")) == "Tool result e09"
    assert "5 events spoiled by it" in text(panel)
    panel.locator("section", has_text="Leads to").locator("a").first.click()
    assert text(panel.locator("h2")) == "Message e10"
    assert found.evaluate("location.hash") == "#event=e10"
    assert "It goes back to e09" in text(panel)
    assert "On the critical path, after e09" in text(panel)


def test_a_click_on_a_mark_tells_of_it_and_hovering_hints(shown):
    found = shown(EXAMPLES["swarm"])
    spot = found.evaluate(
        """() => { const box = document.querySelector('.trace-stage').getBoundingClientRect();
            return [box.left, box.top, box.width]; }"""
    )
    x = spot[0] + spot[2] - 70
    for step in range(120):
        found.mouse.move(x - step, spot[1] + 52)
        if found.locator(".trace-tip").is_visible():
            break
    assert found.locator(".trace-tip").inner_text().startswith("e42: aggregate O4 by orchestrator")
    found.mouse.click(x - step, spot[1] + 52)
    assert text(found.locator(".trace-panel h2")) == "Aggregate e42"
    found.mouse.move(spot[0] + 40, spot[1] + 90)
    assert found.locator(".trace-tip").inner_text().startswith("worker_1, role worker, model invented-small, spawned by orchestrator")


WIDE = "document.querySelector('.trace-stage').scrollWidth"


def wide(found):
    return found.evaluate(WIDE)


def test_zoom_by_keys_buttons_and_wheel(shown):
    found = shown(EXAMPLES["swarm"])
    whole = wide(found)
    press(found, "+", "+")
    closer = wide(found)
    assert closer > 1.8 * whole
    press(found, "-")
    assert whole < wide(found) < closer
    press(found, "0")
    assert wide(found) == whole
    found.click("button[aria-label=Closer]")
    assert wide(found) > whole
    found.click("text=Whole run")
    box = found.locator(".trace-stage").bounding_box()
    found.mouse.move(box["x"] + 500, box["y"] + 100)
    found.keyboard.down("Control")
    found.mouse.wheel(0, -300)
    found.keyboard.up("Control")
    eventually(found, f"{WIDE} > {whole}")
    painted(found)
    before = found.evaluate("document.querySelector('.trace-stage').scrollLeft")
    found.mouse.down()
    found.mouse.move(box["x"] + 420, box["y"] + 100, steps=4)
    found.mouse.up()
    assert found.evaluate("document.querySelector('.trace-stage').scrollLeft") == pytest.approx(before + 80, abs=3)
    assert not found.locator(".trace-panel").is_visible()


def test_events_are_found_by_any_text(shown):
    found = shown(EXAMPLES["harness"])
    found.keyboard.press("/")
    assert found.evaluate("document.activeElement.type") == "search"
    found.keyboard.type("safety event")
    assert text(found.locator(".trace-count")) == "1 found"
    found.keyboard.press("Enter")
    assert "safety event" in said(found)
    found.fill(".trace-find input", "nothing at all")
    assert text(found.locator(".trace-count")) == "None found"
    found.keyboard.press("Escape")
    assert found.input_value(".trace-find input") == ""


def test_keys_are_listed(shown):
    found = shown(EXAMPLES["debate"])
    press(found, "?")
    assert found.locator("dialog dt").count() == 9
    found.keyboard.press("Escape")
    assert not found.locator("dialog").is_visible()


def test_lines_can_be_left_out_and_come_back(shown):
    found = shown(EXAMPLES["swarm"])
    before, lines = picture(found), found.locator(".trace-legend label", has_text="causal")
    lines.click()
    painted(found)
    assert picture(found) != before
    lines.click()
    painted(found)
    assert picture(found) == before


def test_events_stand_by_order_or_by_time(shown):
    found = shown(EXAMPLES["swarm"])
    by_time = picture(found)
    found.select_option(".trace-bar select", "order")
    painted(found)
    assert picture(found) != by_time
    found.select_option(".trace-bar select", "time")
    painted(found)
    assert picture(found) == by_time


def test_unknown_times_are_shown_by_order(shown):
    steps = [event(f"e{number}", 1, agent=f"a{number % 2}") for number in range(4)]
    value = trace(schema_version="2.0", clock={"unit": "ordinal"}, provenance={"missing": ["t"]}, events=steps)
    found = shown(json.dumps(value).encode())
    assert found.input_value(".trace-bar select") == "order"
    assert colors(found) > 5


def test_the_table_is_made_on_demand_and_page_by_page(shown):
    found = shown(long_run())
    assert found.locator(".trace-table tbody tr").count() == 0
    with_table(found)
    assert found.locator(".trace-table tbody tr").count() == 200
    found.locator(".trace-table button").click()
    assert found.locator(".trace-table tbody tr").count() == 400
    found.locator(".trace-table tbody a").nth(300).click()
    assert found.locator(".trace-panel").is_visible()


def test_of_a_long_run_only_what_is_seen_is_drawn(shown):
    found = shown(long_run())
    assert found.evaluate("document.querySelectorAll('*').length") < 600
    press(found, *["+"] * 12)
    width, height = found.evaluate("(() => { const c = document.querySelector('.trace-stage canvas'); return [c.width, c.height]; })()")
    assert wide(found) > 50 * width
    assert height < 2000
    assert colors(found) > 10


@pytest.mark.parametrize(("agents", "height"), [(4, 82), (100, 39)])
def test_of_many_lanes_each_takes_less_room(shown, agents, height):
    events = [
        {"id": f"e{n}-{k}", "t": n + k + 3, "t_start": n + k, "type": "message", "agent": f"worker {n}"}
        for n in range(agents)
        for k in range(3)
    ]
    costs = {"tokens": 1, "wall_clock_s": 0}
    run = {"trace_id": "x", "task_id": "y", "events": events, "edges": [], "rewards": {}, "costs": costs}
    found = shown(json.dumps(run).encode())
    axis, border = 30, 2
    assert found.evaluate("parseFloat(document.querySelector('.trace-space').style.height)") == axis + agents * height + border


@THEMES
def test_the_drawing_follows_the_theme_and_its_switch(shown, theme):
    corner = """(() => { const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        copy.drawImage(document.querySelector('.trace-stage canvas'), 0, 0);
        return [...copy.getImageData(3, 3, 1, 1).data]; })()"""
    found = shown(EXAMPLES["debate"], theme=theme)
    paper = {"light": [251, 250, 247, 255], "dark": [18, 22, 26, 255]}
    assert found.evaluate(corner) == paper[theme]
    found.click("[data-theme-switch]")
    painted(found)
    assert found.evaluate(corner) == paper["dark" if theme == "light" else "light"]
    found.click("[data-theme-switch]")


def test_paper_shows_the_whole_run_in_light_colors(shown):
    paper = f"[new Event('beforeprint'), new Event('afterprint')].map(event => dispatchEvent(event) && {PICTURE})[0]"
    whole = shown(EXAMPLES["swarm"], theme="light").evaluate(paper)
    found = shown(EXAMPLES["swarm"], theme="dark")
    press(found, "+", "+", "+")
    until(found, lambda: found.evaluate(paper) == whole, "the whole run in light colors")


FRAMES = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Whatever was asked to be painted has been painted thereafter."""


def test_paper_shows_the_whole_run_though_frames_pass_before_it_is_taken(shown):
    found = shown(EXAMPLES["swarm"])
    paper = f"dispatchEvent(new Event('beforeprint')); {FRAMES}; const paper = {PICTURE}; dispatchEvent(new Event('afterprint'))"
    whole = found.evaluate(f"async () => {{ {paper}; return paper }}")
    press(found, "+", "+", "+")
    until(found, lambda: found.evaluate(f"async () => {{ {paper}; return paper }}") == whole, "the whole run on paper")


def test_after_paper_the_window_shows_what_it_did(shown):
    found = shown(EXAMPLES["swarm"])
    press(found, "+", "+", "+")
    paper = f"for (const name of ['beforeprint', 'afterprint']) {{ dispatchEvent(new Event(name)); {FRAMES} }}"
    alike = f"async () => {{ {FRAMES}; const before = {PICTURE}; {paper}; return before === {PICTURE} }}"
    until(found, lambda: found.evaluate(alike), "the same part of the run as before")


def test_paper_shows_no_controls(shown):
    found = shown(EXAMPLES["swarm"])
    found.emulate_media(media="print")
    assert not found.locator(".trace-bar").is_visible()


# -- attacks


def test_an_attack_is_text_wherever_it_is_shown(shown):
    found = shown(json.dumps(attack()).encode())
    alerts = []
    found.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    with_table(found)
    for number in range(len(attack()["events"])):
        found.locator(".trace-table tbody a").nth(number).click()
        shown_text = found.inner_text(".trace-panel")
        assert not [c for c in "\u202e\u2066\u2069\u001b\u200b\ufeff" if c in shown_text]
    assert found.locator("main img, .trace svg, main u, main b b").count() == 0
    assert found.locator("script").count() == 3
    assert found.evaluate("[Object.prototype.polluted, ({}).polluted, window.polluted]") == [None] * 3
    assert alerts == []
    found.locator(".trace-table tbody a", has_text="<img").first.click()
    assert text(found.locator(".trace-panel h2 code")) == "<img src=x onerror=alert(3)>"
    found.locator(".trace-table tbody a", has_text="<U+202E>evil").first.click()
    assert UNSEEN[0][0] not in found.evaluate("location.hash")
    assert LONG[0] not in text(found.locator(".trace-panel .trace-panel-head"))


@pytest.mark.parametrize("width", [320, 1440])
def test_an_attack_is_no_wider_than_the_window(shown, width):
    found = shown(json.dumps(attack()).encode(), width=width)
    press(found, "ArrowRight", "Enter")
    with_table(found)
    assert found.evaluate("document.documentElement.scrollWidth") <= width


# -- for everybody


@pytest.mark.parametrize("name", ["injected_fault", "swarm"])
@pytest.mark.thorough
def test_axe_finds_nothing_serious(shown, name):
    found = shown(EXAMPLES[name], "#event=e09", bypass_csp=True)
    with_table(found)
    assert serious(found) == []


@pytest.mark.parametrize("width", [320, 390, 830, 1920])
def test_nothing_is_wider_than_the_window_or_too_small_for_a_finger(shown, width):
    found = shown(EXAMPLES["human_intervention"], "#event=e05", width=width)
    found.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true; })")
    assert found.evaluate("document.documentElement.scrollWidth") <= width
    small = """[...document.querySelectorAll('button, select, summary, input[type=search], label')]
        .filter(node => node.checkVisibility() && node.getBoundingClientRect().height < 32).map(node => node.outerHTML)"""
    assert found.evaluate(small) == []


def test_the_focus_is_seen_wherever_it_goes(shown):
    found = shown(EXAMPLES["debate"], "#event=e05")
    assert focus_is_seen(found, 25) > 15


# -- a file of the reader's on the site


def choose(found, content, name="mine.json"):
    found.set_input_files("#file", {"name": name, "mimeType": "application/json", "buffer": content})


def test_a_chosen_file_is_drawn_and_sent_nowhere(opened, root):
    found = opened(f"{root}traces.html")
    assert text(found.locator("#example h2")).startswith("Injected fault")
    choose(found, EXAMPLES["swarm"])
    found.wait_for_selector("#own:not([hidden])")
    assert text(found.locator("#own-name")) == "mine.json"
    assert "Events 42" in text(found.locator("#own-facts"))
    assert "masrl trace draw FILE computes it" in text(found.locator("#drawing"))
    assert found.locator(".trace-legend", has_text="critical path").locator("label", has_text="critical path").count() == 0
    assert not found.locator("#example").is_visible()
    assert found.evaluate("document.activeElement.id") == "own-name"
    found.click("#back")
    assert found.locator("#example").is_visible()
    assert found.locator("#drawing label", has_text="critical path").count() == 1


def test_a_file_can_be_dropped_anywhere(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    drop = """([content, where]) => { const transfer = new DataTransfer();
        transfer.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
        const node = document.querySelector(where);
        for (const kind of ['dragover', 'drop'])
          node.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true })); }"""
    found.evaluate(drop, [EXAMPLES["debate"].decode(), "footer"])
    found.wait_for_selector("#own:not([hidden])")
    assert text(found.locator("#own-name")) == "dropped.json"


def test_the_zone_works_by_keyboard(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    files = {"name": "k.json", "mimeType": "application/json", "buffer": EXAMPLES["debate"]}
    found.on("filechooser", lambda chooser: chooser.set_files(files))
    found.wait_for_selector("#drawing .trace-stage")
    painted(found)  # by then the browser knows that somebody waits for its dialog
    found.focus("#file")
    assert found.locator("label[for=file]").evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    found.keyboard.press("Enter")
    found.wait_for_selector("#own:not([hidden])")


BROKEN = {
    "nothing": (b"", "The file is empty"),
    "no text": (b"\xff\xfe\x00\x01", "This is no text"),
    "cut off": (EXAMPLES["swarm"][:500], "This cannot be read"),
    "two traces": (b'{"events": [{"id": "a"}], "edges": []}\n' * 2, "This is more than one trace"),
    "a log": (b'{"a": 1}\n{"b": 2}\n', "This is no trace"),
    "a list": (b"[1, 2]", "This is no trace"),
    "no events": (b'{"resourceSpans": []}', "This is no trace"),
    "empty": (b'{"events": []}', "The trace is empty"),
    "another version": (EXAMPLES["swarm"].replace(b'"schema_version": "2.0"', b'"schema_version": "3.0"'), "A version that is not known"),
    "deep": (b"[" * 200_000, "This cannot be read"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_cannot_be_drawn_is_refused_in_words(opened, on_disk, case):
    content, message = BROKEN[case]
    found = opened(f"{on_disk}traces.html")
    choose(found, content, "bad <b>.json")
    found.wait_for_selector("#fault:not([hidden])")
    assert text(found.locator("#fault-head")) == f"{message}: bad <b>.json"
    assert text(found.locator("#fault-found"))
    assert found.evaluate("document.activeElement.id") == "fault"
    assert found.locator("#example").is_visible()
    found.click("#fault-close")
    assert not found.locator("#fault").is_visible()


def test_a_file_that_is_too_large_is_not_read(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    found.evaluate("TraceReading.MOST_BYTES = 1000")
    choose(found, EXAMPLES["swarm"])
    found.wait_for_selector("#fault:not([hidden])")
    assert text(found.locator("#fault-head")) == "The file is too large: mine.json"


def test_what_is_odd_in_a_file_is_noted_and_the_rest_drawn(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    value = {"events": [{"id": "a", "agent": "x"}, 7, {"t": 1}], "edges": [{"src": "a", "dst": "z"}], "costs": {"tokens": "many"}}
    choose(found, json.dumps(value).encode())
    found.wait_for_selector("#own:not([hidden])")
    notes = [text(item) for item in found.locator("#own-notes li").all()]
    assert notes == [
        "1 edge ends at events that do not exist and is not drawn", "1 event has no time and stands behind the event before",
        "1 item among the events is no object and left out",
    ]  # fmt: skip


def own(found, value):
    """The facts and the notes of a dropped file."""
    choose(found, json.dumps(value).encode())
    found.wait_for_selector("#own:not([hidden])")
    facts = {text(one.locator("dt")): text(one.locator("dd")) for one in found.locator("#own-facts div").all()}
    return facts, [text(item) for item in found.locator("#own-notes li").all()]


def test_of_a_dropped_file_the_same_is_told_as_of_an_example(opened, on_disk):
    facts, _ = own(opened(f"{on_disk}traces.html"), json.loads(EXAMPLES["swarm"]))
    assert facts["Rewards"] == "f1 0.83, speedup 0.4, finish_rate 1, part_found 0 to 1 (6 values)"
    assert facts["Clock"] == "seconds since 2026-03-02T09:00:00+00:00"
    assert facts["Tokens, as stated"] == "25,070"


def test_what_a_dropped_file_cannot_say_is_unknown_and_what_is_large_is_short(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    value = trace(events=[event("a", 1)], costs={"tokens": 0, "wall_clock_s": 0}, provenance={"missing": ["tokens", "wall_clock_s"]})
    facts, _ = own(found, value)
    assert (facts["Tokens, as stated"], facts["Wall clock, as stated"]) == ("unknown", "unknown")
    found.reload()
    facts, _ = own(found, trace(events=[event("a", 1)], costs={"tokens": 1e299, "wall_clock_s": 1234567.8}))
    assert (facts["Tokens, as stated"], facts["Wall clock, as stated"]) == ("1e+299", "1,234,568 s")


def test_rewards_of_a_dropped_file_are_told_whatever_their_size(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    facts, _ = own(found, trace(events=[event("a", 1)], rewards={"x": 0.1, "big": 1.7e308}))
    assert facts["Rewards"] == "x 0.1, big 1.7e+308"
    assert text(found.locator("#dropped")) == "mine.json is drawn: 1 event."


def test_a_blank_name_is_seen(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    names = ["", "  ", "\u2800\u3164", "\u200b", "a"]
    told = found.evaluate("names => names.map((name) => TraceReading.called(name, 9))", names)
    assert told == ['""', '"  "', '"\u2800\u3164"', "<U+200B>", "a"]


def test_a_circle_in_a_dropped_file_is_noted(opened, on_disk):
    edges = [edge("s", "a"), edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "z")]
    value = trace(events=[event(name, n) for n, name in enumerate("sabcz")], edges=edges)
    _, notes = own(opened(f"{on_disk}traces.html"), value)
    (note,) = notes
    around = note.removeprefix("edges lead in a circle, which cannot be: ").split(" → ")
    assert around in (["a", "b", "c", "a"], ["b", "c", "a", "b"], ["c", "a", "b", "c"])


def test_numbers_are_worded_as_the_commands_word_them(opened, on_disk):
    chance = random.Random(3)
    values = [0, 1, -1, 0.5, 12345.6, 99999.5, 0.00012345, 0.000099999, 1e15, 1e299, -2.5e-7, 123456789, 9999.96]
    values += [chance.uniform(-1, 1) * 10 ** chance.randint(-9, 18) for _ in range(300)]
    found = opened(f"{on_disk}traces.html")
    assert found.evaluate("values => values.map(TraceReading.brief)", values) == [measures.number(value) for value in values]


def test_a_trace_that_breaks_the_schema_is_drawn(opened, tmp_path):
    events = [event("a", 1, status="failed"), event("b", 2, "tool-call", tokens=3), {"id": "c", "t": "late"}]
    content = json.dumps(
        trace(schema_version="2.0", events=events, edges=[{"from": "a", "to": "b"}], token_basis={"cached": True})
    ).encode()
    read, saved = loading.load(content, "run.json"), salvage.salvaged(json.loads(content))
    path = tmp_path / "run.html"
    path.write_text(page.text(saved.timeline, data.document(content), read.problems, saved), encoding="utf-8")
    found = opened(path.as_uri())
    found.wait_for_selector(".trace-stage canvas")
    with_table(found)
    assert found.locator(".trace-table tbody th").all_inner_texts() == ["a", "b", "c"]
    assert "errors of the checker" in text(found.locator(".trace-problems summary"))
    assert "not computed" in text(found.locator(".trace-facts"))


def test_an_attack_in_a_dropped_file_is_text(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    choose(found, json.dumps(attack()).encode(), "\u202e<img src=x onerror=alert(1)>.json")
    found.wait_for_selector("#own:not([hidden])")
    assert found.locator("main img").count() == 0
    assert text(found.locator("#own-name")) == "<U+202E><img src=x onerror=alert(1)>.json"
    assert "</title><script>alert(2)</script>" in text(found.locator("#own-facts"))
    assert found.evaluate("({}).polluted") is None
