"""A limit on the processor time of one reading, and on the memory of the process."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

MEMORY = 8 * 2**30
"""Bytes of addresses; libraries reserve far more than they use."""


class TooSlow(BaseException):
    """A reading was not done in its time. No handler for errors may take it."""


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Raise TooSlow where the block takes more processor time; time spent waiting for a processor does not count."""

    def stop(_signal: int, _frame: object) -> None:
        raise TooSlow(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if time.process_time() - began > seconds:  # a library that lets no signal through until it is done
        raise TooSlow(f"{time.process_time() - began:.1f} s")


def limit_memory() -> None:
    """Let the process have so many addresses and no more: beyond, a MemoryError is raised, which is a fault."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
