"""Facts that every paper states, counted as if they were fields: the year and the venue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..corpus import Corpus
from ..records import Paper
from ..taxonomy import Field, TagValue
from .conditions import UNCODED
from .counts import TOTAL


class _Fact(NamedTuple):
    """One fact."""

    label: str
    definition: str
    ordered: bool
    said: Callable[[Paper], str]
    """What a paper states; empty where it does not."""


FACTS: Mapping[str, _Fact] = {
    "year": _Fact("Year", "Of the version that was read.", True, lambda paper: str(paper.year or "")),
    "venue": _Fact("Venue", "Where it appeared, as the entries spell it.", False, lambda paper: paper.venue),
}
"""By the name that the line has in an entry's file."""


def with_facts(corpus: Corpus, asked: Iterable[str]) -> Corpus:
    """Return a survey in which FACTS are fields as well, where one of them is asked for, or what is asked for is no field.

    Their values are those that its papers state, in the order of years or letters: none is declared, and so none is kept that no
    paper states. A field of the taxonomy with the name of a fact stays what it is.
    """
    missing = {name: fact for name, fact in FACTS.items() if name not in corpus.taxonomy.fields}
    if not missing or all(name in corpus.taxonomy.fields for name in asked):
        return corpus
    fields = {**corpus.taxonomy.fields, **{name: _field(name, fact, corpus.papers) for name, fact in missing.items()}}
    papers = tuple(replace(paper, tags={**paper.tags, **_tags(paper, missing)}) for paper in corpus.papers)
    return replace(corpus, taxonomy=replace(corpus.taxonomy, fields=fields), papers=papers)


def _stated(fact: _Fact, paper: Paper) -> str:
    """Return what a paper states, in quotes where it would pass for a row or column of its own."""
    text = fact.said(paper)
    return f"“{text}”" if text in (UNCODED, TOTAL) else text


def _field(name: str, fact: _Fact, papers: Iterable[Paper]) -> Field:
    stated = sorted({_stated(fact, paper) for paper in papers} - {""}, key=lambda text: (text.casefold(), text))
    return Field(name, fact.label, "one", fact.definition, tuple(TagValue(text, text, "") for text in stated), ordered=fact.ordered)


def _tags(paper: Paper, facts: Mapping[str, _Fact]) -> dict[str, str]:
    return {name: text for name, fact in facts.items() if (text := _stated(fact, paper))}
