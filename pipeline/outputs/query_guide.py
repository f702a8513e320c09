"""The page of queries: each count and each declared cross-tab as SQL, for an engine to run on the exported tables."""

from __future__ import annotations

from collections.abc import Iterator

from ..corpus import Corpus
from ..taxonomy import Field
from . import markdown
from .exports.parquet import PAPERS, TAGS, VOCABULARY

_HEAD = (
    "# Queries",
    "Every count and cross-tab of this survey as SQL for [DuckDB](https://duckdb.org). Where a pool outgrows one machine's comfort, these "
    "numbers come from the engine; a test runs each query and compares it with what `masrl stats` says. The list is made from the "
    "taxonomy and `survey/outputs.yaml`; it is not edited by hand.",
    "First the tables, which need pyarrow (`pip install pyarrow`, in the environment that `masrl` is in; where that is `.venv`, "
    "`.venv/bin/python -m pip`); then any of the queries below, from the folder that holds them:",
    f"```sh\nmasrl export parquet --output {PAPERS}\nmasrl export parquet-tags --output {TAGS}\n"
    f"masrl export parquet-vocabulary --output {VOCABULARY}\n```",
    f"`{PAPERS}` has a row per paper, `{TAGS}` a row per paper, field and value, `{VOCABULARY}` a row per declared value. A value that no "
    "paper carries is counted as 0; a paper with several values in a field counts once for each. Where values have levels, each level is "
    "counted besides, and a paper at the level that says “not found” does not count for the value.",
)


def text(corpus: Corpus) -> str:
    """Return the page as Markdown: a section for each field, then one for each pair of fields that is crossed somewhere."""
    parts = [*_HEAD, "## Counts"]
    for field in corpus.taxonomy:
        parts += (f"### {markdown.inline(field.label)}", f"```sql\n{count(field)}\n```")
    crossed = tuple(_pairs(corpus))
    parts += ["## Cross-tabs"] if crossed else []
    for rows, columns in crossed:
        parts += (
            f"### {markdown.inline(rows.label)} against {markdown.inline(columns.label)}",
            f"```sql\n{crosstab(rows, columns)}\n```",
        )
    return "\n\n".join(parts) + "\n"


def _pairs(corpus: Corpus) -> Iterator[tuple[Field, Field]]:
    """Yield the fields that figures or tables cross, each pair once, in the order of the file."""
    asked = [output.fields for output in (*corpus.outputs.figures, *corpus.outputs.tables) if output.kind == "crosstab"]
    for rows, columns in dict.fromkeys((fields[0], fields[1]) for fields in asked if len(fields) == 2):
        yield corpus.taxonomy.fields[rows], corpus.taxonomy.fields[columns]


def count(field: Field) -> str:
    """Return the query that gives value, papers at each level, and papers, for every declared value, in the taxonomy's order."""
    counted = "count(DISTINCT t.paper)"
    levels = [f"{counted} FILTER (WHERE t.detail = '{level}') AS \"{level}\"" for level in field.level_by_name]
    found = f" FILTER (WHERE t.detail <> '{field.absent}')" if field.absent else ""
    joint = ",\n  " if levels else ", "
    return (
        f"SELECT {joint.join(('v.value', *levels, f'{counted}{found} AS papers'))}\n"
        f"FROM '{VOCABULARY}' AS v LEFT JOIN '{TAGS}' AS t ON t.field = v.field AND t.value = v.value\n"
        f"WHERE v.field = '{field.name}'\n"
        f"GROUP BY v.place, v.value ORDER BY v.place;"
    )


def _found(table: str, field: Field) -> str:
    """Return the condition that a value was not looked for in vain; empty where no level says so."""
    return f" AND {table}.detail <> '{field.absent}'" if field.absent else ""


def crosstab(rows: Field, columns: Field) -> str:
    """Return the query that gives row value, column value and number of papers for every cell, row by row."""
    return (
        f'SELECT r.value AS "{rows.name}", c.value AS "{columns.name}", count(DISTINCT a.paper) AS papers\n'
        f"FROM '{VOCABULARY}' AS r JOIN '{VOCABULARY}' AS c ON r.field = '{rows.name}' AND c.field = '{columns.name}'\n"
        f"LEFT JOIN ('{TAGS}' AS a JOIN '{TAGS}' AS b ON a.paper = b.paper)\n"
        f"  ON a.field = r.field AND a.value = r.value{_found('a', rows)}\n"
        f"    AND b.field = c.field AND b.value = c.value{_found('b', columns)}\n"
        f"GROUP BY r.place, r.value, c.place, c.value ORDER BY r.place, c.place;"
    )
