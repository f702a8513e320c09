"""What arXiv said goes with the records."""

from __future__ import annotations

from collections.abc import Iterator

from ..corpus import Corpus
from ..errors import Place, Problem
from .scope import all_records, is_open


def listings_are_wanted(corpus: Corpus) -> Iterator[Problem]:
    """The lock holds metadata only of records that are in the survey."""
    wanted = {record.arxiv_id for record in all_records(corpus)}
    for arxiv_id in corpus.listings if not corpus.left_out else ():
        if arxiv_id not in wanted:
            yield Problem(Place("arxiv.lock.json"), "unwanted-listing", f"no record has the arXiv id {arxiv_id}", severity="notice")


def withdrawn_papers_stay_on_purpose(corpus: Corpus) -> Iterator[Problem]:
    """A paper that its authors took back stays in the corpus only if the entry says why."""
    hint = "take it out, or say why it stays under accepted.withdrawn"
    for paper in corpus.papers:
        listing = corpus.listings.get(paper.arxiv_id)
        if listing and listing.withdrawn and "withdrawn" not in paper.accepted and not is_open(paper, "accepted"):
            message = "was withdrawn, says its comment on arXiv"
            yield Problem(paper.where("arxiv_id"), "withdrawn", message, "arxiv_id", listing.comment, hint=hint, severity="warning")
