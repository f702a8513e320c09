"""A filled-in form for a new paper to the text of its entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from .. import identifiers
from ..corpus import PAPERS, Corpus
from ..drafts import admission, keys, promotion, tag_lines
from ..edits import source
from ..records import SIMILAR_TITLE
from ..taxonomy import Tag
from . import authors, checking, exceptions, finding, tags, words
from .answer import Answer
from .bodies import Answers
from .checking import Checked
from .questions import EXCEPTION

_KEY_WITHOUT_NAME = "paper"


def answer(answers: Answers, corpus: Corpus, today: date) -> Answer:
    """Return the entry that the answers describe, under a key that is free, or what keeps it from being written."""
    problems = list(answers.problems)
    tagged = tags.given(answers, corpus.taxonomy, problems)
    named = authors.given(answers.lines("authors"))
    title = answers.line("title")
    key = _key(answers, named, corpus)
    path, text = f"{PAPERS}/{key}.yaml", _text(answers, named, tagged, today)
    typed = {"links": [number for number, _ in _links(answers, _identifiers(answers))]}
    found = checking.checked(path, text, corpus, today, typed)
    reason, rules = answers.line("exception"), exceptions.due(corpus, tagged, found)
    if reason and rules:
        text += exceptions.block(rules, reason)
        found = checking.checked(path, text, corpus, today, typed)
    wrong = (*problems, *_told(answers, found.problems, told=bool(problems)), *_twin(title, found, corpus))
    if wrong or found.after is None:
        return Answer(answers.form.id, f"Add {key}", problems=wrong or found.problems)
    unused = (exceptions.UNUSED,) if reason and not rules else ()
    effects = promotion.effects(corpus, None, found.after.by_key[key])
    said = tuple(filter(None, (admission.told(effects, corpus),)))
    return Answer(answers.form.id, f"Add {key}", path, "", text, (), (*found.remarks, *unused, *said), after=found.after)


def _told(answers: Answers, problems: Iterable[str], *, told: bool) -> Iterator[str]:
    """Leave out what was told of the same answer already: that a question is open, and that an id that is none gives no link."""
    for problem in problems:
        repeated = told and problem.endswith(f": {words.UNANSWERED}.")
        if not repeated and not (problem.endswith(f": {words.NO_LINK}.") and (answers.line("arxiv_id") or answers.line("doi"))):
            yield problem


def _twin(title: str, found: Checked, corpus: Corpus) -> Iterator[str]:
    """Yield what to say of a title that another record has, where nothing else says that the record is the same."""
    twin = finding.titled(title, corpus) if SIMILAR_TITLE in found.codes else None
    if twin is not None:
        hint = words.instead(twin.place.path)
        yield f"Title: this is the title of {twin.place.path}; {hint}. If it is another work, say so under “{EXCEPTION}”."


def _key(answers: Answers, named: authors.Names, corpus: Corpus) -> str:
    taken, year = {name.casefold() for name in (*corpus.by_key, *corpus.left_out)}, answers.line("year")
    number = int(year) if year.isascii() and year.isdigit() and len(year) == 4 else None
    return keys.proposal(answers.line("title"), named.surname, number, taken, _KEY_WITHOUT_NAME, answers.line("short_name"))


def _text(answers: Answers, named: authors.Names, tagged: Mapping[str, Tag], today: date) -> str:
    return "".join(f"{line}\n" for line in _lines(answers, named, tagged, today))


def _lines(answers: Answers, named: authors.Names, tagged: Mapping[str, Tag], today: date) -> Iterator[str]:
    yield f"title: {source(answers.line('title'))}"
    yield from _list("authors", named.values)
    if not named.complete:
        yield "authors_complete: no"
    yield f"year: {plain(answers.line('year'))}"
    for name in ("venue", "affiliation", "short_name"):
        if answers.line(name):
            yield f"{name}: {source(answers.line(name))}"
    ids = _identifiers(answers)
    yield from (f"{name}: {value}" for name, value in ids.items())
    yield from _list("links", [source(link) for _, link in _links(answers, ids)])
    yield f"added: {today.isoformat()}"
    if answers.line("summary"):
        yield f"summary: {source(answers.line('summary'))}"
    yield "tags:" if tagged else "tags: {}"
    yield from (f"  {name}: {tag_lines.tag_text(tag)}" for name, tag in tagged.items())


def _list(name: str, items: Sequence[str]) -> Iterator[str]:
    """Yield a list of YAML values, one a line; nothing where it would be empty."""
    if items:
        yield f"{name}:"
        yield from (f"  - {item}" for item in items)


def _identifiers(answers: Answers) -> dict[str, str]:
    """Return arXiv id and DOI as YAML, bare where they are such; what is none stays for the reader of entries to refuse.

    An arXiv id that was not given is taken from arXiv's DOI or from the links, if they name one alone.
    """
    typed, named = answers.line("arxiv_id"), answers.line("doi")
    of_doi = identifiers.arxiv_id_in(named)
    elsewhere = {of_doi, *map(identifiers.arxiv_id_in, answers.lines("links"))} - {""}
    arxiv_id = identifiers.arxiv_id_in(typed) or typed or (elsewhere.pop() if len(elsewhere) == 1 else "")
    doi = "" if of_doi and of_doi == arxiv_id else identifiers.bare_doi(named) or named
    return {name: value for name, value in (("arxiv_id", arxiv_id and plain(arxiv_id)), ("doi", doi and source(doi))) if value}


def plain(text: str) -> str:
    """Return a year or an id as entries write it: without quotes, though other readers take it for a number."""
    return (
        text
        if text.isascii() and text[:1].isalnum() and text.replace(".", "").replace("/", "").replace("-", "").isalnum()
        else source(text)
    )


def _links(answers: Answers, ids: Mapping[str, str]) -> list[tuple[int, str]]:
    """Return the links, the arXiv page first where there is an id, the DOI's page where nothing else is given.

    With each comes its number among those that were typed, 0 for one that was not.
    """
    given = list(enumerate(answers.lines("links"), 1))
    arxiv_id = identifiers.arxiv_id_in(ids.get("arxiv_id", ""))
    if arxiv_id:
        return [(0, identifiers.arxiv_link(arxiv_id)), *(one for one in given if identifiers.arxiv_id_in(one[1]) != arxiv_id)]
    doi = identifiers.bare_doi(answers.line("doi"))
    return given or ([(0, identifiers.doi_link(doi))] if doi else [])
