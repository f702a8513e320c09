"""``masrl trace report``"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import Problem
from . import trace_files

if TYPE_CHECKING:
    from ..traces.report import Report


@click.command("report")
@trace_files.files
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="For people, or for programs."
)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], form: str) -> None:
    """Compute the survey's metrics from traces; compare several one by one and by topology.

    A value is exact, or lies within bounds ("at least"), or is not computable, with what the trace would have to say.
    docs/trace-metrics.md defines the metrics.

    \b
    Example: masrl trace report run.json
             masrl trace report traces/examples/*.json
    Exit code: 0 done, 1 a file is at fault, 2 the call was wrong.
    """
    from ..traces.report import report
    from ..traces.report_json import as_json

    found: list[Problem] = []
    reports: list[Report] = []
    for file in trace_files.loaded(files):
        found.extend(file.problems)
        if file.timeline is not None:
            reports.append(report(file.timeline, file.name))
    trace_files.show_errors(found)
    if form == "json":
        from ..traces import comparison

        click.echo(trace_files.as_json({"traces": [as_json(one) for one in reports], "topologies": comparison.as_json(reports)}))
    elif reports:
        click.echo(_text(reports, len(files)))
    if any(problem.severity == "error" for problem in found):
        ctx.exit(1)


def _text(reports: list[Report], asked: int) -> str:
    from ..traces import comparison
    from .trace_report_text import text

    if asked == 1:
        return text(reports[0])
    return f"{comparison.as_text(comparison.by_file(reports))}\n\n{comparison.as_text(comparison.by_topology(reports))}"
