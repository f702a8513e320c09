"""A filled-in form that corrects a fact of an entry."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from ..corpus import Corpus
from . import authors, editing, finding, patches
from .answer import Answer
from .bodies import Answers
from .editing import Edit
from .patches import Log


def correction(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the entry with one fact corrected, or what keeps it from being written."""
    paper = finding.paper(answers.line("entry"), corpus)
    if paper is None or answers.problems:
        return editing.unfound(answers, "entry", paper is None, corpus)
    fact, log = answers.texts["fact"], Log(today, answers.line("why"))
    lists: dict[str, Edit] = {
        "authors": lambda text: patches.resigned(text, paper, authors.given(answers.lines("value")), log),
        "links": lambda text: patches.relinked(text, paper, answers.lines("value"), log),
    }
    edit = lists.get(fact, lambda text: patches.corrected(text, paper, fact, answers.line("value"), log))
    return editing.edited(answers, f"Correct {paper.key}", "value", paper, edit, corpus, root, today)
