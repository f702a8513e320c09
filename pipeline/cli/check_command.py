"""``masrl check``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import Problem, in_reading_order
from . import options
from .last_day import last_day

if TYPE_CHECKING:
    from ..corpus import Corpus


@click.command("check")
@options.root
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github", "json"]),
    default="text",
    show_default=True,
    help="For people, for workflow annotations, or for programs.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("--notices/--no-notices", default=False, help="Also show what only informs.")
@click.pass_context
def command(ctx: click.Context, root: Path, form: str, strict: bool, notices: bool) -> None:
    """Check every entry, exclusion and survey file, and name all problems at once.

    \b
    Example: masrl check --strict
    Exit code: 0 clean, 1 something is wrong, 2 the call was wrong.
    """
    from .. import checks
    from ..corpus import Corpus
    from . import problems as shown

    found: list[Problem] = []
    corpus = Corpus.read(root, found.append)
    if corpus is not None:
        found.extend(checks.problems(corpus, last_day()))
    ordered = in_reading_order(found)
    listed = [problem for problem in ordered if notices or form == "json" or problem.severity != "notice"]
    counted = shown.tally(ordered)
    if form == "json":
        click.echo(shown.as_json(listed))
    else:
        for problem in listed:
            click.echo(shown.github(problem) if form == "github" else shown.text(problem), err=form == "text")
    if form == "text":
        click.echo(_summary(corpus, counted))
    if counted["errors"] or (strict and counted["warnings"]):
        ctx.exit(1)


def _summary(corpus: Corpus | None, counted: dict[str, int]) -> str:
    from .problems import many, tallied

    sizes = (many(len(corpus.papers), "paper"), many(len(corpus.exclusions), "exclusion")) if corpus else ()
    read = f"{' and '.join(sizes)} read" if sizes else "the survey could not be read"
    return f"{read}: {tallied(counted)}{_unjudged(corpus) if corpus else ''}"


def _unjudged(corpus: Corpus) -> str:
    """Return a line on the records of which no part could be read, so that no rule across files saw them; empty without any."""
    count = len(corpus.left_out) - len(corpus.partial)
    files, them = ("file", "it") if count == 1 else ("files", "them")
    return f"\n{count} {files} could not be read; rules across files were judged without {them}" if count > 0 else ""
