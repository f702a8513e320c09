"""A server on this machine that speaks arXiv's Atom about invented papers, and misbehaves where a test says so."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import BinaryIO
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    ' xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">\n'
)


def entry(
    arxiv_id: str = "2504.12510v1", title: str = "Relay Credit for Planner Teams", authors: Sequence[str] = ("Ana Vell",),
    published: str = "2025-04-17T09:00:00Z", updated: str = "2025-05-02T10:00:00Z", more: str = "", summary: str = "One line.",
    category: str = '<arxiv:primary_category term="cs.MA"/><category term="cs.MA"/>', id_text: str = "",
) -> str:  # fmt: skip
    """Return an entry as arXiv writes it; an empty date leaves the element out."""
    people = "".join(f"<author><name>{escape(name)}</name></author>" for name in authors)
    dates = "".join(f"<{name}>{text}</{name}>" for name, text in (("updated", updated), ("published", published)) if text)
    written = id_text or f"http://arxiv.org/abs/{arxiv_id}"
    said = f"<title>{escape(title)}</title><summary>{escape(summary)}</summary>"
    return f"<entry><id>{written}</id>{dates}{said}{people}{category}{more}</entry>\n"


def feed(*entries: str, total: int | str | None = None) -> bytes:
    """Return a page with some entries."""
    count = len(entries) if total is None else total
    return f"{HEAD}<opensearch:totalResults>{count}</opensearch:totalResults>\n{''.join(entries)}</feed>\n".encode()


@dataclass
class Reply:
    """One answer; the defaults are those of a server that is well."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    """What Content-Length claims, where that is not true."""
    slow: float = 0.0
    """Seconds before the first byte."""
    drip: float = 0.0
    """Seconds between two bytes."""
    reset: bool = False
    """Breaks the connection instead of answering."""
    raw: Sequence[bytes] = ()
    """Sent as it is instead of an answer, with a pause of ``drip`` before each piece, until nobody listens any more."""

    @property
    def pieces(self) -> list[bytes]:
        """The body as it is sent: at once, or byte by byte."""
        return [bytes([byte]) for byte in self.body] if self.drip else [self.body]


@dataclass
class Request:
    """What was asked."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]

    @property
    def ids(self) -> list[str]:
        return self.query.get("id_list", [""])[0].split(",")


class Server:
    """Answers with the planned replies one after the other, then with what it knows of its papers."""

    def __init__(self) -> None:
        self.papers: dict[str, str] = {}
        """Entries by bare id."""
        self.planned: deque[Reply] = deque()
        self.paths: dict[str, deque[Reply] | Reply] = {}
        """Replies by path; a queue is used up to its last."""
        self.requests: list[Request] = []
        self.held = threading.Event()
        """Set as soon as a request has come in."""
        self.page = 100
        """Most entries on one page."""
        self.url = ""

    @property
    def endpoint(self) -> str:
        return f"{self.url}/api/query"

    def answer(self, request: Request) -> Reply:
        known = self.paths.get(request.path)
        if isinstance(known, Reply):
            return known
        if known:
            return known.popleft() if len(known) > 1 else known[0]
        if self.planned:
            return self.planned.popleft()
        found = [self.papers[name] for name in request.ids if name in self.papers]
        start = int(request.query.get("start", ["0"])[0])
        size = min(self.page, int(request.query.get("max_results", ["10"])[0]))
        return Reply(feed(*found[start : start + size], total=len(found)), headers={"Content-Type": "application/atom+xml"})


def _write(file: BinaryIO, pieces: Sequence[bytes], pause: float) -> None:
    for piece in pieces:
        time.sleep(pause)
        file.write(piece)


@contextmanager
def running() -> Iterator[Server]:
    """Serve on a free port of 127.0.0.1 while the block runs."""
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            request = Request(self.command, parts.path, parse_qs(parts.query), dict(self.headers))
            server.requests.append(request)
            server.held.set()
            reply = server.answer(request)
            time.sleep(reply.slow)
            self._send(reply)

        do_HEAD = do_GET  # noqa: N815 -- the library's name

        def _send(self, reply: Reply) -> None:
            self.close_connection = True
            if reply.reset:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
                return
            if reply.raw:
                _write(self.wfile, reply.raw, reply.drip)
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
            self.send_header("Connection", "close")
            self.end_headers()
            if self.command == "HEAD":
                return
            _write(self.wfile, reply.pieces, reply.drip)

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that went away is what some tests are about."""

    served = Quiet(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{served.server_port}"
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        served.shutdown()
        served.server_close()
        thread.join()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
    return port


class Watch:
    """A clock that stands still until somebody sleeps by it, and remembers for how long."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
