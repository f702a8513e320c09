"""What a new survey needs beside its data: how to contribute, the licence, what to run, and what git leaves alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..edits import source
from ..outputs import markdown
from .answers import Answers
from .vocabularies import Vocabulary

_MOST_VALUES = 25
"""Values of a field that are listed; of more the taxonomy's file is named."""

MAKEFILE = """\
# Needs the masrl command. `make MASRL=path/to/masrl build` names one that is not on the path.
MASRL ?= masrl

.PHONY: build check test

build:
\t$(MASRL) check
\t$(MASRL) build

check:
\t$(MASRL) check

test: check
\t$(MASRL) build --check
"""
GITIGNORE = """\
*.unfinished
.DS_Store
Thumbs.db
"""


def licence(answers: Answers) -> str:
    """Return ``LICENSE``: the data under what was chosen, the scripts and styles of the site under the MIT License."""
    year, author = answers.day.year, str(answers.author)
    data = [
        "This repository holds data and, in site/assets/, scripts and styles under two licenses.",
        "",
        f"Data, that is everything but site/assets/: {answers.license}",
        f"(https://spdx.org/licenses/{answers.license}.html). Titles and names of the listed papers are facts; the papers",
        "themselves remain under their own licenses.",
    ]
    return "\n".join([*data, "", "site/assets/: MIT License", "", f"Copyright (c) {year} {author}", "", _MIT])


_MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def contributing(answers: Answers, fields: Sequence[Vocabulary], *, imported: bool) -> str:
    """Return ``CONTRIBUTING.md``, with an example that passes every check and the values of each field."""
    return "".join(f"{line}\n" for line in _contributing(answers, fields, imported=imported))


def _contributing(answers: Answers, fields: Sequence[Vocabulary], *, imported: bool) -> Iterator[str]:
    yield from (
        "# Contributing",
        "",
        "Every paper is one small file, `corpus/KEY.yaml`. README, figures, tables and site are made from these files, so please leave",
        "generated files alone: `README.md`, `CITATION.cff`, `docs/`, and everything in `figures/`, `site/` and `.github/ISSUE_TEMPLATE/`.",
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
        + (f", and so {_are([field.name for field in fields if field.required])}." if any(field.required for field in fields) else "."),
        "Which of authors, year, venue and links nobody has found out yet, an entry says itself: `unknown: [year, venue]`.",
        "",
        "```yaml",
        "changes:",
        f"  - {{date: {answers.day.isoformat()}, field: venue, from: what stood there, why: where the right one can be seen}}",
        "```",
        "",
        "## The fields",
        "",
        "[`survey/taxonomy.yaml`](survey/taxonomy.yaml) defines each value. A new value or field is added there, and nowhere else.",
        "",
        "| field | takes | values |",
        "| --- | --- | --- |",
        *(f"| `{field.name}` | {_takes(field)} | {_values(field)} |" for field in fields),
        "",
        "## Check and build",
        "",
        "With the `masrl` command: `make check` names every problem beside its line, `make build` makes every generated file,",
        "`masrl diff main` says what your changes change in meaning, once the folder is a git repository.",
    )
    if imported:
        yield from (
            "",
            "## What was imported",
            "",
            "The first entries come from a table. [`imported/report.md`](imported/report.md) says what became of each column and names",
            "everything that could not be kept as it stood; `imported/` may be deleted once nobody needs it.",
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


def example_entry(answers: Answers, fields: Sequence[Vocabulary]) -> str:
    """Return the one entry of a survey that begins without a table: a corpus may not be empty."""
    author = answers.author
    named = f"{{team: {source(author.family, flow=True)}}}" if author.team else source(author.inverted)
    lines = [
        "# An example, so that there is something to build. Delete it once you have added a paper of your own: masrl add",
        "title: An Example Entry, to Be Replaced by Your First Paper",
        "authors:",
        f"  - {named}",
        f"year: {answers.day.year}",
        "venue: Example page",
        "links:",
        "  - https://example.org/",
        f"added: {answers.day.isoformat()}",
        "tags:",
        *(f"  {field.name}: {value if field.kind == 'one' else f'[{value}]'}" for field in fields for value in list(field.values)[:1]),
    ]
    return "".join(f"{line}\n" for line in lines)
