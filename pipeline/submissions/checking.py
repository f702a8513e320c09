"""A file that would be written, held against the rules by which every file of the survey is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath

from .. import checks, located
from ..corpus import PAPERS, Corpus
from ..drafts import drafting
from ..errors import Problem, in_reading_order
from ..fields import top_level
from ..records import Exclusion, parse_exclusion
from . import words


@dataclass(frozen=True)
class Checked:
    """What the rules say of a file."""

    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    after: Corpus | None
    """The survey with the file in it; None where it cannot be read."""


def checked(path: str, text: str, corpus: Corpus, today: date) -> Checked:
    """Return what is wrong with a file that would stand at a path, and the survey with it. ``today`` bounds every date."""
    found: list[Problem] = []
    after = _with(path, text, corpus, found)
    if after is not None:
        found += [problem for problem in checks.problems(after, today) if problem.place.path == path]
    ordered = [problem for problem in in_reading_order(found) if problem.severity != "notice"]
    errors = _sentences((problem for problem in ordered if problem.severity == "error"), corpus)
    return Checked(errors, _sentences((problem for problem in ordered if problem.severity == "warning"), corpus), after)


def _sentences(problems: Iterable[Problem], corpus: Corpus) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words.sentence(problem, corpus.taxonomy) for problem in problems))


def _with(path: str, text: str, corpus: Corpus, problems: list[Problem]) -> Corpus | None:
    name = PurePosixPath(path).stem
    if path.startswith(f"{PAPERS}/"):
        paper = drafting.parsed(name, text, corpus, problems)
        others = (one for one in corpus.papers if one.key != name)
        return replace(corpus, papers=tuple(sorted((*others, paper), key=lambda one: one.key))) if paper else None
    exclusion = _exclusion(name, path, text, corpus, problems)
    rest = (one for one in corpus.exclusions if one.id != name)
    return replace(corpus, exclusions=tuple(sorted((*rest, exclusion), key=lambda one: one.id))) if exclusion else None


def _exclusion(name: str, path: str, text: str, corpus: Corpus, problems: list[Problem]) -> Exclusion | None:
    top = top_level(located.parse(text, path, problems.append), path, problems.append)
    return parse_exclusion(name, top, corpus.taxonomy, corpus.protocol.logged_families) if top else None
