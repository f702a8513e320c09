"""Titles, and other texts that are compared as titles are."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
ALIKE = 88
"""Percent from which two titles are worth a look; different works on one subject were seen to reach 76."""


def folded(text: str) -> str:
    """Return a text for comparing: compatibility forms, accents, case, invisible characters and punctuation gone.

    Words stay, separated by one blank: ``"Relay: A Study"`` and ``"relay - a study."`` are both ``relay a study``.
    """
    plain = text.replace("&", " and ")
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(_WORD.findall(plain.casefold()))
