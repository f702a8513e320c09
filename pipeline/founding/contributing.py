"""How to contribute to a new survey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..outputs import markdown
from .answers import Answers
from .house_files import SOFTWARE
from .vocabularies import Vocabulary

_MOST_VALUES = 25
"""Values of a field that are listed; of more the taxonomy's file is named."""


def text(answers: Answers, fields: Sequence[Vocabulary], *, imported: bool) -> str:
    """Return ``CONTRIBUTING.md``, with an example that passes every check and the values of each field."""
    return "".join(f"{line}\n" for line in _contributing(answers, fields, imported=imported))


def _contributing(answers: Answers, fields: Sequence[Vocabulary], *, imported: bool) -> Iterator[str]:
    yield from (
        "# Contributing",
        "",
        "Every paper is one small file, `corpus/KEY.yaml`. README, figures, tables and site are made from these files, so please leave",
        "generated files alone: `README.md`, `CITATION.cff`, `docs/`, and everything in `figures/`, `site/` and `.github/ISSUE_TEMPLATE/`.",
    )
    yield from _on_papers(answers, fields)
    yield from _on_fields(fields)
    yield from (
        "",
        "## Check and build",
        "",
        f"The command `masrl` is part of the software {SOFTWARE}. From a clone or a wheel of that, with Python 3.11 or newer,",
        "`make setup SOFTWARE=path/to/it` installs it in `.venv`, where make finds it, and `. .venv/bin/activate` lets a shell find it.",
        "Without a `.venv`, make takes the one on the path.",
        "",
        "`make check` names every problem beside its line, `make build` makes every generated file, `make test` says whether all of them",
        "are up to date, and `masrl diff main` what your changes change in meaning, once the folder is a git repository.",
        "",
        "On GitHub, the forms in `.github/ISSUE_TEMPLATE/` ask readers for papers and corrections. With the text of such an issue in a",
        "file, `masrl form FILE` says what would be written, or what is missing.",
    )
    if imported:
        yield from (
            "",
            "## What was imported",
            "",
            "The first entries come from a table. [`imported/report.md`](imported/report.md) says what became of each column and names",
            "everything that could not be kept as it stood; `imported/` may be deleted once nobody needs it.",
        )


def _on_papers(answers: Answers, fields: Sequence[Vocabulary]) -> Iterator[str]:
    required = [field.name for field in fields if field.required]
    yield from (
        "",
        "## Add or correct a paper",
        "",
        "Copy the example to a new file in `corpus/`, named by what people call the paper, in lower-case letters, digits and hyphens",
        "(the name never changes), and replace every value. `masrl add` does it for you from an arXiv id, a DOI or an address.",
        "To correct an entry, edit its file, and log what stood there before under `changes`.",
        "",
        "```yaml",
        *_example(answers, fields),
        "```",
        "",
        "Leave out what you do not know; title, authors, year, venue, links and added are needed"
        + (f", and so {_are(required)}." if required else "."),
        "Which of authors, year, venue and links nobody has found out yet, an entry says itself: `unknown: [year, venue]`.",
        "",
        "```yaml",
        "changes:",
        f"  - {{date: {answers.day.isoformat()}, field: venue, from: what stood there, why: where the right one can be seen}}",
        "```",
    )


def _on_fields(fields: Sequence[Vocabulary]) -> Iterator[str]:
    yield from (
        "",
        "## The fields",
        "",
        "[`survey/taxonomy.yaml`](survey/taxonomy.yaml) defines each value. A new value or field is added there, and nowhere else.",
        "",
        "| field | takes | values |",
        "| --- | --- | --- |",
        *(f"| `{field.name}` | {_takes(field)} | {_values(field)} |" for field in fields),
    )


def _are(names: Sequence[str]) -> str:
    listed = [f"`{name}`" for name in names]
    return f"is the tag {listed[0]}" if len(listed) == 1 else f"are the tags {', '.join(listed[:-1])} and {listed[-1]}"


def _takes(field: Vocabulary) -> str:
    needed = ", always" if field.required else ""
    return ("one of them" if field.kind == "one" else "one or more of them") + needed


def _values(field: Vocabulary) -> str:
    if len(field.values) > _MOST_VALUES:
        return f"{len(field.values)} values; see the file"
    return ", ".join(markdown.code_cell(name) for name in field.values)


def _example(answers: Answers, fields: Sequence[Vocabulary]) -> Iterator[str]:
    yield from (
        'title: "The Title: With a Colon, in Quotes"',
        "authors:",
        "  - Ana Vell",
        "  - de la Mare, Jun",
        f"year: {answers.day.year}",
        "venue: arXiv",
        "links:",
        "  - https://example.org/paper",
        f"added: {answers.day.isoformat()}",
        "summary: One sentence in your own words, true to the abstract, ending with a full stop.",
        "tags:",
    )
    for field in fields:
        first = next(iter(field.values))
        yield f"  {field.name}: {first if field.kind == 'one' else f'[{first}]'}"
