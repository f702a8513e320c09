"""``build`` and ``fetch`` killed at a hundred moments each: every output is old or new, never torn, and the next run mends it.

SOAK_KILLS says how often each is killed.
"""

from __future__ import annotations

import multiprocessing as mp
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import surveys
from forked import Child, loaded
from outcome import Outcome, size

UNFINISHED = ".unfinished"
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
SLACK = 10
"""Tries that may come too late, however few kills are asked for."""
IDS = 340
"""arXiv ids of the survey that is fetched: four questions of a hundred."""


@dataclass
class Counted:
    """What the kills met."""

    spent: float
    """Seconds until the command writes."""
    writing: float
    """Seconds within which it is then killed: fewer after each kill that came too late, for a machine is not always as slow."""
    kills: int = 0
    between: int = 0
    """How many left some files old and others new."""
    too_late: int = 0
    """How many came when the command was done, and do not count as kills."""

    def add(self, code: int, is_between: bool) -> None:
        """Count one kill by the exit code of the command, and by what it left."""
        self.kills += code != 0
        self.too_late += code == 0
        self.between += is_between and code != 0
        self.writing *= 1.05 if code else 0.8

    def numbers(self, kills: int) -> Iterator[int]:
        """Yield the numbers of the tries, until there were so many kills, or thrice as many tries and some more."""
        number = 0
        while self.kills < kills and number < 3 * kills + SLACK:
            yield number
            number += 1


def run(folder: Path) -> Outcome:
    """Kill both commands."""
    outcome = Outcome()
    address, server = served()
    loaded()
    kills = size("SOAK_KILLS", 100)
    built = _killed_builds(folder, kills, outcome)
    fetched = _killed_fetches(folder, kills, address, outcome)
    server.terminate()
    outcome.did = f"build killed {built.kills} times ({_told(built)}), fetch {fetched.kills} times ({_told(fetched)})"
    return outcome


def _told(counted: Counted) -> str:
    return f"{counted.between} left old beside new; {counted.too_late} more came too late"


# -- build


States = tuple[Path, dict[str, bytes], dict[str, bytes]]
"""A survey whose data have changed since its outputs were made, the outputs as they are, and as they will be."""


def two_states(folder: Path) -> States:
    """Return such a survey in a folder."""
    root = surveys.frame(folder / "survey")
    assert Child(["build", "--root", str(root)], folder / "said").ended() == 0, (folder / "said").read_text(encoding="utf-8")
    old = surveys.made(root)
    about = root / "survey/about.yaml"
    about.write_text(about.read_text(encoding="utf-8").replace("Where to Put the Ear", "Where Not to Put the Ear"), encoding="utf-8")
    (root / "corpus/flint2023load.yaml").rename(root / "corpus/flint2023burden.yaml")
    after = shutil.copytree(root, folder / "after")
    assert Child(["build", "--root", str(after)], folder / "said").ended() == 0, (folder / "said").read_text(encoding="utf-8")
    return root, old, surveys.made(after)


def torn(found: Mapping[str, bytes], old: Mapping[str, bytes], new: Mapping[str, bytes]) -> list[str]:
    """Return the files that are neither as they were nor as they will be."""
    allowed = {path: {old.get(path), new.get(path)} for path in {*old, *new}}
    allowed["figures/manifest.txt"] = {found.get("figures/manifest.txt")}  # holds both names for a while; the next run judges it
    whole = _finished(found)
    return sorted(path for path in {*allowed, *whole} if whole.get(path) not in allowed.get(path, set()))


def _killed_builds(folder: Path, kills: int, outcome: Outcome) -> Counted:
    folder = folder / "build"
    folder.mkdir()
    root, old, new = two_states(folder)
    began = shutil.copytree(root, folder / "began")
    arguments, source = ["build", "--root", str(root)], random.Random(1)
    counted = _timed(arguments, folder, lambda: _is_writing(root))
    for number in counted.numbers(kills):
        shutil.rmtree(root)
        shutil.copytree(began, root)
        child = Child(arguments, folder / "said")
        _wait(child, source, counted, lambda: _is_writing(root))
        how = source.choice(SIGNALS)
        code, found = child.ended(how), surveys.made(root)
        counted.add(code, _finished(found) not in (old, new))
        what = f"build, kill {number} by {how.name}"
        outcome.expect(code in (0, 130, -how), f"{what}: exit {code}: {child.said[-600:]}")
        bad = torn(found, old, new)
        outcome.expect(not bad, f"{what}: torn: {', '.join(bad[:5])}")
        outcome.expect("Traceback" not in child.said, f"{what}: {child.said[-600:]}")
        _build_mended(arguments, folder, new, what, outcome)
    outcome.expect(counted.kills == kills, f"build: only {counted.kills} of {kills} kills came in time")
    return counted


def _build_mended(arguments: list[str], folder: Path, new: Mapping[str, bytes], what: str, outcome: Outcome) -> None:
    again = Child(arguments, folder / "said")
    outcome.expect(again.ended() == 0, f"{what}, then again: {again.said[-600:]}")
    left = _finished(surveys.made(folder / "survey"))
    bad = sorted(path for path in {*left, *new} if left.get(path) != new.get(path))
    outcome.expect(not bad, f"{what}, then again: not mended: {', '.join(bad[:5])}")


def _finished(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in files.items() if not path.endswith(UNFINISHED)}


def _is_writing(root: Path) -> bool:
    return any((root / "figures").glob(f"*{UNFINISHED}")) or b"flint2023burden" in (root / "figures/manifest.txt").read_bytes()


def _timed(arguments: list[str], folder: Path, is_writing: Callable[[], bool]) -> Counted:
    """Run a command to its end, and return how long it takes before it writes and from then on; nothing is counted yet."""
    began = time.monotonic()
    child = Child(arguments, folder / "said")
    while not is_writing() and not child.is_over():
        time.sleep(0.001)
    spent = time.monotonic() - began
    assert child.ended() == 0, child.said
    return Counted(spent, time.monotonic() - began - spent)


def _wait(child: Child, source: random.Random, counted: Counted, is_writing: Callable[[], bool]) -> None:
    """Wait until a drawn moment: one in five while nothing is written yet, the others while it is."""
    if source.random() < 0.2:
        until = time.monotonic() + source.uniform(0, counted.spent)
        while time.monotonic() < until and not child.is_over():
            time.sleep(0.001)
        return
    while not child.is_over() and not is_writing():
        time.sleep(0.001)
    time.sleep(source.uniform(0, counted.writing))


# -- fetch


def ids() -> list[str]:
    """Return the arXiv ids of the survey that is fetched."""
    return [f"24{1 + n % 12:02}.{n:05}" for n in range(1, IDS + 1)]


def served() -> tuple[str, BaseProcess]:
    """Start a server that answers as arXiv does, and return its address and its process."""
    with_server = mp.get_context("fork")
    asked, told = with_server.Pipe()
    server = with_server.Process(target=_serve, args=(told,), daemon=True)
    server.start()
    return asked.recv(), server


def _serve(told: Any) -> None:
    import arxiv_server

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with arxiv_server.running() as server:
        days = ((f"2024-{1 + n % 12:02}-05T09:00:00Z", n) for n in range(1, IDS + 1))
        entries = {f"24{1 + n % 12:02}.{n:05}": (day, n) for day, n in days}
        server.papers = {
            name: arxiv_server.entry(f"{name}v2", f"Paper {n}", ("Ana Vell",), day, "2024-12-30T10:00:00Z")
            for name, (day, n) in entries.items()
        }
        told.send(server.endpoint)
        while True:
            time.sleep(60)


def fetched_survey(root: Path) -> Path:
    """Return a survey of papers with arXiv ids, of which the lock knows every second one, as it once was."""
    import arxiv_pool

    from pipeline import lock

    root.mkdir()
    entries = {f"paper{n}": arxiv_pool.entry(name, f"Paper {n}") for n, name in enumerate(ids(), 1)}
    arxiv_pool.write(root, entries)
    known = {name: arxiv_pool.listing(title=f"Paper {n} as it was", published=None) for n, name in enumerate(ids(), 1) if n % 2}
    (root / lock.FILE_NAME).write_text(lock.text_of(known), encoding="utf-8")
    return root


def records(root: Path, faults: list[str]) -> dict[str, object]:
    """Return what the lock of a survey holds, by arXiv id; what is wrong with it is added to the faults."""
    from pipeline import lock

    return dict(lock.parse((root / lock.FILE_NAME).read_text(encoding="utf-8"), lambda problem: faults.append(str(problem))))


def _killed_fetches(folder: Path, kills: int, address: str, outcome: Outcome) -> Counted:
    folder = folder / "fetch"
    folder.mkdir()
    root, source = fetched_survey(folder / "survey"), random.Random(2)
    arguments = ["fetch", "--root", str(root), "--endpoint", address, "--delay", "0"]
    path = root / "arxiv.lock.json"
    first, old = path.read_bytes(), records(root, outcome.faults)
    counted = _timed(arguments, folder, lambda: path.read_bytes() != first)
    new = records(root, outcome.faults)
    outcome.expect(len(new) == IDS, f"fetch: {len(new)} of {IDS} records came")
    for number in counted.numbers(kills):
        path.write_bytes(first)
        child = Child(arguments, folder / "said")
        _wait(child, source, counted, lambda: path.read_bytes() != first)
        how = source.choice(SIGNALS)
        code, faults = child.ended(how), list[str]()
        found, what = records(root, faults), f"fetch, kill {number} by {how.name}"
        counted.add(code, found not in (old, new))
        outcome.expect(code in (0, 130, -how) and not faults, f"{what}: exit {code}: {faults[:2]} {child.said[-600:]}")
        strange = [name for name, record in found.items() if record not in (old.get(name), new.get(name))]
        lost = [name for name in old if name not in found]
        outcome.expect(not strange and not lost, f"{what}: torn {strange[:3]}, lost {lost[:3]}")
        outcome.expect("Traceback" not in child.said, f"{what}: {child.said[-600:]}")
        again = Child(arguments, folder / "said")
        outcome.expect(again.ended() == 0 and records(root, outcome.faults) == new, f"{what}, then again: {again.said[-600:]}")
    outcome.expect(counted.kills == kills, f"fetch: only {counted.kills} of {kills} kills came in time")
    return counted
