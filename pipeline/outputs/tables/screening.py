"""Tables of how records were found and screened, and of reported operating points."""

from __future__ import annotations

from collections import Counter

from ...corpus import Corpus
from ...survey import Output, ScalePoint, Span
from .cells import Content, texts
from .table import Cell, Column, Wording


def flow(_: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each stage, between what went in and what stayed."""
    stages = Counter(exclusion.stage for exclusion in corpus.exclusions)
    declared = corpus.taxonomy.exclusion.get("stage")
    rows: list[tuple[Cell, ...]] = [(say.heading("screened"), "", len(corpus.papers) + len(corpus.exclusions))]
    for value in declared.values if declared else ():
        assert declared is not None
        rows.append((say.of_value(declared, value.name), corpus.protocol.stages.get(value.name, ""), stages[value.name]))
    rows += [(say.heading("excluded"), "", len(corpus.exclusions)), (say.heading("retained"), "", len(corpus.papers))]
    return (Column(say.heading("stage")), Column(say.heading("what happens")), Column(say.heading("records"), numeric=True)), rows, ""


def queries(_: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each query family, with the excluded records that it found."""
    logged = Counter(exclusion.query_family for exclusion in corpus.exclusions)
    families = corpus.protocol.query_families
    rows = [(family.label, "; ".join(family.terms), sum(logged[name] for name in family.logged_as)) for family in families]
    return (*texts(say.heading("query family"), say.heading("terms")), Column(say.heading("excluded records"), numeric=True)), rows, ""


def scale(_: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each operating point."""
    headings = ("operating point", "entry", "agents", "steps", "sessions", "kind", "source")
    return texts(*(say.heading(heading) for heading in headings)), [_point(point, corpus, say) for point in corpus.scale], ""


def _point(point: ScalePoint, corpus: Corpus, say: Wording) -> tuple[Cell, ...]:
    entry = corpus.by_key[point.entry].name if point.entry in corpus.by_key and say.for_people else point.entry
    kind = point.kind.replace("_", " ") if say.for_people else point.kind
    sessions = "" if point.sessions is None else str(point.sessions)
    agents = _range(point.agents, say) or point.agents_in_words
    return point.label, entry, agents, _range(point.steps, say), sessions, kind, point.source


def _range(span: Span | None, say: Wording) -> str:
    return say.span(*span) if span else ""
