"""Text from elsewhere to YAML that reads back as the same text."""

from __future__ import annotations

from ..characters import REFUSED
from ..edits import source as scalar
from ..fields import MAX_TEXT

__all__ = ["cleaned", "scalar"]


def cleaned(text: str) -> str:
    """Return a text on one line, without what no record may hold, and no longer than a record may hold."""
    return " ".join(REFUSED.sub(" ", text).split())[:MAX_TEXT].strip()
