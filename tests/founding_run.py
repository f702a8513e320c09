"""``masrl init`` and the other commands, run within the test's own process on surveys that it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.cli import main

AUTHOR = ("--title", "A Survey of Things", "--author", "Ana Vell")


def run(*arguments: str) -> int:
    """Run ``masrl`` and return its exit code; what it prints is the test's to read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["masrl", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
    return int(stop.value.code or 0)


def written(folder: Path, name: str, text: str | bytes) -> str:
    """Return the path of a file with a text, for a call."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def init(folder: Path, source: str, *arguments: str) -> int:
    """Make a survey in a folder from a file, asking nothing, and return the exit code."""
    return run("init", str(folder), "--from", source, *AUTHOR, "--yes", *arguments)


def below(root: Path) -> list[str]:
    """Return all paths below a folder, hidden ones as well."""
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))
