"""GitHub's issue forms, with the choices that the taxonomy gives.

Syntax: https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
Every text is written in double quotes or as a block, so that GitHub reads no ``yes`` as a truth value and no ``NA`` as nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..corpus import Corpus
from ..submissions.forms import forms
from ..submissions.questions import Form, Question
from . import markdown

FOLDER = ".github/ISSUE_TEMPLATE"
_TYPES = {"line": "input", "text": "textarea", "choice": "dropdown", "choices": "dropdown"}
_NOTE = "# Made by masrl build from survey/taxonomy.yaml; not edited by hand."


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield each form as (path below the root, content), and the page on which one chooses between them."""
    for form in forms(corpus):
        yield f"{FOLDER}/{form.id}.yml", _text(_form(form, corpus))
    yield f"{FOLDER}/config.yml", _text(_config(corpus))


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in (_NOTE, *lines)).encode()


def _config(corpus: Corpus) -> Iterator[str]:
    yield "blank_issues_enabled: true"
    if corpus.about.site_url:
        yield "contact_links:"
        yield f"  - name: {_quoted('The list')}"
        yield f"    url: {_quoted(corpus.about.site_url)}"
        yield f"    about: {_quoted('Look here first whether a paper is there already')}"


def _form(form: Form, corpus: Corpus) -> Iterator[str]:
    yield f"name: {_quoted(form.name)}"
    yield f"description: {_quoted(form.about)}"
    yield f"labels: [{_quoted(form.id)}]"
    yield "body:"
    yield "  - type: markdown"
    yield "    attributes:"
    yield from _block("value", _head(form, corpus), 6)
    for question in form.questions:
        yield from _question(question)


def _head(form: Form, corpus: Corpus) -> list[str]:
    lines: list[str] = [markdown.inline(form.head)]
    if corpus.about.repository:
        place = markdown.link("survey/taxonomy.yaml", f"{corpus.about.repository}/blob/main/survey/taxonomy.yaml")
        lines += ["", f"Every value is defined in {place}."]
    return lines


def _question(question: Question) -> Iterator[str]:
    yield f"  - type: {_TYPES[question.kind]}"
    yield f"    id: {question.id}"
    yield "    attributes:"
    yield f"      label: {_quoted(question.label)}"
    yield from _block("description", [markdown.inline(question.help), *_told(question)], 6)
    if question.example:
        yield from _block("placeholder", question.example.split("\n"), 6)
    if question.kind == "choices":
        yield "      multiple: true"
    if question.options:
        yield "      options:"
        yield from (f"        - {_quoted(text)}" for text in question.options)
    yield "    validations:"
    yield f"      required: {'true' if question.required else 'false'}"


def _told(question: Question) -> Iterator[str]:
    """Yield the values with their definitions, and when another one is the right one."""
    if question.told:
        yield ""
    for value in question.told:
        instead = f" {value.not_for}" if value.not_for else ""
        yield f"- **{markdown.inline(value.label)}**: {markdown.inline(value.definition + instead)}"


def _block(key: str, lines: Iterable[str], indent: int) -> Iterator[str]:
    """Yield a text of several lines as a literal block. No line of it begins with a blank."""
    margin = " " * indent
    yield f"{margin}{key}: |-"
    yield from (f"{margin}  {line}" if line else "" for line in lines)


def _quoted(text: str) -> str:
    """Return one line of text in double quotes, whose escapes are those of JSON."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
