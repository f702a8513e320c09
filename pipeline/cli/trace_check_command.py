"""``masrl trace check``"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from ..errors import Problem, in_reading_order
from . import problems as shown
from . import trace_files

if TYPE_CHECKING:
    from ..traces.loading import Loaded


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
    for name in files:
        size, problems = _checked(name)
        sizes.append(size)
        found.extend(problems)
    counted = shown.tally(found)
    listed = in_reading_order(p for p in found if notices or form == "json" or p.severity != "notice")
    if form == "json":
        click.echo(shown.as_json(listed))
    else:
        for lines in _batched(shown.github(problem) if form == "github" else shown.text(problem) for problem in listed):
            click.echo("\n".join(lines), err=form == "text")
    if form == "text":
        click.echo(_summary(sizes, counted))
    if counted["errors"] or (strict and counted["warnings"]):
        ctx.exit(1)


def _batched(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield texts some at a time: to print each by itself takes longer than to find what it says."""
    rest = iter(texts)
    while some := list(islice(rest, 500)):
        yield some


def _checked(name: str) -> tuple[int | None, list[Problem]]:
    """Return how many events a file holds, or None where nobody can tell, and what is wrong with it."""
    from ..traces import loading

    data = loading.bytes_of(name, trace_files.stdin())
    if isinstance(data, Problem):
        return None, [data]
    file = trace_files.load(data, name)
    return len(file.trace.events) if file.trace else _counted(data, file), file.problems


def _counted(data: bytes, file: Loaded) -> int | None:
    """Return how many events a file holds from which no trace can be made."""
    from ..traces import json_text
    from ..traces.formats import recognition

    if any(problem.code == recognition.CODE for problem in file.problems):
        return None
    read = json_text.readable(data, file.name, lambda _: None)
    known = read is not None and ("events",) not in read.doubtful
    events = read.value.get("events") if read is not None and known and isinstance(read.value, dict) else None
    return len(events) if isinstance(events, list) else None


def _summary(sizes: list[int | None], counted: dict[str, int]) -> str:
    return f"{len(sizes)} {'file' if len(sizes) == 1 else 'files'}, {_events(sizes)}: {shown.tallied(counted)}"


def _events(sizes: list[int | None]) -> str:
    from ..traces.findings import counted

    known = [size for size in sizes if size is not None]
    if not known:
        return "events unknown"
    return f"{'at least ' if len(known) < len(sizes) else ''}{counted(sum(known), 'event')}"
