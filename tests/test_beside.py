"""Two makers, one of them in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline import beside
from pipeline.beside import Frame

ROOT = Path(__file__).parent.parent


@pytest.fixture(params=[True, False], ids=["copied", "alone"])
def copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Say whether the second maker gets a process of its own."""
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


def here() -> Iterator[Frame]:
    yield "a", b"one"
    yield "b", b""


def there() -> Iterator[Frame]:
    yield "c", bytes(range(256)) * 4_000
    yield "\u00e9", b"three"


def test_what_both_make_comes_in_order_and_whole(copied: bool, started: list[int]) -> None:
    assert list(beside.both(here, there)) == [*here(), *there()]
    assert list(beside.both(lambda: iter(()), lambda: iter(()))) == []
    assert [over(process) for process in started] == [True] * 2 * copied


@pytest.mark.usefixtures("copied")
def test_a_fault_there_shows_here() -> None:
    def faulty() -> Iterator[Frame]:
        yield "c", b"one"
        raise KeyError("there")

    made = beside.both(here, faulty)
    assert [next(made), next(made)] == list(here())
    with pytest.raises(KeyError, match="there"):
        list(made)


def test_a_fault_here_ends_the_other_process(copied: bool, started: list[int]) -> None:
    def faulty() -> Iterator[Frame]:
        yield "a", b"one"
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        list(beside.both(faulty, there))
    assert [over(process) for process in started] == [True] * copied


def test_whoever_stops_early_leaves_no_process(copied: bool, started: list[int]) -> None:
    made = beside.both(here, there)
    next(made)
    made.close()
    assert [over(process) for process in started] == [True] * copied


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
        "print(*[name for name, _ in beside.both(lambda: iter([('a', b'')]), lambda: iter([('b', b'')]))])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "once a b\n"
