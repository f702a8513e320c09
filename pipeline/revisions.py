"""A survey as it stood at a revision of its repository, read by the same rules as the one on disk."""

from __future__ import annotations

import tempfile
from pathlib import Path

from . import git, lock
from .corpus import EXCLUSIONS, PAPERS, SURVEY, Corpus
from .located import Report

SOURCES = (PAPERS, EXCLUSIONS, SURVEY, lock.FILE_NAME)
"""The folders and files below a survey's root that it is made of."""


def survey_at(root: Path, revision: str, report: Report) -> Corpus | None:
    """Return what could be read of the survey at a revision, reporting every problem as ``Corpus.read`` does.

    None where it has no title page, or where no survey stood at ``root`` yet. Raises as ``git.resolved`` does.
    """
    files = git.contents(root, revision, SOURCES)
    if not any(path.startswith(f"{SURVEY}/") for path in files):
        return None
    with tempfile.TemporaryDirectory(prefix="survey-") as folder:
        for path, content in files.items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return Corpus.read(Path(folder), report)
