"""``masrl trace``: a group of commands, each in a module of its own, which is imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "check": "Check traces against the schema and themselves.",
    "report": "Compute the survey's metrics from traces.",
    "replay": "Reconstruct a run, event by event.",
    "convert": "Turn other programs' records into traces, and traces into what they read.",
    "draw": "Draw a run as one page that opens from disk.",
}
"""Name to the line that ``masrl trace --help`` shows; ``trace_NAME_command`` holds the command."""


class _TraceGroup(click.Group):
    """Imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".trace_{cmd_name}_command", __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group("trace", cls=_TraceGroup)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Check, measure, replay, convert and draw orchestration traces: records of multi-agent runs as graphs of events.

    \b
    Example: masrl trace check run.json
             masrl trace report traces/examples/*.json
    """
    from ..traces.collection import paused

    ctx.with_resource(paused())
