"""The server that speaks arXiv's Atom, knowing invented papers, of which it can also be asked by a question in arXiv's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from arxiv_server import Reply, Request, Server, entry, feed, running


@dataclass(frozen=True)
class Invented:
    """A paper that nobody wrote."""

    id: str
    title: str
    authors: tuple[str, ...] = ("Ana Vell", "Tor Brandt")
    published: str = "2024-08-14"
    abstract: str = "Nothing is said."
    category: str = "eess.SP"
    more: str = ""
    """Further elements of the entry."""

    def entry(self) -> str:
        """Return the paper as an entry of a feed, in its second version."""
        day = f"{self.published}T10:00:00Z"
        listed = f'<arxiv:primary_category term="{self.category}"/><category term="{self.category}"/>'
        return entry(f"{self.id}v2", self.title, self.authors, day, day, self.more, self.abstract, listed)

    def meets(self, question: str) -> bool:
        """Say whether the paper meets a question: groups joined by AND, of which each holds alternatives joined by OR."""
        return all(any(self._holds(one) for one in group.strip("()").split(" OR ")) for group in question.split(" AND "))

    def _holds(self, asked: str) -> bool:
        where, _, what = asked.partition(":")
        if where == "submittedDate":
            first, last = re.findall(r"[0-9]{12}", what)
            return first <= f"{self.published.replace('-', '')}1000" <= last
        if where == "cat":
            return what == self.category
        text = {"ti": self.title, "abs": self.abstract}[where]
        return what.strip('"').casefold() in text.casefold()


@contextmanager
def serving(*papers: Invented) -> Iterator[Server]:
    """Run a server that knows these papers."""
    with running() as server:
        server.papers = {paper.id: paper.entry() for paper in papers}
        by_id = server.answer

        def answer(request: Request) -> Reply:
            question = request.query.get("search_query", [""])[0]
            if not question or server.planned:
                return by_id(request)
            found = sorted((paper for paper in papers if paper.meets(question)), key=lambda paper: paper.published, reverse=True)
            start, most = int(request.query["start"][0]), int(request.query["max_results"][0])
            return Reply(feed(*(paper.entry() for paper in found[start : start + most]), total=len(found)))

        server.answer = answer  # type: ignore[method-assign]
        yield server
