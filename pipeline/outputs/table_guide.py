"""The page of the survey's own tables: what each shows, how far it is coded, and where it stands in each format."""

from __future__ import annotations

from collections.abc import Callable

from .. import coverage
from ..corpus import Corpus
from ..survey import Output
from ..taxonomy import Field
from . import markdown, sentences
from .markdown import Markdown
from .tables import FOLDER, Column, Table, as_markdown
from .tables.table import lowered

_HEAD = (
    "# Tables",
    "The survey's own tables, each made from the records at every build. A field that only some entries carry has been coded for "
    "a part of those that could carry it, and nothing is said of the others. The list is made from `survey/outputs.yaml` and the "
    "entries; it is not edited by hand. `masrl export latex` writes all of them as one file; a single one is "
    "`\\input{figures/tables/NAME.tex}`, by the names below.",
)
_NONE = "The survey asks for no table of its own."


def text(corpus: Corpus) -> str:
    """Return the page as Markdown, a row for each table in the order of the file."""
    columns = (Column("table"), Column("shows"), Column("coded"), Column("as"))
    rows = tuple(_row(output, corpus) for output in corpus.outputs.tables)
    table = as_markdown(Table("tables", "", columns, rows)).rstrip("\n") if rows else _NONE
    return "\n\n".join((*_HEAD, table)) + "\n"


def _row(output: Output, corpus: Corpus) -> tuple[str, ...]:
    files = {form: f"../{FOLDER}/{output.name}.{form}" for form in ("md", "csv", "tex")}
    formats = Markdown(", ".join((markdown.link("CSV", files["csv"]), markdown.link("LaTeX", files["tex"]))))
    return markdown.link(output.name, files["md"]), sentences.filled(output.title, corpus), extent(output, corpus), formats


def extent(output: Output, corpus: Corpus) -> str:
    """Return how far what a table shows is coded, as in ``Measures: 12 of 18 benchmark entries``."""
    count = _COUNTS.get(output.kind)
    if count:
        return count(output, corpus)
    parts = [_coded(corpus.taxonomy.fields[name], corpus) for name in output.fields]
    partly = [part for part in parts if part]
    return "; ".join(partly) if partly else _all(len(corpus.papers), "entry", "entries")


def _all(count: int, one: str, several: str) -> str:
    """Return in words that all of so many are shown."""
    return f"all {count} {several}" if count > 1 else f"the one {one}" if count else f"no {one}"


def _coded(field: Field, corpus: Corpus) -> str:
    """Return how many entries carry a field; empty where all do."""
    able, coded, _ = coverage.extent(corpus, field.name)
    return f"{lowered(field.label)} {coded} of {able} {_kind(field, corpus)}entries" if coded < len(corpus.papers) else ""


def _kind(field: Field, corpus: Corpus) -> str:
    """Return which entries can carry a field, as words before "entries"; empty where all can."""
    labels = [lowered(corpus.taxonomy.fields[name].label_of(value)) for name, values in field.applies_to.items() for value in values]
    return f"{' or '.join(labels)} " if labels else ""


def _fields(output: Output, corpus: Corpus) -> str:
    whole = sum(coverage.coded(corpus.papers, name) == len(corpus.papers) for name in output.fields)
    return f"{whole} of {len(output.fields)} fields in {_all(len(corpus.papers), 'entry', 'entries')}, the others as stated"


def _records(_: Output, corpus: Corpus) -> str:
    return _all(len(corpus.papers) + len(corpus.exclusions), "record", "records")


def _claims(_: Output, corpus: Corpus) -> str:
    return _all(len(corpus.claims), "claim", "claims")


def _points(_: Output, corpus: Corpus) -> str:
    both = sum(point.agents is not None and point.steps is not None for point in corpus.scale)
    return f"{both} of {len(corpus.scale)} points with numbers for agents and steps"


_COUNTS: dict[str, Callable[[Output, Corpus], str]] = {
    "flow": _records,
    "queries": lambda _, corpus: _all(len(corpus.exclusions), "excluded record", "excluded records"),
    "scale": _points,
    "facets": _fields,
    "claims": _claims,
    "scenarios": _claims,
}
"""Kinds of table that show something else than fields of entries."""
