"""The body of an issue to the answers of a form: a heading of three signs for each question, the answer under it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import characters
from .questions import Form, Question

MAX_BODY = 200_000
"""Characters; GitHub takes no longer issue than 65,536."""
_NO_ANSWER = {"", "_No response_"}
_NO_CHOICE = {*_NO_ANSWER, "None"}


class Unreadable(ValueError):  # noqa: N818 -- the body is at fault, not the program
    """A body that is no filled-in form; its text is what to tell the person who sent it."""


@dataclass(frozen=True, slots=True)
class Answers:
    """A filled-in form."""

    form: Form
    texts: Mapping[str, str]
    """What was written or chosen, by the question's id; empty where there was no answer. Of choices what they stand for."""
    lists: Mapping[str, tuple[str, ...]]
    """What several choices stand for, by the question's id."""
    problems: tuple[str, ...]
    """What cannot be used as it is, a sentence each."""

    def lines(self, name: str) -> list[str]:
        """Return an answer of several lines, without empty ones and without the signs that begin a list."""
        lines = (re.sub(r"^\s*[-*+]\s+", "", line).strip() for line in self.texts[name].splitlines())
        return [" ".join(line.split()) for line in lines if line]

    def line(self, name: str) -> str:
        """Return an answer folded to one line."""
        return " ".join(self.texts[name].split())


def read(body: str, forms: Sequence[Form]) -> Answers:
    """Return the answers of the form that a body is. Raises Unreadable where it is none of them."""
    if len(body) > MAX_BODY:
        raise Unreadable(f"The text is longer than {MAX_BODY:,} characters, which no form is.")
    lines = body.replace("\r\n", "\n").split("\n")
    headings = {heading for line in lines if (heading := _heading(line))}
    form = max(forms, key=lambda form: _likeness(form, headings))
    if _likeness(form, headings) < (1, 2):
        raise Unreadable("This is no filled-in form: its questions are missing. Please open a new issue and choose a form.")
    lacking = [f"“{question.label}”" for question in form.questions if question.label not in headings]
    if lacking:
        raise Unreadable(f"The form was cut or changed: it lacks {', '.join(lacking)}. Please open a new issue with the form.")
    return _answers(form, _sections(lines, {question.label for question in form.questions}))


def _heading(line: str) -> str:
    return line.removeprefix("### ").strip() if line.startswith("### ") else ""


def _likeness(form: Form, headings: set[str]) -> tuple[int, int]:
    """Say how much of a form is there: whether it begins with its first question, and how many of its questions."""
    held = [question.label in headings for question in form.questions]
    return int(held[0]), sum(held)


def _sections(lines: Sequence[str], labels: set[str]) -> dict[str, list[str]]:
    """Return the answers by the label that heads them; several where a heading stands there more than once."""
    starts = [number for number, line in enumerate(lines) if _heading(line) in labels]
    found: dict[str, list[str]] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found.setdefault(_heading(lines[start]), []).append("\n".join(lines[start + 1 : end]).strip())
    return found


def _answers(form: Form, sections: Mapping[str, Sequence[str]]) -> Answers:
    problems: list[str] = []
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for question in form.questions:
        answer, *more = sections[question.label]
        if more:
            problems.append(
                f"{question.label}: this heading stands there {len(more) + 1} times; please begin no line of an answer with ###."
            )
        problems += [
            f"{question.label}: {problem.message}; please delete it."
            for problem in characters.problems(answer, "")
            if problem.severity == "error"
        ]
        told = len(problems)
        chosen = _chosen(question, answer, problems)
        texts[question.id], lists[question.id] = ", ".join(chosen) if question.options else _written(answer), tuple(chosen)
        if question.required and not texts[question.id] and len(problems) == told:
            problems.append(f"{question.label}: please answer this question.")
    return Answers(form, texts, lists, tuple(dict.fromkeys(problems)))


def _written(answer: str) -> str:
    return "" if answer in _NO_ANSWER else answer


def _chosen(question: Question, answer: str, problems: list[str]) -> list[str]:
    """Return what the chosen options stand for; options of no form of today are reported."""
    if not question.options or answer in _NO_CHOICE:
        return []
    picked = [answer] if question.kind == "choice" else answer.split(", ")
    unknown = [text for text in picked if text not in question.options]
    if unknown:
        problems.append(f"{question.label}: “{_short(unknown[0])}” is none of the choices; the form may have changed since you opened it.")
    return [question.options[text] for text in picked if text in question.options]


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 80 else f"{folded[:79]}…"
