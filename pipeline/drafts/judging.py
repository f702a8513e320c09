"""A draft held against the rules by which ``check`` will read its file, before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath

from .. import checks, located
from ..corpus import PAPERS, Corpus
from ..errors import Problem, in_reading_order
from ..fields import top_level
from ..records import TAGS, Exclusion, Paper, parse_exclusion, parse_paper
from .drafting import Draft


def errors(draft: Draft, corpus: Corpus, today: date) -> list[Problem]:
    """Return what ``check`` would refuse of a draft for other reasons than that an entry is unfinished.

    What an entry lacks is not counted, nor what its tags say, since most of them are still to be chosen. ``today`` is the
    day after which nothing can be dated. ``corpus`` is the survey without the record from which the draft was made, if any.
    """
    is_entry = draft.path.startswith(f"{PAPERS}/")
    found = in_reading_order(_problems(draft, corpus, today, is_entry=is_entry))
    return [problem for problem in found if problem.severity == "error" and not (is_entry and _is_open(problem))]


def _is_open(problem: Problem) -> bool:
    return problem.code == "missing-field" or f"{problem.field}.".startswith(TAGS)


def _problems(draft: Draft, corpus: Corpus, today: date, *, is_entry: bool) -> Iterator[Problem]:
    found: list[Problem] = []
    records: list[Paper | Exclusion] = []
    name, families = PurePosixPath(draft.path).stem, corpus.protocol.logged_families
    top = top_level(located.parse(draft.text, draft.path, found.append), draft.path, found.append)
    if top is not None:
        parse = parse_paper if is_entry else parse_exclusion
        whole = parse(name, top, corpus.taxonomy, families, records.append)
        records += [whole] if whole else []
    yield from found
    joined = replace(corpus, partial=(*corpus.partial, *records))
    yield from (problem for problem in checks.problems(joined, today) if problem.place.path == draft.path)
