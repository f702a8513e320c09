"""A file in another program's form."""

from __future__ import annotations

from typing import NamedTuple

from ..findings import JSON


class Source(NamedTuple):
    """One file."""

    name: str
    """As it was called."""
    documents: tuple[JSON, ...]
    """One for a JSON file, one for each line of a JSONL file that could be read, in the file's order."""
