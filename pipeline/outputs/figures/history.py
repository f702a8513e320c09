"""Counts and claims through time: those that the survey has drawn, and those that somebody asks for."""

from __future__ import annotations

from collections.abc import Sequence

from ... import coverage, history
from ...corpus import Corpus
from ...history import EXCLUSIONS, PAPERS, Point, Series
from ...survey import RECORDS, Output
from ..tables.table import lowered
from . import courses
from .sheet import Sheet, closed, headed


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a strip for each count that is asked for, each on its own scale."""
    asked = [_series(words, corpus) for words in output.asked]
    points = list(history.over_dates(corpus, asked, history.dates(corpus, asked)))
    courses.draw(sheet, [one.name for one in asked], points, alike=False)


def followed(wanted: Sequence[Series], points: Sequence[Point], corpus: Corpus) -> str:
    """Return what was asked of the past as an SVG document of its own, in which placeholders stand for colors."""
    title, subtitle = _title(wanted), _SUBTITLES[any(point.revision for point in points)]
    sheet = headed(title, subtitle)
    courses.draw(sheet, [_called(one) for one in wanted], points, alike=True)
    return closed(sheet, "history", title, subtitle, corpus)


_SUBTITLES = ("At the end of days, from when records joined and how they were retagged", "At revisions of the repository")


def _title(wanted: Sequence[Series]) -> str:
    """Return a claim's sentence, or what is counted."""
    first = wanted[0]
    if first.claim:
        return first.claim.sentence
    if len(wanted) == 1:
        return _called(first)
    *fixed, spread = first.conditions
    label = f"{spread.field.label}: {spread.field.label_of(spread.within)}" if spread.within else spread.field.label
    return "; ".join([f"{_RECORDS[first.of]} by {lowered(label)}", *map(_in_words, fixed)])


_RECORDS = {PAPERS: "Entries", EXCLUSIONS: "Excluded records"}


def _called(one: Series) -> str:
    """Return what a series is called by people."""
    if one.claim:
        return one.of[:1].upper() + one.of[1:]
    return "; ".join(map(_in_words, one.conditions)) or _RECORDS[one.of]


def _in_words(condition: coverage.Condition) -> str:
    return f"{condition.field.label}: {condition.in_words()}"


def _series(words: Sequence[str], corpus: Corpus) -> Series:
    """Return what is counted under the name that people read."""
    if len(words) == 1 and words[0] in RECORDS:
        return Series(_RECORDS[words[0]], (), words[0])
    wanted = tuple(_condition(word, corpus) for word in words)
    return Series("; ".join(map(_in_words, wanted)), wanted)


def _condition(word: str, corpus: Corpus) -> coverage.Condition:
    name, _, wanted = word.partition("=")  # read with the file, so that every name is known
    outer, within = coverage.split(name)
    return coverage.Condition(corpus.taxonomy.fields[outer], within, tuple(wanted.split(",")))
