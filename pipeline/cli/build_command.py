"""``masrl build``"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from . import options


@click.command("build")
@options.root
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what is out of date and exit with 1.")
@click.pass_context
def command(ctx: click.Context, root: Path, only_check: bool) -> None:
    """Render README, figures, tables and the pages made of data in docs/. A published claim that fails stops it.

    \b
    Example: masrl build
             masrl build --check
    Exit code: 0 done or up to date, 1 the data or a generated file is at fault.
    """
    from .. import build, checks
    from ..corpus import Corpus
    from ..errors import DataFault
    from .example_traces import with_traces
    from .progress import shown

    corpus = with_traces(Corpus.load(root), root)
    errors = [problem for problem in checks.problems(corpus, date.today()) if problem.severity == "error"]
    if errors:
        raise DataFault(errors)
    files = list(shown(build.plan(corpus), "building"))
    if not only_check:
        changes = build.write(root, files)
        click.echo(f"{len(files)} files made, {len(changes)} changed")
        return
    differences = build.drift(root, files)
    for path, verdict in differences:
        click.echo(f"{path}: {verdict}", err=True)
    if differences:
        click.echo("These files are made from the data and never edited by hand: edit corpus/, exclusions/ or survey/,", err=True)
        click.echo("then run: masrl build", err=True)
        ctx.exit(1)
    click.echo(f"{len(files)} files are up to date")
