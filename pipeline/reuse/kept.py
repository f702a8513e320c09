"""What a build takes over from the last one while it runs, and what it notes for the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path

from .digests import digest
from .index import NOTHING, Group, Index, intact

Made = tuple[str, bytes]
"""A path below the root, with forward slashes, and the file's content."""


class Kept:
    """What a build may take over, and what it notes for the next one."""

    def __init__(self, root: Path, index: Index) -> None:
        self._root = root
        self._index = index
        self._groups: dict[str, Group] = {}
        self._files: dict[str, str] = {}
        self._digests: dict[int, tuple[object, str]] = {}
        self.taken_over: set[str] = set()
        """Paths of the files that were found on disk as an earlier build left them, while it runs."""

    def digest(self, value: object) -> str:
        """Return a digest of a value that goes into many groups, computed once for all of them."""
        known = self._digests.get(id(value))
        if known is None:
            known = self._digests[id(value)] = value, digest(value)  # with the value, so that no other one gets its id
        return known[1]

    def made(self, name: str, values: object, make: Callable[[], Iterable[Made]]) -> Iterator[Made]:
        """Yield the files of a group: those on disk where ``values``, from which alone they are made, are what they were."""
        key = digest(name, values)
        files = self._intact(name, key)
        self.taken_over.update(path for path, _ in files)
        files = files or list(make())
        self._groups[name] = Group(key, tuple(path for path, _ in files))
        yield from files

    def told(self) -> bytes:
        """Return for another process which groups were made and which files taken over."""
        return json.dumps([self._groups, sorted(self.taken_over)]).encode("ascii")

    def take(self, told: bytes) -> None:
        """Add what another process told."""
        groups, taken_over = json.loads(told)
        self._groups |= {name: Group(key, tuple(paths)) for name, (key, paths) in groups.items()}
        self.taken_over.update(taken_over)

    def noted(self, files: Iterable[Made]) -> Iterator[Made]:
        """Yield files on their way to the disk, noting what they hold."""
        for path, content in files:
            self._files[path] = self._index.files[path] if path in self.taken_over else sha256(content).hexdigest()
            yield path, content

    def index(self, given: str, today: date) -> Index:
        """Return what the next build should know. ``given`` is the digest of the inputs."""
        return Index(given, today.isoformat(), self._groups, self._files)

    def _intact(self, name: str, key: str) -> list[Made]:
        group = self._index.groups.get(name)
        if group is None or group.key != key:
            return []
        known = self._index.files
        found = [(path, intact(self._root, path, known[path])) for path in group.paths if path in known]
        whole = [(path, content) for path, content in found if content is not None]
        return whole if len(whole) == len(group.paths) else []


class _NothingKept(Kept):
    """Makes everything, and notes nothing."""

    def __init__(self) -> None:
        super().__init__(Path(), NOTHING)

    def digest(self, value: object) -> str:
        return ""

    def made(self, name: str, values: object, make: Callable[[], Iterable[Made]]) -> Iterator[Made]:
        yield from make()


NOTHING_KEPT: Kept = _NothingKept()
