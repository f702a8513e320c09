"""The tables that a survey asks for, by the kinds that the pipeline knows."""

from __future__ import annotations

from collections.abc import Callable

from ...corpus import Corpus
from ...survey import Output
from .. import sentences
from . import by_entry, by_value, overview, screening, stated
from .cells import Content
from .counts import count_table, crosstab_table
from .table import Table, Wording, distinct


def declared_table(output: Output, corpus: Corpus, say: Wording = Wording.NAMES) -> Table:
    """Return a table that ``survey/outputs.yaml`` declares, with its caption filled in."""
    columns, rows, note = _MAKERS[output.kind](output, corpus, say)
    caption, said = sentences.filled(output.title, corpus), sentences.filled(output.subtitle, corpus)
    return Table(output.name, caption, distinct(columns), tuple(rows), " ".join(part for part in (said, note) if part))


def _content(table: Table) -> Content:
    return table.columns, table.rows, table.note


_MAKERS: dict[str, Callable[[Output, Corpus, Wording], Content]] = {
    "counts": lambda output, corpus, say: _content(count_table(corpus, output.fields[0], say)),
    "crosstab": lambda output, corpus, say: _content(crosstab_table(corpus, output.fields[0], output.fields[1], say=say)),
    "flow": screening.flow,
    "queries": screening.queries,
    "scale": screening.scale,
    "groups": by_entry.groups,
    "entries": by_value.entries,
    "matrix": by_entry.matrix,
    "values": by_value.values,
    "signals": by_entry.signals,
    "pool": by_entry.pool,
    "facets": overview.facets,
    "levels": overview.levels,
    "claims": stated.stated,
    "scenarios": stated.scenarios,
}
"""One for each of ``survey.TABLE_KINDS``."""
