"""Digests of values, of the program, and of everything that a build reads."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path


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
    package = Path(__file__).parent.parent
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
            yield "", _content(path)
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
    with os.scandir(folder) as entries:
        children = sorted(entries, key=lambda entry: entry.name)
    for child in children:
        below = _plain_file(child) if child.is_file(follow_symlinks=False) else _below(Path(child))
        yield from ((f"{child.name}/{name}", what) for name, what in below)


def _plain_file(entry: os.DirEntry[str]) -> Iterator[Standing]:
    """Yield what ``_below`` yields of a plain file, without asking again what kind it is: a survey has many thousands."""
    try:
        yield "", _content(entry)
    except OSError as error:
        yield "", f"unreadable: {error.errno}"


def _content(path: os.PathLike[str]) -> str:
    with Path(path).open("rb", buffering=0) as file:  # file_digest has a buffer of its own
        return file_digest(file, "sha256").hexdigest()
