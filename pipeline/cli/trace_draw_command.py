"""``masrl trace draw``"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import CallFault, Problem
from . import targets, trace_files

OUTPUT = "Write the page here, making the folder where it is missing, not to standard output (-). Needed on a terminal."


@click.command("draw")
@trace_files.file
@targets.output("FILE", OUTPUT)
@click.pass_context
def command(ctx: click.Context, file: str, output: str | None) -> None:
    """Draw a run as one HTML page, which needs nothing else: open it in a browser, from disk, or pass it on.

    A lane for each agent, events with what led to them, the critical path, rewards, errors and how they spread. What is wrong
    with the file goes to standard error and onto the page; it is drawn all the same where its events have ids and an order.

    \b
    Example: masrl trace draw run.json -o run.html
             masrl trace draw - < run.json > run.html
    Exit code: 0 done, 1 the file is at fault, 2 the call was wrong.
    """
    from ..traces import json_text
    from ..traces.drawing import data, page, salvage
    from ..traces.loading import bytes_of

    target = None if output is None else Path(output)
    _refuse(file, target)
    read = bytes_of(file, trace_files.stdin())
    if isinstance(read, Problem):
        trace_files.show_errors([read])
        ctx.exit(1)
    loaded = trace_files.load(read, file)
    document = json_text.value(read, file, lambda _: None) if loaded.timeline is None else None
    salvaged = None if document is None else salvage.salvaged(document.value)
    timeline = salvaged.timeline if salvaged else loaded.timeline
    too_long = data.too_long(timeline, file) if timeline else None
    trace_files.show_errors([*loaded.problems, *([too_long] if too_long else [])])
    if timeline is None or too_long:
        ctx.exit(1)
    _put(page.text(timeline, data.document(read), loaded.problems, salvaged), target)
    if loaded.faulty:
        ctx.exit(1)


def _refuse(file: str, output: Path | None) -> None:
    """Raise CallFault where the page would flood a terminal, or overwrite what it is made of."""
    if output is None and sys.stdout.isatty():
        raise CallFault("a page of HTML would flood the terminal; name a file with -o, or pipe it on")
    if output is not None and (there := trace_files.identity(output)) is not None and there == trace_files.identity(file):
        raise CallFault(f"{output} is the trace itself; write the page to another file")
    if output is not None:
        targets.refuse(output)


def _put(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        targets.put(output, text.encode())
