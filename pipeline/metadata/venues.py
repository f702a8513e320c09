"""Where an entry says that a paper appeared, against what arXiv's listing lets see of it.

A journal reference names a venue by its nature. A comment and a DOI are only taken to name one where they hold a word
by which other entries, or everybody, name venues.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .. import identifiers
from ..lock import Listing

_EVERYBODY = {
    "aaai", "aacl", "aamas", "acl", "acml", "aistats", "chi", "coling", "colm", "colt", "conll", "corl", "cvpr", "eacl", "eccv", "ecml",
    "emnlp", "iccv", "iclr", "icml", "icra", "ijcai", "interspeech", "iros", "jair", "jmlr", "kdd", "naacl", "neurips", "nips", "pmlr",
    "pnas", "sigir", "tacl", "tmlr", "uai", "usenix",
}  # fmt: skip
_COMMON = {
    "of", "the", "on", "in", "and", "for", "at", "a", "to", "d", "b", "main", "track", "findings", "proceedings", "conference", "workshop",
    "journal", "transactions", "international", "annual", "meeting", "spotlight", "oral", "poster", "submitted", "under", "review",
    "submission", "january", "arr", "tech", "technical", "report", "blog", "documentation", "invented", "association", "paper", "papers",
    "datasets", "benchmarks", "research", "systems", "learning", "long", "short", "advances",
}  # fmt: skip
"""Words that do not tell one venue from another."""
_PREPRINT = {"arxiv", "corr", "preprint", "biorxiv", "openreview", "ssrn"}
_OTHER_NAMES = {"nips": "neurips"}
_PENDING = re.compile(r"\b(?:under (?:double.blind )?review|submitted|submission|in review|rejected|withdrawn)\b", re.IGNORECASE)
_ACCEPTED = re.compile(r"\b(?:accepted|to appear|published (?:in|at|by)|camera.ready|in proceedings)\b", re.IGNORECASE)
_OWN_DOI = "10.48550/"


class Verdict(NamedTuple):
    """What was found; ``same`` is None where it could not be checked."""

    same: bool | None
    theirs: str
    """What of the listing it rests on."""
    why: str


def known(venues: Iterable[str]) -> frozenset[str]:
    """Return the words by which a comment or a DOI is seen to name a venue: the entries' own acronyms, and everybody's."""
    acronyms = (word for venue in venues for word in re.findall(r"[A-Za-z]*[A-Z][a-z]*[A-Z][A-Za-z]*", venue))
    return frozenset(_EVERYBODY | {word for acronym in acronyms for word in _words(acronym)} - _PREPRINT)


def spelled(venues: Iterable[str]) -> dict[str, str]:
    """Return how the entries write each word of their venues, by the word in lower case; the commonest form of several."""
    forms = Counter(word for venue in venues for word in re.findall(r"[A-Za-z]+", venue))
    return {word.lower(): word for word, _ in sorted(forms.items(), key=lambda form: (form[1], form[0]))}


def cited(reference: str, forms: Mapping[str, str]) -> str:
    """Return a journal reference as entries cite it: of a known conference with its year, and at most numbers behind, only these two.

    ``forms`` are the words of the entries' venues as ``spelled`` gives them.
    """
    begun = re.match(r"([A-Za-z]+) ((?:19|20)[0-9]{2})(?![0-9])(.*)", reference, re.DOTALL)
    if not begun or begun[1].lower() not in _EVERYBODY | forms.keys():
        return reference
    behind = set(re.findall(r"[a-z]+", begun[3].lower()))
    return reference if behind - _NUMBERING else f"{forms.get(begun[1].lower(), begun[1])} {begun[2]}"


_NUMBERING = {"p", "pp", "page", "pages", "vol", "volume", "no", "number", "issue"}


def verdict(venue: str, listing: Listing, names: frozenset[str]) -> Verdict:
    """Return whether a listing bears out an entry's venue. ``names`` are words that are known to name venues."""
    stated = _stated(listing, names)
    doi = _foreign_doi(listing)
    is_preprint = bool(_PREPRINT & set(identifiers.folded(venue).split()))
    if is_preprint and doi and not stated:
        return Verdict(False, doi, "the entry names a preprint, the DOI is a publisher's")
    if not stated:
        if listing.source != "api":
            return Verdict(None, "", "comment and journal reference were not seen yet")
        return Verdict(True if is_preprint else None, "", "arXiv names no venue")
    theirs = "; ".join(stated)
    if not venue:
        return Verdict(False, theirs, "the entry names no venue")
    if is_preprint:
        return Verdict(False, theirs, "the entry names a preprint, arXiv a publication")
    ours, found = _words(venue), set().union(*map(_words, stated))
    if not ours & found:
        return Verdict(False, theirs, "arXiv names another venue")
    years = _years(venue), set().union(*map(_years, stated))
    if all(years) and not years[0] & years[1]:
        return Verdict(False, theirs, "arXiv names another year")
    return Verdict(True, theirs, "")


def _stated(listing: Listing, names: frozenset[str]) -> list[str]:
    """Return what of a listing names a venue."""
    found = [listing.journal_ref] if listing.journal_ref else []
    doi = _foreign_doi(listing)
    if doi and _words(doi) & names:
        found.append(doi)
    comment = listing.comment
    if comment and not _PENDING.search(comment) and (_words(comment) & names or _ACCEPTED.search(comment)):
        found.append(comment)
    return found


def _foreign_doi(listing: Listing) -> str:
    return listing.doi if listing.doi and not listing.doi.startswith(_OWN_DOI) else ""


def _words(text: str) -> set[str]:
    words = re.findall(r"[a-z]+(?=[^a-z]|$)", " ".join(identifiers.folded(text).split()))
    return {_OTHER_NAMES.get(word, word) for word in words if len(word) > 1} - _COMMON


def _years(text: str) -> set[str]:
    return set(re.findall(r"(?<![0-9.])(?:19|20)[0-9]{2}(?![0-9])", text))
