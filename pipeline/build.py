"""From a survey to files: the plan of what is made, the writing of it, and what differs on disk."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Iterable, Iterator, Set
from functools import partial
from itertools import chain
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Literal, NamedTuple

from . import beside, claims
from .corpus import Corpus
from .errors import OutputFault, Place, Problem, SurveyError
from .files import Spool, replace
from .outputs import differences, figures, forms, query_guide, readme, shelves, site, table_guide, tables
from .outputs.exports import citation_cff, sqlite
from .outputs.outline import outline
from .reuse import NOTHING_KEPT, Kept

MANIFEST = "figures/manifest.txt"
"""The generated files of the last build, a path a line. What is listed and no longer made is removed."""
DOCS = ("docs/differences.md", "docs/queries.md", "docs/tables.md")
"""The pages of that folder that are made; all others there are written by hand."""
SINGLE = ("README.md", "CITATION.cff", *DOCS)
FOLDERS = ("figures/", "site/", f"{shelves.FOLDER}/", ".github/ISSUE_TEMPLATE/")
"""Where generated files stand. Nothing outside these folders and SINGLE is ever removed, whatever the manifest says."""
README_LIMIT = readme.MOST
"""Bytes."""

Generated = tuple[str, bytes]
"""A path below the root, with forward slashes, and the file's content."""


def plan(corpus: Corpus, kept: Kept = NOTHING_KEPT, *, beside_it: bool = False) -> Iterator[Generated]:
    """Yield every generated file of a survey, the manifest last.

    ``kept`` is what may be taken over from an earlier build. With ``beside_it`` a second process does a part of the work, where
    the system lets one be had. Raises OutputFault, before the first file, where a claim on the published pool does not hold, and
    where the README would be too long to be shown whole.
    """
    _refuse_failing_claims(corpus)
    made = []
    kept.digest(outline(corpus))  # asked for by both halves
    halves = partial(_of_records, corpus, kept), partial(_of_pool, corpus, kept)
    for path, content in beside.both(*halves) if beside_it else chain(*(half() for half in halves)):
        if path == _GROUPS:
            kept.take(content)
        else:
            made.append(path)
            yield path, content
    for path, content in site.pages.addresses(corpus.about, made):
        made.append(path)
        yield path, content
    yield MANIFEST, "".join(f"{path}\n" for path in sorted([*made, MANIFEST])).encode()


def _refuse_failing_claims(corpus: Corpus) -> None:
    problems = [_failing(verdict) for verdict in claims.failing(corpus)]
    if problems:
        raise OutputFault(problems)


def _failing(verdict: claims.Verdict) -> Problem:
    why = next(finding.why for finding in verdict.findings if finding.outcome == verdict.outcome)
    message = f"the published claim {verdict.claim.id} {verdict.outcome}: {why}"
    asked = "was an entry changed without a line under its changes?"
    hint = f"{asked} 'masrl diff BASE' names such entries, 'masrl claims' the records behind the claim"
    return Problem(verdict.claim.place, "claim-fails", message, f"claims.{verdict.claim.id}", hint=hint)


_GROUPS = "groups"
"""Stands for no file: what was noted for the next build in another process."""


def _of_records(corpus: Corpus, kept: Kept) -> Iterator[Generated]:
    """Yield what shows record after record."""
    yield from _front_page(corpus)
    yield "CITATION.cff", citation_cff.text(corpus).encode()
    yield from zip(DOCS, (page.text(corpus).encode() for page in (differences, query_guide, table_guide)), strict=True)
    yield from forms.files(corpus)
    yield from site.browse.shown(corpus)
    yield from site.papers.files(corpus, kept)


def _of_pool(corpus: Corpus, kept: Kept) -> Iterator[Generated]:
    """Yield what hands all records out and what counts them.

    Citations and exports come first, while there is little else in memory, and of a copy: what is worked out for it goes with it.
    """
    sizes = {}
    for path, content in _handed_out(dataclasses.replace(corpus)):
        sizes[path] = len(content)
        yield path, content
    shown = {}
    for path, content in kept.made("pool", kept.digest(outline(corpus)), partial(_outlined, corpus)):
        shown[path] = content
        yield path, content
    yield from site.data_page.files(corpus, sizes, shown, kept)
    yield _GROUPS, kept.told()


def _handed_out(corpus: Corpus) -> Iterator[Generated]:
    yield from site.browse.cited(corpus)
    yield from site.data_page.exported(corpus)


def _outlined(corpus: Corpus) -> Iterator[Generated]:
    pool = outline(corpus)
    yield from figures.files(pool)
    yield from tables.files(pool)
    yield from site.outlined(pool)


def _front_page(corpus: Corpus) -> Iterator[Generated]:
    for path, content in readme.files(corpus, README_LIMIT):
        if path == "README.md" and len(content) > README_LIMIT:
            message = f"would be {len(content):,} bytes long without its lists; beyond {README_LIMIT:,} its end is not shown"
            hint = "shorten the introduction, or show fewer figures, tables and claims on it"
            raise OutputFault([Problem(Place("README.md"), "readme-too-long", message, hint=hint)])
        yield path, content


Verdict = Literal["missing", "differs", "left over"]


class Difference(NamedTuple):
    """A generated file that is not as the data would have it."""

    path: str
    verdict: Verdict


def drift(root: Path, files: Iterable[Generated]) -> list[Difference]:
    """Return what on disk differs from the plan, sorted by path; line endings of a checkout do not count."""
    return compared(root, files).changes


class Compared(NamedTuple):
    """A plan held against what is on disk."""

    changes: list[Difference]
    """Sorted by path."""
    paths: set[str]
    """Of all files."""


def compared(
    root: Path, files: Iterable[Generated], differs: Callable[[str, bytes], object] = lambda path, content: None,
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


def write(root: Path, files: Iterable[Generated], taken_over: Container[str] = ()) -> list[Difference]:
    """Write the plan below a folder, replacing each file as a whole, and return what was changed, sorted.

    Everything is computed before the first byte is written. A file that is already right is not touched, nor is one that was
    ``taken_over`` from there. Raises OSError where the folder cannot be written; files are then old or new, and running again mends
    the rest.
    """
    with Spool() as wanted:
        changes, paths = compared(root, files, wanted.add, taken_over)
        manifest = any(change.path == MANIFEST for change in changes)
        if manifest:
            # Both old and new names first: a run that is killed in between leaves nothing that the next one does not know of.
            _replace(root, MANIFEST, "".join(f"{path}\n" for path in sorted({*_listed(root), *paths})).encode())
        for path, verdict in changes:
            if verdict == "left over":
                (root / path).unlink(missing_ok=True)
            elif path != MANIFEST:
                _replace(root, path, wanted.content(path))
        if manifest:
            _replace(root, MANIFEST, wanted.content(MANIFEST))
        return changes


def _replace(root: Path, path: str, content: bytes) -> None:
    if not (root / path).parent.resolve().is_relative_to(root.resolve()):
        raise SurveyError(f"{path} would be written outside the survey, through a link")
    replace(root / path, content, durable=False)


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
