"""What the trace commands share: files in, problems shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from ..errors import Problem, in_reading_order

if TYPE_CHECKING:
    from ..traces.loading import Loaded

F = TypeVar("F", bound=Callable[..., Any])


def _files(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        _file(ctx, param, name)
    if names.count("-") > 1:
        raise click.BadParameter("standard input (-) can be read only once", ctx, param)
    return names


def _file(ctx: click.Context, param: click.Parameter, name: str) -> str:
    # An empty name would stand for the folder in which the command was called.
    if not name:
        raise click.BadParameter("the name of a file is empty", ctx, param)
    return name


def files(command: F) -> F:
    """Add the argument FILE..., of which there must be at least one; ``-`` stands for standard input."""
    # Not click.Path(exists=True): a file that cannot be read is a fault of the data, and the others are still looked at.
    argument: Callable[[F], F] = click.argument("files", nargs=-1, required=True, metavar="FILE...", callback=_files)
    return argument(command)


def file(command: F) -> F:
    """Add the argument FILE; ``-`` stands for standard input."""
    argument: Callable[[F], F] = click.argument("file", callback=_file)
    return argument(command)


def loaded(names: Iterable[str]) -> Iterator[Loaded]:
    """Yield each file that was named, in the order of the call, one in memory at a time."""
    from ..traces.loading import Loaded, bytes_of

    for name in names:
        data = bytes_of(name, stdin())
        yield Loaded(name, None, [data]) if isinstance(data, Problem) else load(data, name)


def load(data: bytes, name: str) -> Loaded:
    """Return the trace that bytes hold; of what another program recorded only that, and how to convert it."""
    from ..traces import loading

    file = loading.load(data, name)
    if not any(map(_is_strange, file.problems)):
        return file
    from ..traces.formats import recognition

    other = recognition.foreign(data, name)
    return loading.Loaded(name, None, [other]) if other else file


def _is_strange(problem: Problem) -> bool:
    """Return whether a problem is one of the file as a whole, as those are of what is no trace at all, or one of its text.

    Of a text that no JSON program reads alike, that may be all there is to say.
    """
    whole = not problem.field and problem.code in {"missing-key", "wrong-type", "second-value", "json-syntax", "not-utf8"}
    return whole or problem.code in {"unknown-version", *_OF_A_TEXT}


_OF_A_TEXT = frozenset({"not-a-number", "number-too-large", "lone-surrogate", "duplicate-key"})


def stdin() -> BinaryIO:
    """Return the bytes of standard input; none where the program was started without it, as ``<&-`` does."""
    return sys.stdin.buffer if sys.stdin else BytesIO()


def show_errors(found: Iterable[Problem]) -> None:
    """Print what is an error to standard error."""
    from .problems import text

    for problem in in_reading_order(p for p in found if p.severity == "error"):
        click.echo(text(problem), err=True)


def identity(name: str | Path) -> tuple[int, int] | None:
    """Return what tells a file from all others, whatever it is called; None where there is none, or it cannot be looked at."""
    try:
        found = Path(name).stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def as_json(value: object) -> str:
    """Return a value for programs. Raises ValueError for infinity, which JSON cannot hold and no report contains."""
    return json.dumps(value, ensure_ascii=True, indent=1, allow_nan=False)
