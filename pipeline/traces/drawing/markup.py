"""Texts of a trace inside HTML. All of them are hostile: nothing ends an element or a script, nothing turns the text around it."""

from __future__ import annotations

import json
from html import escape

from ..findings import JSON, visible

LONG = 300
"""Characters of one text on a page without a script; a name needs no more."""
_UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def shown(text: str) -> str:
    """Return a text for HTML, elements and attributes alike; what cannot be seen is its code point, what is long is cut."""
    return escape(visible(text if len(text) <= LONG else f"{text[:LONG]}…"))


def for_script(value: JSON) -> str:
    """Return a value as JSON inside ``<script>``: no text in it can end the element or begin a comment. ASCII alone."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)
