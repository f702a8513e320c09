"""A second process for a part of the work, where the system lets one be had for nothing; else the work is done here."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

Frame = tuple[str, bytes]
"""A name and what stands under it."""
Maker = Callable[[], Iterator[Frame]]

_WITH_THREADS = "numpy"
"""A library that starts threads of its own when it is imported; a process with threads must not be copied."""


def both(here: Maker, there: Maker) -> Iterator[Frame]:
    """Yield what two makers make, first all of ``here``. The other one works in the meantime in a process of its own.

    What it makes waits in a temporary file without a name. If anything goes wrong there, it is made again here, so that faults show
    here and nowhere else.
    """
    if not _can_be_copied():
        yield from here()
        yield from there()
        return
    with tempfile.TemporaryFile() as file:
        process = _copied(there, file)
        try:
            yield from here()
        except BaseException:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
        _, status = os.waitpid(process, 0)
        yield from _frames(file) if status == 0 else there()


def _can_be_copied() -> bool:
    """Say whether the process can be copied: on Linux, while it has one thread. Elsewhere a copy cannot use all libraries."""
    one = threading.active_count() == 1 and _WITH_THREADS not in sys.modules
    return sys.platform == "linux" and one and len(os.sched_getaffinity(0)) > 1


def _copied(make: Maker, file: BinaryIO) -> int:
    """Start a copy of this process that writes what a maker makes to a file, and return its id."""
    process = os.fork()
    if process == 0:
        code = 1
        try:
            for name, content in make():
                head = name.encode()
                file.write(len(head).to_bytes(4, "big") + len(content).to_bytes(8, "big") + head + content)
            file.flush()
            code = 0
        finally:
            os._exit(code)  # without what the parent has still to write or to tidy up
    return process


def _frames(file: BinaryIO) -> Iterator[Frame]:
    file.seek(0)
    while sizes := file.read(12):
        name = file.read(int.from_bytes(sizes[:4], "big")).decode()
        yield name, file.read(int.from_bytes(sizes[4:], "big"))
