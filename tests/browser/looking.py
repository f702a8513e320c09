"""What the tests in a browser share: what they open, what they wait for, and what they see."""

import json
import time

import pytest

PATIENCE = 30
"""Seconds for what takes a moment: a machine that does other things besides is slow now and then, and that is no fault."""


def written(files, folder):
    """Write files of a site and return the address of its root on disk."""
    for path, content in files:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return f"{(folder / 'site').as_uri()}/"


# -- waiting: for what is awaited, never for a time


def until(page, holds, told):
    """Wait for something to hold."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            pytest.fail(f"never came true: {told}")
        page.wait_for_timeout(20)


def eventually(page, expression):
    """Wait for an expression to hold; what Playwright offers for it is refused by the policy of some pages."""
    until(page, lambda: page.evaluate(expression), expression)


def painted(page):
    """Wait until what was asked for before is drawn, and what the drawing left for later is done."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def rested(page, text):
    """Wait until a search on the Browse page has come to rest, which its address tells."""
    eventually(page, f"(new URLSearchParams(location.hash.slice(2)).get('q') ?? '') === {json.dumps(text)}")
    painted(page)


# -- seeing


def text(locator):
    """What an element says, its blanks folded."""
    return " ".join(locator.inner_text().split())


def colors(page):
    """How many colors the drawing of a run shows."""
    return page.evaluate(
        """() => { const node = document.querySelector('.trace-stage canvas');
            const pixels = new Uint32Array(node.getContext('2d').getImageData(0, 0, node.width, node.height).data.buffer);
            return new Set(pixels).size; }"""
    )


PICTURE = "document.querySelector('.trace-stage canvas').toDataURL()"
"""The drawing of a run, to be compared with another one."""


def picture(page):
    return page.evaluate(PICTURE)


def focus_is_seen(page, steps):
    """Go on from one control to the next, each of which must show that it has the focus, and return how many there were."""
    reached, look = set(), "[document.activeElement.outerHTML, getComputedStyle(document.activeElement).outlineStyle !== 'none']"
    for _ in range(steps):
        page.keyboard.press("Tab")
        focused, seen = page.evaluate(look)
        if not focused.startswith("<body"):
            assert seen, focused
            reached.add(focused)
    return len(reached)


def with_table(page):
    """Open the table of a trace, whose rows are made when the browser tells that it is open, and return the page once they are there."""
    page.locator(".trace-table summary").press("Enter")  # which the panel of an event, open over it in a narrow window, does not catch
    page.locator(".trace-table tbody tr").first.wait_for()
    return page
