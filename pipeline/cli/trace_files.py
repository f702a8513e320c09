"""What the trace commands share: files in, problems shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import Problem, in_reading_order

if TYPE_CHECKING:
    from ..traces.loading import Loaded

F = TypeVar("F", bound=Callable[..., Any])


def files(command: F) -> F:
    """Add the argument FILE..., of which there must be at least one; ``-`` stands for standard input."""
    # Not click.Path(exists=True): a file that cannot be read is a fault of the data, and the others are still looked at.
    argument: Callable[[F], F] = click.argument("files", nargs=-1, required=True, metavar="FILE...")
    return argument(command)


def loaded(names: Iterable[str]) -> Iterator[Loaded]:
    """Yield each file that was named, in the order of the call, one in memory at a time."""
    from ..traces.loading import load_file

    for name in names:
        yield load_file(name, sys.stdin.buffer if sys.stdin else BytesIO())


def show_errors(found: Iterable[Problem]) -> None:
    """Print what is an error to standard error."""
    from .problems import text

    for problem in in_reading_order(p for p in found if p.severity == "error"):
        click.echo(text(problem), err=True)


def as_json(value: object) -> str:
    """Return a value for programs. Raises ValueError for infinity, which JSON cannot hold and no report contains."""
    return json.dumps(value, ensure_ascii=True, indent=1, allow_nan=False)
