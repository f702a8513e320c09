"""Which record of one state is which of the other, also under another key or in the other folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .. import identifiers
from ..corpus import EXCLUSIONS, PAPERS, Corpus
from ..records import Exclusion, Paper, Record, identities
from .pairs import Pair, only_choices, sharing

Standing = tuple[str, str]
"""Folder and name of a record."""
_AKIN = 70
"""Percent of likeness from which two titles under one key are that of one work, reworded."""


def matched(before: Corpus, after: Corpus) -> tuple[Pair[Record | None], ...]:
    """Return every record of both states once, sorted by the names that it has or had.

    Under its old name it is taken for the same one unless everything that tells works apart says otherwise. What is
    left is matched by arXiv id, DOI or link, then by title; where two could be meant, neither is.
    """
    old, new = _records(before), _records(after)
    found = {place: place for place in old if place in new and _is_same_work(old[place], new[place])}
    for signs in (identities, _titles):
        found |= _further(old, new, found, signs)
    pairs = [Pair[Record | None](record, new[found[place]] if place in found else None) for place, record in old.items()]
    taken = set(found.values())
    pairs += [Pair[Record | None](None, record) for place, record in new.items() if place not in taken]
    return tuple(sorted(pairs, key=lambda pair: sorted(standing(record) for record in pair if record is not None)))


def standing(record: Record) -> Standing:
    """Return the folder and the name of a record."""
    return (PAPERS, record.key) if isinstance(record, Paper) else (EXCLUSIONS, record.id)


def _records(corpus: Corpus) -> dict[Standing, Record]:
    records: tuple[Record, ...] = (*corpus.papers, *corpus.exclusions)
    return {standing(record): record for record in records}


def _further(
    old: Mapping[Standing, Record],
    new: Mapping[Standing, Record],
    found: Mapping[Standing, Standing],
    signs: Callable[[Record], Iterable[str]],
) -> dict[Standing, Standing]:
    taken = set(found.values())
    left, right = ([place for place in old if place not in found], [place for place in new if place not in taken])
    alike = sharing(left, right, lambda place: signs(old[place]), lambda place: signs(new[place]))
    return dict(only_choices((one, other) for one, other in alike if not _contradict(old[one], new[other])))


def _titles(record: Record) -> set[str]:
    return {identifiers.folded(record.title)} - {""}


def _contradict(one: Record, other: Record) -> bool:
    """Say whether two records name different arXiv papers."""
    return len({identifiers.identity(record.arxiv_id) for record in (one, other) if record.arxiv_id}) > 1


def _is_same_work(one: Record, other: Record) -> bool:
    if _titles(one) == _titles(other) or identities(one) & identities(other):
        return True
    return not _contradict(one, other) and (_have_same_authors(one, other) or _have_like_titles(one, other))


def _have_same_authors(one: Record, other: Record) -> bool:
    if isinstance(one, Exclusion) or isinstance(other, Exclusion):
        return False
    return one.authors == other.authors


def _have_like_titles(one: Record, other: Record) -> bool:
    from rapidfuzz import fuzz

    return fuzz.ratio(identifiers.folded(one.title), identifiers.folded(other.title)) >= _AKIN
