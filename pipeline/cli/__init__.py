"""The ``masrl`` command. Each command has a module of its own, which is imported when it is called."""

from __future__ import annotations

import gc
import io
import sys
from importlib import import_module
from typing import NoReturn

import click

from ..errors import CallFault, DataFault, OutputFault, SurveyError

COMMANDS = {
    "check": "Check every entry, exclusion and survey file.",
    "build": "Render README, figures and tables from the data.",
    "stats": "Count papers per value of a field, or cross two fields.",
    "list": "List the papers that meet conditions.",
    "claims": "Run the survey's claims about its own records.",
    "agreement": "Compare our tags with those of other readers.",
    "history": "Follow a count through dates or revisions.",
    "diff": "Say what changed in meaning between two revisions.",
    "form": "Turn a filled-in form into the file that it asks for.",
    "export": "Write the pool in a format for other programs.",
    "init": "Make a new survey from a few answers or from a table of papers.",
    "candidates": "List what the protocol's queries find on arXiv and the survey lacks.",
    "add": "Draft an entry from an arXiv id, a DOI or an address.",
    "exclude": "Log a paper that was screened and not retained.",
    "promote": "Move a record from the log into the corpus.",
    "fetch": "Fetch arXiv's metadata of every record.",
    "drift": "Compare the entries with arXiv's metadata.",
    "links": "Visit every link of the survey.",
    "trace": "Check, report, replay, convert and draw traces of multi-agent runs.",
}
"""Name to the line that ``masrl --help`` shows; the module ``NAME_command`` holds the command."""

_COLLECT_AFTER = 100_000
"""Objects. Records make hardly any cycles, so looking for them after every 700 objects took an eighth of ``masrl check``."""


class _LazyGroup(click.Group):
    """Imports a command only when it is called, so that help and completion are quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}_command", __name__).command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            guess = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"{error.format_message()}{guess}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"masrl {version('awesome-llm-mas-rl')}")
        ctx.exit()


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, callback=_print_version, expose_value=False, is_eager=True, help="Show the version.")
def group() -> None:
    """Check, count and render a survey whose evidence is data.

    \b
    Example: masrl check
             masrl stats reward_type credit_granularity
    """


class _Closed(io.TextIOBase):
    """What stands for a standard output that the caller closed: whoever prints anything hears of it."""

    def write(self, _text: str) -> NoReturn:
        raise SurveyError("standard output is closed; nothing can be printed")

    @property
    def buffer(self) -> NoReturn:
        """Where bytes would go."""
        self.write("")


def main() -> None:
    """Run the command line and exit: 0 clean, 1 the data is at fault, 2 the call is at fault."""
    gc.set_threshold(_COLLECT_AFTER)
    sys.stdout = sys.stdout or _Closed()
    # Nobody hears or answers where the caller closed these, which then lead nowhere.
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None or _Closed where the caller closed it
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.exit(_exit_code())


def _exit_code() -> int:
    try:
        code = group.main(standalone_mode=False)
    except click.ClickException as error:
        _show(error)
        return error.exit_code
    except click.Abort:
        click.echo("stopped", err=True)
        return 130
    except SurveyError as fault:
        return _told(fault)
    except OSError as error:
        from .problems import say

        where = f"{error.filename}: " if error.filename else ""
        say(f"masrl: {where}{(error.strerror or str(error)).lower()}")
        return 1
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    """Show what is wrong with a call; it quotes what was typed, or what stands in a file name."""
    from io import StringIO

    from .problems import harmless

    said = StringIO()
    error.show(said)
    click.echo(harmless(said.getvalue()), err=True, nl=False)


def _told(fault: SurveyError) -> int:
    """Say what is wrong, and return the exit code that it has."""
    from .problems import say, text

    if not isinstance(fault, DataFault):
        say(f"masrl: {fault}")
        return 2 if isinstance(fault, CallFault) else 1
    for problem in fault.problems:
        click.echo(text(problem), err=True)
    if not isinstance(fault, OutputFault):
        click.echo("Run 'masrl check' for all of it.", err=True)
    return 1
