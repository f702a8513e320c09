"""A page for each declared cross-tab with all its empty cells: what would stand there, what comes near, what was excluded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...corpus import Corpus
from ...records import Exclusion, Paper
from ...taxonomy import Field, Tag, TagValue
from ..open_cells import left_out
from . import addresses, contributing, shell
from .heatmap import Head, Heatmap, declared, heatmap

SHOWN = 5
"""Entries that are named, the nearest first."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two values that no paper holds together."""

    field: Field
    value: TagValue
    head: Head


@dataclass(frozen=True, slots=True)
class Near:
    """An entry that holds one of the two values."""

    key: str
    name: str
    held: tuple[str, str]
    """What it holds in the two fields, in words."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An excluded record whose proposed tags come near."""

    id: str
    title: str
    held: tuple[str, str]
    """What is proposed for the two fields, in words."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty cell."""

    sides: tuple[Side, Side]
    near: tuple[Near, ...]
    misses: tuple[NearMiss, ...]
    proposal: str
    """Address of an issue that proposes a paper; empty without a repository."""


@dataclass(frozen=True, slots=True)
class Row:
    """The empty cells of one row."""

    side: Side
    gaps: tuple[Gap, ...]


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield a page for each declared cross-tab that has empty cells."""
    for output in declared(corpus):
        chart = heatmap(corpus, *output.fields)
        if rows := tuple(_rows(chart, corpus)):
            yield _rendered(chart, rows, corpus)


def _rendered(chart: Heatmap, rows: tuple[Row, ...], corpus: Corpus) -> tuple[str, bytes]:
    first, second = chart.rows, chart.columns
    title = f"{first.label} by {second.label.lower()}: the gaps"
    count = sum(len(row.gaps) for row in rows)
    pairs = f"{count} pairs" if count > 1 else "one pair"
    description = f"The {pairs} of {first.label.lower()} and {second.label.lower()} that no paper has."
    page = shell.Page(addresses.gaps(first.name, second.name), title, description, "coverage", ("pages.css",))
    none = left_out((first, second))
    said = f"{none} is no gap where it is empty. " if none else ""
    return shell.render(corpus, page, "gaps.html", rows=rows, left_out=said, coverage=addresses.coverage(first.name, second.name))


def _rows(chart: Heatmap, corpus: Corpus) -> Iterator[Row]:
    for row in chart.body:
        empty = [head for head, cell in zip(chart.heads, row.cells, strict=True) if cell.kind == "empty"]
        if empty:
            side = _side(chart.rows, row.head)
            yield Row(side, tuple(gap(side, _side(chart.columns, head), corpus) for head in empty))


def _side(field: Field, head: Head) -> Side:
    return Side(field, field.by_name[head.value], head)


def gap(first: Side, second: Side, corpus: Corpus) -> Gap:
    """Return what is told of the cell in which two values meet."""
    near = sorted((*_sharing(first, second, first, corpus), *_sharing(first, second, second, corpus)), key=lambda pair: pair[0])
    names = " and ".join(f"{side.field.name}={side.value.name}" for side in (first, second))
    proposal = contributing.issue(corpus.about, f"A paper for {names}", "Title:\nLink:\nWhere it shows both:\n")
    return Gap((first, second), tuple(one for _, one in near[:SHOWN]), tuple(_misses(first, second, corpus)), proposal)


Order = tuple[int, str]
"""How far apart two values stand, then the paper's key."""


def _sharing(first: Side, second: Side, same: Side, corpus: Corpus) -> Iterator[tuple[Order, Near]]:
    """Yield the papers that hold the value of one side, each with how far it stands from the other's."""
    other = second if same is first else first
    for paper in corpus.papers:
        if same.value.name in same.field.held(paper.tag(same.field.name)):
            held = (_in_words(first.field, paper.tags), _in_words(second.field, paper.tags))
            yield (_distance(other, paper), paper.key), Near(paper.key, paper.name, held)


def _distance(side: Side, paper: Paper) -> int:
    """Return how many places lie between a value and the nearest one that a paper holds in the field.

    In a field without an order every other value is one place away; "not applicable" and an uncoded field are farthest.
    """
    places = list(side.field.by_name)
    held = [value for value in side.field.held(paper.tag(side.field.name)) if value != side.field.none]
    if not held:
        return len(places)
    if not side.field.ordered:
        return 1
    return min(abs(places.index(value) - places.index(side.value.name)) for value in held)


def _misses(first: Side, second: Side, corpus: Corpus) -> Iterator[NearMiss]:
    """Yield the near misses that would hold both values, then those that would hold one."""
    found = [(sum(_fits(exclusion, side) for side in (first, second)), exclusion) for exclusion in corpus.exclusions]
    for fitting, exclusion in sorted(found, key=lambda pair: -pair[0]):
        if fitting:
            held = (_in_words(first.field, exclusion.tags), _in_words(second.field, exclusion.tags))
            yield NearMiss(exclusion.id, exclusion.title, held)


def _fits(exclusion: Exclusion, side: Side) -> bool:
    return side.value.name in side.field.held(exclusion.tags.get(side.field.name))


def _in_words(field: Field, tags: Mapping[str, Tag]) -> str:
    return ", ".join(field.label_of(value) for value in field.held(tags.get(field.name))) or "not coded"
