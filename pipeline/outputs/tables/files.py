"""The files below ``figures/tables``: every count, the cross-tabs of the required fields, and what the survey asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ... import coverage
from ...corpus import Corpus
from .. import markdown
from .counts import count_table, crosstab_tables, exclusion_table
from .declared import declared_table
from .latex import as_latex
from .table import Table, Wording
from .writing import as_csv, as_markdown

FOLDER = "figures/tables"
"""Where the tables stand below the survey's root."""


LATEX_HEAD = """\
% In the preamble: \\usepackage[T1]{fontenc} and \\usepackage{array,booktabs,graphicx,longtable,pdflscape}
% Each table has the label tab:NAME, or tab:NAME-PART where a part of the pool was chosen; letters beyond Latin need LuaLaTeX or XeLaTeX.
"""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield each table as CSV, with the names that stand in the data, and as Markdown and LaTeX, with labels.

    A table that the survey declares takes the place of a count or cross-tab of the same name.
    """
    pairs = {names.name: (names, labels) for names, labels in _pairs(corpus)}
    for name, (names, labels) in pairs.items():
        yield f"{FOLDER}/{name}.csv", as_csv(names).encode()
        yield f"{FOLDER}/{name}.md", page(labels).encode()
        yield f"{FOLDER}/{name}.tex", as_latex(labels).encode()


def latex(corpus: Corpus, scope: str = "", chosen: Iterable[str] = ()) -> str:
    """Return the tables that the survey declares as one text for ``\\input``, in its order, with the packages that they need.

    ``scope`` says in their captions which records were chosen, ``chosen`` in their labels by what.
    """
    clauses = tuple(chosen)
    made = (as_latex(declared_table(output, corpus, Wording.LABELS).of(scope, clauses)) for output in corpus.outputs.tables)
    return f"{LATEX_HEAD}\n" + "\n".join(made)


def page(table: Table) -> str:
    """Return a Markdown page that holds a table with its caption and note."""
    note = f"\n{markdown.inline(table.note)}\n" if table.note else ""
    return f"# {markdown.inline(table.caption)}\n\n{as_markdown(table)}{note}"


def _pairs(corpus: Corpus) -> Iterator[tuple[Table, ...]]:
    """Yield every table in both wordings."""
    for field in corpus.taxonomy:
        yield tuple(count_table(corpus, field.name, say) for say in Wording)
    for first, second in combinations(corpus.taxonomy.required, 2):
        yield crosstab_tables(corpus, first.name, second.name)
    for name in coverage.log_fields(corpus.taxonomy):
        yield tuple(exclusion_table(corpus, name, say) for say in Wording)
    for output in corpus.outputs.tables:
        yield tuple(declared_table(output, corpus, say) for say in Wording)
