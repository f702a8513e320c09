"""Files that are replaced as a whole: whoever reads one sees the old content or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from .errors import CallFault, SurveyError

UNFINISHED = ".unfinished"
"""How the name of a file ends until it is complete; git ignores what a killed run leaves of them."""
PATIENCE = 60.0
"""Seconds to wait for another run that is writing; a write takes far less than one."""


class Spool:
    """Contents by name that wait on disk, in a temporary file without a name, instead of filling the memory."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 -- closed where the spool is left
        self._places: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, name: str, content: bytes) -> None:
        """Put a content away."""
        self._places[name] = self._file.seek(0, os.SEEK_END), len(content)
        self._file.write(content)

    def content(self, name: str) -> bytes:
        """Return a content that was put away. Raises KeyError for a name under which nothing was."""
        place, size = self._places[name]
        self._file.seek(place)
        return self._file.read(size)


def replace(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write a file by way of a temporary one beside it, making its folder where that is missing.

    A run that is killed leaves the old content; who may read the file stays as it was. Raises SurveyError where something
    else than a plain file is in the way, which is then left alone, and OSError where the folder cannot be written.
    Without ``durable`` nobody waits for the disk: enough for what can be made again, should the machine lose its power.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = _permissions(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{_short(path.name)}.", suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _short(name: str) -> str:
    """Return as much of a file's name as leaves room for what is added to it: file systems take 255 bytes."""
    return os.fsdecode(os.fsencode(name)[:80]).encode("utf-8", "ignore").decode()


def refuse_other(path: Path) -> None:
    """Raise SurveyError where something stands under a name that is neither nothing nor a plain file, such as a link."""
    _permissions(path)


def _permissions(path: Path) -> int:
    """Return who may read the plain file under a name, or may where nothing stands yet. Raises as ``refuse_other``."""
    try:
        found = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0o644
    if not stat.S_ISREG(found):
        raise SurveyError(f"{path} is in the way: it is no plain file")
    return stat.S_IMODE(found) & 0o777


def refuse_linked(folder: Path) -> None:
    """Raise SurveyError where a folder is a link: what is written to it would land elsewhere, outside what git sees."""
    if folder.is_symlink():
        raise SurveyError(f"{folder} is a link; files are written to and removed from plain folders only")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other runs that ask for the same out of a folder while the block runs, which reads a file and writes it anew.

    The system lets go of the folder when a run is killed. Where it knows no such hold, as on Windows and on some network
    disks, the block runs all the same. Raises SurveyError where another run does not finish, OSError where the folder
    cannot be opened.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _wait(partial(fcntl.flock, handle, fcntl.LOCK_EX | fcntl.LOCK_NB), folder)
        yield
    finally:
        os.close(handle)


def _wait(take: Callable[[], None], folder: Path) -> None:
    """Take the lock of a folder once whoever holds it lets go. Some file systems have no locks, and there nobody waits."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            take()
        except BlockingIOError:
            if time.monotonic() > until:
                raise SurveyError(f"another run has been writing to {folder} for {PATIENCE:.0f} seconds; try again later") from None
            time.sleep(0.05)
        except OSError:
            return
        else:
            return


def create(path: Path, content: bytes, aside: Path) -> None:
    """Write a new file, whole or not at all, and never over another.

    What is half written lies in the folder ``aside``, on the same disk, so that a killed run leaves no stray file among
    records. Raises CallFault where the name is taken, SurveyError where its folder is a link, OSError where a folder
    cannot be written.
    """
    refuse_linked(path.parent)
    path.parent.mkdir(exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=aside, prefix=".new.", suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        _give_name(Path(temporary), path)
    finally:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()


def _give_name(temporary: Path, path: Path) -> None:
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise CallFault(f"{path} is there already") from None
    except OSError:
        # A file system without hard links: here the look and the rename are two steps.
        if os.path.lexists(path):
            raise CallFault(f"{path} is there already") from None
        temporary.replace(path)
