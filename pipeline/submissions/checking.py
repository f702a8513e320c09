"""A file that would be written, held against the rules by which every file of the survey is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath

from .. import checks, located
from ..corpus import EXCLUSIONS, PAPERS, Corpus
from ..drafts import drafting
from ..errors import Problem, in_reading_order
from ..fields import top_level
from ..records import SIMILAR_TITLE, Exclusion, parse_exclusion
from . import words

_AS_TYPED: Mapping[str, Sequence[int]] = {}


@dataclass(frozen=True)
class Checked:
    """What the rules say of a file."""

    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    after: Corpus | None
    """The survey with the file in it; None where it cannot be read."""
    codes: frozenset[str]
    """The codes of everything that was found."""


def checked(path: str, text: str, corpus: Corpus, today: date, typed: Mapping[str, Sequence[int]] = _AS_TYPED) -> Checked:
    """Return what is wrong with a file that would stand at a path, and the survey with it. ``today`` bounds every date.

    ``typed`` says for a list of the file as which line of the answer each item was typed, 0 for none, where the file's numbers are others.
    """
    found: list[Problem] = []
    after = _with(path, text, corpus, found)
    if after is not None:
        found += [problem for problem in checks.problems(after, today) if problem.place.path == path]
    in_order = (_numbered(problem, typed) for problem in in_reading_order(found) if problem.severity != "notice")
    ordered = list(_once(in_order))
    errors = _sentences((problem for problem in ordered if problem.severity == "error"), corpus)
    warnings = _sentences((problem for problem in ordered if problem.severity == "warning"), corpus)
    return Checked(errors, warnings, after, frozenset(problem.code for problem in ordered))


def _numbered(problem: Problem, typed: Mapping[str, Sequence[int]]) -> Problem:
    """Return a problem of an item of a list by the number under which somebody typed it; by none where nobody did."""
    name, _, rest = problem.field.partition("[")
    place, lines = rest.rstrip("]"), typed.get(name, ())
    if not place.isdecimal() or not 1 <= int(place) <= len(lines):
        return problem
    line = lines[int(place) - 1]
    return replace(problem, field=f"{name}[{line}]" if line else name)


_OTHER = re.compile(rf"(?:{PAPERS}|{EXCLUSIONS})/\S+?\.yaml")


def _once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Leave out, of what says that another record is the same, all but the first about each: an id stands in links as well."""
    listed = list(problems)
    sure = {_other(problem) for problem in listed if problem.code == _SAME}
    taken: set[str] = set()
    for problem in listed:
        other = _other(problem)
        if other and (other in taken or (problem.code != _SAME and other in sure)):
            continue
        taken.add(other)
        yield problem


_SAME = "duplicate-record"


def _other(problem: Problem) -> str:
    """Return the path of the record that a problem says is the same, or seems so; empty where it says nothing of the kind."""
    match = _OTHER.search(problem.message) if problem.code in (_SAME, SIMILAR_TITLE) else None
    return match[0] if match else ""


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
