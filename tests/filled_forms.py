"""Issues as GitHub makes them of filled-in forms, for the tests of what comes of them."""

from __future__ import annotations

from pathlib import Path

from example_survey import example

from pipeline.submissions.forms import forms
from pipeline.submissions.questions import Form

NO_RESPONSE = "_No response_"
PAPER = {
    "title": "Bells on a Buoy: A Study", "authors": "Ina Wren\nde la Mare, Jun\nTeam: Strait Watch", "year": "2024", "venue": "arXiv",
    "arxiv_id": "https://arxiv.org/abs/2405.99991v2", "summary": "Hangs bells on a buoy and counts how often they ring.",
    "tag-approach": "Sensor (sensor)", "tag-placement": "Farm (farm)", "tag-powered": "Fed (no)",
}  # fmt: skip
"""Answers to the form for a new paper, in the invented survey."""


def form(name: str) -> Form:
    """Return a form of the invented survey."""
    return next(one for one in forms(example()) if one.id == name)


def body(name: str, answers: dict[str, str]) -> str:
    """Return the issue that the answers make, by the id of the question; what is not answered says so."""
    asked = form(name).questions
    assert set(answers) <= {question.id for question in asked}
    parts = (f"### {question.label}\n\n{answers.get(question.id) or NO_RESPONSE}" for question in asked)
    return "\n\n".join(parts)


def written(folder: Path, text: str) -> Path:
    """Return a file that holds an issue's text."""
    path = folder / "issue.md"
    path.write_text(text, encoding="utf-8")
    return path
