"""The door to arXiv's interface: one page at a time, evenly spaced, asked for again where that may help.

The ``arxiv`` package by itself sets no time-out, ignores ``Retry-After`` and asks three times whatever the server said.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import requests

from . import pages
from .courtesy import Clock, Patience, retry_after
from .deadlines import Late, within
from .endpoint import redirected
from .failures import Passing, Upstream, faults_named
from .guard import Unfollowing
from .pages import NoAnswer, Page

MOST_BYTES = 20_000_000
"""A page of 100 entries has some 300,000."""
_FINAL = {400, 404, 414}
_PASSING = {403, 406, 408, 425, 429}
"""What arXiv's servers were seen to answer in busy hours, though by itself some of it says that asking again is no use."""
_REDIRECTS = 5


class _Response(NamedTuple):
    """What the ``arxiv`` package looks at."""

    status_code: int
    content: bytes


class Door:
    """Fetches pages one at a time, evenly spaced, and lets through only what is a whole answer.

    What the ``arxiv`` package takes for its session.
    """

    def __init__(
        self, agent: str, today: date, patience: Patience, clock: Clock, told: Callable[[str], None] = lambda _: None
    ) -> None:  # fmt: skip
        self._today = today
        self._patience = patience
        self._clock = clock
        self._told = told
        self._session = Unfollowing()
        self._session.headers.update({"User-Agent": agent, "Accept": "application/atom+xml"})
        self._last: float | None = None
        self.pages: list[Page] = []
        """Those that came through since this list was emptied."""

    def get(self, url: str, headers: object = None) -> _Response:
        """Return a page, asking again for what may pass. Raises Upstream. ``headers`` are the package's own and not sent."""
        for failures in range(1, self._patience.tries + 1):
            try:
                return self._page(url)
            except Passing as fault:
                if failures >= min(self._patience.tries, fault.tries or self._patience.tries):
                    raise Upstream(f"{fault} (asked {failures} times)", passing=True) from fault
                self._wait(fault, failures)
        raise AssertionError("a page is asked for at least once")

    def _keep_distance(self) -> None:
        if self._last is not None:
            remaining = self._last + self._patience.delay - self._clock.now()
            if remaining > 0:
                self._clock.sleep(remaining)

    def _wait(self, fault: Passing, failures: int) -> None:
        seconds = max(self._patience.wait_after(failures), fault.after or 0.0)
        if seconds > self._patience.longest_wait:
            raise Upstream(f"{fault}, and asks to wait {seconds:,.0f} seconds", passing=True) from fault
        self._told(f"{fault}; asking again in {seconds:.0f} s")
        self._clock.sleep(seconds)

    def _page(self, url: str) -> _Response:
        content = self._body(url)
        try:
            page = pages.read(content, self._today)
        except NoAnswer as fault:
            if fault.passing:
                raise Passing(f"arXiv sent {fault}") from fault
            raise Upstream(f"arXiv sent {fault}", passing=False) from fault
        start = int(parse_qs(urlsplit(url).query).get("start", ["0"])[0])
        if page.entries == 0 and (page.total > start or start):
            raise Passing(f"arXiv sent a page without entries, though {_promised(page.total, start)}")
        self.pages.append(page)
        return _Response(200, page.content)

    def _body(self, url: str) -> bytes:
        """Return the body of a successful answer, following redirects that stay on the server."""
        address = url
        for _ in range(_REDIRECTS + 1):
            with faults_named():
                found = self._asked(address)
            if isinstance(found, bytes):
                return found
            address = found
        raise Upstream(f"arXiv redirected more than {_REDIRECTS} times", passing=False)

    def _asked(self, address: str) -> bytes | str:
        """Return a body, or the address to which the server sends on."""
        self._keep_distance()
        limits, whole = (self._patience.connect, self._patience.read), self._patience.whole
        try:
            with within(whole), self._session.get(address, timeout=limits, stream=True, allow_redirects=False) as got:
                if got.is_redirect:
                    return redirected(address, got.headers.get("Location", ""))
                self._refuse_status(got)
                return self._read(got)
        except Late as error:
            raise Passing(f"arXiv did not finish a page within {whole:.0f} seconds") from error
        finally:
            self._last = self._clock.now()

    def _refuse_status(self, got: requests.Response) -> None:
        status = got.status_code
        if status == 200:
            return
        said = pages.message(self._read(got)) if status in _FINAL else ""
        message = f"arXiv answered {status}" + (f": {said}" if said else "")
        if status in _PASSING or status >= 500 or status < 300:
            raise Passing(message, retry_after(got.headers.get("Retry-After"), datetime.now(UTC)))
        raise Upstream(message, passing=False)

    def _read(self, got: requests.Response) -> bytes:
        """Return the body, read as it arrives, so that one without end is noticed."""
        content = bytearray()
        while chunk := got.raw.read1(65_536, decode_content=True):
            content += chunk
            if len(content) > MOST_BYTES:
                raise Upstream(f"arXiv sent more than {MOST_BYTES:,} bytes", passing=False)
        return bytes(content)


def _promised(total: int, start: int) -> str:
    """Say why a page could not be empty; a later page is only asked for where an earlier one promised it."""
    return f"it has {total} and {start} came" if total > start else f"it had promised more than the {start} that came"
