"""A real Chromium, and the site as readers meet it: opened from disk, and on a server under a sub-path."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from looking import written

sys.path.insert(0, str(Path(__file__).parents[1]))

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
HOW = "needs Chromium: apt-get install chromium, or set CHROMIUM to its path; and playwright: pip install -r requirements-dev.lock"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
SUB_PATH = "/some/where"


missing = pytest.fail if os.environ.get("CI") else pytest.skip
"""The gate may not pass over these tests; a person's machine may."""


@pytest.fixture(scope="session")
def chromium():
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing(HOW)
    if path is None or not Path(path).is_file():
        missing(HOW)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def on_disk(tmp_path_factory):
    from exports_pool import published

    from pipeline.outputs import site

    return written(site.files(published()), tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="session")
def hostile_on_disk(tmp_path_factory):
    """The Browse page alone, of a pool with hostile texts."""
    from exports_pool import hostile

    from pipeline.outputs.site import browse, shell

    return written((*shell.files(hostile()), *browse.files(hostile())), tmp_path_factory.mktemp("hostile"))


class Handler(SimpleHTTPRequestHandler):
    """Serves the site below a sub-path and nothing above it, as a project page does."""

    def translate_path(self, path):
        return super().translate_path(path.removeprefix(SUB_PATH)) if path.startswith(f"{SUB_PATH}/") else "/nowhere"

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def on_server(on_disk):
    folder = on_disk.removeprefix("file://")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["disk", pytest.param("sub-path", marks=pytest.mark.thorough)])
def root(request):
    """The address of the site's root, both ways."""
    return request.getfixturevalue("on_disk" if request.param == "disk" else "on_server")


class Contexts(dict):
    """Contexts of Chromium by their options; making one takes longer than most tests, so each is made once."""

    def __init__(self, browser):
        self.browser = browser

    def __missing__(self, options):
        self[options] = self.browser.new_context(**dict(options))
        return self[options]

    def close(self):
        for context in self.values():
            context.close()


@pytest.fixture(scope="session")
def contexts(chromium):
    made = Contexts(chromium)
    yield made
    made.close()


LEFT = "net::ERR_ABORTED"
"""What was still on its way when the reader went on to another page."""


def listened_to(page, address, complaints):
    """Write down what a page complains of on its console or in its network, and whom it asks who is not of the site."""
    page.set_default_timeout(30_000)
    page.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: request.failure != LEFT and complaints.append(f"{request.url}: {request.failure}"))
    page.on("request", lambda request: is_foreign(request.url, address) and complaints.append(f"asked {request.url}"))


def set_out(page, width, height, theme):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)


@pytest.fixture
def opened(contexts):
    """Open pages; whatever their console or their network complains of fails the test.

    ``missing`` names a file that does not arrive, as on a broken line.
    """
    complaints, pages = [], []

    def open_page(address, *, width=1440, height=900, theme="light", missing="", **options):
        context = contexts[tuple(sorted((name, tuple(value) if isinstance(value, list) else value) for name, value in options.items()))]
        page = context.new_page()
        pages.append(page)
        set_out(page, width, height, theme)
        listened_to(page, address, complaints)
        if options.get("permissions"):
            context.grant_permissions(list(options["permissions"]))
        if missing:
            page.route(f"**/{missing}", lambda route: route.abort())
        page.goto(address)
        return page

    open_page.complaints = complaints
    yield open_page
    for page in pages:
        if not page.is_closed():
            page.evaluate("try { localStorage.clear() } catch { /* a page from disk may have none */ }")
            page.close()
        page.context.clear_permissions()
    assert not complaints


@pytest.fixture(scope="module")
def kept(contexts):
    """Open pages that stay open, for tests that only look, or that say all that they look at."""
    complaints, pages = [], {}

    def page_at(address, *, width=1440, height=900, theme="light", **options):
        asked = address, *sorted(options.items())
        if asked not in pages:
            pages[asked] = contexts[asked[1:]].new_page()
            listened_to(pages[asked], address, complaints)
            set_out(pages[asked], width, height, theme)
            pages[asked].goto(address)
        set_out(pages[asked], width, height, theme)
        return pages[asked]

    yield page_at
    for page in pages.values():
        page.close()
    assert not complaints


def is_foreign(url, address):
    folder = address.split("#")[0].rpartition("/")[0]
    return not url.startswith(("data:", "blob:", folder.removesuffix("/papers").removesuffix("/gaps").removesuffix("/traces")))
