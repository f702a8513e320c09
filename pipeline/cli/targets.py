"""Where a command writes what ``--output`` names: a file, a device, or standard output."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeVar

import click

from ..errors import CallFault

F = TypeVar("F", bound=Callable[..., Any])
STDOUT = frozenset(("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"))
"""Names of standard output."""
_DEVICES = ("/dev/", "/proc/")
"""Where names stand for what is open already: a file behind one is written on, and not replaced."""

_BY_HAND = frozenset(("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "pyproject.toml"))
"""Pages and the like at a survey's root that somebody wrote."""


def output(metavar: str, help_: str, *, folder: bool = False) -> Callable[[F], F]:
    """Add ``--output``, which names a file, or where ``folder`` says so a folder; None stands for standard output."""
    return click.option("--output", "-o", type=click.Path(dir_okay=folder), metavar=metavar, help=help_, callback=_target)


def _target(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    if name == "":
        raise click.BadParameter("the name is empty; without -o standard output is written to", ctx, param)
    return None if name in STDOUT else name


def refuse(target: Path) -> None:
    """Raise CallFault where a folder is in the way, or where a file of a survey would be written over."""
    if _is_device(target):
        return
    real = target.resolve()
    if S_ISDIR(_mode(real)):
        raise CallFault(f"{target} cannot be written: it is a folder")
    if any(_is_own(real, root) for root in real.parents if _is_survey(root)):
        raise CallFault(f"{target} belongs to the survey itself, which is not written over; write to another file")


def put(target: Path, content: bytes) -> None:
    """Write a file whole or not at all, through links, making its folder where that is missing; a pipe or a device takes the content.

    Raises CallFault where its name is longer than the file system takes, SurveyError and OSError where it cannot be written.
    """
    from ..files import replace

    try:
        if _is_device(target):
            with target.open("ab") as device:
                device.write(content)
        else:
            replace(target.resolve(), content)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise CallFault(f"the name of the file to be written is too long: {target}") from None


def _is_device(target: Path) -> bool:
    """Return whether a name stands for something that cannot be replaced, such as a pipe."""
    mode = _mode(target)
    return mode != 0 and not S_ISDIR(mode) and (not S_ISREG(mode) or target.as_posix().startswith(_DEVICES))


def _mode(path: Path) -> int:
    """Return what stands under a name, as ``stat`` has it; 0 for nothing, and for what cannot be looked at."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _is_survey(folder: Path) -> bool:
    from ..corpus import SURVEY

    return (folder / SURVEY / "about.yaml").is_file()


def _is_own(target: Path, root: Path) -> bool:
    """Return whether a survey is made of a file, or makes it, or whether one of its pages or example traces stands there."""
    from .. import build, lock
    from ..corpus import EXCLUSIONS, PAPERS, SURVEY
    from .example_traces import TRACES

    path = target.relative_to(root).as_posix()
    if "/" not in path and not _mode(target):
        return False
    if path.startswith((f"{PAPERS}/", f"{EXCLUSIONS}/", f"{SURVEY}/", *build.FOLDERS)) or path in (*build.SINGLE, lock.FILE_NAME):
        return True
    return path in _BY_HAND or (path.startswith(("docs/", f"{TRACES}/")) and _mode(target) != 0)
