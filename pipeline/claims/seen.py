"""Records as a tally sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..statements import Selection, State
from .subjects import SubjectKind


class Seen(NamedTuple):
    """A record as a tally sees it."""

    key: str
    """Empty for a record that is only thought of, and for all records of a sort."""
    of: SubjectKind
    state: State


Sorts = Mapping[Seen, Sequence[str]]
"""Keys of the records that a tally treats alike, by what they are to it, sorted. A record that the
expectation names is a sort of its own."""


def selects(selection: Selection, seen: Seen) -> bool:
    """Say whether a query over some kind of records means this one."""
    return selection.takes(seen.of) and selection.query.holds(seen.state)
