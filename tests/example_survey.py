"""The invented survey in ``tests/example``, and what a copy of it is found to hold."""

from __future__ import annotations

import shutil
from datetime import date
from functools import cache
from pathlib import Path

from pipeline import checks
from pipeline.corpus import Corpus
from pipeline.errors import Problem, in_reading_order
from pipeline.fields import Fields
from pipeline.located import Mapping, parse

ROOT = Path(__file__).parent / "example"
TODAY = date(2024, 12, 1)
"""After every date in it."""


@cache
def example() -> Corpus:
    """Return the survey as it stands."""
    return Corpus.load(ROOT)


def copied(folder: Path) -> Path:
    """Return a copy of the survey that a test may spoil."""
    return Path(shutil.copytree(ROOT, folder / "survey copy"))


def problems(root: Path, *, notices: bool = False) -> list[Problem]:
    """Return all problems of a survey, in reading order."""
    found: list[Problem] = []
    corpus = Corpus.read(root, found.append)
    if corpus is not None:
        found.extend(checks.problems(corpus, TODAY))
    return in_reading_order(problem for problem in found if notices or problem.severity != "notice")


def heads(found: list[Problem]) -> list[str]:
    """Return ``path:line:column: code`` of problems."""
    return [f"{problem.place}: {problem.code}" for problem in found]


def fields(text: str, found: list[Problem]) -> Fields:
    """Return a YAML mapping as fields that report into ``found``."""
    value = parse(text, "corpus/x.yaml", found.append)
    assert isinstance(value, Mapping)
    return Fields(value, "corpus/x.yaml", found.append)
