"""What most pages see of the records: enough to name, count and date them, and none of the texts that only a paper's own page shows.

Whoever is handed an outline cannot depend on anything else. So a correction to one of these texts leaves all such pages as they are.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ..corpus import Corpus, once
from ..errors import Place
from ..lock import Listing
from ..records import TAGS, UNKNOWN, Change, Paper

_KEPT = frozenset({"title", "year", "short_name", "arxiv_id", UNKNOWN})
"""Fields whose former values are seen, beside the tags."""
_NO_DAY, _NOWHERE = date(1, 1, 1), Place("")


@once
def outline(corpus: Corpus) -> Corpus:
    """Return a survey whose papers have no authors, venues, addresses, summaries, notes and reasons, and no place in a file.

    Of what arXiv says of them only the day of first submission is left. An outline is its own.
    """
    if all(paper.place == _NOWHERE for paper in corpus.papers):
        return corpus
    papers = tuple(_paper(paper) for paper in corpus.papers)
    return replace(corpus, papers=papers, listings={arxiv_id: _listing(one) for arxiv_id, one in corpus.listings.items()})


def placeless(corpus: Corpus) -> Corpus:
    """Return a survey that does not know where in its files each field stands: a fifth of its memory, for naming faults alone."""
    papers = tuple(replace(paper, places={}, unread=frozenset()) for paper in corpus.papers)
    return replace(corpus, papers=papers, exclusions=tuple(replace(exclusion, places={}) for exclusion in corpus.exclusions))


def _paper(paper: Paper) -> Paper:
    return replace(
        paper, authors=(), authors_complete=True, venue="", affiliation="", doi="", links=(), summary="", notes="", exceptions={},
        accepted={}, changes=tuple(map(_change, paper.changes)), place=_NOWHERE, places={},
    )  # fmt: skip


def _change(change: Change) -> Change:
    seen = change.field in _KEPT or change.field.startswith(TAGS)
    return Change(change.date, change.field, change.before if seen else None, change.after if seen else None, "")


def _listing(listing: Listing) -> Listing:
    """Return what arXiv says of when a paper was first there."""
    return Listing(
        title="", authors=(), published=listing.published, updated=None, version=None, primary_category=None, categories=None, doi=None,
        journal_ref=None, comment=None, source=listing.source, fetched=_NO_DAY,
    )  # fmt: skip
