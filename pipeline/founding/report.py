"""What became of a table: in a page for people, and as tables of what went aside and what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from .. import characters
from ..lock import Listing
from ..outputs import markdown
from ..outputs.exports import tables as exported
from ..outputs.sentences import many
from ..records import UNKNOWABLE
from .entries import Entry
from .guessing import Guess
from .roles import Role
from .tables import Loss, Row
from .vocabularies import Vocabulary

_LISTED = 500
"""Losses that the page names, of which the table names all, and entries that lack something."""


@dataclass(frozen=True)
class Import:
    """What became of a table."""

    path: str
    """As the call named it."""
    rows: int
    columns: tuple[Guess, ...]
    fields: Mapping[str, Vocabulary]
    """By column."""
    entries: tuple[tuple[str, Entry], ...]
    """What stands in the corpus, by key."""
    left: tuple[tuple[Row, Mapping[str, str]], ...]
    """Rows that are no entry, with what stood in them by column."""
    losses: tuple[Loss, ...]
    """In the order of the file."""
    listings: Mapping[str, Listing] = dataclass_field(default_factory=dict)
    """What arXiv was asked of the entries of the corpus, by id."""


def losses_text(found: Import) -> str:
    """Return every loss as a CSV table, a row each."""
    rows = ([str(loss.row or ""), str(loss.line), loss.column, visible(loss.value), loss.why] for loss in found.losses)
    return exported.written(("row", "line", "column", "value", "why"), rows)


def unmapped_text(found: Import) -> str:
    """Return what went aside as a CSV table: a row for each row of the file of which something did, by the entry's key."""
    held = list(aside(found))
    columns = [guess.column for guess in found.columns if any(guess.column in kept for _, _, kept in held)]
    rows = ([key, str(row.number), *(visible(kept.get(column, "")) for column in columns)] for key, row, kept in sorted(held, key=_by_row))
    return exported.written(("key", "row", *columns), rows)


def aside(found: Import) -> Iterator[tuple[str, Row, Mapping[str, str]]]:
    """Yield each row of which something went aside, behind the key of its entry, with what did by column.

    The key is empty where the row is no entry.
    """
    yield from ((key, entry.row, entry.kept) for key, entry in found.entries if entry.kept)
    yield from (("", row, cells) for row, cells in found.left if cells)


def visible(text: str) -> str:
    """Return a text in which nothing acts on whoever reads it: what no text may hold stands as its code point, as ``<U+202E>``."""
    return characters.REFUSED.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def _by_row(one: tuple[str, Row, Mapping[str, str]]) -> int:
    return one[1].number


def page(found: Import) -> str:
    """Return the page for people."""
    return "".join(f"{line}\n" for line in _page(found))


def _page(found: Import) -> Iterator[str]:
    yield "# What was imported"
    yield ""
    yield f"From {markdown.code(found.path)}: {summary(found)}"
    yield ""
    yield "| column | taken as | why |"
    yield "| --- | --- | --- |"
    for guess in found.columns:
        yield f"| {markdown.inline(guess.column)} | {markdown.inline(taken_as(guess, found.fields))} | {markdown.inline(guess.why)} |"
    yield ""
    if any(aside(found)):
        yield "What was kept aside stands in [unmapped.csv](unmapped.csv), a row for each row of the file, by the key of its entry."
    else:
        yield "Nothing was kept aside."
    if any(entry.unknown for _, entry in found.entries):
        yield from _still_unknown(found)
    if found.losses:
        yield from _lost(found)


def _still_unknown(found: Import) -> Iterator[str]:
    unknown = [(key, entry) for key, entry in found.entries if entry.unknown]
    yield ""
    yield "## Still unknown"
    yield ""
    yield f"The table does not say it: {unknown_facts(found)}. Each entry lists what it lacks; write it in and take it off that list."
    yield ""
    for key, entry in unknown[:_LISTED]:
        lacks = f"row {entry.row.number}, lacks {', '.join(entry.unknown)}"
        yield f"- [{key}](../corpus/{key}.yaml), {lacks}: {markdown.inline(entry.title[:120])}"
    if len(unknown) > _LISTED:
        yield f"- and {len(unknown) - _LISTED:,} more"


def _lost(found: Import) -> Iterator[str]:
    yield ""
    yield "## Not kept as it stood"
    yield ""
    yield "All of it stands in [losses.csv](losses.csv)."
    yield ""
    yield "| row | line | column | stood there | why |"
    yield "| --: | --: | --- | --- | --- |"
    for loss in found.losses[:_LISTED]:
        shown = markdown.inline(visible(loss.value[:160]))
        yield f"| {loss.row or ''} | {loss.line} | {markdown.inline(loss.column)} | {shown} | {markdown.inline(loss.why)} |"


def summary(found: Import) -> str:
    """Return in a sentence how many rows became what."""
    merged = found.rows - len(found.entries) - len(found.left)
    parts = [f"{many(len(found.entries), 'entry', 'entries')} in the corpus"]
    parts += [f"{merged:,} put into another as the same paper"] * bool(merged)
    parts += [f"{len(found.left):,} that {'is' if len(found.left) == 1 else 'are'} none"] * bool(found.left)
    return f"{many(found.rows, 'row')}: {', '.join(parts)}."


def unknown_facts(found: Import) -> str:
    """Return which facts how many entries do not have; empty where all have all."""
    counted = Counter(name for _, entry in found.entries for name in entry.unknown)
    return ", ".join(f"{name} of {counted[name]:,}" for name in UNKNOWABLE if counted[name])


def taken_as(guess: Guess, fields: Mapping[str, Vocabulary]) -> str:
    """Return what a column was taken for, with the field that it became."""
    field = fields.get(guess.column)
    if field is None:
        return str(guess.role)
    return f"{Role(field.kind, guess.role.separator)}: {field.name}, {many(len(field.values), 'value')}"
