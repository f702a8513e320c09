"""Problems of the files in the words of the forms."""

from __future__ import annotations

import re

from ..corpus import EXCLUSIONS, PAPERS
from ..errors import Problem
from ..records import TAGS
from ..taxonomy import Taxonomy
from . import labels
from .questions import EXCEPTION

UNANSWERED = "please answer this question"
NO_LINK = "please give an arXiv id, a DOI or a link"
_INSTEAD = {"missing-field": UNANSWERED, "empty-value": UNANSWERED, "placeholder": "this is a placeholder"}
"""What to say of problems whose message speaks of the file."""
_REMEDIES = {
    "bad-author": "write one author a line, as Given Family or as Family, Given; a group as Team: Name; where you do not know all, "
    "end with the line: and others",
    "broken-rule": f"if the rule is wrong here, say why under “{EXCEPTION}”",
}
"""What to do about a problem, where its own hint speaks of the file."""
_ELSEWHERE = {
    f"{EXCLUSIONS}/": "if the reason given there no longer holds, use the form “Reconsider an exclusion”",
    f"{PAPERS}/": "to change what is there, use the form “Correction” or “Dispute of a tag”",
}
"""What to do about a record that is there already, by the folder in which it is."""
_OF_FILES = re.compile(r"quot|delete the line|list|under exceptions|brackets|write name: value|masrl|\{", re.IGNORECASE)
"""Hints that speak of how a file is written."""
_FEW = 12
"""Allowed values that are listed."""


def sentence(problem: Problem, taxonomy: Taxonomy) -> str:
    """Return a problem as a sentence that begins with what the form calls the field."""
    said = NO_LINK if (problem.code, problem.field) == ("missing-field", "links") else _INSTEAD.get(problem.code, problem.message)
    found = f" (“{_short(problem.found)}”)" if problem.found and problem.code not in _INSTEAD else ""
    near = f"; did you mean {problem.nearest}?" if problem.nearest else ""
    allowed = f"; possible are {', '.join(problem.allowed)}" if 0 < len(problem.allowed) <= _FEW and not near else ""
    hint = f"; {said_too}" if (said_too := _hint(problem)) else ""
    return f"{label(problem.field, taxonomy)}: {said}{found}{near}{allowed}{hint}".rstrip(".?") + ("?" if near and not hint else ".")


def _hint(problem: Problem) -> str:
    if problem.code == "duplicate-record":
        return instead(problem.message)
    if problem.code in _INSTEAD or problem.code in _REMEDIES:
        return _REMEDIES.get(problem.code, "")
    return "" if _OF_FILES.search(problem.hint) else problem.hint


def instead(path: str) -> str:
    """Return what to do about the record that a path, or a text with it, names, in place of proposing it anew."""
    return next((hint for folder, hint in _ELSEWHERE.items() if folder in path), "")


def label(name: str, taxonomy: Taxonomy) -> str:
    """Return what the forms call a field of a problem: ``authors[3]`` is ``Authors, number 3``."""
    if not name:
        return "The entry"
    head, _, rest = name.partition("[")
    number = f", number {rest.rstrip(']')}" if rest.rstrip("]").isdigit() else ""
    field = taxonomy.fields.get(head.removeprefix(TAGS).partition(".")[0]) if head.startswith(TAGS) else None
    return (field.label if field else labels.fact(head.partition(".")[0])) + number


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 100 else f"{folded[:99]}…"
