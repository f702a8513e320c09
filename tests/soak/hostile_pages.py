"""Every page of a site in Chromium under its own policy: no script of the data runs, no complaint, nothing wider than the window."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outcome import TESTS, Outcome

WIDTHS = (1280, 390)
_WIDER = """() => { const root = document.scrollingElement, most = root.clientWidth; if (root.scrollWidth <= most + 1) return ''
  for (const node of document.querySelectorAll('body *')) { const box = node.getBoundingClientRect()
    if (box.right > most + 1 && box.width) { let up = node.parentElement, kept = false
      for (; up && up !== document.body; up = up.parentElement) { const shown = getComputedStyle(up).overflowX
        if (shown !== 'visible') { kept = true; break } }
      const tag = `<${node.tagName.toLowerCase()} class="${node.className}">`
      if (!kept) return `${root.scrollWidth} px in ${most}: ${tag} ${node.textContent.trim().slice(0, 60)}` } }
  return `${root.scrollWidth} px in ${most}` }"""
"""What is wider than the window, by the first element that sticks out and that nothing around it clips or scrolls."""
_RAN = "() => window.__ran ?? null"


def opened(pages: Sequence[Path], outcome: Outcome) -> int:
    """Open each page at each width, and return how many there were; without a browser that is a fault, unless none is to be opened."""
    if not pages:
        return 0
    browser = _conftest()
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, browser.NAMES)), None)
    if not outcome.expect(path is not None, browser.HOW):
        return 0
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=browser.ARGUMENTS)
        page, complaints = chromium.new_context().new_page(), []
        page.set_default_timeout(60_000)
        page.on("console", lambda said: said.type in {"error", "warning"} and complaints.append(f"console: {said.text[:300]}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {str(error)[:300]}"))
        page.on("dialog", lambda dialog: (complaints.append(f"a dialog: {dialog.message[:80]}"), dialog.dismiss()))
        page.on("requestfailed", lambda asked: complaints.append(f"{asked.url[:120]}: {asked.failure}"))
        page.on("request", lambda asked: asked.url.startswith(("http:", "https:", "ws")) and complaints.append(f"asked {asked.url[:120]}"))
        for file in pages:
            complaints.clear()
            for fault in (*_faults(page, file), *complaints):
                outcome.expect(False, f"{file.name}: {fault}")
            outcome.tried += 1
        chromium.close()
    return len(pages)


def _faults(page: Any, file: Path) -> list[str]:
    found = []
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    page.goto(file.as_uri())
    page.wait_for_load_state("networkidle")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(50)
        if wider := page.evaluate(_WIDER):
            found.append(f"wider than the window: {wider}")
    if (ran := page.evaluate(_RAN)) is not None:
        found.append(f"a script of the data ran: {ran}")
    return found


def _conftest() -> Any:
    """Return how the tests open a browser."""
    sys.path.append(str(TESTS / "browser"))  # for what it imports
    spec = importlib.util.spec_from_file_location("browser_conftest", TESTS / "browser" / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
