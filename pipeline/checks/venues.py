"""Venues are written as other entries write them, and the year goes with the venue.

What the published pool holds is as it was printed, so that there a doubt only informs.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from ..corpus import Corpus
from ..errors import Problem, Severity
from ..records import Paper
from .scope import is_open

_YEAR = re.compile(r"(?<![0-9.])(?:19|20)[0-9]{2}(?![0-9])")
_WORD = re.compile(r"[^\W\d_]+")
_NOT_OUT_YET = re.compile(r"\b(?:arxiv|corr|openreview|preprint|submitted|submission|review)\b", re.IGNORECASE)
"""A venue with one of these words cites a preprint, and names the conference that it waits for."""


def venues_are_spelled_alike(corpus: Corpus) -> Iterator[Problem]:
    """A venue, and a name such as NeurIPS within one, is written as most entries write it, where only case and blanks differ."""
    whole = _usual(_folded(paper.venue) for paper in corpus.papers)
    names = {folded: usual for folded, usual in _usual(_words(corpus)).items() if _is_name(usual)}
    for paper in corpus.papers if whole or names else ():
        found, wanted = paper.venue, whole.get(_folded(paper.venue)[0], paper.venue)
        if found == wanted:
            differing = (word for word in _WORD.findall(paper.venue) if names.get(word.casefold(), word) != word)
            found = next(differing, "")
            wanted = names.get(found.casefold(), "")
        if found != wanted:
            yield Problem(paper.where("venue"), "venue-form", f"other entries write {wanted}", "venue", found, severity="warning")


def _folded(venue: str) -> tuple[str, str]:
    return "".join(venue.split()).casefold(), venue


def _words(corpus: Corpus) -> Iterator[tuple[str, str]]:
    return ((word.casefold(), word) for paper in corpus.papers for word in _WORD.findall(paper.venue))


def _usual(spelled: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Return how what is spelled in several ways is spelled most often, by its folded form."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for folded, form in spelled:
        counted[folded][form] += 1
    return {folded: min(forms, key=lambda form: (-forms[form], form)) for folded, forms in counted.items() if len(forms) > 1}


def _is_name(word: str) -> bool:
    """Say whether a word is written as names and initials are, with a capital within: other words may begin a title or not."""
    return any(c.isupper() for c in word[1:])


def venues_name_their_year(corpus: Corpus) -> Iterator[Problem]:
    """A venue has its year in its name where most entries of that venue have it, and none where most have none."""
    counted: dict[str, Counter[bool]] = defaultdict(Counter)
    for paper in corpus.papers:
        counted[_undated(paper.venue)][_is_dated(paper)] += 1
    for paper in corpus.papers:
        forms, dated = counted[_undated(paper.venue)], _is_dated(paper)
        odd = forms[False] > forms[True] if dated else forms[False] <= forms[True]
        if paper.venue and odd and not is_open(paper, "venue"):
            message = "names a year, where other entries name none" if dated else "names no year, where other entries do"
            yield Problem(paper.where("venue"), "venue-year", message, "venue", paper.venue, severity=_severity(paper, corpus))


def _is_dated(paper: Paper) -> bool:
    return bool(_YEAR.search(paper.venue))


def _undated(venue: str) -> str:
    return "".join(_YEAR.sub("", venue).split()).casefold()


def years_are_those_of_the_venue(corpus: Corpus) -> Iterator[Problem]:
    """Where a venue has published a paper and names its year, the entry is of that year."""
    for paper in corpus.papers:
        years = _YEAR.findall(paper.venue)
        if paper.year is None or not years or _NOT_OUT_YET.search(paper.venue) or is_open(paper, "year", "venue"):
            continue
        if str(paper.year) not in years:
            message = f"is not that of the venue, {paper.venue}"
            hint = "the year is that of the venue's publication, where there is one"
            severity = _severity(paper, corpus)
            yield Problem(paper.where("year"), "year-against-venue", message, "year", str(paper.year), hint=hint, severity=severity)


def _severity(paper: Paper, corpus: Corpus) -> Severity:
    return "notice" if paper.added <= corpus.about.cutoff else "warning"
