"""Every link of a survey: which there are, and what two rounds of visits make of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import arxiv_pool
import pytest
from arxiv_server import Reply, Server, Watch, running

from pipeline.corpus import Corpus
from pipeline.errors import Place
from pipeline.metadata import links
from pipeline.metadata.courtesy import Clock, Patience
from pipeline.metadata.links import Link, Visited
from pipeline.metadata.visits import Hosts, Outcome, Visitor


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as served:
        yield served


def rounds(server: Server, *paths: str) -> list[tuple[str, str, int]]:
    """Return path, verdict and number of visits after both rounds."""
    watch = Watch()
    clock = Clock(watch.now, watch.sleep)
    patience = Patience(delay=0, connect=1, read=1)
    hosts = Hosts(patience, clock)

    def visitor() -> Visitor:
        return Visitor("trial", hosts, patience, allow_loopback=True)

    found = [Link(f"{server.url}{path}", (Place("corpus/a.yaml"),)) for path in paths]
    first = list(links.first_visits(found, visitor))
    done = links.in_order([*first, *links.second_visits(first, visitor, 60, clock)])
    assert watch.slept == ([60] if links.again(first) else [])
    return [(one.link.url.removeprefix(server.url), one.outcome.verdict, one.visits) for one in done]


def test_what_is_well_is_visited_once(server: Server) -> None:
    server.paths["/a"] = Reply()
    assert rounds(server, "/a") == [("/a", "ok", 1)]


def test_only_what_is_gone_twice_is_dead(server: Server) -> None:
    gone, well = Reply(status=404), Reply()
    server.paths |= {"/dead": gone, "/back": deque([gone, gone, well]), "/late": deque([Reply(status=503), Reply(status=503), gone])}
    assert rounds(server, "/back", "/dead", "/late") == [("/dead", "dead", 2), ("/late", "unreachable", 2), ("/back", "ok", 2)]


def test_the_false_alarms_of_other_link_checkers_are_no_deaths(server: Server) -> None:
    loop = Reply(status=302, headers={"Location": "/loop"})
    server.paths |= {f"/{status}": Reply(status=status) for status in (202, 401, 403, 429)} | {"/loop": loop}
    found = rounds(server, "/202", "/401", "/403", "/429", "/loop")
    assert [(path, verdict) for path, verdict, _ in found] == [
        ("/loop", "unreachable"), ("/401", "blocked"), ("/403", "blocked"), ("/429", "blocked"), ("/202", "ok"),
    ]  # fmt: skip


def test_what_both_visits_said_is_told_where_they_differ() -> None:
    found = links._confirmed(Outcome("unreachable", "503", again=True), Outcome("dead", "404", again=True))
    assert found == Outcome("unreachable", "503, then 404")


def test_every_link_is_listed_once_with_all_its_holders(tmp_path: Path) -> None:
    entries = {
        "rye": arxiv_pool.entry().replace("links:\n", "doi: 10.1000/relay.7\nlinks:\n  - https://example.org/a\n"),
        "roll": arxiv_pool.entry(arxiv_pool.ROLL, "Second Relay").replace("links:\n", "links:\n  - https://example.org/a\n"),
    }
    found = links.links(Corpus.load(arxiv_pool.write(tmp_path, entries)))
    assert [(link.url, [place.path for place in link.places]) for link in found] == [
        ("https://arxiv.org/abs/2504.00003", ["corpus/roll.yaml"]),
        ("https://arxiv.org/abs/2504.12510", ["corpus/rye.yaml"]),
        ("https://doi.org/10.1000/relay.7", ["corpus/rye.yaml"]),
        ("https://example.org/a", ["corpus/roll.yaml", "corpus/rye.yaml"]),
    ]


class Slow:
    """A visitor of whom two must be at work at once before either goes on."""

    together = threading.Barrier(2)

    def visit(self, url: str) -> Outcome:
        self.together.wait(10)
        return Outcome("ok", url)


def test_two_hosts_are_visited_at_the_same_time() -> None:
    found = [Link(f"https://{host}.example/", ()) for host in ("a", "b")]
    make: Callable[[], Visitor] = Slow  # type: ignore[assignment]
    assert len(list(links.first_visits(found, make))) == 2


class Broken:
    def visit(self, url: str) -> Outcome:
        raise RuntimeError(url)


def test_a_fault_of_our_own_is_not_swallowed() -> None:
    make: Callable[[], Visitor] = Broken  # type: ignore[assignment]
    with pytest.raises(RuntimeError, match=r"a\.example"):
        list(links.first_visits([Link("https://a.example/", ())], make))


def test_who_stops_listening_stops_the_visits(server: Server) -> None:
    patience = Patience(delay=0)
    hosts = Hosts(patience, Clock())
    found = [Link(f"{server.url}/{number}", ()) for number in range(200)]
    server.paths |= {f"/{number}": Reply(slow=0.02) for number in range(200)}
    visits = links.first_visits(found, lambda: Visitor("trial", hosts, patience, allow_loopback=True))
    next(visits)
    visits.close()  # type: ignore[attr-defined]
    assert len(server.requests) < 100


def test_a_second_visit_takes_the_place_of_the_first() -> None:
    one = Visited(Link("https://a.example/", ()), Outcome("dead", "404", again=True))
    again = replace(one, outcome=Outcome("ok", "200"), visits=2)
    assert links.in_order([one, again]) == links.in_order([again, one]) == [again]
