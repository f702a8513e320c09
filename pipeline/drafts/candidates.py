"""What the protocol's queries find on arXiv that the survey does not know yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from .. import identifiers
from ..corpus import Corpus
from ..lock import Listing
from ..survey import QueryFamily
from .known import Known

if TYPE_CHECKING:
    from ..metadata.client import Received


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that some queries found."""

    arxiv_id: str
    """Bare."""
    listing: Listing
    families: tuple[str, ...]
    """Names of the query families that found it, in the protocol's order."""
    twin: str
    """Path of a record with nearly the same title; empty where there is none."""
    abstract: str
    """On one line."""


@dataclass(frozen=True, slots=True)
class Search:
    """What the queries found."""

    since: date
    candidates: tuple[Candidate, ...]
    """Those that more families found come first, then the later ones."""
    known: int
    """How many more were found that the survey has a record of."""
    cut: tuple[str, ...]
    """Families of which there is more than was asked for."""
    unusable: int = 0
    """How many papers more were found that cannot be listed, since what arXiv sent of them lacks something."""


def query(family: QueryFamily, scope: Sequence[str], categories: Sequence[str], since: date, until: date) -> str:
    """Return a family's question in arXiv's language: one of its terms in title or abstract, from one day to another.

    ``scope`` are terms of which one must stand there as well, ``categories`` those of arXiv to which it is confined; none
    of either confines nothing. https://info.arxiv.org/help/api/user-manual.html, section 5.1.
    """
    parts = [_any_of(family.terms), *([_any_of(scope)] if scope else [])]
    if categories:
        parts.append(f"({' OR '.join(f'cat:{category}' for category in categories)})")
    parts.append(f"submittedDate:[{since:%Y%m%d}0000 TO {until:%Y%m%d}2359]")
    return " AND ".join(parts)


def _any_of(terms: Iterable[str]) -> str:
    phrases = (" ".join(re.findall(r"[\w.'/+-]+", term)) for term in terms)
    asked = [f'{where}:"{phrase}"' for phrase in phrases if phrase for where in ("ti", "abs")]
    return f"({' OR '.join(asked)})"


def categories(corpus: Corpus) -> tuple[str, ...]:
    """Return the arXiv categories in which at least two records of the survey were listed first, or one where none has two."""
    held = Counter(listing.primary_category for listing in corpus.listings.values() if listing.primary_category)
    return tuple(sorted(name for name, count in held.items() if count > 1) or sorted(held))


def gathered(
    found: Mapping[str, Iterable[Received]], known: Known, since: date, cut: Iterable[str] = (), unusable: int = 0
) -> Search:  # fmt: skip
    """Return what is new among the results by family. ``unusable`` is the number of papers that were found besides."""
    papers: dict[str, Received] = {}
    families: dict[str, list[str]] = {}
    for family, results in found.items():
        for received in results:
            papers.setdefault(received.arxiv_id, received)
            families.setdefault(received.arxiv_id, []).append(family)
    new = [paper for paper in papers.values() if known.holder(identifiers.identities((paper.arxiv_id, paper.listing.doi or ""))) is None]
    candidates = (_candidate(paper, families[paper.arxiv_id], known) for paper in new)
    return Search(since, tuple(sorted(candidates, key=_rank)), len(papers) - len(new), tuple(cut), unusable)


def _candidate(paper: Received, families: Sequence[str], known: Known) -> Candidate:
    twin = known.twin(paper.listing.title)
    return Candidate(paper.arxiv_id, paper.listing, tuple(dict.fromkeys(families)), twin.path if twin else "", paper.summary)


def _rank(candidate: Candidate) -> tuple[int, int, str]:
    published = candidate.listing.published
    return -len(candidate.families), -published.toordinal() if published else 0, candidate.arxiv_id
