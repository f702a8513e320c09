"""What a new survey needs beside its data: the license, what to run, what git leaves alone, and a first entry."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import author_item
from .answers import Answers
from .vocabularies import Vocabulary

SOFTWARE = "awesome-llm-mas-rl"
"""What the program is part of, by the name of its folder and of its wheel."""
MAKEFILE = f"""\
# Needs the command masrl, which is part of the software {SOFTWARE}. `make setup SOFTWARE=path/to/it` installs it in .venv
# from a clone or a wheel; without a .venv the one on the path is taken, or what `make build MASRL=path/to/masrl` names.
PYTHON ?= python3
MASRL ?= $(if $(wildcard .venv/bin/masrl),.venv/bin/masrl,masrl)

.PHONY: build check test setup found

build: check
\t$(MASRL) build

check: found
\t$(MASRL) check

test: check
\t$(MASRL) build --check

# What has no slash would be looked up by its name in a package index, so it is refused.
setup:
\t@case "$(SOFTWARE)" in */*) ;; *) \\
\t\techo "make: say where a clone or a wheel of {SOFTWARE} is: make setup SOFTWARE=path/to/it, with a slash" >&2; exit 1;; esac
\t"$(PYTHON)" -m venv --clear .venv
\t.venv/bin/python -m pip install --quiet --disable-pip-version-check "$(SOFTWARE)"

found:
\t@command -v "$(firstword $(MASRL))" >/dev/null 2>&1 || {{ \\
\t\techo "make: there is no command $(firstword $(MASRL)); from a clone or a wheel of {SOFTWARE}, make setup SOFTWARE=path/to/it" \\
\t\t"installs it here (CONTRIBUTING.md says more)" >&2; exit 1; }}
"""
GITIGNORE = """\
.venv/
*.unfinished
.DS_Store
Thumbs.db
"""


def license_text(answers: Answers) -> str:
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


def example_entry(answers: Answers, fields: Sequence[Vocabulary]) -> str:
    """Return the one entry of a survey that begins without a table: a corpus may not be empty."""
    lines = [
        "# An example, so that there is something to build. Delete it once you have added a paper of your own: masrl add",
        "title: An Example Entry, to Be Replaced by Your First Paper",
        "authors:",
        f"  - {author_item(answers.author)}",
        f"year: {answers.day.year}",
        "venue: Example page",
        "links:",
        "  - https://example.org/",
        f"added: {answers.day.isoformat()}",
        "tags:",
        *(f"  {field.name}: {value if field.kind == 'one' else f'[{value}]'}" for field in fields for value in list(field.values)[:1]),
    ]
    return "".join(f"{line}\n" for line in lines)
