"""Drawings of runs that are too long, too large in their numbers, or not what the page's script expects: never an empty page."""

import json

import pytest
from looking import colors, painted, with_table
from traces_values import edge, event, loaded, trace

from pipeline import look
from pipeline.traces.drawing import data, page

pytestmark = pytest.mark.thorough

TOO_MANY = b'{"events": [' + b"{}," * 200_000 + b"{}]}"
NO_NUMBER = "(() => [...document.body.innerText.matchAll(/NaN|Infinity|undefined/g)].map(String))()"


def drawn(value):
    read = loaded(value)
    return page.text(read.timeline, data.document(json.dumps(value).encode()), read.problems)


@pytest.fixture
def shown(opened, tmp_path):
    """Open a page from disk."""

    def show(text):
        path = tmp_path / "run.html"
        path.write_text(text, encoding="utf-8")
        return opened(path.as_uri())

    return show


def with_data(said):
    """The page of a small run in which something else stands as its data."""
    text = drawn(trace(events=[event("a", 1)]))
    head, _, rest = text.partition('id="data">')
    return f'{head}id="data">{said}{rest[rest.index("</script>") :]}'


def test_a_run_that_is_too_long_says_so_in_place_of_the_drawing(shown):
    found = shown(with_data(f'{{"trace": {TOO_MANY.decode()}, "critical": [], "path": ""}}'))
    notice = found.locator(".if-failed")
    notice.wait_for()
    assert notice.inner_text().split(". ") == [
        "The trace is too long to be drawn",
        "It has 200,001 events; at most 200,000 are drawn",
        "masrl trace report FILE measures it all the same.",
    ]


def test_a_script_that_fails_is_told_and_leaves_no_empty_page(shown, opened):
    found = shown(with_data("{"))
    found.wait_for_selector(".if-failed")
    assert found.locator(".if-failed").inner_text() == "The drawing could not start in this browser."
    assert [complaint.partition(":")[0] for complaint in opened.complaints] == [
        "Expected property name or '}' in JSON at position 1 (line 1 column 2)"
    ]
    opened.complaints.clear()


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("throw new Error('early')", "failed"),
        ("dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))", "js"),
        ("addEventListener('load', () => { throw new Error('late') })", "js"),
    ],
)
def test_any_page_whose_script_fails_before_it_has_begun_shows_what_it_shows_without(shown, opened, script, found):
    seen = shown(f"<!doctype html><script>{look.text('theme.js')}</script><p>Text<script>{script}</script>")
    painted(seen)
    assert seen.evaluate("document.documentElement.className") == found
    assert len(opened.complaints) == script.count("throw")
    opened.complaints.clear()


def test_the_site_refuses_a_run_that_is_too_long(opened, on_disk):
    found = opened(f"{on_disk}traces.html")
    found.set_input_files("#file", {"name": "long.json", "mimeType": "application/json", "buffer": TOO_MANY})
    found.wait_for_selector("#fault:not([hidden])")
    assert found.inner_text("#fault-head") == "The trace is too long to be drawn: long.json"
    assert found.inner_text("#fault-found") == "It has 200,001 events; at most 200,000 are drawn."


TIMES = {
    "up to where sums are no numbers": (0, 5e299, 9.9e299),
    "beyond": (0, 1, 1e300, 1.7e308, 1e305),
    "all beyond": (1e300, 1.7e308),
    "closer than any scale": (0, 1e-310, 5e-324),
    "close and far": (1e15, 1e15 + 1, 1e299),
}


@pytest.mark.parametrize("unit", ["seconds", "ordinal"])
@pytest.mark.parametrize("case", TIMES)
def test_extreme_numbers_are_drawn_and_shown_as_numbers(shown, case, unit):
    times = TIMES[case]
    events = [
        event(f"e{n}", t, "message", f"agent {n % 2}", tokens={"in": 2**53 - 1, "out": 1}, rewards={"team": 1e299})
        for n, t in enumerate(times)
    ]
    edges = [edge("e0", "e1")] if times[0] < times[1] else []
    costs = {"tokens": 1e300, "wall_clock_s": 1.7e308}
    value = trace(events=events, edges=edges, costs=costs, schema_version="2.0", clock={"unit": unit})
    found = shown(drawn(value))
    found.wait_for_selector(".trace-stage canvas")
    found.focus(".trace-stage")
    for key in ("ArrowRight", "Enter", "+", "+", "-", "0", "ArrowRight", "ArrowDown"):
        found.keyboard.press(key)
    with_table(found)
    painted(found)
    assert colors(found) > 20
    assert found.evaluate(NO_NUMBER) == []
    widths = found.evaluate("[document.querySelector('.trace-space').style.width, document.querySelector('.trace-stage').scrollWidth]")
    assert widths[0].endswith("px")
    assert widths[1] < 8_000_001
    order = found.locator(".trace-table tbody th").all_inner_texts()
    assert order == [f"e{n}" for n, _ in sorted(enumerate(times), key=lambda one: one[1])]
    notes = found.locator("main > .notice:not(.if-failed)").all_inner_texts()
    large = sum(t >= 1e300 for t in times)
    told = f"{large} events have times of 1e300 or more, which no axis reaches, and stand behind the event before."
    assert notes == ([told] if large else [])
