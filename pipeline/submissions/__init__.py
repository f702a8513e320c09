"""What comes in through the forms: which questions they ask, and what becomes of the answers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from ..corpus import Corpus
from . import bodies, corrections, disputes, forms, new_papers, reconsiderations
from .answer import Answer
from .bodies import Unreadable

__all__ = ["Answer", "answer"]


def answer(body: str, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return what the body of an issue comes to. ``root`` is the survey's folder, ``today`` the day on which a record joins.

    Whatever the body holds, it gives an answer. Raises OSError where the file of the record that it is about cannot be read.
    """
    try:
        answers = bodies.read(body, forms.forms(corpus))
    except Unreadable as fault:
        return Answer("", "No form", problems=(str(fault),))
    if answers.form.id == forms.NEW:
        return new_papers.answer(answers, corpus, today)
    made = {
        forms.CORRECTION: corrections.correction,
        forms.DISPUTE: disputes.dispute,
        forms.RECONSIDER: reconsiderations.reconsideration,
    }
    return made[answers.form.id](answers, corpus, root, today)
