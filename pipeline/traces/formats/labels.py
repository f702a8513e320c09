"""A trace's texts as labels in a drawing: short, on one line, and without characters that act on what stands around them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .naming import Names

CUT = "\N{HORIZONTAL ELLIPSIS}"
LOST = "\N{REPLACEMENT CHARACTER}"
NAMELESS = "(blank)"
"""Stands for a text that leaves nothing to see."""


def label(text: str, limit: int) -> str:
    """Return a text as one line of at most ``limit`` characters, never empty.

    Runs of blanks become one. Control characters, direction marks, everything else that is invisible and what is no character
    become U+FFFD.
    """
    read = text[: 4 * limit]
    shown = " ".join("".join(map(_visible, read)).split()) or NAMELESS
    return shown if len(shown) <= limit and read == text else shown[: limit - 1].rstrip() + CUT


def labels(names: Iterable[str], limit: int) -> dict[str, str]:
    """Return each name with a label of its own: those that would look alike are numbered in the order given."""
    given = Names()
    return {name: given.new(label(name, limit)) for name in names}


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    return LOST if unicodedata.category(character)[0] == "C" else character
