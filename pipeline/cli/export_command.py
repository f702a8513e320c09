"""``masrl export``"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from ..corpus import Pool
from ..errors import CallFault
from ..outputs.exports import CLAIMING, FORMATS
from . import options, targets

OUTPUT = "Write here, making the folder where it is missing, not to standard output (-)."


@click.command("export")
@click.argument("form", metavar="[FORMAT]", required=False, type=click.Choice(list(FORMATS)))
@options.root
@options.pool
@options.choosing
@targets.output("FILE", OUTPUT)
def command(form: str | None, root: Path, pool: Pool, at: datetime | None, asked: options.Asked, output: str | None) -> None:
    """Write the pool in a format for other programs; without FORMAT, list the formats.

    \b
    Example: masrl export bibtex --where category=benchmark --output benchmarks.bib
             masrl export bibtex --key c3 --key halo --key magrpo
             masrl export csv --pool published
    Exit code: 0 written, 1 the data is at fault, 2 the call was wrong.
    """
    if form is None:
        click.echo(_listed())
        return
    target = None if output is None else Path(output)
    if target is not None:
        targets.refuse(target)
    from ..outputs import tables
    from .example_traces import with_traces

    corpus = options.chosen(root, pool, at)
    choice = asked.choice(corpus.taxonomy)
    chosen = replace(corpus, papers=choice.of(corpus), claims=() if choice else corpus.claims)  # they are about the pool, not a part of it
    told = with_traces(chosen, root) if form in CLAIMING else chosen
    scope = options.scope(choice, options.day_of(corpus, pool, at))
    made = tables.latex(told, scope, choice.in_words()) if form == "latex" else FORMATS[form].content(told)
    _put(made, target, form)


def _listed() -> str:
    width = max(map(len, FORMATS))
    return "\n".join(f"{name:<{width}}  {declared.description}" for name, declared in FORMATS.items())


def _put(made: str | bytes, target: Path | None, form: str) -> None:
    content = made.encode() if isinstance(made, str) else made
    if target is not None:
        targets.put(target, content)
        return
    if isinstance(made, bytes) and sys.stdout.isatty():
        raise CallFault(f"{form} is no text and would garble the terminal; name a file with --output, or pipe it on")
    click.echo(content, nl=False)
