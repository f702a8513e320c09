"""Files that are replaced as a whole."""

import fcntl
import threading
from pathlib import Path

import pytest

from pipeline import files
from pipeline.errors import SurveyError


def test_a_file_is_made_with_its_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a/b.txt"
    files.replace(path, b"one")
    files.replace(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in path.parent.iterdir()] == ["b.txt"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.txt"
    files.replace(path, b"one")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.replace(path, b"two")
    assert path.read_bytes() == b"one"
    assert [entry.name for entry in tmp_path.iterdir()] == ["b.txt"]


def test_what_is_no_plain_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "target").write_bytes(b"kept")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    for name in ("folder", "link"):
        with pytest.raises(SurveyError, match="is in the way"):
            files.replace(tmp_path / name, b"two")
    assert (tmp_path / "target").read_bytes() == b"kept"


def test_who_asks_for_a_folder_waits_for_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order, refused = [], threading.Event()
    flock = fcntl.flock

    def watched(handle: int, operation: int) -> None:
        try:
            flock(handle, operation)
        except BlockingIOError:
            refused.set()
            raise

    def second() -> None:
        with files.alone(tmp_path):
            order.append("second")

    monkeypatch.setattr("fcntl.flock", watched)
    other = threading.Thread(target=second)
    with files.alone(tmp_path):
        other.start()
        assert refused.wait(60)
        order.append("first")
    other.join(60)
    assert order == ["first", "second"]
    assert list(tmp_path.iterdir()) == []


def test_nobody_waits_for_a_folder_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0)
    with files.alone(tmp_path), pytest.raises(SurveyError, match="another run has been writing"), files.alone(tmp_path):
        pytest.fail("two have it at once")


def test_a_disk_that_knows_no_hold_serves_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", unknown)
    with files.alone(tmp_path):
        files.replace(tmp_path / "a", b"one")
    assert (tmp_path / "a").read_bytes() == b"one"


@pytest.mark.parametrize("name", ["n" * 255, "\u00e9" * 127, "x" + "\u00e9" * 127])
def test_a_name_as_long_as_the_file_system_takes_is_written(tmp_path: Path, name: str) -> None:
    files.replace(tmp_path / name, b"one")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(name, b"one")]


def test_a_spool_gives_back_what_was_put_away() -> None:
    with files.Spool() as spool:
        spool.add("a", b"one")
        spool.add("b", b"")
        assert spool.content("a") == b"one"
        spool.add("c", b"three" * 100_000)
        spool.add("a", b"other")
        assert (spool.content("b"), spool.content("c"), spool.content("a")) == (b"", b"three" * 100_000, b"other")
        with pytest.raises(KeyError):
            spool.content("d")


def test_nobody_waits_for_the_disk_for_what_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: 1 / 0)
    files.replace(tmp_path / "a", b"one", durable=False)
    assert (tmp_path / "a").read_bytes() == b"one"
