"""What ``masrl init`` shows: what each column is taken for, what is lost, what was made and what is left to do."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .problems import many, visible

if TYPE_CHECKING:
    from ..founding.guessing import Guess
    from ..founding.making import Survey
    from ..founding.report import Import
    from ..founding.tables import Loss, Table

_MOST = 200
"""Losses that are printed; the report names all."""
_SAMPLE = 40
"""Characters."""


def guess(table: Table, guessed: Sequence[Guess]) -> None:
    """Print what each column is taken for, with the first thing that stands in it, and why."""
    from ..outputs.tables import Column, as_text
    from ..outputs.tables import Table as Shown

    columns = tuple(map(Column, ("column", "first", "taken as", "why")))
    rows = tuple((one.column, _first(table, one.column), str(one.role), one.why) for one in guessed)
    caption = f"{table.path}: {many(len(table.rows), 'row')}"
    for line in as_text(Shown("columns", caption, columns, rows)).splitlines():
        click.echo(visible(line), err=True)


def _first(table: Table, column: str) -> str:
    stood = (row.stood(column, cell) for row, cell in zip(table.rows, table.cells(column), strict=True))
    text = next((" ".join(one.split()) for one in stood if one.strip()), "")
    return text if len(text) <= _SAMPLE else f"{text[: _SAMPLE - 1]}…"


def losses(found: Import) -> None:
    """Print what could not be kept as it stood, each with its place."""
    for loss in found.losses[:_MOST]:
        click.echo(visible(_line(found.path, loss)), err=True)
    if len(found.losses) > _MOST:
        click.echo(f"and {len(found.losses) - _MOST:,} more; imported/losses.csv names all {len(found.losses):,}", err=True)


def turned(found: Import) -> None:
    """Print which columns hold more values in an entry than in any row, since rows of one paper were put together."""
    for one in found.columns:
        field = found.fields.get(one.column)
        if field and field.kind != one.role.kind:
            why = "a paper that stood in several rows has the values of all"
            click.echo(visible(f"{one.column}: field, {field.kind} a row: {why}"), err=True)


def _line(path: str, loss: Loss) -> str:
    value = " ".join(loss.value.split())
    shown = value if len(value) <= 100 else f"{value[:99]}…"
    head = ": ".join(part for part in (f"{path}:{loss.line}", f"row {loss.row}" if loss.row else "", loss.column) if part)
    return f"{head}: “{shown}” {loss.why}" if shown else f"{head}: {loss.why}"


def told(folder: Path, made: Survey, found: Import | None) -> str:
    """Return in a line what was made."""
    from ..founding import report

    origin = f" From {report.summary(found)}" if found else ""
    warned = f" masrl check has {many(len(made.warnings), 'warning')}." if made.warnings else ""
    return f"{folder}: {made.papers:,} {'paper' if made.papers == 1 else 'papers'}, {made.files:,} files.{origin}{warned}"


def to_do(folder: Path, found: Import | None) -> str:
    """Return what is left to do, a line each."""
    from ..founding import listed, report

    lines = [f"Next: cd {shlex.quote(str(folder))}, then git init, and say in survey/taxonomy.yaml what belongs under each value,"]
    lines += ["in survey/protocol.yaml how you look for papers, and in survey/about.yaml under which license the data are."]
    if found and (unknown := report.unknown_facts(found)):
        asked = len(listed.wanted([entry for _, entry in found.entries])) if not found.listings else 0
        lines.append(f"Still to be found out: {unknown}; imported/report.md lists the entries.")
        if asked:
            lines.append(f"arXiv knows authors and year of {asked:,} of them: --fetch asks it.")
    if found is None:
        lines.append("masrl add drafts your first paper; then delete corpus/example.yaml.")
    return "\n".join(lines)
