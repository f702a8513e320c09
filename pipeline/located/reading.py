"""A file to its text, and to the value that it holds."""

from __future__ import annotations

import stat
from pathlib import Path

from ..errors import Place, Problem
from .parsing import parse
from .values import Report, Value

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
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            report(Problem(Place(name), "unreadable", "is no plain file"))
            return None
        data = path.read_bytes() if found.st_size <= most else None
    except FileNotFoundError:
        report(Problem(Place(name), "unreadable", "is no plain file"))
        return None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        report(Problem(Place(name), "unreadable", f"cannot be read: {reason}"))
        return None
    if data is None or len(data) > most:
        report(Problem(Place(name), "too-large", f"is more than {most:,} bytes long"))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report(_encoding_problem(error, name))
        return None


def _encoding_problem(error: UnicodeDecodeError, name: str) -> Problem:
    data: bytes = error.object
    line = data.count(b"\n", 0, error.start) + 1
    before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start]
    message = f"is not UTF-8: byte 0x{data[error.start]:02X}"
    place = Place(name, line, len(before.decode("utf-8", "replace")) + 1)
    return Problem(place, "not-utf8", message, hint="save the file as UTF-8")
