"""Texts that only hold a place for one that is still to come."""

from __future__ import annotations

import re

_SIGNS = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…\u2013\u2014"
_PLACEHOLDERS = {"", "tbd", "tba", "todo", "fixme", "xxx", "n/a", "null", "undefined", "placeholder"}
"""Words that stand for a text still to come, without the signs about them."""
_TEMPLATE = re.compile(r"(?:TODO|todo|FIXME|fixme|TBD|tbd)\b\W|(?i:(?:todo|fixme|tbd)\b\s*[^\w\s]|lorem ipsum\b)|<[^<>]*>$")
"""How such a text begins. ``Todo Lists at Work`` is a title: one capital, and no sign behind it."""
_MARKS = ("{{", "}}", "${")
"""What a template leaves behind, at the beginning of a text and anywhere in it."""


def is_placeholder(text: str) -> bool:
    """Say whether a text, its blanks folded, is a placeholder or was left behind by a template."""
    if text.strip(_SIGNS).casefold() in _PLACEHOLDERS or _TEMPLATE.match(text):
        return True
    first, second, third = _MARKS
    return first in text or second in text or third in text
