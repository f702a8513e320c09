"""The plan held against what is on disk, and the writing of what differs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Set
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Literal, NamedTuple

from .errors import SurveyError
from .files import Spool, replace
from .outputs import shelves
from .outputs.exports import sqlite
from .plan import DOCS, MANIFEST
from .reuse import Made

SINGLE = ("README.md", "CITATION.cff", *DOCS)
FOLDERS = ("figures/", "site/", f"{shelves.FOLDER}/", ".github/ISSUE_TEMPLATE/")
"""Where generated files stand. Nothing outside these folders and SINGLE is ever removed, whatever the manifest says."""


Verdict = Literal["missing", "differs", "left over"]


class Difference(NamedTuple):
    """A generated file that is not as the data would have it."""

    path: str
    verdict: Verdict


def drift(root: Path, files: Iterable[Made]) -> list[Difference]:
    """Return what on disk differs from the plan, sorted by path; line endings of a checkout do not count."""
    return compared(root, files).changes


class Compared(NamedTuple):
    """A plan held against what is on disk."""

    changes: list[Difference]
    """Sorted by path."""
    paths: set[str]
    """Of all files."""


def compared(
    root: Path, files: Iterable[Made], differs: Callable[[str, bytes], object] = lambda path, content: None,
    taken_over: Container[str] = (),
) -> Compared:  # fmt: skip
    """Return how files compare with what is on disk; ``differs`` is handed each that is not there or not as it should be.

    ``taken_over`` are paths whose content was just read from there, and which therefore need no second look.
    """
    found, paths = [], set()
    for path, content in files:
        paths.add(path)
        if path not in taken_over and (verdict := _verdict(root / path, content)):
            found.append(Difference(path, verdict))
            differs(path, content)
    found += [Difference(path, "left over") for path in _left_over(root, paths)]
    return Compared(sorted(found), paths)


def _verdict(path: Path, content: bytes) -> Verdict | None:
    try:
        present = path.read_bytes()
    except FileNotFoundError:
        return "missing"
    same = present == content or present.replace(b"\r\n", b"\n") == content or _same_database(path, present, content)
    return None if same else "differs"


_WRITTEN_BY = slice(96, 100)
"""Where a database says which version of SQLite wrote it: https://www.sqlite.org/fileformat.html, section 1.3."""


def _same_database(path: Path, present: bytes, content: bytes) -> bool:
    """Compare two databases of different versions of SQLite by what they hold: their headers name the version."""
    if path.suffix != ".db" or present[_WRITTEN_BY] == content[_WRITTEN_BY]:
        return False
    try:
        return sqlite.dump(present) == sqlite.dump(content)
    except (DatabaseError, MemoryError, ValueError):  # what SQLite says of a damaged file, depending on where it is damaged
        return False


def write(root: Path, files: Iterable[Made], taken_over: Container[str] = ()) -> list[Difference]:
    """Write the plan below a folder, replacing each file as a whole, and return what was changed, sorted.

    Everything is computed before the first byte is written. A file that is already right is not touched, nor is one that was
    ``taken_over`` from there. Raises SurveyError, before anything is written, where a folder leads out of the survey; OSError where one
    cannot be written: files are then old or new, and running again mends the rest.
    """
    with Spool() as wanted:
        changes, paths = compared(root, files, wanted.add, taken_over)
        _refuse_outside(root, (change.path for change in changes if change.verdict != "left over"))
        manifest = any(change.path == MANIFEST for change in changes)
        if manifest:
            # Both old and new names first: a run that is killed in between leaves nothing that the next one does not know of.
            both = "".join(f"{path}\n" for path in sorted({*_listed(root), *paths}))
            replace(root / MANIFEST, both.encode(), durable=False)
        for path, verdict in changes:
            if verdict == "left over":
                (root / path).unlink(missing_ok=True)
            elif path != MANIFEST:
                replace(root / path, wanted.content(path), durable=False)
        if manifest:
            replace(root / MANIFEST, wanted.content(MANIFEST), durable=False)
        return changes


def _refuse_outside(root: Path, paths: Iterable[str]) -> None:
    """Raise SurveyError where a folder in which one of the files would be written is outside of the survey."""
    whole = root.resolve()
    for folder, path in {path.rpartition("/")[0]: path for path in paths}.items():
        if not (root / folder).resolve().is_relative_to(whole):
            raise SurveyError(f"{path} would be written outside the survey, through a link")


def _left_over(root: Path, wanted: Set[str]) -> Iterator[str]:
    """Yield the files that an earlier build made and that nobody makes any more."""
    for path in _listed(root):
        ours = path in SINGLE or (path.startswith(FOLDERS) and ".." not in path.split("/"))
        if ours and path not in wanted and _is_file_within(root, path):
            yield path


def _listed(root: Path) -> list[str]:
    try:
        return (root / MANIFEST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _is_file_within(root: Path, path: str) -> bool:
    """Say whether a path from the manifest, in which a bad merge may have left anything, names a file below the root."""
    try:
        return (root / path).resolve().is_relative_to(root.resolve()) and (root / path).is_file()
    except (OSError, RuntimeError, ValueError):
        return False
