"""How time and memory grow with a survey: ``python benchmarks/scale.py [RECORDS ...]``, by default 116, 1,000 and 10,000.

Runs the commands on invented surveys, whole processes in turns with the floor (see ``floor.py``), and prints for each the median
seconds on the wall, those that processors worked for it, the memory at its highest over all of its processes, the work as a ratio to
the floor, and by how much it grew beyond the number of records since the size before: 1.0 is in proportion. A build is run cold, again
with nothing changed, and with one entry changed: its summary, and then one of its tags, on which far more pages depend. Exits with 1
where a ratio, the growth or the memory is above what is allowed. Seconds are not judged, since they depend on the machine: at 10,000
records a cold build should take 25 on two idle cores. 50,000 records take about an hour.
"""

from __future__ import annotations

import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import invented

HERE = Path(__file__).resolve().parent
SIZES = (116, 1_000, 10_000)
FLOOR, COLD = "floor", "build, cold"
OF_FLOOR = {"check": {1_000: 4.0, 10_000: 2.5}}
"""Most times the floor, by the number of records from which on it holds: in small surveys the start of the program counts for more."""
OF_COLD = {"build, nothing changed": 0.35, "build, one summary changed": 0.5}
"""Most times a cold build, from LARGE records on."""
GROWTH = 1.5
"""Most by which the time for one record may grow, from LARGE records on."""
MEGABYTES = {COLD: 600.0}
"""Most memory, up to the largest of SIZES."""
POLL = 0.05
"""Seconds between two looks at the memory, which hold up whatever is looked at."""
LARGE = 1_000
MADE = ("README.md", "CITATION.cff", "docs", "figures", "site", "list", ".github")
PYTHON, MASRL = sys.executable, str(Path(sys.executable).parent / "masrl")
ENTRY = "corpus/halo.yaml"
"""An entry that every invented survey has."""


@dataclass
class Measured:
    """One command, run several times."""

    seconds: list[float] = field(default_factory=list)
    """Of the clock on the wall."""
    worked: list[float] = field(default_factory=list)
    """Seconds that processors spent on it and on its children, which hardly depend on what else they do."""
    megabytes: float = 0.0
    """The most that its processes held at one time; what they share counts once."""

    @property
    def wall(self) -> float:
        return statistics.median(self.seconds)

    @property
    def work(self) -> float:
        return statistics.median(self.worked)


def runs(records: int) -> int:
    """Return how often each command is run."""
    return 5 if records < LARGE else 3 if records <= 10_000 else 1


def run(command: list[str], folder: Path, measured: Measured) -> None:
    """Run a command to its end and add what it took."""
    started, held, done = time.perf_counter(), 0.0, 0
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / ".git/cache")}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said, cwd=folder, env=environment)
        while not done:
            held = max(held, _held(process.pid))
            time.sleep(POLL)
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)} failed: {said.read().decode(errors='replace').strip()[-2000:]}")
    measured.seconds.append(time.perf_counter() - started)
    measured.worked.append(usage.ru_utime + usage.ru_stime)
    measured.megabytes = max(measured.megabytes, held)


def _held(process: int) -> float:
    """Return the megabytes of a process and its children, what they share divided between them; 0 where Linux does not tell."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0.0
    own = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return (int(own[1]) / 1024 if own else 0.0) + sum(_held(int(child)) for child in children)


def cleared(folder: Path) -> None:
    """Take away all that a build made and noted.

    It is put aside and not deleted: for a minute after thousands of files are deleted, ext4 looks long for a place for each new one.
    """
    aside = Path(tempfile.mkdtemp(prefix="aside-", dir=folder / ".git"))
    for name in (*MADE, ".git/cache"):
        if (folder / name).exists():
            (folder / name).rename(aside / name.replace("/", "-"))


def changed(folder: Path, pattern: str, number: int) -> None:
    """Change one line of one entry to something that it was not before."""
    path = folder / ENTRY
    scenarios = ("coding", "web", "research", "math", "tool_use")
    line = {"summary": f"summary: Changed for the {number}th time.", "  scenario": f"  scenario: {scenarios[number % 5]}"}[pattern]
    text = re.sub(r"\nchanges:(\n  - .*)+", "", path.read_text(encoding="utf-8"))
    path.write_text(re.sub(rf"^{pattern}: .*$", line, text, flags=re.MULTILINE), encoding="utf-8")


def steps(folder: Path, number: int) -> Iterator[tuple[str, list[str], Callable[[], None]]]:
    """Yield what is run: its name, the command, and what is done before it."""

    def nothing() -> None:
        return

    build = [MASRL, "build"]
    yield FLOOR, [PYTHON, str(HERE / "floor.py"), "."], nothing
    yield "check", [MASRL, "check"], nothing
    yield "stats", [MASRL, "stats", "reward_type", "credit_granularity"], nothing
    yield "claims", [MASRL, "claims"], nothing
    yield "claims --sensitivity", [MASRL, "claims", "--sensitivity"], nothing
    yield "diff", [MASRL, "diff", "HEAD~1"], nothing
    yield COLD, build, lambda: cleared(folder)
    yield "build, nothing changed", build, nothing
    yield "build, one summary changed", build, lambda: changed(folder, "summary", number)
    yield "build, one tag changed", build, lambda: changed(folder, "  scenario", number)


def committed(folder: Path) -> None:
    """Make a repository of a survey, with a second revision that changes one entry."""
    changed(folder, "summary", 0)
    git = ["git", "-c", "user.name=invented", "-c", "user.email=invented@example.org", "-c", "gc.auto=0"]
    commands = (["init", "-q"], ["add", "-A"], ["commit", "-qm", "All"], ["commit", "-qm", "One more", "--allow-empty"])
    for command in commands:
        if command[-1] == "--allow-empty":
            changed(folder, "summary", 1)
            subprocess.run([*git, "add", "-A"], cwd=folder, check=True)
        subprocess.run([*git, *command], cwd=folder, check=True)
    # Claims that count a field exactly would fail once that field is changed.
    claims = folder / "survey/claims.yaml"
    claims.write_text(re.sub(r"pool: published", "pool: current", claims.read_text(encoding="utf-8")), encoding="utf-8")


def measured(records: int) -> Mapping[str, Measured]:
    """Return what every command took on a survey of so many records."""
    found: dict[str, Measured] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        invented.write(folder, records)
        committed(folder)
        for number in range(runs(records)):
            for name, command, before in steps(folder, number + 2):
                before()
                run(command, folder, found.setdefault(name, Measured()))
    return found


def beyond(name: str, records: int, here: Mapping[str, Measured], growth: float | None) -> Iterator[str]:
    """Yield the limits that a command is beyond."""
    one, judged = here[name], records >= LARGE
    of_floor = [most for least, most in OF_FLOOR.get(name, {}).items() if records >= least]
    for what, most, base in (("floor", min(of_floor, default=None), FLOOR), ("cold", OF_COLD.get(name), COLD)):
        if judged and most is not None and one.work > most * here[base].work:
            yield f"{most:g} x {what}"
    if judged and growth is not None and growth > GROWTH:
        yield f"growth {GROWTH:g}"
    if records <= SIZES[-1] and one.megabytes > MEGABYTES.get(name, math.inf):
        yield f"{MEGABYTES[name]:g} MB"


HEAD = f"{'records':>7}  {'':<27}{'wall':>9}{'work':>10}{'memory':>9}{'x floor':>9}{'x cold':>8}{'growth':>8}"


def row(name: str, records: int, here: Mapping[str, Measured], growth: float | None) -> str:
    """Return a line of the table."""
    one = here[name]
    of_cold = f"{one.work / here[COLD].work:8.2f}" if name.startswith("build") else " " * 8
    grown = f"{growth:8.2f}" if growth is not None else " " * 8
    numbers = f"{one.wall:7.2f} s{one.work:8.2f} s{one.megabytes:6.0f} MB{one.work / here[FLOOR].work:9.2f}"
    return f"{records:>7,}  {name:<27}{numbers}{of_cold}{grown}"


def main(sizes: list[int]) -> int:
    """Print a line for each command and size, and return the exit code."""
    before: Mapping[str, Measured] = {}
    smaller, failed = 0, False
    print(HEAD)
    for records in sizes:
        here = measured(records)
        for name, one in here.items():
            growth = one.work / before[name].work / (records / smaller) if before else None
            above = " and ".join(beyond(name, records, here, growth))
            failed |= bool(above)
            print(row(name, records, here, growth) + (f"   ABOVE {above}" if above else ""), flush=True)
        before, smaller = here, records
    return int(failed)


if __name__ == "__main__":
    sys.exit(main([int(size) for size in sys.argv[1:]] or list(SIZES)))
