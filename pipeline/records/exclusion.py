"""A record that was screened and not retained, as a frozen value."""

from __future__ import annotations

import re
from collections.abc import Mapping as Named
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date

from ..errors import Place
from ..taxonomy import Tag

LOGGED = ("stage", "reason_codes")
"""The fields of the log that have a vocabulary."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A record that was screened and not retained."""

    id: str
    """``E`` and three digits, four from ``E1000`` on; the file's stem."""
    title: str
    source: str
    query_family: str
    """As logged; the protocol maps it to one of its families."""
    identifier: str
    """As logged, for instance ``arXiv:2305.14325``; empty where only an address is known."""
    url: str
    arxiv_id: str
    """Bare; empty where the record has none."""
    doi: str
    date_screened: date
    stage: str
    reason_codes: tuple[str, ...]
    reason: str
    tags: Named[str, Tag]
    """What a near miss would carry if it were retained: a proposal. Empty for all others."""
    place: Place = dataclass_field(compare=False)
    places: Named[str, Place] = dataclass_field(compare=False, repr=False)
    accepted: Named[str, str] = dataclass_field(default_factory=dict)
    """Where the log knowingly differs from arXiv, as for papers; and why a title like another's is that of another work."""
    unread: frozenset[str] = dataclass_field(default=frozenset(), compare=False, repr=False)
    """Of a record with an error, the fields that have one, as for papers."""

    @property
    def logged(self) -> dict[str, Tag]:
        """What it holds in the fields of the log that have a vocabulary, by name."""
        return {name: getattr(self, name) for name in LOGGED}

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the record begins."""
        return self.places.get(field, self.place)


@dataclass(frozen=True, slots=True)
class Promotion:
    """How an excluded record became a paper. It moves into the entry, so that the log of earlier days can be had back."""

    exclusion: Exclusion
    """As it stood in the log."""
    because: str
    """What coding it fills or flips, or another reason."""


def by_number(exclusion: Exclusion) -> tuple[int, str]:
    """Return by what exclusions are sorted: the number in their ids."""
    return len(exclusion.id), exclusion.id


EXCLUSION_ID = re.compile(r"E(?:[0-9]{3}|[1-9][0-9]{3,5})")
EXCLUSION_ID_FORM = "E and three digits, four from E1000 on"
"""The same in words."""
