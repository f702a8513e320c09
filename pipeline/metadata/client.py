"""Questions to arXiv. The only module that knows the ``arxiv`` package; import it where it is used.

The package does the addresses, the paging and the reading of entries, and is given a ``Door`` for its session.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import arxiv

from .. import identifiers
from ..lock import Listing
from . import results
from .door import Door
from .entry_edits import HARMLESS
from .entry_faults import ERROR_ENTRY, Fault
from .failures import Upstream

PAGE_SIZE = 100
"""Entries; arXiv asks to keep pages small, and a hundred ids make an address of less than 2,500 characters."""


class Received(NamedTuple):
    """One paper as arXiv sent it."""

    arxiv_id: str
    """Bare, as arXiv writes it."""
    listing: Listing
    summary: str


@dataclass(frozen=True, slots=True)
class Answer:
    """All pages that answer one question."""

    received: tuple[Received, ...]
    faults: tuple[Fault, ...]
    """Of single entries."""


class Api:
    """Questions to arXiv."""

    def __init__(self, door: Door, endpoint: str, today: date) -> None:
        self._door = door
        self._today = today
        self._client = arxiv.Client(page_size=PAGE_SIZE, delay_seconds=0, num_retries=0)
        self._client.query_url_format = f"{endpoint}?{{}}"
        self._client._session = door
        logging.getLogger("arxiv").addHandler(logging.NullHandler())

    def listed(self, ids: Sequence[str]) -> Answer:
        """Return what arXiv says of some ids, in its order and not compared with what was asked. Raises Upstream."""
        search = arxiv.Search(id_list=list(ids), max_results=None)
        return self._answer(search, most=3 * len(ids) + 10)

    def found(self, query: str, most: int) -> Answer:
        """Return the latest papers that meet a query in arXiv's language, at most so many.

        Raises Upstream, also where arXiv sends an error in place of papers, which it does with a status of success.
        """
        search = arxiv.Search(query=query, max_results=most, sort_by=arxiv.SortCriterion.SubmittedDate)
        answer = self._answer(search, most=most)
        for fault in answer.faults:
            if fault.code == ERROR_ENTRY:
                raise Upstream(fault.message, passing=False)
        return answer

    def _answer(self, search: arxiv.Search, most: int) -> Answer:
        self._door.pages.clear()
        try:
            received = list(self._received(search, most))
        except (arxiv.ArxivError, ValueError) as error:
            raise Upstream(f"what arXiv sent cannot be read ({type(error).__name__})", passing=False) from error
        faults = tuple(fault for page in self._door.pages for fault in page.faults)
        return Answer(tuple(received), faults)

    def _received(self, search: arxiv.Search, most: int) -> Iterator[Received]:
        for number, result in enumerate(self._client.results(search), 1):
            if number > most:
                raise Upstream(f"arXiv sends papers without end: more than {most} came", passing=False)
            if not result.entry_id.startswith(HARMLESS):
                undated = any(" ".join(result.entry_id.split()) in page.undated for page in self._door.pages)
                listing = results.listing(result, dated=not undated, fetched=self._today)
                yield Received(identifiers.bare_arxiv_id(result.entry_id), listing, " ".join(result.summary.split()))
