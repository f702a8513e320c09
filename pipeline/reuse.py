"""What the last build left behind: files that need not be made again, since nothing that goes into them has changed.

The files on disk are the cache. An index outside the repository says of each group of them by what key it was made, and what bytes it
then had. The key is a digest of everything that the content is computed from: the program, the libraries, and the values handed to
whatever makes it. A file is taken over only where the key is the same and its bytes are those that the index knows, so nothing but
content decides. An index that is damaged, foreign or edited is as good as none.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import NamedTuple

from .errors import SurveyError
from .files import replace

FORMAT = 1
"""Raised when the index changes its form."""
_MOST = 500_000_000
"""Bytes of an index; that of a hundred thousand papers has fifty million."""

Made = tuple[str, bytes]
"""A path below the root, with forward slashes, and the file's content."""


class Group(NamedTuple):
    """Files that are made together."""

    key: str
    paths: tuple[str, ...]


class Index(NamedTuple):
    """What a build noted of itself."""

    inputs: str
    """Digest of everything that it read."""
    day: str
    """On which it ran, as ``YYYY-MM-DD``: what lay in the future then may be in order now, but not the other way round."""
    groups: Mapping[str, Group]
    """By name."""
    files: Mapping[str, str]
    """Digest of the content of every file that it made, by path."""


NOTHING = Index("", "", {}, {})


# -- digests


def digest(*values: object) -> str:
    """Return a digest of values that is equal only where they are: texts, numbers, dates, collections, frozen values of these.

    Does not depend on the run, on hashes or on where values lie. Raises TypeError for anything of which it cannot tell what it holds.
    """
    written = json.dumps([_plain(value) for value in values], default=_parts, separators=(",", ":"), check_circular=False)
    return sha256(written.encode("ascii")).hexdigest()


def _parts(value: object) -> object:
    """Return a value as JSON knows it, with its kind, for whatever JSON does not know itself."""
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__qualname__, *(_plain(getattr(value, name)) for name in _names(type(value)))]
    if isinstance(value, date):
        return ["date", value.isoformat()]
    if isinstance(value, bytes):
        return ["bytes", sha256(value).hexdigest()]
    if isinstance(value, Set):
        return ["set", sorted(digest(one) for one in value)]
    if isinstance(value, Mapping):
        return ["map", [[_plain(name), _plain(one)] for name, one in value.items()]]
    raise TypeError(f"there is no digest of {type(value).__qualname__}")


def _plain(value: object) -> object:
    """Return a value so that no name in it is taken for a text that it is not."""
    if isinstance(value, dict) and not all(type(name) is str for name in value):
        return ["map", [[_plain(name), _plain(one)] for name, one in value.items()]]
    return value


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if not field.name.startswith("_"))


@cache
def program() -> str:
    """Return a digest of the program: its files, the Python that runs it, and every library by name and version."""
    package = Path(__file__).parent
    schemas = package.parent / "traces"
    found = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    found += [path for path in schemas.glob("*.json") if path.is_file()]
    libraries = sorted({name for folder in sys.path for name in _installed(folder)})
    return digest(
        {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in sorted(found)},
        [sys.version, sys.platform, sqlite3.sqlite_version, *libraries],
    )  # fmt: skip


def _installed(folder: str) -> Iterator[str]:
    """Yield the libraries in a folder of the search path as ``name-version.dist-info``."""
    try:
        yield from (path.name for path in Path(folder).iterdir() if path.name.endswith((".dist-info", ".egg-info")))
    except OSError:
        return


def inputs(root: Path, names: Iterable[str]) -> str:
    """Return a digest of everything that stands under some names below a root: files with their bytes, folders with all in them.

    A name under which nothing stands counts as well, and so does what is no plain file or cannot be read, by its kind. Links count
    with what they lead to; of a folder that a link *in* a folder leads to only the address counts, so name such a folder as well.
    """
    return digest({name: [*_below(root / name), *_behind(root / name)] for name in names})


Standing = tuple[str, str]
"""A name below a path, and what stands there."""


def _below(path: Path) -> Iterator[Standing]:
    """Yield every name below a path, itself included as an empty one."""
    try:
        if path.is_symlink():
            yield "", f"link to {path.readlink()}"
        if path.is_dir() and not path.is_symlink():
            yield from _within(path)
        elif path.is_file():
            with path.open("rb") as file:
                yield "", file_digest(file, "sha256").hexdigest()
        elif path.exists():
            yield "", "no plain file"
    except OSError as error:
        yield "", f"unreadable: {error.errno}"


def _behind(link: Path) -> Iterator[Standing]:
    """Yield what stands in a folder that a link leads to."""
    try:
        if link.is_symlink() and link.is_dir():
            yield from _within(link)
    except OSError as error:
        yield "", f"unreadable: {error.errno}"


def _within(folder: Path) -> Iterator[Standing]:
    yield "", "folder"
    for child in sorted(folder.iterdir()):
        yield from ((f"{child.name}/{name}", what) for name, what in _below(child))


# -- the index


def place(root: Path) -> Path | None:
    """Return where the index of a survey stands; None without a home."""
    try:
        given = os.environ.get("XDG_CACHE_HOME", "")
        caches = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
        return caches / "masrl" / f"{sha256(os.fsencode(root.resolve())).hexdigest()}.json"
    except (OSError, RuntimeError):
        return None


def read(root: Path) -> Index:
    """Return what the last build of a survey noted; NOTHING where there is no index, or one that cannot be trusted."""
    path = place(root)
    try:
        if path is None or path.stat().st_size > _MOST:
            return NOTHING
        whole = json.loads(path.read_bytes())
        noted = whole["noted"]
        if whole["sum"] != digest(noted) or noted["format"] != FORMAT or noted["program"] != program():
            return NOTHING
        groups = {name: Group(key, tuple(paths)) for name, (key, paths) in noted["groups"].items()}
        return Index(noted["inputs"], noted["day"], groups, noted["files"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return NOTHING


def write(root: Path, index: Index) -> None:
    """Note what a build did, as far as there is a place to note it."""
    path = place(root)
    noted = {"format": FORMAT, "program": program(), **index._asdict()}
    text = json.dumps({"sum": digest(noted), "noted": noted}, separators=(",", ":"))
    try:
        if path:
            replace(path, text.encode("ascii"), durable=False)
    except (OSError, SurveyError):
        return


def is_as_left(root: Path, index: Index, given: str, today: date) -> bool:
    """Say whether a survey and all that the last build made of it are as they were after it. ``given`` is the digest of the inputs."""
    same = bool(index.files) and index.inputs == given and index.day <= today.isoformat()
    return same and all(_content(root, path, known) is not None for path, known in index.files.items())


def _content(root: Path, path: str, known: str) -> bytes | None:
    """Return what stands in a file, if it is what is known of it."""
    try:
        content = (root / path).read_bytes()
    except (OSError, ValueError):
        return None
    return content if sha256(content).hexdigest() == known else None


# -- while a build runs


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
        found = [(path, _content(self._root, path, known[path])) for path in group.paths if path in known]
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
