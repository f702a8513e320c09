"""OpenReview ids and the addresses of their pages."""

from __future__ import annotations

import re

_OPENREVIEW = re.compile(
    r"(?:openreview:\s*|(?:https?://)?(?:www\.|api2?\.)?openreview\.net/(?:forum|pdf|attachment|revisions)\?(?:[^#\s]*&)?id=)"
    r"([A-Za-z0-9_-]+)(?:[&#]\S*)?",
    re.IGNORECASE,
)
"""An id after its prefix, or in the address of its page or its PDF."""


def openreview_id_in(text: str) -> str:
    """Return the OpenReview id that a text is or an address names, or an empty text."""
    match = _OPENREVIEW.fullmatch(text.strip())
    return match[1] if match else ""


def openreview_link(openreview_id: str) -> str:
    """Return the address of a paper's page on OpenReview."""
    return f"https://openreview.net/forum?id={openreview_id}"
