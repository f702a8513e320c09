"""What a text holds, and whether an edit did what it was meant to do and nothing else."""

from __future__ import annotations

from collections.abc import Mapping as Named
from typing import TypeAlias

from ..located import Mapping, Scalar, Value
from .record_file import Unsupported, parsed

Plain: TypeAlias = "str | tuple[Plain, ...] | dict[str, Plain] | None"
"""What a text holds, without its places: a text that was folded over lines as one line."""


def read_back(old: str, new: str, meant: Named[str, Plain]) -> str:
    """Return the new text. Raises Unsupported where it does not hold what was meant, or anything else than the old one.

    ``meant`` holds under each key that was edited what should stand there, None where it should be gone.
    """
    before, after = plain_of(parsed(old)), plain_of(parsed(new))
    assert isinstance(before, dict)
    wanted = {key: value for key, value in {**before, **meant}.items() if key not in meant or value is not None}
    if after != wanted:
        raise Unsupported(f"{', '.join(meant)} would not read as it is meant")
    return new


def meant_by(item: str) -> Plain:
    """Return what a value that is given as YAML on one line holds; None where that is more or less than one value."""
    read = plain_of(parsed(f"held: {item}\n"))
    return read["held"] if isinstance(read, dict) and read.keys() == {"held"} else None


def plain_of(value: Value | None) -> Plain:
    """Return what a value holds, its texts folded to one line each."""
    if value is None:
        return None
    if isinstance(value, Scalar):
        return folded(value.text)
    if isinstance(value, Mapping):
        return {name: plain_of(value.items.get(name)) for name in value.keys}
    return tuple(plain_of(item) for item in value.items)


def folded(text: str) -> str:
    """Return a text as one line, with one blank where there was room."""
    return " ".join(text.split())
