"""``masrl build``"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import click

from .. import checks, lock
from ..audits import FOLDER
from ..corpus import EXCLUSIONS, PAPERS, SURVEY, Corpus
from ..errors import DataFault
from ..outputs.outline import placeless
from . import options
from .example_traces import TRACES, with_trace_files, with_traces
from .last_day import last_day


@click.command("build")
@options.root
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what is out of date and exit with 1.")
@click.option("--fresh", is_flag=True, help="Make every file anew, whatever the last build left.")
@click.pass_context
def command(ctx: click.Context, root: Path, only_check: bool, fresh: bool) -> None:
    """Render README, figures, tables and the pages made of data in docs/. A published claim that fails stops it.

    What nothing has changed for since the last build is not made again, unless its files were edited. --check trusts no earlier build.

    \b
    Example: masrl build
             masrl build --check
    Exit code: 0 done or up to date, 1 the data or a generated file is at fault.
    """
    if only_check:
        ctx.exit(_checked(root))
    from .. import build, plan, reuse
    from .progress import shown

    today = last_day()
    last, given = reuse.NOTHING if fresh else reuse.read(root), reuse.inputs(root, INPUTS)
    if reuse.is_as_left(root, last, given, today):
        click.echo(f"{len(last.files)} files made, 0 changed")
        return
    kept = reuse.Kept(root, last)
    corpus = _in_order(root, today)
    with _set_aside():
        changes = build.write(root, kept.noted(shown(plan.files(corpus, kept, beside_it=True), "building")), kept.taken_over)
    noted = kept.index(given, today)
    if reuse.inputs(root, INPUTS) == given:  # nobody has edited anything in the meantime
        reuse.write(root, noted)
    click.echo(f"{len(noted.files)} files made, {len(changes)} changed")


INPUTS = (PAPERS, EXCLUSIONS, SURVEY, f"{SURVEY}/{FOLDER}", lock.FILE_NAME, TRACES)
"""Everything that a build reads; the folder in a folder for the case that it is a link."""


def _checked(root: Path) -> int:
    """Say which generated files are out of date, and return the exit code."""
    from .. import build, plan
    from .progress import shown

    corpus = _in_order(root, last_day())
    with _set_aside():
        differences, paths = build.compared(root, shown(plan.files(corpus, beside_it=True), "building"))
    for path, verdict in differences:
        click.echo(f"{path}: {verdict}", err=True)
    if differences:
        click.echo("These files are made from the data and never edited by hand: edit corpus/, exclusions/ or survey/,", err=True)
        click.echo("then run: masrl build", err=True)
        return 1
    click.echo(f"{len(paths)} files are up to date")
    return 0


def _in_order(root: Path, today: date) -> Corpus:
    """Return the survey with its example traces, without what only a fault needs. Raises DataFault where anything is at fault."""
    corpus = with_trace_files(with_traces(Corpus.load(root), root), root)
    errors = [problem for problem in checks.problems(corpus, today) if problem.severity == "error"]
    if errors:
        raise DataFault(errors)
    return placeless(corpus)


@contextmanager
def _set_aside() -> Iterator[None]:
    """Search for no cycles meanwhile: what a build makes has next to none, and going through a large survey for them takes its time."""
    was_on = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_on:
            gc.enable()
