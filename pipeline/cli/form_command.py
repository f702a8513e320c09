"""``masrl form``"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from . import drafting_options, options
from .problems import harmless, harmless_json


@click.command("form")
@options.root
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="For a comment below the issue, or for programs.",
)
@drafting_options.day
@click.argument("body", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def command(ctx: click.Context, root: Path, form: str, on: datetime | None, body: Path) -> None:
    """Turn a filled-in form, as it stands in an issue, into the file that would be written.

    BODY is a file with the issue's text. Nothing is written: the answer tells what would be, or what is missing.

    \b
    Example: masrl form issue.md
             masrl form issue.md --format json
    Exit code: 0 a file can be written or a maintainer has to decide, 1 something is missing, 2 the call was wrong.
    """
    from .. import submissions
    from ..corpus import Corpus
    from ..outputs import answers
    from ..outputs.exports import json_text

    corpus = Corpus.load(root)
    text = body.read_bytes().decode("utf-8", "replace")
    answer = submissions.answer(text, corpus, root, drafting_options.chosen_day(on))
    if form == "json":
        click.echo(harmless_json(json_text.text(answers.value(answer))), nl=False)
    else:
        click.echo(harmless(answers.comment(answer, corpus)), nl=False)
    if answer.problems:
        ctx.exit(1)
