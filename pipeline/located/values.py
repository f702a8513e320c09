"""The values: a text, a list, names with what stands under them, each with its line and column."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..errors import Problem

Report = Callable[[Problem], None]
"""Takes each problem as it is found."""


class Scalar(NamedTuple):
    """A piece of text."""

    text: str
    line: int
    column: int
    quoted: bool
    """Whether it was written in quotes or as a block, so that an empty text was meant."""


class Sequence(NamedTuple):
    """A list."""

    items: tuple[Value, ...]
    line: int
    column: int
    flow: bool = False
    """Whether it was written with brackets, as a text that begins with one would be."""


class Mapping(NamedTuple):
    """Names and what stands under them, in the order of the file."""

    items: dict[str, Value]
    keys: dict[str, Scalar]
    """The names with their own places."""
    line: int
    column: int
    flow: bool = False
    """Whether it was written with braces, as a text that begins with one would be."""


Value = Scalar | Sequence | Mapping
