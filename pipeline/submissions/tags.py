"""Tags as a form gives them."""

from __future__ import annotations

from collections.abc import Sequence

from ..taxonomy import Field, Tag, TagValue, Taxonomy
from .bodies import Answers
from .questions import Question, tag_id


def given(answers: Answers, taxonomy: Taxonomy, problems: list[str]) -> dict[str, Tag]:
    """Return the tags that were given, by field; what cannot be read is reported as a sentence."""
    found: dict[str, Tag] = {}
    for field in taxonomy.required:
        question = answers.form.question(tag_id(field))
        tag = _tag(field, question, answers, problems)
        if tag:
            found[field.name] = tag
    return found


def _tag(field: Field, question: Question, answers: Answers, problems: list[str]) -> Tag | None:
    chosen = answers.lists[question.id]
    if field.kind == "one":
        return chosen[0] if chosen else None
    if field.kind == "many":
        return tuple(name for name in field.by_name if name in chosen)
    found: dict[str, str] = {}
    for line in answers.lines(question.id):
        written, _, text = (part.strip() for part in line.partition(":"))
        value = _named(written, field.values)
        level = _named(text, field.levels) if field.levels else text
        if value is None or not level:
            problems.append(f"{question.label}: the line “{line[:80]}” is not read as a value, a colon, and what belongs to it.")
        elif found.setdefault(value, level) != level:
            problems.append(f"{question.label}: the lines give {field.label_of(value)} twice, with different text after the colon.")
    return {name: found[name] for name in field.by_name if name in found}


def _named(text: str, values: Sequence[TagValue]) -> str | None:
    """Return the value that a text names, by its name or its label."""
    wanted = text.casefold()
    return next((value.name for value in values if wanted in (value.name.casefold(), value.label.casefold())), None)
