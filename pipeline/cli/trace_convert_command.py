"""``masrl trace convert``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import CallFault, Problem, in_reading_order
from ..traces.formats.registry import READERS, WRITERS
from . import targets, trace_files

if TYPE_CHECKING:
    from ..traces.formats.conversion import Converted

OUTPUT = "Write here, not to standard output (-); a folder that is missing is made. For several runs, a folder: DIR or DIR/."


@click.command("convert")
@trace_files.files
@click.option("--from", "form", type=click.Choice(READERS), help="The form of the files.  [default: seen from their content]")
@click.option("--to", "to", type=click.Choice(WRITERS), default="v2", show_default=True, help="The form to write.")
@targets.output("FILE|DIR", OUTPUT, folder=True)
@click.option("--with-content", is_flag=True, help="Carry along what errors say, and prompts, answers and tool output, not only hashes.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], form: str | None, to: str, output: str | None, with_content: bool) -> None:
    """Turn what other programs record of a run into a trace, and a trace into what other programs read.

    FILE may be a folder, whose .json and .jsonl files are then read, or - for standard input. Traces of version 1 and 2 can be
    converted too. What is wrong with the result, what was left out of the source, and what a folder was filled with, goes to
    standard error.

    \b
    Example: masrl trace convert session.jsonl subagents/ -o run.json
             masrl trace convert spans.json | masrl trace report -
             masrl trace convert run.json --to mermaid
    Exit code: 0 done, 1 something could not be read or the result is at fault, 2 the call was wrong.
    """
    from ..traces.formats import conversion, reading

    names, unlisted = reading.files(files)
    runs, problems = conversion.converted((reading.read_file(name, trace_files.stdin()) for name in names), form, with_content)
    problems += unlisted
    texts = list(conversion.drawn(runs, to))
    places = _targets([run for run, _ in texts], output, to, names)
    _tell(runs, problems, to)
    _put(texts, places)
    if output is not None and places != [Path(output)]:
        _tell_places(texts, places)
    if len(texts) < len(runs) or any(p.severity == "error" for p in problems) or any(run.loaded.faulty for run in runs):
        ctx.exit(1)


def _targets(runs: list[Converted], output: str | None, to: str, sources: list[str]) -> list[Path]:
    """Return where each run is written to; nowhere for standard output.

    Raises CallFault where several have one place, or where that would overwrite what was read.
    """
    from ..traces.formats import reading

    if output is None:
        if len(runs) > 1:
            raise CallFault(f"the files hold {len(runs)} runs; name a folder for them with -o")
        return []
    folder = reading.is_folder(output) or output.endswith("/")
    if len(runs) > 1 and not folder and (trace_files.identity(output) is not None or _is_named_as_file(output)):
        raise CallFault(f"the files hold {len(runs)} runs, and {output} is no folder; name one, with a / behind it where it is missing")
    found = _inside(Path(output), runs, to) if folder or len(runs) != 1 else [Path(output)]
    read = {trace_files.identity(source) for source in sources} - {None}
    for target in found:
        if trace_files.identity(target) in read:
            raise CallFault(f"{target} is one of the files to be converted; write to another one")
        targets.refuse(target)
    return found


def _is_named_as_file(output: str) -> bool:
    """Return whether a name ends as those of files do that are read or written here."""
    from ..traces.formats import reading, registry

    endings = (*reading.SUFFIXES, *(registry.writer(name).SUFFIX for name in registry.WRITERS))
    return output.lower().endswith(endings)


def _inside(folder: Path, runs: list[Converted], to: str) -> list[Path]:
    """Return a file in a folder for each run."""
    from ..traces.formats.file_names import file_names
    from ..traces.formats.registry import writer

    ids = [run.loaded.trace.trace_id if run.loaded.trace else run.name for run in runs]
    return [folder / name for name in file_names(ids, writer(to).SUFFIX)]


def _put(texts: list[tuple[Converted, str]], places: list[Path]) -> None:
    """Write the texts, where nothing says where to standard output."""
    for place, (_, text) in zip(places, texts if places else [], strict=True):
        targets.put(place, text.encode())
    if not places:
        for _, text in texts:
            click.echo(text, nl=False)


def _tell_places(texts: list[tuple[Converted, str]], places: list[Path]) -> None:
    """Say on standard error under which name in the folder each run was written."""
    from .problems import say

    for (run, _), place in zip(texts, places, strict=True):
        say(f"{run.name}: written to {place}")


def _tell(runs: list[Converted], problems: list[Problem], to: str) -> None:
    """Say on standard error what is wrong, what was left out and what the form has no place for."""
    from ..traces.formats import conversion
    from . import problems as shown

    found = [*problems, *(problem for run in runs for problem in run.loaded.problems if problem.severity != "notice")]
    for problem in in_reading_order(found):
        click.echo(shown.text(problem), err=True)
    for run in runs:
        unsaid = conversion.unsaid(run, to)
        for note in (*run.notes, *([unsaid] if unsaid else [])):
            click.echo(shown.visible(f"{run.name}: note: {note}"), err=True)
