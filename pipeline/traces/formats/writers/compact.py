"""JSON for other programs: one line for each value, and nothing but ASCII, so that no text of a trace acts on what shows it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ...findings import JSON

_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
"""Made once: ``json.dumps`` would make one for each of a million values."""


def compact(value: JSON) -> str:
    """Return a value on one line. Raises ValueError for infinity, which a trace never holds."""
    return _ENCODER.encode(value)


def a_line_each(values: Iterable[JSON]) -> str:
    """Return a list with each of its values on a line of its own."""
    lines = ",\n".join(map(compact, values))
    return f"[\n{lines}\n]"
