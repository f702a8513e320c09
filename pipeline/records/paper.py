"""A retained paper, as a frozen value, and how it stood on a day."""

from __future__ import annotations

from collections.abc import Mapping as Named
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date

from ..errors import Place
from ..taxonomy import Tag
from .author import Author
from .exclusion import Promotion

SIMILAR_TITLE = "similar-title"
"""The rule to which an entry makes an exception whose title rightly reads like that of another work."""
TAGS = "tags."
"""How a change names a field of the taxonomy."""
UNKNOWN = "unknown"
"""Where an entry lists what nobody has found out yet."""
UNKNOWABLE = ("authors", "year", "venue", "links")
"""What an entry may be without, where it lists it so."""


@dataclass(frozen=True, slots=True)
class Change:
    """One correction or retag, after the record had joined the pool."""

    date: date
    field: str
    """As in the file: ``venue``, ``tags.is_rl``."""
    before: object
    """The field's value until that date, in the form the record holds it; None where it was absent."""
    after: object
    """Its value from that date on; None where the log does not say, since the entry or a later change does."""
    why: str
    place: Place = dataclass_field(default=Place(""), compare=False)


@dataclass(frozen=True, slots=True)
class Paper:
    """A retained paper."""

    key: str
    """The file's stem; never changes."""
    title: str
    authors: tuple[Author, ...]
    """In the order of the paper; none where they are unknown."""
    authors_complete: bool
    year: int | None
    """Of the version that the entry cites; None where it is unknown."""
    venue: str
    """Empty where it is unknown."""
    affiliation: str
    """Of the first author; empty where unknown."""
    short_name: str
    """By which the method or system is known; empty where none was seen."""
    arxiv_id: str
    """Bare, without version; empty where there is none."""
    doi: str
    links: tuple[str, ...]
    """https addresses; the first is where the title leads. None where they are unknown."""
    added: date
    """When the record joined the pool."""
    summary: str
    """One sentence; empty where the paper could not be read."""
    notes: str
    tags: Named[str, Tag]
    """By field name, in the taxonomy's order; a field that is not coded is absent."""
    changes: tuple[Change, ...]
    """From the oldest to the latest."""
    exceptions: Named[str, str]
    """Rule name to the reason why it does not hold here."""
    place: Place = dataclass_field(compare=False)
    places: Named[str, Place] = dataclass_field(compare=False, repr=False)
    """Where each field stands, by dotted name."""
    promoted_from: Promotion | None = None
    """The log's record that it was until the day it joined; None for most."""
    accepted: Named[str, str] = dataclass_field(default_factory=dict)
    """Where the entry knowingly differs from arXiv: one of ACCEPTABLE, or a version as ``v5``, to the reason."""
    unread: frozenset[str] = dataclass_field(default=frozenset(), compare=False, repr=False)
    """Of an entry with an error, the fields that have one and so stand here empty, by dotted name; ``tags`` for all tags."""

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the entry begins."""
        return self.places.get(field, self.place)

    @property
    def name(self) -> str:
        """What tables and figures call the paper."""
        return self.short_name or self.key

    @property
    def unknown(self) -> tuple[str, ...]:
        """Which of UNKNOWABLE the record is without."""
        return tuple(name for name in UNKNOWABLE if not getattr(self, name))

    @property
    def imprint(self) -> tuple[str, ...]:
        """Year and venue, as far as they are known."""
        return tuple(part for part in (str(self.year or ""), self.venue) if part)

    def tag(self, field: str) -> Tag | None:
        """Return what the entry holds in a field of the taxonomy, or None where it is not coded."""
        return self.tags.get(field)

    def value_of(self, field: str) -> object:
        """Return what the entry holds in a field as changes name it (``venue``, ``tags.is_rl``); None where it is absent."""
        if field.startswith(TAGS):
            return self.tags.get(field.removeprefix(TAGS))
        value: object = getattr(self, field)
        return None if value in ("", ()) else value

    def at(self, day: date) -> Paper:
        """Return the record as it stood at the end of a day: every later change undone, the latest first."""
        later = [change for change in self.changes if change.date > day]
        tags = dict(self.tags)
        plain: dict[str, object] = {}
        for change in reversed(later):
            if change.field == UNKNOWN:
                plain |= _without(change.before)
            elif not change.field.startswith(TAGS):
                plain[change.field] = _ABSENT.get(change.field, "") if change.before is None else change.before
            elif change.before is None:
                tags.pop(change.field.removeprefix(TAGS), None)
            else:
                tags[change.field.removeprefix(TAGS)] = change.before  # type: ignore[assignment]  # parsed as a tag
        kept = tuple(change for change in self.changes if change.date <= day)
        return replace(self, **plain, tags=tags, changes=kept) if later else self  # type: ignore[arg-type]


_ABSENT: dict[str, object] = {"authors": (), "links": (), "authors_complete": True, "year": None}


def _without(unknown: object) -> dict[str, object]:
    """Return what an entry held in the facts that it listed as unknown."""
    named = unknown if isinstance(unknown, tuple) else ()
    facts = {name: _ABSENT.get(name, "") for name in named}
    return facts | {"authors_complete": False} if "authors" in named else facts
