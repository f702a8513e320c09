"""Ratios of whole processes against a floor, taken in one run: ``make bench``.

Each line: what was run, median seconds, largest memory in MB, and the ratio to its floor with the most that is allowed. Exits with
1 where a ratio is above that. Times depend on the machine, ratios hardly do, so only ratios are judged.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 9
"""Whole processes for each figure; the median of them counts."""


@dataclass(frozen=True)
class Measured:
    """One command, run several times."""

    seconds: float
    """Median of the wall-clock times."""
    megabytes: float
    """Largest resident size of any run."""


@dataclass(frozen=True)
class Case:
    """A command and the floor that it is held against."""

    name: str
    command: list[str]
    floor: list[str]
    most: float
    """Times the floor."""


def measured(*commands: list[str]) -> list[Measured]:
    """Run commands in turns, RUNS times each after one run that warms the disk cache.

    In turns, so that whatever else the machine does in the meantime falls on all of them.
    """
    seconds: list[list[float]] = [[] for _ in commands]
    megabytes: list[list[float]] = [[] for _ in commands]
    for number in range(RUNS + 1):
        for position, command in enumerate(commands):
            started = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
            _, status, usage = os.wait4(process.pid, 0)
            if os.waitstatus_to_exitcode(status) != 0:
                raise SystemExit(f"{' '.join(command)} failed")
            if number:
                seconds[position].append(time.perf_counter() - started)
                megabytes[position].append(usage.ru_maxrss / 1024)
    return [Measured(statistics.median(s), max(m)) for s, m in zip(seconds, megabytes, strict=True)]


def cases(copy: Path) -> list[Case]:
    """Return what is measured; ``copy`` is a copy of the survey that may be written."""
    python, masrl = sys.executable, str(Path(sys.executable).parent / "masrl")
    return [
        Case("masrl check", [masrl, "check"], [python, "benchmarks/floor.py", "."], 4.0),
        Case("masrl --help", [masrl, "--help"], [python, "-c", "import click"], 2.5),
        Case("masrl build", [masrl, "build", "--root", str(copy)], [python, "-c", "import pandas, matplotlib.figure"], 10.0),
    ]


def main() -> int:
    """Print a line for each case, and return the exit code."""
    too_slow = 0
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "survey"
        copied.mkdir()
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in (name for name in tracked if name.startswith(("corpus/", "exclusions/", "survey/", "traces/", "arxiv.lock"))):
            (copied / name).parent.mkdir(parents=True, exist_ok=True)
            (copied / name).write_bytes((ROOT / name).read_bytes())
        for case in cases(copied):
            ours, floor = measured(case.command, case.floor)
            ratio = ours.seconds / floor.seconds
            too_slow += ratio > case.most
            line = f"{case.name:<14} {ours.seconds:6.3f} s  {ours.megabytes:5.0f} MB   floor {floor.seconds:6.3f} s"
            print(f"{line}   ratio {ratio:5.2f}, at most {case.most:g}{'   TOO SLOW' if ratio > case.most else ''}")
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
