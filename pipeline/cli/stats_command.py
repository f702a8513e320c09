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
    from ..outputs.tables import Table, Wording

FORMATS = ("table", "csv", "json", "markdown", "latex")
FOR_PROGRAMS = ("csv", "json")
"""In these the columns of a count are always the same."""


@click.command("stats")
@options.root
@options.pool
@options.choosing
@click.option("--margins", is_flag=True, help="Add the number of papers for each row and column.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.argument("fields", nargs=-1, metavar="[FIELD [FIELD]]")
def command(root: Path, pool: Pool, at: datetime | None, asked: options.Asked, margins: bool, form: str, fields: tuple[str, ...]) -> None:
    """Count papers per value of a field, or cross two fields; without a field, count every field.

    What every entry states is a field here as well: year and venue. The exclusion log is counted as exclusions (by stage) and
    exclusions.reason_codes.

    \b
    Example: masrl stats credit_granularity
             masrl stats reward_type credit_granularity --margins --format markdown
             masrl stats credit_granularity --year 2025-2026 --where coverage.safety=direct
             masrl stats year category
             masrl stats exclusions
    """
    if len(fields) > 2:
        raise click.UsageError("at most two fields can be crossed")
    corpus = options.chosen(root, pool, at)
    choice = asked.choice(corpus.taxonomy)
    if choice and any(_is_of_log(name) for name in fields):
        raise click.UsageError("--where, --key, --year and --search choose among the papers; the exclusion log is counted whole")
    scope = options.scope(choice, options.day_of(corpus, pool, at))
    corpus = _with_facts(replace(corpus, papers=choice.of(corpus)), fields)
    found = [table.of(scope, choice.in_words()) for table in _tables(corpus, fields, margins, form)]
    click.echo(_text(found, form).rstrip("\n"))


def _tables(corpus: Corpus, fields: tuple[str, ...], margins: bool, form: str) -> list[Table]:
    from ..outputs import tables

    say = tables.Wording.LABELS if form in ("markdown", "latex") else tables.Wording.NAMES
    if len(fields) == 2:
        return [tables.crosstab_table(corpus, *fields, margins=margins, say=say)]
    counted = [_counted(corpus, name, margins, say) for name in fields or tuple(corpus.taxonomy.fields)]
    return counted if form in FOR_PROGRAMS else [tables.said_once(table, say) for table in counted]


def _with_facts(corpus: Corpus, fields: tuple[str, ...]) -> Corpus:
    from ..coverage import with_facts

    return with_facts(corpus, [name for name in fields if not _is_of_log(name)])


def _is_of_log(name: str) -> bool:
    from ..coverage import LOG

    return f"{name}.".startswith(LOG)


def _counted(corpus: Corpus, name: str, margins: bool, say: Wording) -> Table:
    from ..coverage import LOG
    from ..outputs import tables

    if _is_of_log(name):
        return tables.exclusion_table(corpus, f"{name}.".removeprefix(LOG).rstrip(".") or "stage", say, margins=margins)
    return tables.count_table(corpus, name, say, margins=margins)


def _text(found: list[Table], form: str) -> str:
    """Return tables one after the other; of JSON, a list where there is more than one."""
    from ..outputs import tables

    makers = {
        "table": tables.as_text,
        "csv": tables.as_csv,
        "json": tables.as_json,
        "markdown": tables.as_markdown,
        "latex": tables.as_latex,
    }
    texts = [makers[form](table) for table in found]
    if form == "json" and len(texts) > 1:
        return f"[{','.join(texts)}]"
    return "\n\n".join(text.rstrip("\n") for text in texts)
