"""The headings of a list, and of the groups in it, to labels of values."""

from __future__ import annotations

import re

from . import item_texts
from .markdown_blocks import Line

LEVELS = ("Category", "Subcategory", "Group", "Subgroup")
"""What the headings of a list are called as fields, from the upper to the lower."""
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)]|[IVX]+[.)])\s+(?=\w)")


def label(text: str) -> str:
    """Return a heading as a label: without signs, numbers before it and a colon behind it."""
    plain = _NUMBER.sub("", item_texts.without_signs(text))
    return plain.strip(" :#*-\u2013\u2014").strip()


def labeled(line: Line) -> str:
    """Return the words of a heading as a label; a link within the file is a way about it, and says something only where nothing else does.

    Empty where it has no words.
    """
    shown = [one for one in line if not one.badge]
    own = _without_brackets("".join(one.text for one in shown if not one.href.startswith("#")))
    ways = (one.text for one in shown if one.href.startswith("#"))
    found = next((text for text in (own, *ways) if any(map(str.isalnum, label(text)))), "")
    return label(found)


def told(line: Line) -> str:
    """Return a heading as it stands, on one line."""
    return " ".join("".join(one.text for one in line).split())


def _without_brackets(text: str) -> str:
    """Return a text without brackets that hold nothing."""
    while (found := re.sub(r"\(\s*\)|\[\s*\]", " ", text)) != text:
        text = found
    return text
