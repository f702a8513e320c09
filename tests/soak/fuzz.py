"""Spoiled files by the hundred thousand: a value or located problems, never another exception, each within a second.

SOAK_INPUTS says how many, SOAK_SEED from which source, SOAK_FIRST which is the first, SOAK_KINDS of what kinds alone, SOAK_MINUTES after
how long to stop all the same, SOAK_WORKERS in how many processes, SOAK_SECONDS how long one input may take. The same number of the same
source is the same input again.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import random
import shutil
import time
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from forked import loaded
from outcome import Outcome, size, told

SECONDS = size("SOAK_SECONDS", 1)
"""Of processor time for one input."""


@dataclass(frozen=True)
class Found:
    """An input that was not borne."""

    number: int
    kind: str
    what: str
    """What happened where; two inputs with the same are the same fault."""
    text: str
    data: bytes


def run(folder: Path) -> Outcome:
    """Try the inputs in some processes, and name each fault once with the file that shows it."""
    wanted, first, began = size("SOAK_INPUTS", 200_000), size("SOAK_FIRST", 0), time.monotonic()
    loaded()  # what is imported now is not charged to the first input that needs it
    workers = [_Worker(n, first, first + wanted, folder) for n in range(size("SOAK_WORKERS", 2))]
    faults = _watched(workers, wanted, folder, began + 60 * size("SOAK_MINUTES", 100_000))
    tried = sum(worker.done for worker in workers)
    rate = tried / (time.monotonic() - began)
    did = f"{tried:,} of {wanted:,} spoiled files of {len(_kinds())} kinds read, {rate:.0f} a second, {len(faults)} not borne"
    return Outcome(did, faults, tried)


def _watched(workers: list[_Worker], wanted: int, folder: Path, until: float) -> list[str]:
    """Wait for the processes, or stop them at a time, and return a line for each fault."""
    found: dict[str, str] = {}
    said = time.monotonic()
    busy = True
    while busy:
        busy = any(worker.is_busy() for worker in workers)  # before looking at what was found, so that the last is not missed
        for worker in workers:
            for one in worker.found():
                fault = f"{one.kind.removeprefix('present-')}: {one.what}"
                if fault not in found:
                    found[fault] = _named(one, folder)
                    told(f"fuzz: {found[fault]}")
        if time.monotonic() > said + 60:
            said = time.monotonic()
            told(f"fuzz: {sum(worker.done for worker in workers):,} of {wanted:,}, {len(found)} faults")
        if time.monotonic() > until:
            for worker in workers:
                worker.stop()
        time.sleep(0.2)
    return list(found.values())


def _named(found: Found, folder: Path) -> str:
    kept = folder / f"{found.kind}-{found.number}{_kinds()[found.kind].suffix}"
    kept.write_bytes(found.data)
    kept.with_suffix(".txt").write_text(found.text, encoding="utf-8", errors="backslashreplace")
    return f"{found.kind} {found.number}: {found.what} ({kept})"


class _Worker:
    """One process, begun anew behind the input that ended it."""

    def __init__(self, number: int, first: int, end: int, folder: Path) -> None:
        self._next, self._end, self._step = first + number, end, size("SOAK_WORKERS", 2)
        self._folder = folder / f"worker-{number}"
        self._current = mp.Value("q", -1)
        self._asked_to_stop = mp.Event()
        self.done = 0
        self._begin()

    def _begin(self) -> None:
        self._queue: Any = mp.Queue()
        arguments = (self._next, self._end, self._step, self._folder, self._current, self._queue, self._asked_to_stop)
        self._process = mp.get_context("fork").Process(target=_work, args=arguments, daemon=True)
        self._process.start()

    def is_busy(self) -> bool:
        """Say whether inputs are left, beginning another process where one has died."""
        if self._process.is_alive() or not self._queue.empty():
            return True
        if self._process.exitcode and self._next < self._end:
            return True
        shutil.rmtree(self._folder, ignore_errors=True)
        return False

    def found(self) -> list[Found]:
        """Return what was found since the last time."""
        found = []
        while not self._queue.empty():
            found.append(self._queue.get())
        if not self._process.is_alive() and self._process.exitcode:
            number = self._current.value
            kind, data = _input(number)
            found.append(Found(number, kind, f"ended the process with {self._process.exitcode}", "", data))
            self.done += 1 + (number - self._next) // self._step
            self._next = number + self._step
            shutil.rmtree(self._folder, ignore_errors=True)
            self._begin()
        elif self._current.value >= self._next:
            self.done += 1 + (self._current.value - self._next) // self._step
            self._next = self._current.value + self._step
        return found

    def stop(self) -> None:
        """Let the process end after the input that it has."""
        self._asked_to_stop.set()


def _work(first: int, end: int, step: int, folder: Path, current: Any, queue: Any, stop: Any) -> None:
    import fuzz_watch

    fuzz_watch.limit_memory()
    folder.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    for number in range(first, end, step):
        if stop.is_set():
            break
        current.value = number
        kind, data = _input(number)
        what, text = _fault(kind, data, folder, number)
        if what and f"{kind}{what}" not in seen:
            seen.add(f"{kind}{what}")
            queue.put(Found(number, kind, what, text, _least(kind, data, folder, number, what)))
    queue.close()
    queue.join_thread()


def _fault(kind: str, data: bytes, folder: Path, number: int) -> tuple[str, str]:
    """Return what an input did that it must not, in a line and in full; two empty texts where it was borne."""
    import fuzz_watch

    try:
        with fuzz_watch.watched(SECONDS):
            _kinds()[kind].read(data, folder, random.Random(number))
    except (Exception, fuzz_watch.TooSlow) as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/pipeline/" in frame.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        slow = isinstance(error, fuzz_watch.TooSlow)
        said = "" if slow or isinstance(error, KeyError | RecursionError) else f": {str(error)[:160]}"
        at = f"{Path(frames[0].filename).name if frames else '?'}" if slow else where
        return f"{type(error).__name__} at {at}{said}", traceback.format_exc()
    return "", ""


def _least(kind: str, data: bytes, folder: Path, number: int, what: str, tries: int = 300) -> bytes:
    """Return a shorter input that does the same, found by leaving out ever smaller parts."""
    part = max(1, len(data) // 2)
    while part and tries and "TooSlow" not in what:
        at = 0
        while at < len(data) and tries:
            shorter = data[:at] + data[at + part :]
            tries -= 1
            if _fault(kind, shorter, folder, number)[0].partition(": ")[0] == what.partition(": ")[0]:
                data = shorter
            else:
                at += part
        part //= 2
    return data


# -- inputs


@cache
def _kinds() -> Any:
    import fuzz_readers

    found = fuzz_readers.kinds()
    named = os.environ.get("SOAK_KINDS", "").split()
    return {name: kind for name, kind in found.items() if not named or name in named}


@cache
def _seeds(kind: str) -> Any:
    return _kinds()[kind].seeds()


def _input(number: int) -> tuple[str, bytes]:
    """Return the input of a number, and its kind."""
    import fuzz_mutations
    import fuzz_trees

    source = random.Random(f"{size('SOAK_SEED', 1)}/{number}")
    kinds = _kinds()
    (kind,) = source.choices(list(kinds), [one.weight for one in kinds.values()])
    seeds = _seeds(kind)
    good = seeds.good if source.random() < 0.7 else 0
    drawn = source.random()
    if seeds.write and drawn < 0.5:
        trees = [tree for found in seeds.trees for tree in found]
        change = fuzz_trees.altered if source.random() < 0.5 else fuzz_trees.spoiled
        return kind, seeds.write(source, change(source, source.choice(seeds.trees[: good or None]), trees))
    if seeds.write and drawn < 0.55:
        return kind, seeds.write(source, [fuzz_trees.grown(source, 5, seeds.names)])
    if drawn > 0.99:
        return kind, b"".join(source.choice(fuzz_mutations.TOKENS) for _ in range(source.randrange(30)))
    return kind, fuzz_mutations.spoiled(source, source.choice(seeds.files[: good or None]), seeds.files)
