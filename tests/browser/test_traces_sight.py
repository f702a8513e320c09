"""What can be made out in the drawing of a run: the critical path among other things, and all of it on a narrow screen."""

import json

import pytest
from looking import eventually, painted, picture, with_table
from test_traces import EXAMPLES, WIDE, shown, wide
from traces_values import edge, event, trace

__all__ = ["shown"]

pytestmark = pytest.mark.thorough

# -- the critical path, and what stands in its way

LEAD = 52  # the middle of the first lane, in pixels from the top of the drawing
IN_COLUMN = """(share) => { const node = document.querySelector('.trace-stage canvas');
    const [width, ratio] = [node.clientWidth, devicePixelRatio];
    const gutter = Math.round(Math.min(260, Math.max(92, width * 0.18)));
    const x = gutter + 28 + share * (width - gutter - 56 - 12);
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    Object.assign(pen.canvas, { width: 2, height: node.height });
    pen.drawImage(node, -Math.round(x * ratio), 0);
    pen.fillStyle = getComputedStyle(node).getPropertyValue('--mark').trim();
    pen.fillRect(1, 0, 1, 1);
    const { data } = pen.getImageData(0, 0, 2, node.height);
    const like = (y) => [0, 1, 2].every((part) => data[8 * y + part] === data[4 + part]);
    return [...Array(node.height).keys()].filter(like).map((y) => y / ratio); }"""


def path_at(found, share):
    """Where the critical path crosses a column of the drawing, at a share of the run's length: pixels from the top."""
    return found.evaluate(IN_COLUMN, share)


def run(events, edges=()):
    return json.dumps(trace(events=events, edges=[edge(*ends) for ends in edges])).encode()


def test_by_time_the_path_runs_along_the_work_of_its_first_event(shown):
    found = shown(run([event("a", 6, agent="lead", t_start=0), event("b", 8, agent="lead", t_start=6)], [("a", "b")]))
    for share in (0.1, 0.4, 0.9):
        assert any(abs(y - LEAD) < 3 for y in path_at(found, share))


def test_where_another_lane_begins_to_work_the_path_runs_there(shown):
    events = [event("a", 2, agent="lead", t_start=0), event("b", 8, agent="other", t_start=2)]
    found = shown(run(events, [("a", "b")]))
    assert all(abs(y - LEAD - 38) < 3 for y in path_at(found, 0.6))
    assert path_at(found, 0.6)


def test_by_order_the_path_goes_around_what_is_not_on_it(shown):
    events = [event("a", 2, agent="lead", t_start=0), event("x", 3, agent="lead", t_start=3), event("c", 9, agent="lead", t_start=3)]
    found = shown(run(events, [("a", "c"), ("a", "x")]))
    found.select_option(".trace-bar select", "order")
    painted(found)
    crossed = path_at(found, 0.5)
    assert crossed
    assert all(y > LEAD + 9 for y in crossed)


def test_where_the_path_crosses_another_mark_it_is_broken(shown):
    events = [event("a", 4, agent="lead", t_start=0), event("x", 4, agent="mid"), event("c", 8, agent="low", t_start=4)]
    found = shown(run(events, [("a", "c")]))
    crossed = path_at(found, 0.5)
    assert crossed
    assert not [y for y in crossed if abs(y - LEAD - 38) < 9]


def test_a_search_dims_the_path_as_well(shown):
    found = shown(run([event("a", 6, agent="lead", t_start=0), event("b", 8, agent="lead", t_start=6)], [("a", "b")]))
    assert path_at(found, 0.4)
    found.fill(".trace-find input", '"b"')
    painted(found)
    assert not path_at(found, 0.4)


def test_an_edge_too_short_to_be_seen_leaves_no_hook(shown):
    events = [event("a", 0, agent="lead"), event("b", 1, agent="lead"), event("c", 300, agent="lead")]
    assert picture(shown(run(events, [("a", "b")]))) == picture(shown(run(events)))
    assert picture(shown(run(events, [("b", "c")]))) != picture(shown(run(events)))
    tied = [event("a", 1, agent="lead"), event("b", 1, agent="lead"), event("c", 2, agent="lead")]
    assert picture(shown(run(tied, [("a", "b")]))) == picture(shown(run(tied)))


# -- narrow screens


def test_on_a_narrow_screen_a_run_opens_with_marks_apart_and_a_strip_of_the_whole(shown):
    found = shown(EXAMPLES["swarm"], width=400)
    strip = found.locator(".trace-overview")
    assert strip.is_visible()
    assert wide(found) > 2 * found.evaluate("document.querySelector('.trace-stage').clientWidth")
    box = strip.bounding_box()
    found.mouse.click(box["x"] + box["width"] - 8, box["y"] + 6)
    eventually(found, f"(({{ scrollLeft, clientWidth }}) => scrollLeft + clientWidth === {WIDE})(document.querySelector('.trace-stage'))")
    found.click("text=Whole run")
    painted(found)
    assert not strip.is_visible()
    assert not shown(EXAMPLES["swarm"], width=1440).locator(".trace-overview").is_visible()


def test_a_finger_on_the_name_of_an_agent_is_told_all_of_it(shown):
    name = "a_very_long_name_of_an_agent_that_no_gutter_holds"
    found = shown(run([event("a", 1, agent=name, role="critic"), event("b", 2, agent=name)]), width=400)
    box = found.locator(".trace-stage").bounding_box()
    found.mouse.click(box["x"] + 30, box["y"] + LEAD)
    assert found.inner_text(".trace-tip").startswith(f"{name}, role critic")


def test_the_table_breaks_neither_words_nor_numbers_and_scrolls_in_its_box(shown):
    found = shown(EXAMPLES["swarm"], width=400)
    with_table(found)
    lines = """[...document.querySelectorAll('.trace-table th, .trace-table td:first-child, .trace-table td.number')].filter(node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(box => Math.round(box.bottom / 6))).size > 1; }).map(node => node.innerText)"""
    assert found.evaluate(lines) == []
    box = found.locator(".trace-table .table")
    assert box.evaluate("node => node.scrollWidth > node.clientWidth")
    box.focus()
    assert found.evaluate("document.activeElement.getAttribute('aria-label')") == "All events"
    assert found.evaluate("document.documentElement.scrollWidth") <= 400
