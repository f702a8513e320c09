"""``masrl init``"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ..errors import CallFault, DataFault
from . import drafting_options, init_answers, init_listings, init_shown, upstream
from .problems import text, visible

if TYPE_CHECKING:
    from ..founding.answers import Answers
    from ..founding.guessing import Guess
    from ..founding.report import Import
    from ..founding.tables import Table
    from ..lock import Listing


@click.command("init")
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="FILE", help="A CSV file, a BibTeX file or a Markdown list.")
@click.option("--title", metavar="TEXT", help="Of the survey [default: asked, or the heading of a Markdown list].")
@click.option("--author", metavar="NAME", help="Of the survey, as Given Family, or Family, Given.")
@click.option(
    "--field", "fields", multiple=True, metavar="TEXT", help="A way to tag: 'topic: vision, speech', 'topic (many): vision, speech'."
)
@click.option("--column", "columns", multiple=True, metavar="NAME=FIELD", help="What a column of the table is, in place of the guess.")
@click.option("--delimiter", metavar="SIGN", help="Of a CSV file [default: found by evidence].")
@click.option("--license", "spdx", default="CC0-1.0", show_default=True, metavar="SPDX", help="Under which the data will be.")
@drafting_options.day
@click.option("--fetch", is_flag=True, help="Ask arXiv for authors and year of entries that have its id and lack them.")
@upstream.server
@click.option("--yes", is_flag=True, help="Ask nothing: take the guess as it is.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.pass_context
def command(
    ctx: click.Context, folder: Path, source: Path | None, title: str | None, author: str | None, fields: tuple[str, ...],
    columns: tuple[str, ...], delimiter: str | None, spdx: str, on: datetime | None, fetch: bool, endpoint: str | None, delay: float,
    yes: bool,
) -> None:  # fmt: skip
    """Make a new survey in DIR, which must not be there or be empty: from three answers, or from a table of papers.

    The answers are a title, an author, and fields with their values; what the options do not say is asked on a terminal. From
    a table, each column is guessed to be a fact of an entry (title, authors, year, venue, arxiv_id, doi, links, summary, notes,
    key, added, first_author, affiliation, short_name), a field (one, many, or many:; with what parts the values), or to be kept
    aside (keep); --column says otherwise. Nothing is invented: what neither the table nor an id in it says stays empty
    (an arXiv id says a year), what cannot be kept as it stands is named, here and in imported/. Everything is built at once, and
    nothing is written where something is wrong.

    \b
    Example: masrl init kites --title "A Survey of Kites" --author "Ana Vell" --field "shape: box, delta"
             masrl init kites --from papers.csv --author "Ana Vell" --title Kites --column "Area=many:;" --yes
             masrl init kites --from references.bib
    Exit code: 0 made, 1 the table is at fault, 2 the call was wrong.
    """
    from ..founding import making
    from .progress import shown

    making.refuse_taken(folder)
    if source is None and (columns or delimiter or fetch):
        raise click.UsageError("--column, --delimiter and --fetch speak of a table; name it: --from FILE")
    if not fetch:
        upstream.refuse_unasked("which needs --fetch")
    today = drafting_options.chosen_day(on)
    if today > drafting_options.chosen_day(None):
        raise CallFault(f"--date {today.isoformat()} is still to come; a survey begins today or before")
    asking = not yes and drafting_options.is_terminal()
    table = _table(ctx, source, delimiter) if source else None
    guessed = _guessed(table, columns, yes=yes, asking=asking) if table else ()
    answers = init_answers.answers(table, title, author, fields, spdx, today, asking=asking)
    found = _imported(table, guessed, answers) if table else None
    if table and found and fetch:
        found = _imported(table, guessed, answers, init_listings.listings(found, answers, endpoint, delay))
    if found:
        init_shown.losses(found)
        init_shown.turned(found)
    try:
        files = making.files(answers, found)
        made = making.survey(folder, files, drafting_options.chosen_day(None), lambda files: shown(files, "building"))
    except DataFault as fault:
        _end(ctx, fault, f"{folder} was not made: it would not pass its own checks")
    click.echo(visible(init_shown.told(folder, made, found)))
    click.echo(init_shown.to_do(folder, found), err=True)


def _table(ctx: click.Context, source: Path, delimiter: str | None) -> Table:
    """Return what a file holds; where it cannot be read, say all that is wrong with it and end with 1."""
    from ..founding import reading

    if delimiter is not None and len(delimiter.replace("\\t", "\t")) != 1:
        raise CallFault(f"a delimiter is one character, not {delimiter!r}")
    if not source.exists():
        raise CallFault(f"there is no file {source}")
    try:
        return reading.table(source, (delimiter or "").replace("\\t", "\t"))
    except DataFault as fault:
        _end(ctx, fault)


def _end(ctx: click.Context, fault: DataFault, closing: str = "") -> NoReturn:
    """Say all that is wrong and end with 1. There is no survey yet for which ``masrl check`` could say it."""
    for problem in fault.problems:
        click.echo(text(problem), err=True)
    if closing:
        click.echo(visible(closing), err=True)
    ctx.exit(1)


def _guessed(table: Table, columns: tuple[str, ...], *, yes: bool, asking: bool) -> tuple[Guess, ...]:
    """Return what the columns are, confirmed by whoever is there. Raises CallFault where nobody confirms it, or none is the title."""
    from ..founding import guessing

    found = guessing.guesses(table, init_answers.columns_said(columns))
    init_shown.guess(table, found)
    if asking:
        found = init_answers.confirmed(table, found)
    elif not yes:
        raise click.UsageError("nobody is there to confirm what the columns are: --column NAME=FIELD mends the guess, --yes takes it")
    if not any(guess.role.kind == "title" for guess in found):
        raise CallFault("no column is the title, which every entry needs: --column NAME=title")
    return found


def _imported(table: Table, guessed: tuple[Guess, ...], answers: Answers, listings: Mapping[str, Listing] | None = None) -> Import:
    from ..founding import importing

    return importing.imported(table, guessed, drafting_options.chosen_day(None), tuple(field.name for field in answers.fields), listings)
