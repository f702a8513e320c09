"""Tables that sum up fields: the values that dominate each, and the levels that a map gives to entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ... import coverage
from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field
from .cells import Content, entry, fields_of, held, texts
from .counts import coded_note
from .table import Cell, Column, Wording

_DOMINANT = 3
"""So many values of a field are named, and those that are as frequent as the last of them.

People are told of more values than this with one count by their number.
"""


def facets(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each field: how far it is coded, its most frequent values, and the values without an entry."""
    numbers = (Column(say.heading(heading), numeric=True) for heading in ("coded", "can carry it", "values"))
    columns = (Column(say.heading("field")), *numbers, *texts(*map(say.heading, ("most frequent", "not applicable", "without entry"))))
    return columns, (_facet(field, corpus, say) for field in fields_of(output, corpus)), ""


def _facet(field: Field, corpus: Corpus, say: Wording) -> tuple[Cell, ...]:
    able, coded, used = coverage.extent(corpus, field.name)
    meant = [value for value in field.by_name if value != field.none]
    unused = "; ".join(say.of_value(field, value) for value in meant if not used[value])
    none = str(used[field.none]) if field.none else ""
    return say.of_field(field), coded, able, len(field.values), _dominant(field, used, meant, say), none, unused


def _dominant(field: Field, used: Counter[str], meant: list[str], say: Wording) -> str:
    ranked = sorted(meant, key=lambda value: -used[value])
    least = max(1, used[ranked[min(_DOMINANT, len(ranked)) - 1]]) if ranked else 1
    tied = [value for value in ranked if used[value] == least]
    many = say.for_people and len(tied) > _DOMINANT
    named = [value for value in ranked if used[value] >= least and not (many and value in tied)]
    told = [f"{say.of_value(field, value)} {used[value]}" for value in named]
    return "; ".join([*told, *([f"{len(tied)} values, {least} each"] if many else [])])


def levels(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each value of a map and each entry that is rated there, with a column for each level that it reaches.

    The levels run from the weakest to the strongest: who reaches one reaches those before it.
    """
    first, *further = fields_of(output, corpus)
    headings = (say.heading("value"), say.heading("entry"), *(level.label if say.for_people else level.name for level in first.levels))
    return texts(*headings, *map(say.of_field, further)), _rated(corpus, first, further, say), coded_note(corpus, first)


def _rated(corpus: Corpus, field: Field, further: list[Field], say: Wording) -> Iterator[tuple[str, ...]]:
    for value in field.by_name:
        for paper in coverage.holders(corpus, field.name).get(value, ()):
            yield say.of_value(field, value), entry(paper, say), *_reached(paper, field, value), *held(paper, further, say)


def _reached(paper: Paper, field: Field, value: str) -> Iterator[str]:
    tag = paper.tag(field.name)
    order = [level.name for level in field.levels]
    at = order.index(tag[value]) if isinstance(tag, dict) and tag[value] in order else -1
    return ("yes" if number <= at else "no" for number in range(len(order)))
