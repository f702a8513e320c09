"""The command line in a child of this process, which has imported everything already: quick enough to be killed a hundred times."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120
"""After so many a command is stuck."""


def loaded() -> None:
    """Import what the commands import, so that no child has to."""
    import matplotlib.backends.backend_svg  # noqa: F401
    import matplotlib.figure  # noqa: F401
    import pandas  # noqa: F401

    from pipeline import build, checks, plan  # noqa: F401
    from pipeline.cli import build_command, fetch_command  # noqa: F401
    from pipeline.metadata import client, door, fetch, pages, results  # noqa: F401


class Child:
    """One run of a command."""

    def __init__(self, arguments: list[str], said: Path, prepare: Callable[[], None] = lambda: None) -> None:
        """Begin it; what it prints goes to the file ``said``, ``prepare`` is called in the child."""
        self._said = said
        self.code: int | None = None
        """Exit code, or the negative number of the signal that ended it; None while it runs."""
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if not self._pid:
            _become(arguments, said, prepare)

    def is_over(self) -> bool:
        """Say whether it has ended."""
        if self.code is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code is not None

    def ended(self, how: signal.Signals | None = None) -> int:
        """Send a signal, if any, wait for the end, and return the exit code."""
        if how is not None and not self.is_over():
            os.kill(self._pid, how)
        until = time.monotonic() + SECONDS
        while not self.is_over():
            if time.monotonic() > until:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(0.005)
        assert self.code is not None
        return self.code

    @property
    def said(self) -> str:
        """What it printed."""
        return self._said.read_text(encoding="utf-8", errors="replace")


def _become(arguments: list[str], said: Path, prepare: Callable[[], None]) -> None:
    """Run the command and never return."""
    code = 70
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        for stream in (1, 2):
            os.dup2(handle, stream)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        prepare()
        sys.argv = ["masrl", *arguments]
        from pipeline.cli import main

        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
