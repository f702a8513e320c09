"""The folder of a new survey: made beside its place, checked and built there, and given its name when all is well."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from .. import build, checks, lock, plan, reuse
from ..corpus import Corpus
from ..errors import CallFault, DataFault, Problem, SurveyError
from ..files import UNFINISHED
from . import contributing, fields, house_files, report, survey_files, writing
from .answers import Answers
from .report import Import
from .tables import file_name
from .vocabularies import Vocabulary

Made = tuple[str, str]
"""A path below the survey's root, with forward slashes, and the file's text."""

Watch = Callable[[Iterable[reuse.Made]], Iterable[reuse.Made]]


@dataclass(frozen=True, slots=True)
class Survey:
    """What was made."""

    papers: int
    files: int
    warnings: tuple[Problem, ...]
    """What ``check`` says of it."""


def refuse_taken(folder: Path) -> None:
    """Raise CallFault where a folder cannot become a survey: it holds something, is none, or has no place to stand in."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise CallFault(f"{folder} is there already, and is no folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise CallFault(f"{folder} is not empty; a new survey needs a folder of its own")
    if not folder.resolve().parent.is_dir():
        raise CallFault(f"{folder} cannot be made: there is no folder {folder.resolve().parent}")


def files(answers: Answers, table: Import | None) -> Iterator[Made]:
    """Yield what people edit in the new survey, and the record of what was imported. ``table`` is None where it begins empty.

    Raises SurveyError where a table gives no entry, or nothing by which entries could be tagged.
    """
    named = answers.fields if table else tuple(replace(field, required=True) for field in answers.fields)
    declared = (*(table.fields.values() if table else ()), *named)
    if table and not table.entries:
        raise SurveyError(f"{table.path} gives no entry: no row has a title")
    if not declared:
        raise SurveyError("nothing is there by which entries could be tagged; name a field: --field 'topic: vision, speech'")
    yield "survey/about.yaml", survey_files.about(answers, f"Papers by {survey_files.listed(declared[:3])}.")
    yield "survey/taxonomy.yaml", survey_files.taxonomy(declared)
    yield "survey/protocol.yaml", survey_files.protocol(answers, _origin(answers, table))
    dated = sum(bool(entry.arxiv_id) for _, entry in table.entries) if table else 0
    yield "survey/outputs.yaml", survey_files.outputs(declared, dated=_DATED * dated >= len(table.entries) if table else False)
    yield "CONTRIBUTING.md", contributing.text(answers, declared, imported=table is not None)
    yield "LICENSE", house_files.license_text(answers)
    yield "Makefile", house_files.MAKEFILE
    yield ".gitignore", house_files.GITIGNORE
    yield from _imported(table, declared, answers.day) if table else [("corpus/example.yaml", house_files.example_entry(answers, declared))]


def _imported(table: Import, declared: tuple[Vocabulary, ...], day: date) -> Iterator[Made]:
    for key, entry in table.entries:
        yield f"corpus/{key}.yaml", writing.text(entry, fields.tags(entry, table.fields), declared, day)
    if table.listings:
        yield lock.FILE_NAME, lock.text_of(table.listings)
    yield "imported/report.md", report.page(table)
    yield "imported/losses.csv", report.losses_text(table)
    if any(report.aside(table)):
        yield "imported/unmapped.csv", report.unmapped_text(table)


_DATED = 5
"""A timeline is drawn where at least one entry in so many has an arXiv id."""


def _origin(answers: Answers, table: Import | None) -> str:
    return f"{file_name(table.path)}, imported on {answers.day.isoformat()}" if table else "Papers that were known"


def survey(folder: Path, made: Iterable[Made], today: date, watched: Watch = iter) -> Survey:
    """Write a new survey with all that is built of it, whole or not at all. ``watched`` passes on what is built, and may show it.

    Raises CallFault where the folder is taken by now, SurveyError where the survey would not pass its own checks.
    """
    target = folder.resolve()
    beside = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=UNFINISHED))
    try:
        beside.chmod(0o755)
        for path, text in made:
            (beside / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / path).write_bytes(text.encode())
        found = _built(beside, today, watched)
        _give_name(beside, target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return found


def _built(root: Path, today: date, watched: Watch) -> Survey:
    problems: list[Problem] = []
    corpus = Corpus.read(root, problems.append)
    if corpus is not None:
        problems.extend(checks.problems(corpus, today))
    errors = [problem for problem in problems if problem.severity == "error"]
    if corpus is None or errors:
        raise DataFault(errors)
    build.write(root, list(watched(plan.files(corpus))))
    count = sum(1 for path in root.rglob("*") if path.is_file())
    return Survey(len(corpus.papers), count, tuple(problem for problem in problems if problem.severity == "warning"))


def _give_name(beside: Path, target: Path) -> None:
    """Let the new folder stand in its place, which is free or an empty folder."""
    try:
        if target.is_dir() and target.samefile(Path.cwd()):
            _move_content(beside, target)
        else:
            beside.rename(target)
    except OSError as error:
        raise CallFault(f"{target} is taken by now, or cannot be written: {(error.strerror or str(error)).lower()}") from error


def _move_content(beside: Path, target: Path) -> None:
    """Move what was made into an empty folder that is somebody's working folder, and so cannot be replaced."""
    if any(target.iterdir()):
        raise CallFault(f"{target} is not empty")
    moved: list[Path] = []
    try:
        for path in sorted(beside.iterdir()):
            path.rename(target / path.name)
            moved.append(target / path.name)
    except OSError:
        for path in moved:
            with contextlib.suppress(OSError):
                path.rename(beside / path.name)
        raise
