"""Lets every folder list its files from the last to the first, as another file system may."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType

_listdir, _scandir = os.listdir, os.scandir


class _Reversed:
    """What ``os.scandir`` gives, in reverse."""

    def __init__(self, path: str) -> None:
        with _scandir(path) as entries:
            self._entries = sorted(entries, key=lambda entry: entry.name, reverse=True)

    def __iter__(self) -> Iterator[os.DirEntry[str]]:
        return iter(self._entries)

    def __next__(self) -> os.DirEntry[str]:
        if not self._entries:
            raise StopIteration
        return self._entries.pop(0)

    def __enter__(self) -> _Reversed:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is held open."""


os.listdir = lambda path=".": sorted(_listdir(path), reverse=True)  # type: ignore[assignment]
os.scandir = lambda path=".": _Reversed(path)  # type: ignore[assignment]
