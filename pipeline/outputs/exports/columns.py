"""What the columns of the paper tables hold: the plain one that the survey asks for, and the full one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ...corpus import Corpus
from ...records import Author, Change, Paper
from ...taxonomy import Field, Tag

Type = Literal["string", "integer", "date"]

JOINT = "; "
"""Between the values of one cell. The long table of tags needs none."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of a table of papers."""

    name: str
    description: str
    of: Callable[[Paper], str]
    """The cell of a paper; an empty text where it has nothing."""
    type: Type = "string"
    allowed: tuple[str, ...] = ()
    """Every text that a cell can hold, apart from none at all; empty where that cannot be listed."""
    required: bool = False
    """Whether every paper has something here."""


def _authors(authors: Iterable[Author]) -> str:
    return JOINT.join(author.inverted for author in authors)


def _change(change: Change) -> str:
    return f"{change.date} {change.field}, before: {_in_words(change.before)} ({change.why})"


def _promoted(paper: Paper) -> str:
    return f"{paper.promoted_from.exclusion.id} ({paper.promoted_from.because})" if paper.promoted_from else ""


def _in_words(value: object) -> str:
    if isinstance(value, tuple):
        return " / ".join(str(item) for item in value)
    if isinstance(value, dict):
        return " / ".join(f"{name}: {text}" for name, text in value.items())
    if isinstance(value, bool):
        return _yes_no(value)
    return "nothing" if value is None else str(value)


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


_ENTRY = (
    TableColumn("key", "What the entry is called everywhere; never changes.", lambda p: p.key, required=True),
    TableColumn("title", "Title of the paper.", lambda p: p.title, required=True),
    TableColumn("authors", "Family, Given of each author in the paper's order; a team by its name.", lambda p: _authors(p.authors)),
    TableColumn("authors_complete", "Whether it lists all authors.", lambda p: _yes_no(p.authors_complete), "string", ("yes", "no"), True),
    TableColumn("year", "Year of the version that the entry cites.", lambda p: str(p.year or ""), "integer"),
    TableColumn("venue", "Where it was published.", lambda p: p.venue),
    TableColumn("affiliation", "Of the first author.", lambda p: p.affiliation),
    TableColumn("short_name", "Name by which the method or system is known.", lambda p: p.short_name),
    TableColumn("arxiv_id", "Bare arXiv id. Read it as text: as a number it loses its last zero.", lambda p: p.arxiv_id),
    TableColumn("doi", "Bare DOI.", lambda p: p.doi),
    TableColumn("links", "Addresses, the main one first.", lambda p: JOINT.join(p.links)),
    TableColumn("added", "Day on which the entry joined the list.", lambda p: p.added.isoformat(), "date", required=True),
    TableColumn("summary", "The paper in one sentence.", lambda p: p.summary),
    TableColumn("notes", "Remarks.", lambda p: p.notes),
)  # fmt: skip
_HISTORY = (
    TableColumn("exceptions", "Rules that do not hold for the entry, each with the reason.", lambda p: _pairs(p.exceptions)),
    TableColumn("changes", "What was corrected later, the oldest first.", lambda p: JOINT.join(map(_change, p.changes))),
    TableColumn("accepted", "Where the entry knowingly differs from arXiv, each with the reason.", lambda p: _pairs(p.accepted)),
    TableColumn("promoted_from", "Of an entry that was excluded first: its id in the log, and why it was promoted.", _promoted),
)  # fmt: skip
_DERIVED = (
    TableColumn("first_author", "Family, Given; a team by its name.", lambda p: p.authors[0].inverted if p.authors else ""),
    TableColumn("url", "Addresses, the main one first.", lambda p: " ; ".join(p.links)),
)  # fmt: skip
ENTRY_COLUMNS = {column.name: column for column in (*_ENTRY, *_HISTORY, *_DERIVED)}
"""Whatever a column can show besides the fields of the taxonomy."""


def plain(corpus: Corpus) -> tuple[TableColumn, ...]:
    """Return the columns that the survey asks for in ``survey/outputs.yaml``, in its order."""
    return tuple(_asked(wanted.name, wanted.source, wanted.empty, corpus) for wanted in corpus.outputs.columns)


def _asked(name: str, source: str, empty: str, corpus: Corpus) -> TableColumn:
    column = ENTRY_COLUMNS.get(source) or _of_field(corpus.taxonomy.fields[source])
    if not empty:
        return replace(column, name=name)
    allowed = tuple(dict.fromkeys((*column.allowed, empty))) if column.allowed else ()
    return replace(column, name=name, type="string", allowed=allowed, required=True, of=lambda paper: column.of(paper) or empty)


def full(corpus: Corpus) -> tuple[TableColumn, ...]:
    """Return a column for every field of an entry, then one for every field of the taxonomy, then its history.

    A field of the taxonomy that is called like another column, but for case, is called ``tags.NAME`` here.
    """
    taken = {column.name.casefold() for column in (*_ENTRY, *_HISTORY)}
    tagged = []
    for field in corpus.taxonomy:
        name = field.name
        while name.casefold() in taken:
            name = f"tags.{name}"
        taken.add(name.casefold())
        tagged.append(replace(_of_field(field), name=name))
    return (*_ENTRY, *tagged, *_HISTORY)


def _of_field(field: Field) -> TableColumn:
    name = field.name
    allowed = tuple(field.by_name) if field.kind == "one" else ()
    return TableColumn(name, field.definition, lambda paper: tag_text(paper.tag(name)), "string", allowed, field.required)


def tag_text(tag: Tag | None) -> str:
    """Return a tag as the text of one cell: the value, the values joined, or ``value: text`` joined; empty for none."""
    if tag is None or isinstance(tag, str):
        return tag or ""
    return _pairs(tag) if isinstance(tag, dict) else JOINT.join(tag)


def _pairs(texts: Mapping[str, str]) -> str:
    return JOINT.join(f"{name}: {text}" for name, text in texts.items())
