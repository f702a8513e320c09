"""One limit for a whole request, from the connection to the last byte: a time-out by itself begins anew with every byte."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
from urllib3.util.connection import create_connection


class Late(Exception):  # noqa: N818 -- the server is at fault, not the program
    """The time for a request was over before its answer was complete."""


class _Limit:
    """Shuts the connections of one request when its time is over, so that whoever waits for a byte is woken."""

    def __init__(self, seconds: float) -> None:
        self.over = False
        self._until = time.monotonic() + seconds
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    @property
    def left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def watch(self, line: socket.socket) -> None:
        """Take a connection in charge. It gets a socket of its own, since the library closes its one when it likes."""
        with self._lock:
            self._lines.append(line.dup())
            if self.over:
                _shut(self._lines[-1])

    def _cut(self) -> None:
        with self._lock:
            self.over = True
            for line in self._lines:
                _shut(line)

    def end(self) -> None:
        self._timer.cancel()
        self._timer.join()
        with self._lock:
            for line in self._lines:
                line.close()
            self._lines.clear()


def _shut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


class _Running(threading.local):
    limit: _Limit | None = None


_running = _Running()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Give the requests that the block makes so many seconds altogether.

    Raises Late where they are not enough, whatever the libraries make of a connection that is cut. Looking a name up is
    bounded by the system, not by this.
    """
    limit = _running.limit = _Limit(seconds)
    try:
        yield
    except Exception as error:
        if limit.over:
            raise Late from error
        raise
    finally:
        _running.limit = None
        limit.end()
    if limit.over:
        raise Late


class Timed(HTTPConnection):
    """A connection that heeds the limit of the request for which it is made or used again."""

    _line: socket.socket | None = None
    """The bare connection below what may lie on top of it, as a socket of its own."""

    def _new_conn(self) -> socket.socket:
        made = self._connected(self._addresses())
        self._line = made.dup()
        self._watched()
        return made

    def _addresses(self) -> list[tuple[str, int]]:
        """Return where the host's name leads. Raises NameResolutionError."""
        try:
            found = socket.getaddrinfo(self._dns_host, self.port, type=socket.SOCK_STREAM)
        except socket.gaierror as error:
            raise NameResolutionError(self.host, self, error) from error
        return [(str(address[0]), int(address[1])) for *_, address in found]

    def _connected(self, addresses: list[tuple[str, int]]) -> socket.socket:
        """Return a connection to the first address that takes it. Raises NewConnectionError or ConnectTimeoutError."""
        fault = OSError("the name leads nowhere")
        for address in addresses:
            wait = min(float(self.timeout or 0.0), _running.limit.left) if _running.limit else self.timeout
            if wait == 0.0:
                fault = TimeoutError("no time is left")
                break
            try:
                return create_connection(address, wait, socket_options=self.socket_options)
            except OSError as error:
                fault = error
        if isinstance(fault, TimeoutError):
            raise ConnectTimeoutError(self, f"{self.host} took no connection in time") from fault
        raise NewConnectionError(self, f"{self.host} took no connection: {fault}") from fault

    def putrequest(self, method: str, url: str, skip_host: bool = False, skip_accept_encoding: bool = False) -> None:
        """Begin a request, on a connection that may have served another one before."""
        self._watched()
        super().putrequest(method, url, skip_host, skip_accept_encoding)

    def _watched(self) -> None:
        if self._line is not None and _running.limit is not None:
            _running.limit.watch(self._line)

    def close(self) -> None:
        """Close the connection."""
        try:
            super().close()
        finally:
            if self._line is not None:
                self._line.close()
                self._line = None


class TimedWithTls(Timed, HTTPSConnection):
    """The same, encrypted."""


class _Plain(HTTPConnectionPool):
    ConnectionCls = Timed


class _Tls(HTTPSConnectionPool):
    ConnectionCls = TimedWithTls


_POOLS: Mapping[str, type[HTTPConnectionPool]] = {"http": _Plain, "https": _Tls}


class Adapter(HTTPAdapter):
    """Makes timed connections, also to a proxy. ``pools`` gives other kinds for those that lead to the address itself."""

    def __init__(self, pools: Mapping[str, type[HTTPConnectionPool]] = _POOLS) -> None:
        super().__init__()
        self.poolmanager.pool_classes_by_scheme = dict(pools)

    def proxy_manager_for(self, proxy: str, **more: object) -> PoolManager:
        """Return what makes the connections to a proxy."""
        manager: PoolManager = super().proxy_manager_for(proxy, **more)
        if proxy.lower().startswith("http"):
            manager.pool_classes_by_scheme = dict(_POOLS)
        return manager
