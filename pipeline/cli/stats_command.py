"""``masrl stats``"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..corpus import Corpus, Pool
from . import options

if TYPE_CHECKING:
    from ..outputs.tables import Table

FORMATS = ("table", "csv", "json", "markdown", "latex")


@click.command("stats")
@options.root
@options.pool
@options.where
@click.option("--margins", is_flag=True, help="Add the number of papers for each row and column.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.argument("fields", nargs=-1, metavar="[FIELD [FIELD]]")
def command(
    root: Path, pool: Pool, at: datetime | None, conditions: tuple[str, ...], margins: bool, form: str, fields: tuple[str, ...]
) -> None:
    """Count papers per value of a field, or cross two fields; without a field, count every field.

    \b
    Example: masrl stats credit_granularity
             masrl stats reward_type credit_granularity --margins --format markdown
             masrl stats exclusions
    """
    from .. import coverage

    if len(fields) > 2:
        raise click.UsageError("at most two fields can be crossed")
    corpus = options.chosen(root, pool, at)
    wanted = coverage.conditions(conditions, corpus.taxonomy)
    corpus = replace(corpus, papers=coverage.matching(corpus.papers, wanted))
    tables = _tables(corpus, fields, margins)
    click.echo("\n\n".join(_text(table, form).rstrip("\n") for table in tables))


def _tables(corpus: Corpus, fields: tuple[str, ...], margins: bool) -> list[Table]:
    from .. import coverage
    from ..outputs import tables

    if fields == ("exclusions",):
        return [tables.stage_table(corpus), tables.reason_table(corpus)]
    if len(fields) == 2:
        return [tables.crosstab_table(corpus, *fields, margins=margins)]
    names = fields or tuple(corpus.taxonomy.fields)
    return [tables.count_table(corpus, coverage.field(name, corpus.taxonomy).name) for name in names]


def _text(table: Table, form: str) -> str:
    makers = {"table": table.as_text, "csv": table.as_csv, "json": table.as_json, "markdown": table.as_markdown, "latex": table.as_latex}
    return makers[form]()
