"""Questions and the forms that they make up, as values, and the questions that several forms ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal

from ..taxonomy import Field, TagValue, Taxonomy

Kind = Literal["line", "text", "choice", "choices"]
"""One line, several lines, one of some options, any of some options."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a form."""

    id: str
    """Letters, digits, hyphens and underscores; unique in the form."""
    kind: Kind
    label: str
    """Heads the answer in the issue that a filled-in form becomes; unique in the form."""
    help: str
    """What to write, in plain text."""
    required: bool = True
    options: Mapping[str, str] = dataclass_field(default_factory=dict)
    """What can be chosen, as text to what it stands for."""
    told: tuple[TagValue, ...] = ()
    """The values that the help lists with their definitions."""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """One form, and the label by which its issues are known."""

    id: str
    """Stem of its file, and label of its issues."""
    name: str
    about: str
    head: str
    """A paragraph above the questions."""
    questions: tuple[Question, ...]

    def question(self, name: str) -> Question:
        """Return a question by its id."""
        return next(question for question in self.questions if question.id == name)


EXCEPTION = "Why a rule does not hold here"
"""Label of the question for an exception."""


def exception(taxonomy: Taxonomy) -> Question:
    """Return the question for the reason why a rule of the survey does not hold for an entry."""
    rules = " ".join(f"{number}. {rule.why}" for number, rule in enumerate(taxonomy.rules, 1))
    tied = f"Fields are tied to each other by these rules: {rules} And no" if rules else "No"
    return Question(
        "exception", "text", EXCEPTION,
        f"{tied} two entries have the same title. Leave it empty unless such a rule stands against what you ask for and is wrong here: "
        "then say why in one sentence, which is kept in the entry for everyone to read.",
        required=False,
    )  # fmt: skip


def tag_id(field: Field) -> str:
    """Return the id of the question for a field of the taxonomy."""
    return f"tag-{field.name}"


def tag_question(field: Field, label: str, *, required: bool) -> Question:
    """Return the question for a field of the taxonomy."""
    if field.kind == "map":
        how = "the level. Levels are " + ", ".join(level.label for level in field.levels) if field.levels else "a few words"
        return Question(
            tag_id(field), "text", label, f"{field.definition} One a line: the value, a colon, {how}.", required, told=field.values
        )
    kind: Kind = "choice" if field.kind == "one" else "choices"
    return Question(tag_id(field), kind, label, field.definition, required, options(field), field.values)


def options(field: Field) -> dict[str, str]:
    """Return the values of a field as a form offers them, by text: label and name, without a comma, which joins answers."""
    return {offered(value): value.name for value in field.values}


def offered(value: TagValue) -> str:
    """Return a value as a form offers it."""
    label = " ".join(value.label.replace(",", " ").split())
    return label if label == value.name and label.casefold() != "none" else f"{label} ({value.name})"
