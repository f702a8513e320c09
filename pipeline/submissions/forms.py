"""The forms: which questions each asks, and which choices the taxonomy gives."""

from __future__ import annotations

from ..corpus import Corpus
from ..taxonomy import Field, Taxonomy
from . import labels
from .questions import Form, Question, exception, offered, options, tag_question

NEW, CORRECTION, DISPUTE, RECONSIDER = "new-paper", "correction", "dispute-a-tag", "reconsider-exclusion"
"""Ids of the forms."""
CARRY, NOT_CARRY = "carry", "not-carry"
"""What stands behind the two answers to whether an entry should carry a tag."""
CORRECTABLE = (
    "title", "authors", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "summary", "notes",
)  # fmt: skip
"""Facts of an entry that can be corrected, beside its tags."""
_ANSWERED = "A program reads your answers as soon as you send them and says below the issue what will be written, or what is missing. "
_KEPT = "Whoever keeps the list reads your answers. "
_MENDED = "You can mend them by editing the issue."


def forms(corpus: Corpus) -> tuple[Form, ...]:
    """Return every form of a survey, with the choices that its taxonomy gives."""
    read = (_ANSWERED if "workflows" in corpus.about.holds else _KEPT) + _MENDED
    return (_new(corpus.taxonomy, read), _correction(read), _dispute(corpus.taxonomy, read), _reconsider(corpus, read))


# -- a new paper


def _new(taxonomy: Taxonomy, read: str) -> Form:
    head = f"For a paper that is not in the list yet, neither among the entries nor in the exclusion log. {read}"
    tags = tuple(tag_question(field, f"{field.label} (tag)", required=True) for field in taxonomy.required)
    return Form(NEW, "New paper", "Propose a paper for the list", head, (*_FACTS, *tags, exception(taxonomy), _DOUBTS))


_FACTS = (
    Question("title", "line", "Title of the paper", "As the paper prints it."),
    Question(
        "authors", "text", "Authors",
        "All of them in the paper's order, one a line, as Given Family. Where the family name is more than the last word, write Family, "
        "Given. A group is written Team: Name. Where you do not know all, write the ones you know and end with the line: and others",
        example="Ana Vell\nde la Mare, Jun\nTeam: Relay Collaboration",
    ),
    Question(
        "year", "line", "Year",
        "Of the version that you read: of the venue's publication where there is one, else of the first arXiv version.",
    ),
    Question("venue", "line", "Venue", "Conference with year, journal, arXiv, or the kind of document, such as Tech Report."),
    Question("affiliation", "line", "Affiliation of the first author", "Leave it empty if you do not know it.", required=False),
    Question(
        "short_name", "line", "Name of the method or system",
        "Only if the paper gives it one. The entry's key is made of it, and never changes afterwards.", required=False,
    ),
    Question(
        "arxiv_id", "line", "arXiv id", "If it is on arXiv; its address, here or among the links, will do.",
        required=False, example="2601.00001",
    ),
    Question("doi", "line", "DOI", "If it has one other than arXiv's.", required=False, example="10.1000/example"),
    Question(
        "links", "text", "Links",
        "https addresses, one a line. The first is where the title leads: the arXiv abstract page where there is one, else the publisher's "
        "page, else the project page. With an arXiv id or a DOI you may leave this empty.",
        required=False,
    ),
    Question(
        "summary", "text", "Summary",
        "One sentence in your own words, true to the abstract, ending with a full stop. Leave it empty if you could not read the paper.",
        required=False,
    ),
)  # fmt: skip


_DOUBTS = Question(
    "doubts", "text", "What you hesitated about",
    "Where no value fits well, choose the nearest one above and say here why you hesitated. It is read by people and not published.",
    required=False,
)  # fmt: skip


# -- corrections and disputes


def _entry(label: str) -> Question:
    return Question("entry", "line", label, "Its key as the site shows it, its arXiv id, its title, or the address of its page.")


_WHY = Question(
    "why", "text", "How you know",
    "One sentence with a place where it can be seen. It is kept in the entry's log of changes, for everyone to read.",
)  # fmt: skip


def _correction(read: str) -> Form:
    head = f"For a fact of an entry that is wrong or missing; for a tag use the form that disputes a tag. {read}"
    choices = {labels.fact(name): name for name in CORRECTABLE}
    fact = Question("fact", "choice", "What is wrong or missing", "One fact. For several, send one form each.", options=choices)
    value = Question(
        "value", "text", "What should stand there",
        "The whole of it. Authors and links one a line and all of them. Leave it empty if nothing should stand there.",
        required=False,
    )  # fmt: skip
    return Form(CORRECTION, "Correction", "Correct a fact of an entry", head, (_entry("Entry to correct"), fact, value, _WHY))


def _dispute(taxonomy: Taxonomy, read: str) -> Form:
    head = f"For a tag that you would set otherwise. The taxonomy defines each value and says when to use another. {read}"
    offered = {text: tag for field in taxonomy for text, tag in _tags(field)}
    tag = Question("tag", "choice", "Tag in question", "The field and the value that your dispute is about.", options=offered)
    should = {"The entry should carry it": CARRY, "The entry should not carry it": NOT_CARRY}
    verdict = Question(
        "verdict", "choice", "What should be", "A field that takes one value gives up the one it has when it should carry another.",
        options=should,
    )  # fmt: skip
    also = Question(
        "also", "choice", "Tag that the entry should carry besides",
        "Only where one tag cannot change without another, as where a rule ties two fields together.",
        required=False, options=offered,
    )  # fmt: skip
    asked = (_entry("Entry in dispute"), tag, verdict, also, exception(taxonomy), _WHY)
    return Form(DISPUTE, "Dispute of a tag", "Say which tag an entry should carry, or should not", head, asked)


def _tags(field: Field) -> list[tuple[str, str]]:
    """Return every tag of a field as text and as ``FIELD=VALUE`` or ``FIELD=VALUE:LEVEL``; none where the level is free text."""
    if field.kind != "map":
        return [(f"{field.label}: {text}", f"{field.name}={value}") for text, value in options(field).items()]
    pairs = [(value, level) for value in field.values for level in field.levels]
    return [(f"{field.label}: {offered(v)}, {level.label}", f"{field.name}={v.name}:{level.name}") for v, level in pairs]


def _reconsider(corpus: Corpus, read: str) -> Form:
    told = ": the answer then says which empty cell it would fill, which claim it would flip, and what comes next"
    head = (
        "For a record of the exclusion log whose reason no longer holds. If you know how the paper would be tagged, choose below"
        f"{told if 'workflows' in corpus.about.holds else ''}. {read}"
    )
    record = Question("record", "line", "Excluded record", "Its id in the log, such as E001, its arXiv id, its DOI, or its title.")
    why = Question(
        "why", "text", "Why the reason no longer holds", "What changed, or what was overlooked, with a place where it can be seen."
    )
    tags = tuple(tag_question(field, f"{field.label} (proposed tag)", required=False) for field in corpus.taxonomy.required)
    return Form(RECONSIDER, "Reconsider an exclusion", "Ask for an excluded record to be looked at again", head, (record, why, *tags))
