"""Every link of the survey, visited: in parallel over hosts, one at a time on each, what failed a second time later."""

from __future__ import annotations

import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from .. import identifiers
from ..corpus import Corpus
from ..errors import Place
from ..records import Exclusion, Paper
from .courtesy import Clock
from .visits import VERDICTS, Outcome, Visitor

WORKERS = 8
"""Hosts that are visited at the same time."""


@dataclass(frozen=True, slots=True)
class Link:
    """An address and who holds it."""

    url: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Visited:
    """A link and what came of it."""

    link: Link
    outcome: Outcome
    visits: int = 1


Done = queue.SimpleQueue[Visited | BaseException]
"""What threads hand over: a link that was visited, or what they failed with."""


def links(corpus: Corpus) -> tuple[Link, ...]:
    """Return every address of corpus and exclusions, DOIs included, once each and sorted."""
    holders: dict[str, list[Place]] = defaultdict(list)
    records: list[Paper | Exclusion] = [*corpus.papers, *corpus.exclusions]
    for record in records:
        field, urls = ("links", record.links) if isinstance(record, Paper) else ("url", (record.url,))
        doi = identifiers.doi_link(record.doi) if record.doi else ""
        for url in filter(None, dict.fromkeys((*urls, doi))):
            holders[url].append(record.where("doi" if url == doi and url not in urls else field))
    return tuple(Link(url, tuple(places)) for url, places in sorted(holders.items()))


def first_visits(found: Sequence[Link], visitor: Callable[[], Visitor]) -> Iterator[Visited]:
    """Yield each link as soon as it was visited. ``visitor`` makes one for each thread.

    Where the caller stops listening, no further visit is begun.
    """
    by_host: dict[str, list[Link]] = defaultdict(list)
    for link in found:
        by_host[_host(link.url)].append(link)
    done: Done = queue.SimpleQueue()
    stop = threading.Event()
    executor = ThreadPoolExecutor(WORKERS)
    try:
        for several in sorted(by_host.values(), key=len, reverse=True):
            executor.submit(_visit, several, visitor, done, stop)
        for _ in found:
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


def _visit(several: Sequence[Link], visitor: Callable[[], Visitor], done: Done, stop: threading.Event) -> None:
    """Visit the links of one host in turn, until told to stop. What is raised goes to whoever listens, in another thread."""
    try:
        one = visitor()
        for link in several:
            if stop.is_set():
                return
            done.put(Visited(link, one.visit(link.url)))
    except BaseException as error:
        done.put(error)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def are_cut_off(visited: Sequence[Visited]) -> bool:
    """Say whether no server was reached on any of several hosts, which says nothing about the links but that there is no network."""
    asked = [one for one in visited if one.outcome.verdict != "malformed"]
    return len({_host(one.link.url) for one in asked}) > 1 and not any(one.outcome.answered for one in asked)


def again(visited: Iterable[Visited]) -> tuple[Link, ...]:
    """Return the links that deserve a second visit."""
    return tuple(one.link for one in visited if one.outcome.again)


def second_visits(first: Sequence[Visited], visitor: Callable[[], Visitor], pause: float, clock: Clock) -> Iterator[Visited]:
    """Yield, after a pause in seconds, what came of both visits to the links that deserve a second one."""
    found = again(first)
    if not found:
        return
    clock.sleep(pause)
    before = {one.link: one.outcome for one in first}
    for one in first_visits(found, visitor):
        yield Visited(one.link, _confirmed(before[one.link], one.outcome), 2)


def _confirmed(first: Outcome, second: Outcome) -> Outcome:
    """Return the verdict of two visits: dead is only what was gone both times."""
    if second.verdict == "dead" and first.verdict != "dead":
        return replace(second, verdict="unreachable", detail=f"{first.detail}, then {second.detail}", again=False)
    return replace(second, again=False)


def in_order(visited: Iterable[Visited]) -> list[Visited]:
    """Sort what was visited: what needs an answer first, then by address; a second visit takes the place of the first."""
    latest: dict[Link, Visited] = {}
    for one in visited:
        if one.link not in latest or one.visits > latest[one.link].visits:
            latest[one.link] = one
    return sorted(latest.values(), key=lambda one: (VERDICTS.index(one.outcome.verdict), one.link.url))
