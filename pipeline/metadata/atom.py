"""The names of a feed's elements, and how their text is read."""

from __future__ import annotations

from datetime import UTC, datetime

from lxml import etree

from .. import characters

ATOM = "{http://www.w3.org/2005/Atom}"
ARXIV = "{http://arxiv.org/schemas/atom}"


def text_of(entry: etree._Element, name: str) -> str:
    """Return what an entry holds under a name of Atom, its blanks folded; empty where it holds nothing."""
    return " ".join((entry.findtext(ATOM + name) or "").split())


def quoted(text: str) -> str:
    """Return strangers' text for a message: one line, short, without what acts on a terminal."""
    line = " ".join(characters.cleaned(text).split())
    return line if len(line) <= 120 else f"{line[:119]}…"


def moment_of(text: str) -> datetime:
    """Return a moment in UTC. Raises ValueError or OverflowError where a text is none."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
