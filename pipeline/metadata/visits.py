"""One visit to one address: ask for the head, then for the page, follow redirects, and say what came of it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from .. import identifiers
from . import guard
from .courtesy import Clock, Patience, retry_after
from .deadlines import Late, within
from .guard import Forbidden

Verdict = Literal["ok", "redirected", "blocked", "dead", "malformed", "unreachable"]
VERDICTS: tuple[Verdict, ...] = ("dead", "malformed", "unreachable", "blocked", "redirected", "ok")
"""From what needs an answer to what needs none."""
GONE = {404, 410}
_PERMANENT = {301, 308}
_HOPS = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a visit."""

    verdict: Verdict
    """``dead`` means gone this time; only a second visit confirms it."""
    detail: str = ""
    """The status, or what went wrong, in a few words."""
    target: str = ""
    """Where the address has moved for good."""
    again: bool = False
    """Whether another visit may end otherwise."""
    answered: bool = True
    """Whether any server was reached."""


class Hosts:
    """Sees to it that a host gets one request at a time, with a pause after each."""

    def __init__(self, patience: Patience, clock: Clock) -> None:
        self._patience = patience
        self._clock = clock
        self._door: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._next: dict[str, float] = {}
        self._all = threading.Lock()

    @contextmanager
    def turn(self, host: str) -> Iterator[None]:
        """Wait for a host's turn, and hold it while the block runs."""
        with self._all:
            door = self._door[host]
        with door:
            remaining = self._next.get(host, 0.0) - self._clock.now()
            if host in self._next and remaining > 0:
                self._clock.sleep(remaining)
            try:
                yield
            finally:
                self._next[host] = max(self._next.get(host, 0.0), self._clock.now() + self._patience.delay)

    def rest(self, host: str, seconds: float) -> None:
        """Let a host alone for as long as it asked, within reason. Called by whoever holds its turn."""
        self._next[host] = self._clock.now() + min(seconds, self._patience.longest_wait)


class Visitor:
    """Visits addresses; one for each thread."""

    def __init__(self, agent: str, hosts: Hosts, patience: Patience, *, allow_loopback: bool = False) -> None:
        self._session = guard.session(agent, allow_loopback=allow_loopback)
        self._hosts = hosts
        self._patience = patience
        self._local = allow_loopback

    def visit(self, url: str) -> Outcome:
        """Return what comes of an address. Never raises for what a server can do."""
        if fault := self._fault(url):
            return Outcome("malformed", fault)
        first = self._followed("HEAD", url)
        if first.verdict in ("ok", "redirected") or first.detail == "429":
            return first
        return self._followed("GET", url)

    def _fault(self, url: str) -> str | None:
        return None if self._local and url.startswith("http://127.0.0.1:") else identifiers.checked_link(url).fault

    def _followed(self, method: str, url: str) -> Outcome:
        address, moved = url, url
        permanent = True
        for _ in range(_HOPS):
            try:
                status, location = self._asked(method, address)
            except Forbidden as fault:
                return Outcome("unreachable", str(fault))
            except _Failure as fault:
                return Outcome("unreachable", str(fault), again=True, answered=False)
            if not location:
                return _outcome(status, url, moved)
            address = _joined(address, location)
            if not address:
                return Outcome("unreachable", "redirects to what is no address")
            permanent = permanent and status in _PERMANENT
            moved = address if permanent else moved
        return Outcome("unreachable", "redirects in a circle")

    def _asked(self, method: str, address: str) -> tuple[int, str]:
        """Return the status, and where a redirect leads; the body is not read."""
        host = urlsplit(address).hostname or ""
        limits = (self._patience.connect, self._patience.read)
        with (
            self._hosts.turn(host),
            _failures_named(),
            within(self._patience.whole),
            self._session.request(method, address, timeout=limits, stream=True, allow_redirects=False) as got,
        ):
            after = retry_after(got.headers.get("Retry-After"), datetime.now(UTC))
            if after and got.status_code in (429, 503):
                self._hosts.rest(host, after)
            return got.status_code, got.headers.get("Location", "") if got.is_redirect else ""


class _Failure(Exception):  # noqa: N818 -- the server's, not the program's
    """A connection that came to nothing."""


@contextmanager
def _failures_named() -> Iterator[None]:
    try:
        yield
    except (Late, requests.exceptions.Timeout, urllib3.exceptions.TimeoutError) as error:
        raise _Failure("no answer in time") from error
    except requests.exceptions.SSLError as error:
        raise _Failure("the certificate is not trusted") from error
    except requests.exceptions.ConnectionError as error:
        unknown = "NameResolution" in str(error) or "resolve" in str(error)
        raise _Failure("the host is unknown" if unknown else "the connection failed") from error
    except (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, UnicodeError, ValueError) as error:
        raise _Failure(f"cannot be asked for ({type(error).__name__})") from error


def _joined(address: str, location: str) -> str:
    """Return where a redirect leads; empty where that is no address of the web."""
    try:
        target = urljoin(address, location)
        parts = urlsplit(target)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return target if sound else ""


def _outcome(status: int, url: str, moved: str) -> Outcome:
    if status in GONE:
        return Outcome("dead", str(status), again=True)
    if status >= 500:
        return Outcome("unreachable", str(status), again=True)
    if status >= 400:
        return Outcome("blocked", str(status), again=status == 429)
    if status < 200 or (300 < status < 400):
        return Outcome("unreachable", f"{status} and no more", again=True)
    if identifiers.comparable_link(moved) != identifiers.comparable_link(url):
        return Outcome("redirected", str(status), moved)
    return Outcome("ok", str(status))
