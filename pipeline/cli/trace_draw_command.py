"""``masrl trace draw``"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import click

from ..errors import CallFault, Problem
from . import trace_files

OUTPUT = "Write the page here, not to standard output. Needed on a terminal."


@click.command("draw")
@click.argument("file")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=OUTPUT)
@click.pass_context
def command(ctx: click.Context, file: str, output: Path | None) -> None:
    """Draw a run as one HTML page, which needs nothing else: open it in a browser, from disk, or pass it on.

    A lane for each agent, events with what led to them, the critical path, rewards, errors and how they spread. What is wrong
    with the file goes to standard error; it is drawn all the same where its events have an order.

    \b
    Example: masrl trace draw run.json -o run.html
             masrl trace draw - < run.json > run.html
    Exit code: 0 done, 1 the file is at fault, 2 the call was wrong.
    """
    from ..traces.drawing import data, page
    from ..traces.loading import bytes_of, load

    _refuse(file, output)
    read = bytes_of(file, sys.stdin.buffer if sys.stdin else BytesIO())
    if isinstance(read, Problem):
        trace_files.show_errors([read])
        ctx.exit(1)
    loaded = load(read, file)
    trace_files.show_errors(loaded.problems)
    if loaded.timeline is None:
        ctx.exit(1)
    _put(page.text(loaded.timeline, data.document(read), loaded.problems), output)
    if loaded.faulty:
        ctx.exit(1)


def _refuse(file: str, output: Path | None) -> None:
    """Raise CallFault where the page would flood a terminal, or overwrite what it is made of."""
    if output is None and sys.stdout.isatty():
        raise CallFault("a page of HTML would flood the terminal; name a file with -o, or pipe it on")
    if output is not None and output.exists() and Path(file).exists() and output.samefile(file):
        raise CallFault(f"{output} is the trace itself; write the page to another file")


def _put(text: str, output: Path | None) -> None:
    from ..files import replace

    if output is None:
        click.echo(text, nl=False)
    else:
        replace(output, text.encode())
