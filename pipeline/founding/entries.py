"""A row to an entry of the new survey. What is not seen stays empty; what cannot be kept as it stands is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from .. import identifiers
from ..fields import MAX_TEXT
from ..records import UNKNOWABLE, Author
from . import evidence, facts, people
from .guessing import Guess
from .identity import identity
from .plain_text import plain, says_nothing
from .roles import KEPT, TAGS, Role
from .tables import Lose, Loss, Row

TEXTS = ("title", "venue", "affiliation", "short_name", "notes", "summary")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row says of a paper."""

    row: Row
    title: str
    authors: tuple[Author, ...] = ()
    authors_complete: bool = True
    year: int | None = None
    venue: str = ""
    affiliation: str = ""
    short_name: str = ""
    arxiv_id: str = ""
    doi: str = ""
    links: tuple[str, ...] = ()
    added: date | None = None
    summary: str = ""
    notes: str = ""
    key: str = ""
    """As the file has it; empty where it has none that could be one."""
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Labels by column."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """What goes aside as it stands, by column."""

    @property
    def unknown(self) -> tuple[str, ...]:
        """What the row does not say, and an entry may list as unknown."""
        return tuple(name for name in UNKNOWABLE if not getattr(self, name))


class Reader:
    """Reads rows as the columns were taken."""

    def __init__(self, columns: Sequence[Guess], today: date, lose: Lose) -> None:
        self._at = {guess.column: position for position, guess in enumerate(columns)}
        self._roles = {guess.column: guess.role for guess in columns}
        self._today = today
        self._lose = lose

    def entry(self, row: Row) -> Entry | None:
        """Return what a row says, or None after naming why it is no entry."""
        one = _Reading(row, self._at, self._roles, self._today, self._lose)
        one.name_sources()
        title = one.text("title")
        if not title:
            one.lost("", " | ".join(self.aside(row).values()), "has no title, so it is no entry")
            return None
        return one.entry(title)

    def aside(self, row: Row) -> dict[str, str]:
        """Return what goes aside of a row that is no entry: everything."""
        stood = {column: row.stood(column, row.cells[position]) for column, position in self._at.items()}
        return {column: text for column, text in stood.items() if text.strip()}


class _Reading:
    """One row on its way to an entry."""

    def __init__(self, row: Row, at: Mapping[str, int], roles: Mapping[str, Role], today: date, lose: Lose) -> None:
        self._row = row
        self._at = at
        self._roles = roles
        self._today = today
        self._lose = lose
        self._kept = {column: self._stood(column) for column in self._of(KEPT) if self._stood(column).strip()}

    def _of(self, *kinds: str) -> list[str]:
        return [column for column, role in self._roles.items() if role.kind in kinds]

    def _cells(self, kind: str) -> list[tuple[str, str]]:
        return [(column, self._row.cells[self._at[column]]) for column in self._of(kind)]

    def _stood(self, column: str) -> str:
        return self._row.stood(column, self._row.cells[self._at[column]])

    def name_sources(self) -> None:
        """Name what the reader of the file could not make cells of."""
        for column, source in self._row.sources.items():
            if source.fault and self._roles[column].kind != KEPT:
                self.lost(column, source.text, source.fault, keep=True)

    def lost(self, column: str, value: str, why: str, *, keep: bool = False) -> None:
        """Name a loss; ``keep`` puts the cell aside as it stands."""
        self._lose(Loss(self._row.number, self._row.line, column, value, why))
        if keep:
            self._kept[column] = self._stood(column)

    def text(self, kind: str) -> str:
        for column, cell in self._cells(kind):
            found = plain(cell)
            if found.changed:
                self.lost(column, cell, found.changed, keep=True)
            return found.text
        return ""

    def entry(self, title: str) -> Entry:
        authors, complete = self._authors()
        arxiv_id, doi, links = identity(self._cells, self._today, lambda *lost: self.lost(*lost, keep=True))
        texts = {kind: self.text(kind) for kind in TEXTS if kind != "title"}
        texts["venue"] = texts["venue"] or ("arXiv" if arxiv_id else "")
        return Entry(
            self._row, title, authors, complete, self._year(arxiv_id), arxiv_id=arxiv_id, doi=doi, links=links, added=self._added(),
            key=self._key(), tags=self._tags(), kept=self._kept, **(texts | {"summary": _sentence(texts["summary"])}),
        )  # fmt: skip

    def _authors(self) -> tuple[tuple[Author, ...], bool]:
        column, cell = next(iter(self._cells("authors")), ("", ""))
        found = self._people(column, cell) if column else people.People((), True, ())
        if not found.authors:
            return self._first_author()
        said = next((cell for _, cell in self._cells("authors_complete")), "")
        return found.authors, found.complete and said.strip().casefold() not in ("no", "false", "0")

    def _first_author(self) -> tuple[tuple[Author, ...], bool]:
        for column, cell in self._cells("first_author"):
            found = self._people(column, cell)
            if found.authors:
                return found.authors[:1], False
        return (), True

    def _people(self, column: str, cell: str) -> people.People:
        found = people.people(cell, self._roles[column].separator)
        stood = self._stood(column)
        faults = {name if name in stood else stood: people.fault(name) for name in found.refused}
        for name, fault in (faults | dict.fromkeys(found.doubted, "is read as one name, Family, Given, and may be two")).items():
            self.lost(column, name, fault, keep=True)
        return found

    def _year(self, arxiv_id: str) -> int | None:
        month = identifiers.arxiv_month(arxiv_id)
        of_id = int(month[:4]) if month else None
        cells = [(column, cell, facts.year(cell, self._today)) for column, cell in self._cells("year")]
        instead = f", so {of_id} is taken from the arXiv id" if of_id and not any(found.year for _, _, found in cells) else ""
        for column, cell, found in cells:
            if found.fault and plain(cell).text:
                self.lost(column, cell, found.fault + instead, keep=True)
            elif found.year and cell.strip() != str(found.year):
                self._kept[column] = cell
            if found.year:
                return found.year
        return of_id

    def _added(self) -> date | None:
        for column, cell in self._cells("added"):
            found = facts.day(cell, self._today)
            if found is None and plain(cell).text:
                self.lost(column, cell, "is no day in the past written as YYYY-MM-DD", keep=True)
            return found
        return None

    def _key(self) -> str:
        for column, cell in self._cells("key"):
            if identifiers.key_fault(cell.strip()) is None:
                return cell.strip()
            if cell.strip():
                self._kept[column] = cell
        return ""

    def _tags(self) -> dict[str, tuple[str, ...]]:
        found = {}
        for column in self._of(*TAGS):
            cell = self._row.cells[self._at[column]]
            labels = [plain(part) for part in evidence.parts(cell, self._roles[column].separator) if not says_nothing(part)]
            for changed in dict.fromkeys(label.changed for label in labels if label.changed):
                self.lost(column, cell, changed, keep=True)
            if named := tuple(dict.fromkeys(label.text for label in labels if label.text)):
                found[column] = named
        return found


def _sentence(text: str) -> str:
    """Return a summary that ends as a sentence does, and is no longer than a record may hold."""
    if not text or text.endswith((".", "?", "!")):
        return text
    return f"{text[: MAX_TEXT - 1].rstrip(' ,;:…')}."
