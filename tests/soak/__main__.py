"""The long tests, outside the test run: ``python tests/soak [PART]...``, all parts where none is named.

Each part ends in one line: its name, what was done, passed or failed, seconds. Exit code: 0 all passed, 1 one failed, 2 there is no
such part. Sizes come from the environment; tests/soak/README.md lists them.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import traceback
from importlib import import_module
from pathlib import Path

from outcome import ROOT, TESTS, Outcome, told

sys.path.insert(0, str(TESTS))
PARTS = ("fuzz", "hostile", "kill", "refused", "surroundings", "versions", "supply")
MOST = 40
"""Faults of a part that are listed."""


def main(names: list[str]) -> int:
    """Run the parts and return the exit code."""
    if unknown := [name for name in names if name not in PARTS]:
        told(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
        return 2
    scratch = Path(tempfile.mkdtemp(prefix="masrl-soak-"))
    scratch.chmod(0o755)
    _freeze(scratch / "source")
    lines = [_line(name, scratch / name) for name in (names or PARTS)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    shutil.rmtree(scratch / "source")
    if any(scratch.iterdir()):
        told(f"what the faults are about lies in {scratch}")
    else:
        scratch.rmdir()
    return int(any(": FAILED" in line for line in lines))


def _freeze(source: Path) -> None:
    """Copy the program, so that it stays as it is while the tests run."""
    for name in ("pipeline", "traces"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    os.environ["SOAK_SOURCE"] = str(source)
    os.environ.setdefault("PIP_CACHE_DIR", str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pip"))
    os.environ["XDG_CACHE_HOME"] = str(source / "cache")  # what builds note of themselves goes away with it
    sys.path.insert(0, str(source))


def _line(name: str, folder: Path) -> str:
    began = time.monotonic()
    told(f"{name}: begins")
    folder.mkdir()
    outcome = _run(name, folder)
    for fault in outcome.faults[:MOST]:
        told(f"{name}: {fault}")
    if outcome.passed:
        shutil.rmtree(folder, ignore_errors=True)
    verdict = "passed" if outcome.passed else f"FAILED ({len(outcome.faults)} faults)" if outcome.tried else "FAILED (nothing was tried)"
    line = f"{name}: {outcome.did or 'stopped'}: {verdict}, {time.monotonic() - began:.0f} s"
    told(line)
    return line


def _run(name: str, folder: Path) -> Outcome:
    try:
        outcome: Outcome = import_module(name).run(folder)
    except Exception:  # a part that falls over has failed, and the others go on
        return Outcome("", [f"the part itself failed\n{traceback.format_exc()}"], 1)
    return outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
