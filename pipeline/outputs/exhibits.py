"""What the README shows of the coverage: figures, tables, and the sentences that name what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from .. import coverage
from ..corpus import Corpus
from ..survey import Output
from ..taxonomy import Field
from . import figures, gaps, markdown, tables
from .markdown import Markdown
from .tables import Column, Table, Wording
from .tables.table import lowered

WIDTH = 830
"""Pixels that GitHub's front page has for a figure."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A figure or a table with what goes with it."""

    figure: Markdown
    """HTML with a version for each theme; empty for a table."""
    gaps: str
    """Sentences; empty where nothing is to be said."""
    caption: str
    """Of a table that stands for itself; else empty."""
    table: Markdown
    """Under a figure it is shown on request only; empty where there is none."""


def exhibit(name: str, corpus: Corpus) -> Exhibit:
    """Return the figure or table that a survey declares by a name."""
    for output in corpus.outputs.figures:
        if output.name == name:
            return Exhibit(picture(output, corpus), gaps.sentences(output, corpus), "", _numbers(output, corpus))
    output = next(output for output in corpus.outputs.tables if output.name == name)
    table = tables.declared_table(output, corpus, Wording.LABELS)
    return Exhibit(Markdown(), gaps.sentences(output, corpus), table.caption, tables.as_markdown(table))


def picture(output: Output, corpus: Corpus) -> Markdown:
    """Return a figure for both themes, with what it says for those who do not see it."""
    light, dark = (f"figures/{output.name}.{theme}.svg" for theme in ("light", "dark"))
    alt = markdown.attribute(figures.alt(output, corpus))
    return Markdown(
        f'<p>\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img src="{light}" alt="{alt}" width="{WIDTH}">\n</picture>\n</p>'
    )


def _numbers(output: Output, corpus: Corpus) -> Markdown:
    """Return the numbers behind a heat map; of other figures they stand in the picture."""
    if output.kind != "crosstab":
        return Markdown()
    first, second = output.fields
    return tables.as_markdown(tables.crosstab_table(corpus, first, second, margins=True, say=Wording.LABELS))


def headline(corpus: Corpus) -> Table:
    """Return the table of the required fields: entries per value, and in bold the values that no entry carries."""
    rows = tuple((field.label, _held(corpus, field), _missing(corpus, field)) for field in corpus.taxonomy.required)
    columns = (Column("Field"), Column("Entries per value"), Column("No entry"))
    return Table("headline", "Entries per value of each required field", columns, rows)


def _held(corpus: Corpus, field: Field) -> str:
    counts = coverage.counts(corpus, field.name)
    return ", ".join(f"{label} {count}" for _, label, count in counts.itertuples() if count)


def _missing(corpus: Corpus, field: Field) -> Markdown:
    return Markdown(", ".join(f"**{markdown.inline(label)}**" for label in gaps.unused(corpus, field)))


def facets(corpus: Corpus) -> str:
    """Return how many entries carry each field that some do not carry; empty where all carry all."""
    coded = ((field, coverage.coded(corpus.papers, field.name)) for field in corpus.taxonomy)
    return ", ".join(f"{lowered(field.label)} {count}" for field, count in coded if count < len(corpus.papers))
