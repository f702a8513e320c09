"""Tasks that two processes share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pipeline import beside
from pipeline.beside import Frame, Maker

ROOT = Path(__file__).parent.parent


@pytest.fixture(params=[True, False], ids=["copied", "alone"])
def copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Say whether there is a second process."""
    wanted = bool(request.param)
    if wanted and sys.platform != "linux":
        pytest.skip("only Linux lets a process be copied")
    monkeypatch.setattr(beside, "_can_be_copied", lambda: wanted)
    return wanted


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Gather the ids of the processes that are copied of this one, whatever others it has."""
    ids: list[int] = []
    if sys.platform == "linux":
        fork = os.fork

        def watched() -> int:
            ids.append(process := fork())
            return process

        monkeypatch.setattr("os.fork", watched)
    return ids


def over(process: int) -> bool:
    """Say whether a child has ended and has been waited for."""
    try:
        os.waitpid(process, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def task(name: str, content: bytes = b"") -> Maker:
    return lambda: iter([(name, content)])


TASKS = [task("a", b"one"), task("b"), lambda: iter(()), task("c", bytes(range(256)) * 4_000), task("\u00e9", b"three")]


def made(tasks: list[Maker]) -> list[Frame]:
    return [frame for make in tasks for frame in make()]


def nothing() -> Iterator[Frame]:
    return iter(())


def test_what_all_tasks_make_comes_once_and_whole(copied: bool, started: list[int]) -> None:
    assert sorted(beside.shared(TASKS, nothing)) == sorted(made(TASKS))
    assert list(beside.shared([], nothing)) == []
    assert [over(process) for process in started] == [True] * copied


def test_without_another_process_all_comes_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "_can_be_copied", lambda: False)
    assert list(beside.shared(TASKS, task("told"))) == made(TASKS)


def test_many_tasks_are_each_done_by_one_process(copied: bool) -> None:
    def whose(number: int) -> Iterator[Frame]:
        time.sleep(0.001)
        yield str(number), str(os.getpid()).encode()

    frames = list(beside.shared([partial(whose, number) for number in range(300)], nothing))
    names, processes = [int(name) for name, _ in frames], [process for _, process in frames]
    others = [number for number, process in zip(names, processes, strict=True) if process != str(os.getpid()).encode()]
    assert sorted(names) == list(range(300))
    assert copied or not others
    assert others == list(range(299, 299 - len(others), -1))  # from the back, and last of all
    assert names[: 300 - len(others)] == list(range(300 - len(others)))


def test_who_is_held_up_leaves_the_rest_to_the_other(copied: bool, tmp_path: Path) -> None:
    def held_up() -> Iterator[Frame]:
        until = time.monotonic() + 60
        while copied and not (tmp_path / "0").exists() and time.monotonic() < until:
            time.sleep(0.01)
        yield "slow", str(os.getpid()).encode()

    def quick(name: str) -> Iterator[Frame]:
        (tmp_path / name).touch()
        yield name, str(os.getpid()).encode()

    frames = dict(beside.shared([held_up, *(partial(quick, str(number)) for number in range(50))], nothing))
    here = str(os.getpid()).encode()
    assert frames.pop("slow") == here
    assert [content == here for content in frames.values()] == [not copied] * 50


def test_what_the_other_one_tells_comes_last_and_only_from_there(copied: bool) -> None:
    frames = list(beside.shared(TASKS, lambda: iter([("told", str(os.getpid()).encode())])))
    told = [content for name, content in frames if name == "told"]
    assert len(told) == copied
    assert str(os.getpid()).encode() not in told
    assert not copied or frames[-1][0] == "told"


def faulty() -> Iterator[Frame]:
    yield "half", b"one"
    raise KeyError("there")


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("place", range(len(TASKS) + 1))
def test_a_fault_shows_here_wherever_it_happens(started: list[int], place: int) -> None:
    with pytest.raises(KeyError, match="there"):
        list(beside.shared([*TASKS[:place], faulty, *TASKS[place:]], nothing))
    assert all(over(process) for process in started)


def test_what_a_process_took_that_died_is_made_here(copied: bool) -> None:
    here = os.getpid()

    def deadly() -> Iterator[Frame]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        yield "deadly", b"alive"

    frames = list(beside.shared([*TASKS, deadly], nothing))
    assert sorted(frames) == sorted([*made(TASKS), ("deadly", b"alive")])


def test_a_fault_here_ends_the_other_process(copied: bool, started: list[int]) -> None:
    here = os.getpid()

    def slow_there() -> Iterator[Frame]:
        time.sleep(0 if os.getpid() == here else 60)
        return iter(())

    with pytest.raises(KeyError, match="there"):
        list(beside.shared([faulty, slow_there], nothing))
    assert [over(process) for process in started] == [True] * copied


def test_who_is_interrupted_while_waiting_ends_the_other_process(started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    here = os.getpid()

    def slow_there() -> Iterator[Frame]:
        time.sleep(0.2 if os.getpid() == here else 60)
        return iter(())

    def interrupted(process: int, options: int) -> tuple[int, int]:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(beside, "_can_be_copied", lambda: sys.platform == "linux")
    monkeypatch.setattr("os.waitpid", interrupted)
    if sys.platform == "linux":
        with pytest.raises(KeyboardInterrupt):
            list(beside.shared([slow_there, slow_there], nothing))
        assert over(*started)


def test_where_no_process_is_to_be_had_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(beside, "_can_be_copied", lambda: True)
    monkeypatch.setattr("os.fork", refused)
    assert list(beside.shared(TASKS, nothing)) == made(TASKS)


def test_whoever_stops_early_leaves_no_process(copied: bool, started: list[int]) -> None:
    frames = beside.shared(TASKS, nothing)
    next(frames)
    frames.close()
    assert [over(process) for process in started] == [True] * copied


@pytest.mark.usefixtures("copied")
def test_no_pipe_is_left_open() -> None:
    first = os.dup(0)
    os.close(first)
    list(beside.shared(TASKS, nothing))
    again = os.dup(0)  # the lowest number that is free
    os.close(again)
    assert again == first


def test_a_process_with_threads_is_not_copied() -> None:
    script = (
        "from pipeline import beside; import threading, sys\n"
        "print(beside._can_be_copied() == (sys.platform == 'linux' and len(__import__('os').sched_getaffinity(0)) > 1))\n"
        "stop = threading.Event(); thread = threading.Thread(target=stop.wait); thread.start()\n"
        "print(beside._can_be_copied()); stop.set(); thread.join()\n"
        "import numpy; print(beside._can_be_copied())"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "False"]


def test_the_other_process_does_not_write_what_this_one_has_still_to_write() -> None:
    script = (
        "import sys; from pipeline import beside; sys.stdout.write('once ')\n"
        "tasks = [lambda: iter([('a', b'')]), lambda: iter([('b', b'')])]\n"
        "print(*sorted(name for name, _ in beside.shared(tasks, lambda: iter(()))))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "once a b\n"
