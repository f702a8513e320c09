"""A file to its text, and to the value that it holds."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from pathlib import Path

from ..errors import Place, Problem
from .parsing import parse
from .values import Report, Value

_OPENED = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: one that is a pipe without waiting for somebody who writes to it."""
MAX_BYTES = 2_000_000
"""Far above any entry (the longest has 326 authors and 20 KB), far below what would slow a run down."""


def read(path: Path, root: Path, report: Report) -> Value | None:
    """Return the content of one YAML file, or None after at least one problem was reported.

    ``path`` lies below ``root``. Never raises for anything that the file can hold; a file that cannot be
    opened is a problem as well.
    """
    name = path.relative_to(root).as_posix()
    text = read_text(path, name, report)
    return None if text is None else parse(text, name, report)


def read_text(path: Path, name: str, report: Report, most: int = MAX_BYTES) -> str | None:
    """Return the text of a UTF-8 file without a byte-order mark, or None after a problem was reported.

    ``most`` is the number of bytes from which on it is not read.
    """
    try:
        data = _bytes_of(path, most)
    except OSError as error:
        is_other = isinstance(error, FileNotFoundError) or error.errno == errno.ENXIO
        reason = "is no plain file" if is_other else f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
        report(Problem(Place(name), "unreadable", reason))
        return None
    if data is None:
        report(Problem(Place(name), "too-large", f"is more than {most:,} bytes long"))
        return None
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        report(_encoding_problem(error, name))
        return None


def _bytes_of(path: Path, most: int) -> bytes | None:
    """Return what a plain file holds, or None where that is more than ``most``. Raises OSError, also where it is none.

    It is opened by hand and asked for its kind while it is open: for many small files that takes half the time of the library's way.
    """
    handle = os.open(path, _OPENED)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise FileNotFoundError
        if found.st_size > most:
            return None
        data = b"".join(iter(lambda: os.read(handle, found.st_size + 1), b""))
        return data if len(data) <= most else None
    finally:
        os.close(handle)


def _encoding_problem(error: UnicodeDecodeError, name: str) -> Problem:
    data: bytes = error.object
    line = data.count(b"\n", 0, error.start) + 1
    before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start]
    message = f"is not UTF-8: byte 0x{data[error.start]:02X}"
    place = Place(name, line, len(before.decode("utf-8", "replace")) + 1)
    return Problem(place, "not-utf8", message, hint="save the file as UTF-8")
