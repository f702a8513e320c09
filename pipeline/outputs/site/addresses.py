"""Where pages stand below the site's root, and the anchors in them that others lead to."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from .shell import browse_address


def paper(key: str) -> str:
    """Return the page of a paper."""
    return f"papers/{key}.html"


def entry(field: str, value: str = "") -> str:
    """Return where the taxonomy page tells of a field or of one of its values."""
    return f"taxonomy.html#{field}.{value}" if value else f"taxonomy.html#{field}"


def sharing(field: str, *values: str) -> str:
    """Return the Browse page with the papers that hold one of the values."""
    return browse_address({field: values})


def crossing(first: tuple[str, str], second: tuple[str, str]) -> str:
    """Return the Browse page with the papers that meet both conditions, each a field and a value."""
    if first[0] == second[0]:
        return browse_address({first[0]: (first[1],)})
    return browse_address({name: (value,) for name, value in (first, second)})


def logged(field: str = "", value: str = "") -> str:
    """Return the Browse page with the exclusions, all or those that hold a value in a field of the log."""
    return logged_with({field: (value,)} if field else {})


def logged_with(wanted: Mapping[str, tuple[str, ...]]) -> str:
    """Return the Browse page with the exclusions that hold one of the values in each field."""
    pairs = "".join(f"&f.{name}={quote(value, safe='')}" for name, values in wanted.items() for value in values)
    return f"index.html#?view=exclusions{pairs}"


def coverage(rows: str, columns: str) -> str:
    """Return the coverage page with two fields against each other."""
    return f"coverage.html#rows={quote(rows, safe='')}&cols={quote(columns, safe='')}"


def gaps(rows: str, columns: str) -> str:
    """Return the page with the empty cells of two fields against each other."""
    return f"gaps/{rows}.{columns}.html"


def gap(rows: str, columns: str, row: str, column: str) -> str:
    """Return where that page tells of an empty cell, given a value of each field."""
    return f"{gaps(rows, columns)}#{row}.{column}"
