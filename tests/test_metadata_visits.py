"""One visit to one address of a server that answers in every way there is, and what may not be visited at all."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence

import pytest
from arxiv_server import Reply, Server, Watch, free_port, running

from pipeline.metadata import guard
from pipeline.metadata.courtesy import Clock, Patience
from pipeline.metadata.guard import Forbidden
from pipeline.metadata.visits import Hosts, Outcome, Visitor

PATIENCE = Patience(connect=5, read=5, longest_wait=30)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        yield served


def visitor(watch: Watch | None = None, *, local: bool = True, patience: Patience = PATIENCE) -> Visitor:
    clock = watch or Watch()
    return Visitor("trial/1", Hosts(patience, Clock(clock.now, clock.sleep)), patience, allow_loopback=local)


def visited(server: Server, *replies: Reply, watch: Watch | None = None) -> Outcome:
    """Return what comes of a visit to an address that gives these replies, the last one for good."""
    server.paths["/a"] = deque(replies)
    return visitor(watch).visit(f"{server.url}/a")


def moved(status: int, location: str) -> Reply:
    return Reply(status=status, headers={"Location": location})


def test_a_page_that_is_there_is_asked_for_by_its_head_alone(server: Server) -> None:
    assert visited(server, Reply(b"x")) == Outcome("ok", "200")
    assert [request.method for request in server.requests] == ["HEAD"]
    assert server.requests[0].headers["User-Agent"] == "trial/1"


@pytest.mark.parametrize("status", [200, 202, 204, 206])
def test_every_success_is_well(server: Server, status: int) -> None:
    assert visited(server, Reply(status=status)).verdict == "ok"


@pytest.mark.parametrize("status", [403, 404, 405, 501, 503])
def test_a_server_that_refuses_a_head_is_asked_for_the_page(server: Server, status: int) -> None:
    assert visited(server, Reply(status=status), Reply(b"x")) == Outcome("ok", "200")
    assert [request.method for request in server.requests] == ["HEAD", "GET"]


def test_a_server_that_breaks_off_on_a_head_is_asked_for_the_page(server: Server) -> None:
    assert visited(server, Reply(reset=True), Reply(b"x")) == Outcome("ok", "200")


@pytest.mark.parametrize(
    ("status", "verdict", "again"),
    [
        (401, "blocked", False), (403, "blocked", False), (429, "blocked", True), (418, "blocked", False), (451, "blocked", False),
        (404, "dead", True), (410, "dead", True), (500, "unreachable", True), (503, "unreachable", True), (521, "unreachable", True),
    ],
)  # fmt: skip
def test_statuses_have_their_verdicts(server: Server, status: int, verdict: str, again: bool) -> None:
    found = visited(server, Reply(status=status))
    assert (found.verdict, found.detail, found.again) == (verdict, str(status), again)


def test_a_server_that_has_had_enough_is_not_asked_for_the_page_as_well(server: Server) -> None:
    visited(server, Reply(status=429))
    assert len(server.requests) == 1


def test_a_permanent_move_names_the_new_address(server: Server) -> None:
    server.paths["/b"] = Reply(b"x")
    assert visited(server, moved(301, "/b")) == Outcome("redirected", "200", f"{server.url}/b")
    assert visited(server, moved(308, f"{server.url}/b")) == Outcome("redirected", "200", f"{server.url}/b")


def test_a_passing_move_is_well_and_so_is_one_to_another_spelling(server: Server) -> None:
    server.paths["/b"] = Reply(b"x")
    server.paths["/a/"] = Reply(b"x")
    assert visited(server, moved(302, "/b")) == Outcome("ok", "200")
    assert visited(server, moved(307, "/b")) == Outcome("ok", "200")
    assert visited(server, moved(301, "/a/")) == Outcome("ok", "200")


def test_only_what_is_permanent_from_the_start_is_a_new_address(server: Server) -> None:
    server.paths |= {"/b": moved(302, "/c"), "/c": moved(301, "/d"), "/d": Reply(b"x")}
    assert visited(server, moved(301, "/b")) == Outcome("redirected", "200", f"{server.url}/b")


def test_a_move_to_what_is_gone_is_gone(server: Server) -> None:
    server.paths["/nowhere"] = Reply(status=404)
    assert visited(server, moved(301, "/nowhere")).verdict == "dead"


def test_a_circle_is_a_warning_and_not_the_end_of_the_page(server: Server) -> None:
    assert visited(server, moved(302, "/a")) == Outcome("unreachable", "redirects in a circle")


@pytest.mark.parametrize("location", ["ftp://example.org/", "javascript:alert(1)", "http://[", "https://", "file:///etc/passwd"])
def test_a_move_to_what_is_no_address_is_not_followed(server: Server, location: str) -> None:
    found = visited(server, moved(302, location))
    assert found.verdict == "unreachable"
    assert len(server.requests) == 2


def test_the_body_of_a_redirect_is_not_read(server: Server) -> None:
    server.paths["/b"] = Reply(b"x")
    endless = Reply(b"y" * 1_000, status=302, headers={"Location": "/b"}, drip=0.05)
    begun = time.monotonic()
    assert visited(server, Reply(status=405), endless).verdict == "ok"
    assert time.monotonic() - begun < 5


def test_a_long_body_is_not_read(server: Server) -> None:
    begun = time.monotonic()
    assert visited(server, Reply(status=405), Reply(b"y" * 1_000, drip=0.05)).verdict == "ok"
    assert time.monotonic() - begun < 5


def test_a_cookie_is_sent_back(server: Server) -> None:
    wall = Reply(status=302, headers={"Location": "/a", "Set-Cookie": "seen=1"})
    assert visited(server, wall, Reply(b"x")).verdict == "ok"
    assert server.requests[1].headers["Cookie"] == "seen=1"


def test_what_does_not_answer_is_unreachable(server: Server) -> None:
    server.paths["/a"] = Reply(slow=1.2)
    found = visitor(patience=Patience(read=0.4)).visit(f"{server.url}/a")
    assert found == Outcome("unreachable", "no answer in time", again=True, answered=False)
    assert visited(server, Reply(reset=True)) == Outcome("unreachable", "the connection failed", again=True, answered=False)


@pytest.mark.parametrize(
    "raw",
    [(b"HTTP/1.1 200 OK\r\nX-A: ", *[b"a"] * 200), [b"HTTP/1.1 100 Continue\r\n\r\n"] * 200, [b"H"] * 200],
    ids=["header", "continue", "status"],
)
def test_headers_that_drip_are_no_answer_in_time(server: Server, raw: Sequence[bytes]) -> None:
    server.paths["/a"] = Reply(raw=raw, drip=0.05)
    begun = time.monotonic()
    found = visitor(patience=Patience(read=5, whole=0.4)).visit(f"{server.url}/a")
    assert found == Outcome("unreachable", "no answer in time", again=True, answered=False)
    assert time.monotonic() - begun < 4


@pytest.mark.parametrize("status", [101, 103, 302, 303, 304, 307])
def test_what_is_no_final_answer_is_not_called_well(server: Server, status: int) -> None:
    head = f"HTTP/1.1 {status} So\r\nLocation:\r\nContent-Length: 0\r\n\r\n"
    server.paths["/a"] = Reply(raw=[head.encode()])
    assert visitor().visit(f"{server.url}/a") == Outcome("unreachable", f"{status} and no more", again=True)


def test_a_port_on_which_nothing_listens_is_unreachable() -> None:
    assert visitor().visit(f"http://127.0.0.1:{free_port()}/") == Outcome(
        "unreachable", "the connection failed", again=True, answered=False
    )


def test_a_server_without_tls_is_unreachable_over_https(server: Server) -> None:
    found = visitor()._followed("HEAD", server.url.replace("http:", "https:"))
    assert (found.verdict, found.again) == ("unreachable", True)


def test_a_name_that_nobody_knows_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert visitor().visit("https://relay.example/") == Outcome("unreachable", "the host is unknown", again=True, answered=False)


@pytest.mark.parametrize(
    "url", ["", "http://example.org/", "https://", "https://user@example.org/", "https://a b.org/", "javascript:alert(1)"]
)
def test_what_may_not_be_published_is_malformed_and_not_visited(url: str) -> None:
    assert visitor(local=False).visit(url).verdict == "malformed"


# -- courtesy


def test_a_host_rests_between_two_requests(server: Server) -> None:
    watch = Watch()
    one = visitor(watch)
    for _ in range(3):
        one.visit(f"{server.url}/a")
    assert watch.slept == [3, 3]


def test_a_hosts_wish_to_rest_is_heeded_within_reason(server: Server) -> None:
    watch = Watch()
    server.paths["/a"] = deque(
        [Reply(status=429, headers={"Retry-After": "20"}), Reply(status=503, headers={"Retry-After": "999"}), Reply()]
    )
    one = visitor(watch)
    one.visit(f"{server.url}/a")
    one.visit(f"{server.url}/a")
    assert watch.slept == [20, 30]


def test_a_host_gets_one_request_at_a_time() -> None:
    hosts = Hosts(Patience(delay=0), Clock())
    within, most = [0], [0]

    def ask() -> None:
        for _ in range(5):
            with hosts.turn("relay.example"):
                within[0] += 1
                most[0] = max(most[0], within[0])
                time.sleep(0.002)
                within[0] -= 1

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


# -- where no link may lead


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255",
        "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "ff02::1", "::", "x", "::127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1", "fe80::1", "4000::1", "2001:db8::1", "::8.8.8.8",
    ],
)  # fmt: skip
def test_addresses_off_the_public_network_are_known(address: str) -> None:
    assert not guard.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_addresses_on_the_public_network_are_known(address: str) -> None:
    assert guard.is_public(address)


def test_this_machine_is_only_visited_where_that_is_allowed(server: Server) -> None:
    assert guard.is_public("127.0.0.1", allow_loopback=True)
    assert not guard.is_public("10.0.0.1", allow_loopback=True)
    with guard.session("trial") as session, pytest.raises(Forbidden, match=r"127\.0\.0\.1 is not on the public network"):
        session.get(server.url)
    assert server.requests == []


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name lead to these addresses, one after the other, the last one for good."""
    given = deque(addresses)

    def found(host: str, port: int, *_: object, **__: object) -> list[object]:
        address = given.popleft() if len(given) > 1 else given[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_a_public_name_that_leads_inside_is_refused(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    resolving(monkeypatch, "127.0.0.1")
    port = server.url.rpartition(":")[2]
    found = visitor(local=False).visit(f"https://relay.example:{port}/a")
    assert found == Outcome("unreachable", "relay.example is 127.0.0.1, which is not on the public network")
    assert server.requests == []


def test_a_name_that_changes_between_look_and_call_is_refused(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    resolving(monkeypatch, "8.8.8.8", "127.0.0.1")
    port = server.url.rpartition(":")[2]
    with guard.session("trial") as session, pytest.raises(Forbidden):
        session.get(f"http://relay.example:{port}/a")
    assert server.requests == []


def test_a_redirect_that_leads_inside_is_refused(server: Server) -> None:
    found = visited(server, moved(302, "http://169.254.169.254/latest/meta-data/"))
    assert found == Outcome("unreachable", "169.254.169.254 is not on the public network")


def test_no_credentials_are_sent(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    netrc = f"{tmp_path}/netrc"
    with open(netrc, "w", encoding="utf-8") as file:  # noqa: PTH123 -- a path is all that is needed
        file.write("machine 127.0.0.1 login ana password secret\n")
    monkeypatch.setenv("NETRC", netrc)
    visited(server, Reply(b"x"))
    assert "Authorization" not in server.requests[0].headers
