"""The pool in the formats of other programs: a survey in, text or bytes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...corpus import Corpus
from .. import tables as set_tables
from . import (
    atom,
    bibtex,
    citation_cff,
    citations,
    csl,
    datapackage,
    entry_schemas,
    json_text,
    jsonld,
    parquet,
    ris,
    sqlite,
    tables,
    whole,
    whole_schema,
)

Json = json_text.Json


class Format(NamedTuple):
    """One way to write a survey down."""

    file_name: str
    """Under which it is published, beside the others."""
    media_type: str
    content: Callable[[Corpus], str | bytes]
    """Text is to be written as UTF-8 with line feeds."""
    description: str
    """One line, for lists of formats."""
    value: Callable[[Corpus], Json] | None = None
    """What a large JSON document holds, for whoever writes it in another layout."""


_SCHEMA = "application/schema+json"
_PARQUET = "application/vnd.apache.parquet"

FORMATS: Mapping[str, Format] = {
    "csv": Format(datapackage.PLAIN, "text/csv", tables.plain_text, "Papers as a table with the survey's own columns"),
    "csv-full": Format(datapackage.FULL, "text/csv", tables.full_text, "Papers as a table with every field"),
    "csv-tags": Format(datapackage.TAGS, "text/csv", tables.tags_text, "Tags as a table, one row per paper, field and value"),
    "csv-exclusions": Format(datapackage.EXCLUSIONS, "text/csv", tables.exclusions_text, "The exclusion log as a table"),
    "datapackage": Format("datapackage.json", "application/json", datapackage.text, "Frictionless description of the four tables"),
    "json": Format("papers.json", "application/json", whole.text, "Papers, exclusions and vocabulary as one document", whole.document),
    "json-schema": Format("papers.schema.json", _SCHEMA, whole_schema.text, "JSON Schema of that document"),
    "bibtex": Format("papers.bib", "application/x-bibtex", bibtex.text, "References for LaTeX"),
    "ris": Format("papers.ris", "application/x-research-info-systems", ris.text, "References for Zotero, EndNote and others"),
    "csl-json": Format(
        "papers.csl.json", "application/vnd.citationstyles.csl+json", csl.text, "References for pandoc and citeproc", csl.items
    ),
    "text": Format("papers.txt", "text/plain", citations.text, "References as plain text, one a line"),
    "latex": Format("tables.tex", "application/x-tex", set_tables.latex, "The survey's own tables for LaTeX, as one file to \\input"),
    "sqlite": Format("papers.db", "application/vnd.sqlite3", sqlite.content, "Database with full-text index, for SQL and datasette"),
    "atom": Format(atom.FILE_NAME, "application/atom+xml", atom.text, "Feed of additions"),
    "jsonld": Format("papers.jsonld", "application/ld+json", jsonld.text, "Data set and papers in the terms of schema.org"),
    "citation-cff": Format("CITATION.cff", "application/yaml", citation_cff.text, "How to cite the list, for GitHub and Zenodo"),
    "entry-schema": Format("entry.schema.json", _SCHEMA, entry_schemas.paper_text, "JSON Schema of entries, for editors"),
    "exclusion-schema": Format("exclusion.schema.json", _SCHEMA, entry_schemas.exclusion_text, "JSON Schema of exclusions, for editors"),
    "parquet": Format(parquet.PAPERS, _PARQUET, parquet.content, "Papers as a columnar table (extra: parquet)"),
    "parquet-tags": Format(parquet.TAGS, _PARQUET, parquet.tags, "Tags as a columnar table, for queries (extra: parquet)"),
    "parquet-vocabulary": Format(parquet.VOCABULARY, _PARQUET, parquet.vocabulary, "Declared values as a columnar table (extra: parquet)"),
}
"""Every format by the name under which it is asked for."""
OPTIONAL = frozenset({"parquet", "parquet-tags", "parquet-vocabulary"})
"""The formats that need more than the project installs by itself; a build leaves them out."""
CLAIMING = frozenset({"latex"})
"""The formats that show claims, for which the example traces are looked at."""
