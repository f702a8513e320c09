"""The door to arXiv, against a server on this machine that misbehaves."""

from __future__ import annotations

import contextlib
import errno
import gzip
import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime

import pytest
import urllib3
from arxiv_server import Reply, Server, Watch, entry, feed, free_port, running

from pipeline.errors import CallFault
from pipeline.metadata import deadlines, door, endpoint
from pipeline.metadata.courtesy import Clock, Patience
from pipeline.metadata.door import Door
from pipeline.metadata.failures import Upstream

TODAY = date(2026, 12, 1)
GOOD = feed(entry())
HTML = b"<!DOCTYPE html><html><body><h1>Rate exceeded.</h1></body></html>"
USUAL = Patience(read=5)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        yield served


@pytest.fixture
def watch() -> Watch:
    return Watch()


def opened(watch: Watch, patience: Patience = USUAL, told: list[str] | None = None) -> Door:
    lines = [] if told is None else told
    return Door("trial/1 (+https://example.org)", TODAY, patience, Clock(watch.now, watch.sleep), lines.append)


def test_a_page_is_asked_for_once_under_the_projects_name(server: Server, watch: Watch) -> None:
    server.planned.append(Reply(GOOD))
    assert b"Relay Credit" in opened(watch).get(f"{server.endpoint}?id_list=2504.12510&start=0", {"user-agent": "other"}).content
    assert [request.headers["User-Agent"] for request in server.requests] == ["trial/1 (+https://example.org)"]
    assert watch.slept == []


def test_requests_are_three_seconds_apart(server: Server, watch: Watch) -> None:
    server.planned += [Reply(GOOD)] * 3
    asked = opened(watch)
    for _ in range(3):
        asked.get(server.endpoint)
    assert watch.slept == [3, 3]


@pytest.mark.parametrize("status", [403, 406, 408, 425, 429, 500, 502, 503, 504, 202, 204])
def test_what_may_pass_is_asked_again(server: Server, watch: Watch, status: int) -> None:
    server.planned += [Reply(b"" if status == 204 else HTML, status), Reply(GOOD)]
    told: list[str] = []
    assert opened(watch, told=told).get(server.endpoint).status_code == 200
    assert len(server.requests) == 2
    assert told == [f"arXiv answered {status}; asking again in 5 s"]


@pytest.mark.parametrize("status", [400, 404, 414, 401, 410, 405])
def test_what_is_final_is_asked_once_and_quoted(server: Server, watch: Watch, status: int) -> None:
    server.planned += [
        Reply(feed(entry(id_text="http://arxiv.org/api/errors#1", title="Error", summary="incorrect id")), status),
        Reply(GOOD),
    ]
    with pytest.raises(Upstream, match=f"arXiv answered {status}") as refused:
        opened(watch).get(server.endpoint)
    assert not refused.value.passing
    assert len(server.requests) == 1
    assert watch.slept == []
    assert ("incorrect id" in str(refused.value)) is (status in (400, 404, 414))


def test_a_wish_to_wait_is_heeded(server: Server, watch: Watch) -> None:
    server.planned += [Reply(HTML, 429, {"Retry-After": "7"}), Reply(HTML, 429, {"Retry-After": "1"}), Reply(HTML, 503), Reply(GOOD)]
    opened(watch).get(server.endpoint)
    assert watch.slept == [7, 10, 20]


def test_a_wish_to_wait_may_be_a_date(server: Server, watch: Watch) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    server.planned += [Reply(HTML, 429, {"Retry-After": later}), Reply(GOOD)]
    opened(watch).get(server.endpoint)
    assert 90 < watch.slept[0] <= 100


def test_a_server_that_wants_an_hour_is_left_alone(server: Server, watch: Watch) -> None:
    server.planned += [Reply(HTML, 429, {"Retry-After": "3600"}), Reply(GOOD)]
    with pytest.raises(Upstream, match="asks to wait 3,600 seconds") as refused:
        opened(watch).get(server.endpoint)
    assert refused.value.passing
    assert watch.slept == []


def test_a_storm_of_429_ends_after_five_requests(server: Server, watch: Watch) -> None:
    server.planned += [Reply(HTML, 429)] * 50
    with pytest.raises(Upstream, match=r"arXiv answered 429 \(asked 5 times\)") as refused:
        opened(watch).get(server.endpoint)
    assert refused.value.passing
    assert len(server.requests) == 5
    assert watch.slept == [5, 10, 20, 40]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(HTML), "a web page instead of a feed: Rate exceeded."),
        (Reply(b""), "an empty page"),
        (Reply(b"Rate exceeded."), "no feed: Rate exceeded."),
        (Reply(GOOD[:-300]), "cut short or broken"),
        (Reply(GOOD, length=200), "cut short or broken"),
        (Reply(GOOD, length=len(GOOD) + 500), "the connection to arXiv failed or broke off"),
        (Reply(GOOD, reset=True), "the connection to arXiv failed or broke off"),
        (Reply(b"no gzip", headers={"Content-Encoding": "gzip"}), "the connection to arXiv failed or broke off"),
        (Reply(feed(total=1)), "a page without entries, though it has 1 and 0 came"),
    ],
)
def test_what_breaks_on_the_way_is_asked_again(server: Server, watch: Watch, reply: Reply, said: str) -> None:
    server.planned += [reply, Reply(GOOD)]
    told: list[str] = []
    assert b"Relay Credit" in opened(watch, told=told).get(f"{server.endpoint}?start=0").content
    assert len(told) == 1
    assert said in told[0]


def test_a_server_that_is_silent_is_asked_again(server: Server, watch: Watch) -> None:
    server.planned += [Reply(GOOD, slow=1.5), Reply(GOOD)]
    told: list[str] = []
    assert opened(watch, Patience(read=0.5), told).get(server.endpoint).status_code == 200
    assert told == ["arXiv did not answer in time; asking again in 5 s"]


def test_a_server_that_drips_is_not_waited_for(server: Server) -> None:
    server.planned.append(Reply(GOOD, drip=0.05))
    patience = Patience(tries=1, read=60, whole=1)
    with pytest.raises(Upstream, match="did not finish a page within 1 seconds"):
        Door("trial", TODAY, patience, Clock()).get(server.endpoint)


OK = b"HTTP/1.1 200 OK\r\n"
SLOW = {
    "header": (OK, b"X-A: ", *[b"a"] * 200),
    "many headers": (OK, *[b"X-A: a\r\n"] * 200),
    "continue": (*[b"HTTP/1.1 100 Continue\r\n\r\n"] * 200,),
    "chunk size": (OK, b"Transfer-Encoding: chunked\r\n\r\n5;", *[b"a"] * 200),
    "no length": (OK, b"\r\n", *[GOOD[n : n + 1] for n in range(200)]),
}
"""Answers of which a byte comes before any time-out, and the last one never, or after ten seconds."""


@pytest.mark.parametrize("name", SLOW)
def test_one_limit_holds_for_the_whole_of_an_answer(server: Server, name: str) -> None:
    server.planned.append(Reply(raw=SLOW[name], drip=0.05))
    begun = time.monotonic()
    with pytest.raises(Upstream, match=r"did not finish a page within 0 seconds \(asked 1 times\)") as refused:
        Door("trial", TODAY, Patience(tries=1, read=5, whole=0.4), Clock()).get(server.endpoint)
    assert refused.value.passing
    assert time.monotonic() - begun < 4


def test_a_connection_that_serves_twice_is_cut_as_well(server: Server) -> None:
    whole = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(GOOD), GOOD)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(5)
        asked = Door("trial", TODAY, Patience(tries=1, read=5, whole=0.4, delay=0), Clock())
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/"

        def serve() -> None:
            line, _ = listening.accept()
            with line:
                line.settimeout(5)
                line.recv(65_536)
                line.sendall(whole)
                line.recv(65_536)
                with contextlib.suppress(OSError):
                    for _ in range(100):
                        line.sendall(b"H")
                        time.sleep(0.05)

        served = threading.Thread(target=serve)
        served.start()
        asked.get(address)
        begun = time.monotonic()
        with pytest.raises(Upstream, match="did not finish"):
            asked.get(address)
        assert time.monotonic() - begun < 4
        served.join()


def test_a_limit_that_is_kept_leaves_nothing_behind(server: Server) -> None:
    with deadlines.within(60):
        assert deadlines._running.limit is not None
    assert deadlines._running.limit is None
    assert not [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]


def test_a_name_with_many_addresses_gets_no_more_time_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[float] = []

    def silent(_: object, wait: float, **__: object) -> socket.socket:
        tried.append(wait)
        time.sleep(min(wait, 0.1))
        raise TimeoutError

    monkeypatch.setattr(deadlines, "create_connection", silent)
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"192.0.2.{n}", 80)) for n in range(1, 200)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Upstream, match="did not"):
        Door("trial", TODAY, Patience(tries=1, connect=0.2, whole=0.5), Clock()).get("http://relay.example/")
    assert 1 < len(tried) <= 8


def test_a_later_page_without_entries_is_asked_again_whatever_it_says_of_the_total(server: Server, watch: Watch) -> None:
    server.planned += [Reply(feed(total=0)), Reply(GOOD)]
    told: list[str] = []
    assert b"Relay Credit" in opened(watch, told=told).get(f"{server.endpoint}?start=100").content
    assert told == ["arXiv sent a page without entries, though it had promised more than the 100 that came; asking again in 5 s"]


def test_a_refused_connection_is_asked_again_and_then_given_up(watch: Watch) -> None:
    with pytest.raises(Upstream, match=r"failed or broke off \(asked 5 times\)") as refused:
        opened(watch).get(f"http://127.0.0.1:{free_port()}/api/query")
    assert refused.value.passing
    assert watch.slept == [5, 10, 20, 40]


def test_another_service_is_not_asked_again(server: Server, watch: Watch) -> None:
    server.planned += [Reply(b"<rss><channel/></rss>"), Reply(GOOD)]
    with pytest.raises(Upstream, match="its root is <rss>") as refused:
        opened(watch).get(server.endpoint)
    assert not refused.value.passing
    assert len(server.requests) == 1


def test_a_page_that_is_compressed_is_read(server: Server, watch: Watch) -> None:
    server.planned.append(Reply(gzip.compress(GOOD), headers={"Content-Encoding": "gzip"}))
    assert b"Relay Credit" in opened(watch).get(server.endpoint).content


def test_a_page_without_end_is_refused(server: Server, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_BYTES", 10_000)
    server.planned.append(Reply(gzip.compress(b"<feed>" + b" " * 1_000_000), headers={"Content-Encoding": "gzip"}))
    with pytest.raises(Upstream, match="more than 10,000 bytes"):
        opened(watch).get(server.endpoint)


def test_a_redirect_on_the_same_server_is_followed_at_the_same_pace(server: Server, watch: Watch) -> None:
    server.paths["/old"] = Reply(status=301, headers={"Location": "/api/query?start=0"})
    server.planned.append(Reply(GOOD))
    assert b"Relay Credit" in opened(watch).get(f"{server.url}/old").content
    assert watch.slept == [3]


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("https://example.org/api/query", "redirected to another server, example.org"),
        ("http://localhost:1/", "redirected to another server, localhost"),
        ("file:///etc/passwd", "redirected to another server"),
        ("http://[", "redirected to what is no address"),
        ("/old", "redirected more than 5 times"),
    ],
)
def test_a_redirect_elsewhere_or_in_a_circle_is_refused(server: Server, watch: Watch, location: str, said: str) -> None:
    server.paths["/old"] = Reply(status=302, headers={"Location": location})
    with pytest.raises(Upstream, match=said) as refused:
        opened(watch).get(f"{server.url}/old")
    assert not refused.value.passing


@pytest.mark.parametrize(
    ("old", "new", "followed"),
    [
        ("http://export.arxiv.org/api", "https://export.arxiv.org/api", True),
        ("https://export.arxiv.org/api", "https://arxiv.org/x", True),
        ("https://export.arxiv.org/api", "http://export.arxiv.org/api", False),
        ("https://export.arxiv.org/", "https://notarxiv.org/", False),
    ],
)  # fmt: skip
def test_redirects_stay_on_the_server_and_never_lose_encryption(old: str, new: str, followed: bool) -> None:
    if followed:
        assert endpoint.redirected(old, new) == new
        return
    with pytest.raises(Upstream):
        endpoint.redirected(old, new)


@pytest.mark.parametrize(
    "address",
    ["", "arxiv", "ftp://arxiv.org/api", "https://", "https://a b", "https://x/{}", "https://x/?a=b", "https://x/#a", "https://u@x/", "http://[",
     "https://x:0/", "https://x:99999/", "file:///etc/passwd", "https://\u0430rxiv.org/"],
)  # fmt: skip
def test_what_is_no_endpoint_is_a_wrong_call(address: str) -> None:
    with pytest.raises(CallFault):
        endpoint.checked_endpoint(address)


def test_endpoints_may_be_local() -> None:
    assert endpoint.checked_endpoint("http://127.0.0.1:8080/api/query") == "http://127.0.0.1:8080/api/query"
    assert endpoint.checked_endpoint(endpoint.ENDPOINT) == endpoint.ENDPOINT


@pytest.mark.parametrize(
    "fault",
    [
        socket.gaierror(-3, "Temporary failure in name resolution"),
        OSError(errno.ENETUNREACH, "Network is unreachable"),
        OSError(errno.EHOSTUNREACH, "No route to host"),
    ],
)  # fmt: skip
def test_without_a_network_arxiv_is_asked_once_more_and_no_more(watch: Watch, monkeypatch: pytest.MonkeyPatch, fault: OSError) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise fault

    monkeypatch.setattr(urllib3.util.connection, "create_connection", refuse)
    with pytest.raises(Upstream, match=r"^arXiv cannot be reached: .* \(asked 2 times\)$") as refused:
        opened(watch).get("https://export.arxiv.example/api/query")
    assert refused.value.passing
