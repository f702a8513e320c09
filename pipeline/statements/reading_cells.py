"""How an expectation of the empty cells of two fields is read from a file."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..fields import Fields
from ..located import Scalar, Sequence
from ..taxonomy import Field
from .expectations import Expectation, Limit
from .vocabulary import TOO_COMPLEX, Selection, Vocabulary

_LIMITS: tuple[Limit, ...] = ("count", "at_most", "at_least")
MOST_CELLS = 400
"""A cross-tab of more cells is refused; those of a real survey have some dozens."""


def parse(below: Fields, selection: Selection, known: Vocabulary) -> Expectation | None:
    """Return the expectation under ``empty_cells``, or None after reporting what is wrong with it."""
    source = below.below("empty_cells")
    if source is None:
        return None
    source.allow(("fields", "cells", *_LIMITS))
    source.require("fields")
    crossed = tuple(_crossed(source, selection, known))
    limit = _limit(source)
    number = source.number(limit) if limit else None
    if limit is None or number is None or not _fits(source, crossed, limit, number):
        return None
    return Expectation("empty_cells", number, crossed=crossed, limit=limit)


def fault(declared: Field, selection: Selection, *, one_value: bool = True) -> str:
    """Say why the values of a field cannot be counted among the records that are meant, or return an empty text."""
    if one_value and declared.kind != "one":
        return "counts a field of which an entry holds one value"
    if any(condition.field == declared.name for condition in selection.query.conditions()):
        return "counts a field that the query has fixed already"
    return ""


def _crossed(source: Fields, selection: Selection, known: Vocabulary) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of rows and columns that can be counted, each with its values."""
    fields = known.fields(selection.of)
    named = source.texts("fields", lambda scalar, where: _countable(scalar, where, source, selection, known), what="field")
    yield from ((name, tuple(fields[name].by_name)) for name in named)


def _countable(scalar: Scalar, where: str, source: Fields, selection: Selection, known: Vocabulary) -> str | None:
    fields = known.fields(selection.of)
    if scalar.text not in fields:
        source.problem(scalar, "unknown-field", "there is no such field to count", where, allowed=tuple(fields))
    elif wrong := fault(fields[scalar.text], selection):
        source.problem(scalar, "bad-expectation", wrong, where)
    else:
        return scalar.text
    return None


def _limit(source: Fields) -> Limit | None:
    named = [limit for limit in _LIMITS if limit in source]
    if len(named) == 1:
        return named[0]
    message = f"states {len(named)} numbers of empty cells; a claim has one"
    source.problem(source.mapping, "bad-expectation", message, allowed=_LIMITS)
    return None


def _fits(source: Fields, crossed: tuple[tuple[str, tuple[str, ...]], ...], limit: Limit, number: int) -> bool:
    """Say whether there are two fields, and as many cells as are spoken of; report where not."""
    items = source.mapping.items
    if len(crossed) != 2:
        listed = items.get("fields")
        if isinstance(listed, Sequence) and len(listed.items) not in (0, 2):
            source.problem(listed, "wrong-count", "takes two fields: one for the rows, one for the columns", "fields")
        return False
    cells = math.prod(len(values) for _, values in crossed)
    stated = source.number("cells") if "cells" in source else cells
    if stated is not None and stated != cells:
        source.problem(items["cells"], "bad-expectation", f"is not how many cells there are: the declared values make {cells:,}", "cells")
    elif cells > MOST_CELLS:
        source.problem(items["fields"], *TOO_COMPLEX, "fields")
    elif number > cells:
        source.problem(items[limit], "bad-expectation", f"is more than the {cells:,} cells that there are", limit)
    else:
        return stated is not None
    return False
