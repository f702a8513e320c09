"""``masrl trace check``"""

from __future__ import annotations

import click

from ..errors import Problem, in_reading_order
from . import problems as shown
from . import trace_files


@click.command("check")
@trace_files.files
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
def command(ctx: click.Context, files: tuple[str, ...], form: str, strict: bool, notices: bool) -> None:
    """Check traces against the schema and themselves, and name everything that is wrong at once.

    \b
    Example: masrl trace check traces/examples/*.json
             masrl trace check --format json - < run.json
    Exit code: 0 clean, 1 something is wrong, 2 the call was wrong.
    """
    found: list[Problem] = []
    sizes = []
    for file in trace_files.loaded(files):
        found.extend(file.problems)
        sizes.append(len(file.trace.events) if file.trace else None)
    counted = shown.tally(found)
    listed = in_reading_order(p for p in found if notices or form == "json" or p.severity != "notice")
    if form == "json":
        click.echo(shown.as_json(listed))
    else:
        for problem in listed:
            click.echo(shown.github(problem) if form == "github" else shown.text(problem), err=form == "text")
    if form == "text":
        click.echo(_summary(sizes, counted))
    if counted["errors"] or (strict and counted["warnings"]):
        ctx.exit(1)


def _summary(sizes: list[int | None], counted: dict[str, int]) -> str:
    events = sum(size or 0 for size in sizes)
    listed = ", ".join(f"{count} {name if count != 1 else name[:-1]}" for name, count in counted.items())
    hint = " (--notices shows them)" if counted["notices"] else ""
    return f"{len(sizes)} {'file' if len(sizes) == 1 else 'files'}, {events} events: {listed}{hint}"
