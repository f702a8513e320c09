"""From a survey to files: the plan of what is made, the writing of it, and what differs on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from sqlite3 import DatabaseError
from typing import Literal, NamedTuple

from . import claims
from .corpus import Corpus
from .errors import OutputFault, Place, Problem, SurveyError
from .files import replace
from .outputs import differences, figures, forms, query_guide, readme, site, table_guide, tables
from .outputs.exports import citation_cff, sqlite

MANIFEST = "figures/manifest.txt"
"""The generated files of the last build, a path a line. What is listed and no longer made is removed."""
DOCS = ("docs/differences.md", "docs/queries.md", "docs/tables.md")
"""The pages of that folder that are made; all others there are written by hand."""
SINGLE = ("README.md", "CITATION.cff", *DOCS)
FOLDERS = ("figures/", "site/", ".github/ISSUE_TEMPLATE/")
"""Where generated files stand. Nothing outside these folders and SINGLE is ever removed, whatever the manifest says."""
README_LIMIT = 500_000
"""Bytes. GitHub cuts a front page at 512,000 without a word."""

Generated = tuple[str, bytes]
"""A path below the root, with forward slashes, and the file's content."""


def plan(corpus: Corpus) -> Iterator[Generated]:
    """Yield every generated file of a survey, the manifest last.

    Raises OutputFault, before the first file, where a claim on the published pool does not hold, and where the README would
    be too long to be shown whole.
    """
    _refuse_failing_claims(corpus)
    made = []
    for path, content in _outputs(corpus):
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
    hint = "was an entry changed without a line under its changes? 'masrl diff BASE' names such entries, 'masrl claims' the records behind the claim"
    return Problem(verdict.claim.place, "claim-fails", message, f"claims.{verdict.claim.id}", hint=hint)


def _outputs(corpus: Corpus) -> Iterator[Generated]:
    yield "README.md", _readme(corpus)
    yield "CITATION.cff", citation_cff.text(corpus).encode()
    yield from zip(DOCS, (page.text(corpus).encode() for page in (differences, query_guide, table_guide)), strict=True)
    yield from forms.files(corpus)
    shown = {}
    for path, content in chain(figures.files(corpus), tables.files(corpus)):
        shown[path] = content
        yield path, content
    yield from site.files(corpus, shown)


def _readme(corpus: Corpus) -> bytes:
    content = readme.text(corpus).encode()
    if len(content) > README_LIMIT:
        message = f"would be {len(content):,} bytes long; beyond {README_LIMIT:,} its end is not shown on the front page"
        raise OutputFault([Problem(Place("README.md"), "readme-too-long", message, hint="shorten summaries or split the list")])
    return content


Verdict = Literal["missing", "differs", "left over"]


class Difference(NamedTuple):
    """A generated file that is not as the data would have it."""

    path: str
    verdict: Verdict


def drift(root: Path, files: Iterable[Generated]) -> list[Difference]:
    """Return what on disk differs from the plan, sorted by path; line endings of a checkout do not count."""
    wanted = dict(files)
    found = [Difference(path, verdict) for path, content in wanted.items() if (verdict := _verdict(root / path, content))]
    return sorted([*found, *(Difference(path, "left over") for path in _left_over(root, wanted))])


def _verdict(path: Path, content: bytes) -> Verdict | None:
    try:
        present = path.read_bytes()
    except FileNotFoundError:
        return "missing"
    same = present == content or present.replace(b"\r\n", b"\n") == content or _same_database(path, present, content)
    return None if same else "differs"


def _same_database(path: Path, present: bytes, content: bytes) -> bool:
    """Compare two databases by what they hold: their headers name the library's version."""
    if path.suffix != ".db":
        return False
    try:
        return sqlite.dump(present) == sqlite.dump(content)
    except (DatabaseError, MemoryError, ValueError):  # what SQLite says of a damaged file, depending on where it is damaged
        return False


def write(root: Path, files: Iterable[Generated]) -> list[Difference]:
    """Write the plan below a folder, replacing each file as a whole, and return what was changed, sorted.

    Everything is computed before the first byte is written. A file that is already right is not touched. Raises
    OSError where the folder cannot be written; files are then old or new, and running again mends the rest.
    """
    wanted = dict(files)
    changes = drift(root, wanted.items())
    if any(change.path == MANIFEST for change in changes):
        # Both old and new names first: a run that is killed in between leaves nothing that the next one does not know of.
        _replace(root, MANIFEST, "".join(f"{path}\n" for path in sorted({*_listed(root), *wanted})).encode())
    for path, verdict in changes:
        if verdict == "left over":
            (root / path).unlink(missing_ok=True)
        elif path != MANIFEST:
            _replace(root, path, wanted[path])
    if any(change.path == MANIFEST for change in changes):
        _replace(root, MANIFEST, wanted[MANIFEST])
    return changes


def _replace(root: Path, path: str, content: bytes) -> None:
    if not (root / path).parent.resolve().is_relative_to(root.resolve()):
        raise SurveyError(f"{path} would be written outside the survey, through a link")
    replace(root / path, content)


def _left_over(root: Path, wanted: Mapping[str, bytes]) -> Iterator[str]:
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
