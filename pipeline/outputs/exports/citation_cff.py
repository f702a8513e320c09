"""``CITATION.cff``, from which GitHub and Zenodo read how to cite the list (Citation File Format 1.2.0)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ... import identifiers
from ...corpus import Corpus
from ...records import Author
from ...survey import About


def text(corpus: Corpus, version: str = "") -> str:
    """Return the file: the list as a data set, and the survey as what is to be cited.

    ``version`` is left out where it is empty. Every text stands in double quotes in JSON's escapes, which YAML reads
    alike, so that no value can be taken for a number, a date or a switch.
    """
    return "".join(f"{line}\n" for line in _lines(corpus.about, version))


def _lines(about: About, version: str) -> Iterator[str]:
    yield "cff-version: 1.2.0"
    yield f"message: {_quoted(about.cite or 'Please cite the survey.')}"
    yield "type: dataset"
    yield f"title: {_quoted(about.name)}"
    yield f"abstract: {_quoted(about.description)}"
    yield from _authors(about.author)
    if version:
        yield f"version: {_quoted(version)}"
    yield f"license: {_quoted(about.license_data)}"
    if about.repository:
        yield f"repository-code: {_quoted(about.repository)}"
    if about.site_url:
        yield f"url: {_quoted(about.site_url)}"
    yield "preferred-citation:"
    yield from (f"  {line}" for line in _survey(about))


def _survey(about: About) -> Iterator[str]:
    month = identifiers.arxiv_month(about.arxiv_id) if about.arxiv_id else None
    yield "type: article" if about.arxiv_id else "type: generic"
    yield f"title: {_quoted(about.title)}"
    yield from _authors(about.author)
    yield f"year: {int(month[:4]) if month else about.cutoff.year}"
    if month:
        yield f"month: {int(month[5:])}"
        yield 'journal: "arXiv"'
        yield f"url: {_quoted(identifiers.arxiv_link(about.arxiv_id))}"
        yield "identifiers:"
        yield "  - type: other"
        yield f"    value: {_quoted(f'arXiv:{about.arxiv_id}')}"
        yield '    description: "arXiv id"'


def _authors(author: Author) -> Iterator[str]:
    yield "authors:"
    if author.team or not author.given:
        yield f"  - name: {_quoted(author.family)}"
    else:
        yield f"  - family-names: {_quoted(author.family)}"
        yield f"    given-names: {_quoted(author.given)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
