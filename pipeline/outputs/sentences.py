"""Titles that state a finding: text with ``{placeholders}`` in, the sentence with its numbers out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from .. import claims, coverage, history
from ..claims import words
from ..corpus import Corpus, once
from ..records import Paper
from ..survey import Placeholder, placeholders
from . import months
from .open_cells import open_cells

_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def filled(text: str, corpus: Corpus) -> str:
    """Return a text with every placeholder replaced by what the survey holds.

    A number that begins the text, up to twelve, is written as a word. Raises KeyError for a placeholder that
    ``survey.placeholder_fault`` would have refused.
    """
    parts: list[str] = []
    end = 0
    for match, placeholder in placeholders(text):
        parts += [text[end : match.start()], _value(placeholder, corpus)]
        end = match.end()
    sentence = "".join([*parts, text[end:]])
    head, blank, rest = sentence.partition(" ")
    if not (head.isascii() and head.isdigit() and int(head) <= 12):
        return sentence
    word = "None" if head == "0" and rest.startswith("of ") else _WORDS[int(head)]
    return f"{word}{blank}{rest}"


def enumerated(names: Sequence[str]) -> str:
    """Return names as a list in words: ``a``, ``a and b``, ``a, b, and c``; ``none`` where there are none."""
    return words.enumerated(names) or "none"


def many(count: int, one: str, several: str = "") -> str:
    """Return a number with what it counts: ``1 paper``, ``2 papers``; ``several`` where that does not end in an s alone."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def _value(placeholder: Placeholder, corpus: Corpus) -> str:
    value = _MAKERS[placeholder.name](corpus, placeholder.arguments)
    return placeholder.words[value != "1"] if placeholder.words else value


Arguments = tuple[str, ...]


@once
def _meant(corpus: Corpus, arguments: Arguments) -> tuple[Paper, ...]:
    """Return the papers that meet the conditions. One title is told in several places, and its placeholders ask alike."""
    return coverage.matching(corpus.papers, coverage.conditions(arguments, corpus.taxonomy))


def _count(corpus: Corpus, arguments: Arguments) -> str:
    return str(len(_meant(corpus, arguments)))


def _names(corpus: Corpus, arguments: Arguments) -> str:
    return enumerated([paper.name for paper in _meant(corpus, arguments)])


def _gaps(corpus: Corpus, arguments: Arguments) -> str:
    return str(len(open_cells(corpus, *arguments).gaps))


def _cells(corpus: Corpus, arguments: Arguments) -> str:
    return str(open_cells(corpus, *arguments).cells)


def _empty(corpus: Corpus, arguments: Arguments) -> str:
    field = corpus.taxonomy.fields[arguments[0]]
    used = coverage.holders(corpus, arguments[0])
    return enumerated([value.label for value in field.values if value.name not in used and value.name != field.none])


def _top(corpus: Corpus, arguments: Arguments) -> tuple[str, int]:
    field = corpus.taxonomy.fields[arguments[0]]
    used = coverage.holders(corpus, arguments[0])
    best = max(field.values, key=lambda value: len(used.get(value.name, ())))
    return best.label, len(used.get(best.name, ()))


def _stages(corpus: Corpus, _: Arguments) -> str:
    used = Counter(exclusion.stage for exclusion in corpus.exclusions)
    labels = corpus.taxonomy.exclusion["stage"].by_name
    return enumerated([f"{used[name]} at {value.label.lower()}" for name, value in labels.items() if used[name]])


def _complete(corpus: Corpus, arguments: Arguments) -> str:
    values = set(corpus.taxonomy.fields[arguments[0]].by_name)
    held = corpus.taxonomy.fields[arguments[0]].held
    return str(sum(values <= set(held(paper.tag(arguments[0]))) for paper in corpus.papers))


def _rated(corpus: Corpus, arguments: Arguments) -> str:
    name, _, wanted = arguments[0].partition("=")
    value, _, level = wanted.partition(":")
    tags = (paper.tag(name) for paper in corpus.papers)
    return str(sum(isinstance(tag, dict) and tag.get(value) == level for tag in tags))


def _first(corpus: Corpus, arguments: Arguments) -> str:
    found = [month for paper in _meant(corpus, arguments) if (month := months.submitted(paper, corpus.listings))]
    return months.in_words(min(found)) if found else "no dated entry"


def _largest(corpus: Corpus, arguments: Arguments) -> str:
    """Return the size of the point with the most steps, then the most agents, of those that state both."""
    sizes = [(p.steps.high, p.agents.high) for p in corpus.scale if p.kind == arguments[0] and p.steps and p.agents]
    steps, agents = max(sizes, default=(0, 0))
    if not steps:
        return "no stated size"
    return f"{agents:,} agent{'s' * (agents > 1)} and {steps:,} step{'s' * (steps > 1)}"


def _fragile(corpus: Corpus, _: Arguments) -> str:
    return str(sum(one.least[0].count == 1 for one in claims.sensitivity(corpus)))


def _firmest(corpus: Corpus, _: Arguments) -> str:
    return str(max((one.least[0].count or 0 for one in claims.sensitivity(corpus)), default=0))


def _course(corpus: Corpus, arguments: Arguments) -> str:
    """Return what a count was from the first day on, without the days on which it stayed: ``8 to 7 to 8``."""
    wanted = history.Series("", coverage.conditions(arguments, corpus.taxonomy))
    days = history.dates(corpus, [wanted])
    counts = [point.counts[0] for point in history.over_dates(corpus, [wanted], days)] or [0]
    return " to ".join(str(count) for count, before in zip(counts, [None, *counts], strict=False) if count != before)


_MAKERS: dict[str, Callable[[Corpus, Arguments], str]] = {
    "papers": lambda corpus, _: str(len(corpus.papers)),
    "exclusions": lambda corpus, _: str(len(corpus.exclusions)),
    "screened": lambda corpus, _: str(len(corpus.papers) + len(corpus.exclusions)),
    "cutoff": lambda corpus, _: corpus.about.cutoff.isoformat(),
    "count": _count,
    "names": _names,
    "coded": lambda corpus, arguments: str(coverage.coded(corpus.papers, arguments[0])),
    "applicable": lambda corpus, arguments: str(len(coverage.applicable(corpus.papers, corpus.taxonomy.fields[arguments[0]]))),
    "gaps": _gaps,
    "cells": _cells,
    "values": lambda corpus, arguments: str(len(corpus.taxonomy.fields[arguments[0]].values)),
    "empty": _empty,
    "top": lambda corpus, arguments: _top(corpus, arguments)[0],
    "top_count": lambda corpus, arguments: str(_top(corpus, arguments)[1]),
    "stages": _stages,
    "complete": _complete,
    "rated": _rated,
    "first": _first,
    "largest": _largest,
    "claims": lambda corpus, _: str(len(corpus.claims)),
    "fragile": _fragile,
    "firmest": _firmest,
    "course": _course,
}
"""One for each of ``survey.titles.PLACEHOLDERS``."""
