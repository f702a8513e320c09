"""The columns of the plain CSV export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..fields import Fields
from ..taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an exported table."""

    name: str
    source: str
    """A field of the entry, a field of the taxonomy, or ``first_author``."""
    empty: str
    """What stands there where the entry has nothing."""


EXTRA_FIELDS = (
    "key", "title", "first_author", "authors", "affiliation", "year", "arxiv_id", "doi", "venue", "url", "added", "summary", "notes",
    "short_name",
)  # fmt: skip
"""What a column can show besides the fields of the taxonomy."""


def columns_in(top: Fields, taxonomy: Taxonomy) -> Iterator[Column]:
    """Yield the columns that are asked for, in their order; what is wrong is reported and left out."""
    below = top.below("columns")
    for name in below.keys() if below else ():
        assert below is not None
        source = below.below(name)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            message = "a column's name begins with a letter and holds letters, digits and _ only"
            below.problem(below.mapping.keys[name], "bad-name", message, name)
        if source is None:
            continue
        source.allow(("from", "empty"))
        origin = source.value_of("from", (*EXTRA_FIELDS, *taxonomy.fields))
        if origin:
            yield Column(name, origin, source.text("empty") or "")
