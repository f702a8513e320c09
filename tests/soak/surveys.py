"""Surveys to try things on, and the command line as another process runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from outcome import HERE, ROOT, TESTS, source

DATA = ("corpus", "exclusions", "survey", "arxiv.lock.json", "traces")
"""What people and ``masrl fetch`` write; everything else that a build leaves is made of it."""
MASRL = (sys.executable, "-P", "-c", "from pipeline.cli import main; main()")


def frame(folder: Path) -> Path:
    """Return a copy of the example survey with claims, a reading and differences."""
    shutil.copytree(TESTS / "example", folder)
    shutil.copytree(HERE / "frame", folder, dirs_exist_ok=True)
    return folder


def present(folder: Path) -> Path:
    """Return a copy of this survey's own data."""
    folder.mkdir(parents=True)
    for name in DATA:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copyfile(source, folder / name)
    return folder


def in_repository(*paths: str) -> list[str]:
    """Return the files that git knows or would add, by their paths in the repository; below some paths, or all."""
    call = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *paths]
    listed = subprocess.run(call, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def files(root: Path) -> dict[str, bytes]:
    """Return every file below a folder by its path, git's own left out."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.relative_to(root).parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def made(root: Path) -> dict[str, bytes]:
    """Return the files below a survey that are not its data."""
    return {path: content for path, content in files(root).items() if path.split("/")[0] not in DATA}


def masrl(
    *arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None, command: tuple[str, ...] = MASRL, **more: object
) -> subprocess.CompletedProcess[str]:
    """Run ``masrl`` in a process of its own; ``env`` is laid over the environment, an empty text takes a name away."""
    found = {name: value for name, value in {**os.environ, "PYTHONPATH": str(source()), **(env or {})}.items() if value}
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*command, *arguments], env=found, cwd=cwd, capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=600,
        check=False, **more,
    )  # fmt: skip


def is_clear(run: subprocess.CompletedProcess[str]) -> bool:
    """Say whether a command that failed said so in lines for people: an exit code of its own, and no traceback."""
    return run.returncode in (1, 2) and bool(run.stderr.strip()) and "Traceback" not in run.stderr


def shown(run: subprocess.CompletedProcess[str]) -> str:
    """Return what a command did, for a fault: its exit code and the end of what it said."""
    return f"exit {run.returncode}: {run.stdout[-200:]}{run.stderr[-600:]}"
