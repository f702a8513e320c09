"""What in a text leads to a paper: addresses, arXiv ids and DOIs, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .. import identifiers

_POINTER = re.compile(
    r"(?P<links>https?://[^\s<>\"|\u2013\u2014\u201c\u201d]+)"
    r"|\b(?P<arxiv_id>(?:arxiv\s*[:#]?\s*|(?:www\.)?arxiv\.org/(?:abs|pdf)/)(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?)(?!\w|\.\d)"
    r"|(?<![\w/.])(?P<doi>(?:doi\s*[:=]?\s*|(?:dx\.|www\.)?doi\.org/)?10\.\d{4,9}/[^\s<>\"|,;]+)",
    re.IGNORECASE,
)
_BEFORE_ID = re.compile(r"^arxiv\s*[:#]?\s*", re.IGNORECASE)
_BEFORE_DOI = re.compile(r"^doi\s*[:=]?\s*", re.IGNORECASE)
_CLOSERS = {")": "(", "]": "[", "}": "{"}


class Pointer(NamedTuple):
    """Something in a text that leads to a paper."""

    kind: str
    """``links``, ``arxiv_id`` or ``doi``."""
    value: str
    """The address as it stands, or the id without what stood before it."""
    start: int
    end: int


def pointers(text: str) -> Iterator[Pointer]:
    """Yield what leads to a paper, in the order of the text. What only looks like an id is none."""
    for match in _POINTER.finditer(text):
        found = _trimmed(match[0])
        value = _value(str(match.lastgroup), found)
        if value:
            yield Pointer(str(match.lastgroup), value, match.start(), match.start() + len(found))


def _trimmed(text: str) -> str:
    """Return an address or id without what closes the sentence or the bracket in which it stands."""
    while text and (text[-1] in ".,;:!?'*_" or (text[-1] in _CLOSERS and text.count(text[-1]) > text.count(_CLOSERS[text[-1]]))):
        text = text[:-1]
    return text


def _value(kind: str, text: str) -> str:
    if kind == "arxiv_id":
        return identifiers.arxiv_id_in(text) or identifiers.arxiv_id_in(_BEFORE_ID.sub("", text))
    if kind == "doi":
        return identifiers.bare_doi(_BEFORE_DOI.sub("", text)) or ""
    return text if len(text) > len("https://") else ""


def is_pointer(text: str) -> bool:
    """Say whether a text is an address or an id and nothing else."""
    plain = text.strip(" \t\n.,;:()[]<>")
    return any(one.start == 0 and one.end == len(plain) for one in pointers(plain))


def masked(text: str) -> str:
    """Return a text of the same length in which every address and id is a word, so that no sign within it parts anything."""
    found = text
    for one in pointers(text):
        found = found[: one.start] + "x" * (one.end - one.start) + found[one.end :]
    return found
