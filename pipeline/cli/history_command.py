"""``masrl history``"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options

if TYPE_CHECKING:
    from ..history import Point, Series
    from ..outputs.figures.palette import Theme
    from ..outputs.tables import Table


@click.command("history")
@options.root
@click.option("--dates", "days", metavar="DATE,DATE", help="At the end of these days [default: of every day on which something changed].")
@click.option("--revisions", is_flag=True, help="At every revision of the repository that touched the survey's files.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv", "svg"]), default="table", show_default=True)
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Colors of an svg.")
@click.argument("asked", nargs=-1, required=True, metavar="FIELD[=VALUE] [FIELD[=VALUE]] | CLAIM")
def command(root: Path, days: str | None, revisions: bool, form: str, theme: Theme, asked: tuple[str, ...]) -> None:
    """Follow a count through time: papers, exclusions, a field, one of its values, two conditions at once, or a claim by its id.

    A condition is FIELD=VALUE, or FIELD.VALUE=LEVEL where values have levels. Fields of the exclusion log, stage and
    reason_codes, count excluded records. Every form goes to standard output; svg is a figure.

    \b
    Example: masrl history credit_granularity=orchestrator
             masrl history papers --dates 2026-04-28,2026-05-04
             masrl history coverage.safety=direct --format svg > safety.svg
             masrl history claim:message-credit-sparse --revisions
             masrl history reward_type=hybrid credit_granularity --revisions --format csv
    Exit code: 0 done, 1 the data or the repository is at fault, 2 the call was wrong.
    """
    from .. import history
    from ..corpus import Corpus
    from .progress import shown

    if days is not None and revisions:
        raise click.UsageError("--dates and --revisions exclude each other")
    corpus = Corpus.load(root)
    wanted = history.series(asked, corpus.taxonomy, corpus.claims)
    if revisions:
        points = list(shown(history.over_revisions(root, wanted, history.commits(root)), "reading revisions"))
    else:
        points = list(history.over_dates(corpus, wanted, history.dates(corpus, wanted) if days is None else _days(days)))
    if form == "svg":
        from ..outputs.figures import history_drawn

        click.echo(history_drawn(wanted, points, corpus, theme), nl=False)
        return
    makers = {"table": _table, "json": _json, "csv": _csv}
    click.echo(makers[form](asked, wanted, points), nl=form != "csv")


def _days(text: str) -> list[date]:
    try:
        found = {date.fromisoformat(part.strip()) for part in text.split(",")}
    except ValueError as error:
        raise click.BadParameter("write dates as YYYY-MM-DD, separated by commas", param_hint="--dates") from error
    return sorted(found)


def _rows(wanted: Sequence[Series], points: Sequence[Point], digits: int) -> Table:
    """Return the counts as a table; revisions and notes have a column only where something stands in it."""
    from ..outputs.tables import Column, Table

    with_revision, with_note = any(point.revision for point in points), any(point.note for point in points)
    columns = [Column("date"), Column("revision"), *(Column(one.name, numeric=one.claim is None) for one in wanted), Column("note")]
    rows = []
    for point in points:
        counts = ("" if count is None else count for count in point.counts)
        rows.append((point.date.isoformat(), point.revision[:digits], *counts, point.note))
    kept = [number for number in range(len(columns)) if with_revision or number != 1 if with_note or number != len(columns) - 1]
    shown = tuple(tuple(row[number] for number in kept) for row in rows)
    return Table("history", "", tuple(columns[number] for number in kept), shown)


def _table(asked: Sequence[str], wanted: Sequence[Series], points: Sequence[Point]) -> str:
    from dataclasses import replace

    from ..outputs.tables import as_text

    return as_text(replace(_rows(wanted, points, digits=10), caption=" ".join(asked))).rstrip("\n")


def _csv(_: Sequence[str], wanted: Sequence[Series], points: Sequence[Point]) -> str:
    from ..outputs.tables import as_csv

    return as_csv(_rows(wanted, points, digits=64))


def _json(asked: Sequence[str], wanted: Sequence[Series], points: Sequence[Point]) -> str:
    listed = [
        {
            "date": point.date.isoformat(),
            "revision": point.revision or None,
            "counts": dict(zip((one.name for one in wanted), point.counts, strict=True)),
            "note": point.note or None,
        }
        for point in points
    ]
    return json.dumps({"asked": list(asked), "series": [one.name for one in wanted], "points": listed}, ensure_ascii=False, indent=1)
