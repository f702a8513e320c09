"""The text of a new ``corpus/KEY.yaml``: what is known is filled in, what is not stands as a comment that says what belongs there."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from ..taxonomy import Tag, Taxonomy
from . import keys, names, tag_lines, yaml_text
from .facts import Facts


def text(
    facts: Facts, taxonomy: Taxonomy, added: date, tags: Mapping[str, Tag] | None = None, proposed_in: str = "", origin: Iterable[str] = ()
) -> str:
    """Return the text of a draft. ``check`` accepts it once every field that it asks for was filled in.

    ``tags`` are those that are known, ``proposed_in`` the record that proposed them, ``origin`` the lines that say
    where the entry came from if it stood in the log.
    """
    return "".join(f"{line}\n" for line in _lines(facts, taxonomy, added, tags or {}, proposed_in, origin))


def _lines(
    facts: Facts, taxonomy: Taxonomy, added: date, tags: Mapping[str, Tag], proposed_in: str, origin: Iterable[str]
) -> Iterator[str]:
    yield "# A draft. A line such as #venue: waits for you: take its # away and fill it in. Once you need them no more, delete"
    yield "# this and every other line that begins with #. Then: masrl check"
    yield from _line("title", facts.title, "as the paper prints it")
    yield from _author_lines(facts)
    yield f"year: {facts.year}" if facts.year else "#year: of the venue's publication where there is one, else of the first arXiv version"
    yield from _comments(f"arXiv says: {said}" for said in facts.said)
    yield from _line("venue", facts.venue, "conference with year, journal, arXiv, or the kind of document")
    yield "#affiliation: of the first author"
    yield f"#short_name: {keys.short_name(facts.title) or 'of the method or system, if the paper gives it one'}"
    if facts.reference.arxiv_id:
        yield f"arxiv_id: {facts.reference.arxiv_id}"
    if facts.doi:
        yield f"doi: {yaml_text.scalar(facts.doi)}"
    yield "links:"
    yield f"  - {yaml_text.scalar(facts.reference.link)}"
    yield f"added: {added.isoformat()}"
    yield "#summary: one sentence in your own words, true to the abstract, ending with a full stop"
    yield from origin
    yield "tags:"
    yield from tag_lines.lines(taxonomy, tags, proposed_in)


def _line(name: str, value: str, wanted: str) -> Iterator[str]:
    yield f"{name}: {yaml_text.scalar(value)}" if value else f"#{name}: {wanted}"


def _author_lines(facts: Facts) -> Iterator[str]:
    found = names.names(facts.authors)
    if found.values:
        yield "authors:"
        yield from (f"  - {value}" for value in found.values)
    else:
        yield "#authors: all of them in the paper's order, one a line after '  - ', as Given Family"
    yield from _comments(f"arXiv lists as an author: {name}" for name in found.refused)
    if found.values and not found.complete:
        yield "authors_complete: no"


def _comments(said: Iterable[str]) -> Iterator[str]:
    for one in said:
        yield from textwrap.wrap(one, tag_lines.WIDTH, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)
