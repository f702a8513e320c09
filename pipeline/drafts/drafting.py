"""From the facts of a paper to a draft that can be put down: nothing twice, a key that is free, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from .. import located
from ..corpus import EXCLUSIONS, PAPERS, Corpus
from ..errors import CallFault, Problem
from ..fields import top_level
from ..records import TAGS, Paper, parse_exclusion, parse_paper
from ..taxonomy import Tag, Taxonomy
from . import entries, keys, log_records
from .facts import Facts
from .known import Known
from .log_records import Screening


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is still to be written."""

    path: str
    """Below the survey's root."""
    text: str
    lacking: tuple[str, ...]
    """What an entry must have and this one has not, by dotted name."""
    problems: tuple[Problem, ...]
    """What ``check`` would say besides."""


def refuse_known(known: Known, facts: Facts) -> None:
    """Raise CallFault, naming the file, where the survey holds a record of the paper."""
    holder = known.holder(facts.identities)
    if holder is None:
        return
    if holder.path.startswith(f"{PAPERS}/"):
        raise CallFault(f"{facts.reference} is in the corpus already: {holder.path}")
    hint = f"to move it into the corpus: masrl promote {holder.stem}"
    raise CallFault(f"{facts.reference} was screened and logged already: {holder.path} ({hint})")


def warnings(known: Known, title: str) -> tuple[str, ...]:
    """Return what deserves a look before a record is added: a title that is much like another's, files nobody can read."""
    twin = known.twin(title)
    like = (f"the title reads like that of {twin.path}: {twin.title}",) if twin else ()
    return like + tuple(f"{path} cannot be read, so nothing was compared with it" for path in known.unread)


def key(facts: Facts, known: Known, chosen: str = "") -> str:
    """Return the key of a new entry, proposed where none was chosen.

    Raises CallFault where the chosen one cannot be used, or where nothing is known from which to propose one.
    """
    if chosen:
        return keys.checked(chosen, known.keys)
    if not (facts.title or facts.surname):
        raise CallFault(f"nothing but the address of {facts.reference} is known; give --key or --title")
    return keys.proposal(facts.title, facts.surname, facts.year, known.keys, str(facts.reference))


def entry(
    key: str,
    facts: Facts,
    corpus: Corpus,
    added: date,
    tags: Mapping[str, Tag] | None = None,
    proposed_in: str = "",
    origin: Iterable[str] = (),
) -> Draft:
    """Return the draft of an entry. The arguments are those of ``entries.text``."""
    path = f"{PAPERS}/{key}.yaml"
    text = entries.text(facts, corpus.taxonomy, added, tags, proposed_in, origin)
    problems: list[Problem] = []
    parsed(key, text, corpus, problems)
    lacking = tuple(_lacking(problems, corpus.taxonomy))
    told = tuple(p for p in problems if p.severity != "notice" and p.code != "missing-field" and (p.code, p.field) != _NO_TAGS)
    return Draft(path, text, lacking, told)


_NO_TAGS = ("empty-value", "tags")
"""How the reader of entries calls a draft none of whose tags is chosen yet."""


def parsed(key: str, text: str, corpus: Corpus, problems: list[Problem]) -> Paper | None:
    """Return the entry that a text is, gathering what is wrong with it; None where that is an error."""
    path = f"{PAPERS}/{key}.yaml"
    top = top_level(located.parse(text, path, problems.append), path, problems.append)
    return parse_paper(key, top, corpus.taxonomy, corpus.protocol.logged_families) if top else None


def _lacking(problems: Iterable[Problem], taxonomy: Taxonomy) -> Iterable[str]:
    for problem in problems:
        if (problem.code, problem.field) == _NO_TAGS:
            yield from (TAGS + field.name for field in taxonomy.required)
        elif problem.code == "missing-field":
            yield problem.field


def log_record(screening: Screening, corpus: Corpus, known: Known) -> Draft:
    """Return the log's next record. Raises SurveyError where the log is full."""
    name = keys.next_id(known.ids)
    path, text = f"{EXCLUSIONS}/{name}.yaml", log_records.text(screening)
    problems: list[Problem] = []
    top = top_level(located.parse(text, path, problems.append), path, problems.append)
    if top:
        parse_exclusion(name, top, corpus.taxonomy, corpus.protocol.logged_families)
    return Draft(path, text, (), tuple(problem for problem in problems if problem.severity != "notice"))
