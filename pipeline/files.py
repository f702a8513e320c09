"""Files that are replaced as a whole: whoever reads one sees the old content or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from .errors import CallFault, SurveyError

UNFINISHED = ".unfinished"
"""How the name of a file ends until it is complete; git ignores what a killed run leaves of them."""


def replace(path: Path, content: bytes) -> None:
    """Write a file by way of a temporary one beside it, making its folder where that is missing.

    A run that is killed leaves the old content; who may read the file stays as it was. Raises SurveyError where something
    else than a plain file is in the way, which is then left alone, and OSError where the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.is_file() else 0o644
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise SurveyError(f"{path} is in the way: it is no plain file")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def create(path: Path, content: bytes, aside: Path) -> None:
    """Write a new file, whole or not at all, and never over another.

    What is half written lies in the folder ``aside``, on the same disk, so that a killed run leaves no stray file among
    records. Raises CallFault where the name is taken, OSError where a folder cannot be written.
    """
    path.parent.mkdir(exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=aside, prefix=".new.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        _give_name(Path(temporary), path)
    finally:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()


def _give_name(temporary: Path, path: Path) -> None:
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise CallFault(f"{path} is there already") from None
    except OSError:
        # A file system without hard links: here the look and the rename are two steps.
        if os.path.lexists(path):
            raise CallFault(f"{path} is there already") from None
        temporary.replace(path)
