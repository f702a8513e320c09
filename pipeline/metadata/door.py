"""The door to arXiv's interface: one page at a time, evenly spaced, asked for again where that may help.

The ``arxiv`` package by itself sets no time-out, ignores ``Retry-After`` and asks three times whatever the server said.
"""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import NamedTuple
from urllib.parse import parse_qs, urljoin, urlsplit

import requests
import urllib3

from ..errors import CallFault, SurveyError
from . import pages
from .courtesy import Clock, Patience, retry_after
from .deadlines import Late, within
from .guard import Unfollowing
from .pages import NoAnswer, Page

ENDPOINT = "https://export.arxiv.org/api/query"
MOST_BYTES = 20_000_000
"""A page of 100 entries has some 300,000."""
_FINAL = {400, 404, 414}
_PASSING = {403, 406, 408, 425, 429}
"""What arXiv's servers were seen to answer in busy hours, though by itself some of it says that asking again is no use."""
_REDIRECTS = 5


class Upstream(SurveyError):  # noqa: N818 -- the server's state, not an error of the program
    """arXiv gave no usable answer."""

    def __init__(self, message: str, *, passing: bool) -> None:
        super().__init__(message)
        self.passing = passing
        """Whether it may answer later; otherwise the question itself is at fault."""


class _Passing(Exception):  # noqa: N818 -- steers the loop
    """A failure after which the same page is asked for again."""

    def __init__(self, message: str, after: float | None = None, *, tries: int | None = None) -> None:
        super().__init__(message)
        self.after = after
        """Seconds that the server asked to wait."""
        self.tries = tries
        """How often the page is asked for at most; None where patience alone decides."""


class _Response(NamedTuple):
    """What the ``arxiv`` package looks at."""

    status_code: int
    content: bytes


def checked_endpoint(text: str) -> str:
    """Return the address of an interface that speaks as arXiv does; raises CallFault where the text is none."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or re.search(r"[\s{}?#@]", text) or not text.isascii():
        raise CallFault(f"{text!r} is no address of an interface; write it as {ENDPOINT}")
    return text


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
            except _Passing as fault:
                if failures >= min(self._patience.tries, fault.tries or self._patience.tries):
                    raise Upstream(f"{fault} (asked {failures} times)", passing=True) from fault
                self._wait(fault, failures)
        raise AssertionError("a page is asked for at least once")

    def _keep_distance(self) -> None:
        if self._last is not None:
            remaining = self._last + self._patience.delay - self._clock.now()
            if remaining > 0:
                self._clock.sleep(remaining)

    def _wait(self, fault: _Passing, failures: int) -> None:
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
                raise _Passing(f"arXiv sent {fault}") from fault
            raise Upstream(f"arXiv sent {fault}", passing=False) from fault
        start = int(parse_qs(urlsplit(url).query).get("start", ["0"])[0])
        if page.entries == 0 and (page.total > start or start):
            raise _Passing(f"arXiv sent a page without entries, though {_promised(page.total, start)}")
        self.pages.append(page)
        return _Response(200, page.content)

    def _body(self, url: str) -> bytes:
        """Return the body of a successful answer, following redirects that stay on the server."""
        address = url
        for _ in range(_REDIRECTS + 1):
            with _faults_named():
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
                    return _redirected(address, got.headers.get("Location", ""))
                self._refuse_status(got)
                return self._read(got)
        except Late as error:
            raise _Passing(f"arXiv did not finish a page within {whole:.0f} seconds") from error
        finally:
            self._last = self._clock.now()

    def _refuse_status(self, got: requests.Response) -> None:
        status = got.status_code
        if status == 200:
            return
        said = pages.message(self._read(got)) if status in _FINAL else ""
        message = f"arXiv answered {status}" + (f": {said}" if said else "")
        if status in _PASSING or status >= 500 or status < 300:
            raise _Passing(message, retry_after(got.headers.get("Retry-After"), datetime.now(UTC)))
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


def _redirected(address: str, location: str) -> str:
    """Return where a redirect leads. Raises Upstream where it leaves the server, other than within arxiv.org."""
    try:
        target = urljoin(address, location)
        old, new = urlsplit(address), urlsplit(target)
    except ValueError as error:
        raise Upstream("arXiv redirected to what is no address", passing=False) from error
    same = new.hostname == old.hostname or all(f".{parts.hostname}".endswith(".arxiv.org") for parts in (old, new))
    if not same or new.scheme not in ("https", old.scheme):
        raise Upstream(f"arXiv redirected to another server, {new.hostname or 'none'}", passing=False)
    return target


UNREACHABLE = "arXiv cannot be reached: there is no network, or none that knows the way"
"""What is said where no name is resolved or no route leads on; waiting for long helps nobody there."""
_NO_ROUTE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN}


def _has_no_way(error: BaseException) -> bool:
    """Say whether a request ended before it found the server: its name was not resolved, or no route leads there."""
    seen: set[int] = set()
    left: list[object] = [error]
    while left:
        one = left.pop()
        if not isinstance(one, BaseException) or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, socket.gaierror | urllib3.exceptions.NameResolutionError) or getattr(one, "errno", None) in _NO_ROUTE:
            return True
        left += [one.__cause__, one.__context__, getattr(one, "reason", None), *one.args]
    return False


@contextmanager
def _faults_named() -> Iterator[None]:
    """Turn what the libraries raise into what is asked again and what is not."""
    try:
        yield
    except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError) as error:
        raise _Passing("arXiv did not answer in time") from error
    except requests.exceptions.SSLError as error:
        raise Upstream("the server's certificate is not trusted", passing=False) from error
    except (requests.exceptions.ConnectionError, urllib3.exceptions.HTTPError) as error:
        if _has_no_way(error):
            raise _Passing(UNREACHABLE, tries=2) from error
        raise _Passing("the connection to arXiv failed or broke off") from error
    except (requests.exceptions.RequestException, ValueError) as error:
        raise Upstream(f"arXiv cannot be asked: {error}", passing=False) from error
