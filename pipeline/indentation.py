"""Lines of YAML that are indented with the wrong characters or too little, seen from where the parser stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .typographic import odd_blank_hint, odd_indentation

_TAB = re.compile(r" *\t")
_NAMED = re.compile(r"\s*[\w-]+: +\S")
"""A name with its value."""


def width(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def culprit(lines: Sequence[str], number: int, *, of_mapping: bool) -> int:
    """Return the number of the line that is at fault, counted from 1: the one at which the parser stopped, or the one above it.

    It is that one where it is indented with what is no blank, or, within a mapping, less than what stands around it.
    """
    above = next((n for n in range(min(number, len(lines)) - 1, 0, -1) if lines[n - 1].strip()), 0)
    if not above or number > len(lines) or odd_indentation(lines[number - 1]):
        return number
    is_one = odd_indentation(lines[above - 1]) or (of_mapping and _is_out_of_line(lines, above, number))
    return above if is_one else number


def _is_out_of_line(lines: Sequence[str], number: int, below: int) -> bool:
    """Say whether a line with a name and a value is indented less than the one below it, as its neighbors show that it should not be."""
    line, before = lines[number - 1], next((one for one in reversed(lines[: number - 1]) if one.strip()), "")
    if width(line) >= width(lines[below - 1]) or not _NAMED.match(line):
        return False
    opens = before.rstrip().endswith(":") and width(before) == width(line)
    return opens or (width(before) == width(lines[below - 1]) and _NAMED.match(before) is not None)


def hint(line: str, number: int, stopped: int, *, of_mapping: bool) -> str:
    """Say what to do about the indentation of a line; nothing where that is not at fault. ``stopped`` is where the parser did."""
    if odd := odd_indentation(line):
        return odd_blank_hint(odd, number)
    if _TAB.match(line):
        return "replace the tab by blanks"
    if of_mapping and number < stopped:
        return f"line {number} is indented less than what stands around it: indent it as line {stopped} is"
    return ""
