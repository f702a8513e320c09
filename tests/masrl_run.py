"""The command line, run within the test's own process or on a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pipeline.cli import main

ROOT = Path(__file__).parent.parent


class Run(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


class Masrl:
    """Runs ``masrl`` on one survey."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, name: str, *arguments: str) -> Run:
        """Run a command, and return its exit code and what it printed."""
        self._monkeypatch.setattr("sys.argv", ["masrl", name, "--root", str(self.root), *arguments])
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        else:
            code = 0
        return Run(code, *self._capsys.readouterr())


def files(root: Path) -> dict[str, bytes]:
    """Return every file below a survey."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def on_a_terminal(arguments: Sequence[str], answers: Sequence[str]) -> Run:
    """Run ``masrl`` on a terminal of its own, giving each answer when something is asked, and return what was seen.

    An answer is typed once the output has stood still at a question, which ends with a colon and a blank.
    """
    script = "from pipeline.cli import main; main()"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", script, *arguments]
    environment = {**os.environ, "COLUMNS": "200", "TERM": "dumb"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True) as process:
        os.close(theirs)
        seen = _talked(ours, list(answers))
        os.close(ours)
        if not _ended(process):
            process.kill()
    return Run(process.returncode, seen.decode().replace("\r\n", "\n"), "")


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        return False
    return True


def _talked(terminal: int, waiting: list[str]) -> bytes:
    """Return all that came from a terminal until its other end was closed."""
    seen, until = b"", time.monotonic() + 60
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        elif waiting and seen.rstrip(b" ").endswith(b":"):
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    return seen
