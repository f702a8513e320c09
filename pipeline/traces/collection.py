"""Python's cyclic garbage collector, kept out of the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Switch the cyclic collector off for a while.

    Reading and measuring make millions of values and no cycles; the collector would walk all of them again and again, which
    takes up to half the time of a large file (measured with 100,000 events).
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
