"""What the forms about a record that is there share: its file edited and checked, or the answer that it was not found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from ..corpus import Corpus
from ..edits import Unsupported
from ..records import Exclusion, Paper
from . import checking, finding, words
from .answer import Answer
from .bodies import Answers
from .patches import Refused

Edit = Callable[[str], str]
"""A file's text to its text from then on. Raises Refused where that cannot be, Unsupported where only a person can do it."""


def edited(
    answers: Answers, title: str, question: str, record: Paper | Exclusion, edit: Edit, corpus: Corpus, root: Path, today: date
) -> Answer:
    """Return the record's file as an edit leaves it, checked, or what keeps it from being written.

    ``title`` is that of the answer, ``question`` the one whose answer cannot be used where the edit is refused. Raises OSError
    where the file cannot be read.
    """
    path = record.place.path
    old = (root / path).read_bytes().decode("utf-8-sig")
    label = answers.form.question(question).label
    try:
        text = edit(old)
    except Refused as refused:
        return Answer(answers.form.id, title, problems=(f"{label}: {refused}.",))
    except Unsupported:
        return Answer(
            answers.form.id, title, remarks=(f"{path} is written in a way that only a person can edit; nothing is left for you to do.",)
        )
    found = checking.checked(path, text, corpus, today)
    return Answer(answers.form.id, title, path, old, text, found.problems, found.remarks, after=found.after)


def unfound(answers: Answers, question: str, missing: bool, corpus: Corpus) -> Answer:
    """Return the answer where the record was not found, or an answer was not given."""
    problems, text = list(answers.problems), answers.line(question)
    if missing and text:
        of_list = question == "entry"
        near = finding.near(text, corpus.papers if of_list else corpus.exclusions)
        told = _elsewhere(text, corpus, logged=of_list) or f"nothing here goes by “{text[:80]}”.{near}"
        problems.append(f"{answers.form.question(question).label}: {told}")
    return Answer(answers.form.id, answers.form.name, problems=tuple(problems))


def _elsewhere(text: str, corpus: Corpus, *, logged: bool) -> str:
    """Return which form is for the record that a text names, where it stands in the log or, else, in the list; empty where it does not."""
    record = finding.exclusion(text, corpus) if logged else finding.paper(text, corpus)
    if record is None:
        return ""
    where = "was excluded and stands in the log" if logged else "is in the list"
    return f"“{text[:80]}” {where} ({record.place.path}); {words.instead(record.place.path)}."
