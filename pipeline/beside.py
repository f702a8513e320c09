"""A second process for a part of the work, where the system lets one be had for nothing; else the work is done here."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, takewhile
from typing import BinaryIO

Frame = tuple[str, bytes]
"""A name and what stands under it."""
Maker = Callable[[], Iterator[Frame]]

_WITH_THREADS = "numpy"
"""A library that starts threads of its own when it is imported; a process with threads must not be copied."""


def shared(tasks: Sequence[Maker], told: Maker) -> Iterator[Frame]:
    """Yield what all tasks make, each done once. This process takes them from the front, a second one meanwhile from the back.

    So whichever is faster does more. What the other one makes waits in a temporary file without a name and comes last; after it what
    ``told`` makes there, once no task is left. If anything goes wrong there, its tasks are done here, so that faults show here and
    nowhere else. Where no process is to be had, all tasks are done here in order, and ``told`` is not asked.
    """
    if len(tasks) < 2 or not _can_be_copied():
        yield from _made(tasks)
        return
    with tempfile.TemporaryFile() as file, _turns(len(tasks)) as turns:
        process = _copied(lambda: chain(_made(_taken(reversed(tasks), turns)), told()), file)
        if process is None:
            yield from _made(tasks)
            return
        here = 0
        try:
            for task in _taken(tasks, turns):
                here += 1
                yield from task()
            _, status = os.waitpid(process, 0)
        except BaseException:
            with suppress(ProcessLookupError, ChildProcessError):  # it may have ended, and been waited for, at this very moment
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            raise
        yield from _frames(file) if status == 0 else _made(tasks[here:])


def _made(tasks: Iterable[Maker]) -> Iterator[Frame]:
    return chain.from_iterable(task() for task in tasks)


@contextmanager
def _turns(count: int) -> Iterator[int]:
    """Give a pipe that holds so many single bytes. Whoever reads one may do one task, and no two processes read the same one."""
    turns, given = os.pipe()
    try:
        os.write(given, bytes(count))  # far fewer than a pipe holds, so that nobody waits here
        os.close(given)  # without a writer, whoever finds it empty does not wait either
        yield turns
    finally:
        os.close(turns)


def _taken(tasks: Iterable[Maker], turns: int) -> Iterator[Maker]:
    """Yield tasks as long as there are turns."""
    return takewhile(lambda _: os.read(turns, 1), tasks)


def _can_be_copied() -> bool:
    """Say whether the process can be copied: on Linux, while it has one thread. Elsewhere a copy cannot use all libraries."""
    one = threading.active_count() == 1 and _WITH_THREADS not in sys.modules
    return sys.platform == "linux" and one and len(os.sched_getaffinity(0)) > 1


def _copied(make: Maker, file: BinaryIO) -> int | None:
    """Start a copy of this process that writes what a maker makes to a file, and return its id; None where the system lets none be had."""
    try:
        process = os.fork()
    except OSError:
        return None
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
