"""What of an item's text was recognized as nothing, as it stands: parts that stand together stay together, signs between them as well."""

from __future__ import annotations

from .item_texts import ENDS
from .markdown_blocks import BREAK

_OPENING, _CLOSING = '([\u201c"', ')]\u201d"'
_BEHIND = ENDS.translate({ord(sign): None for sign in ":."})
"""A full stop or a colon belongs to what stands before it."""


class Leftovers:
    """Stretches of one text, in its order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: list[tuple[int, int]] = []
        self._is_open = False
        self._label: tuple[int, int] | None = None

    def add(self, start: int, end: int) -> None:
        """Keep a stretch, with the one before it where nothing but signs stands between them."""
        if self._is_open and self._found and BREAK not in self._text[self._found[-1][1] : start] and self._may_pass(start):
            self._found[-1] = (self._found[-1][0], end)
        else:
            self._found.append((start, end))
        self._is_open, self._label = True, None

    def passed(self, start: int, end: int) -> None:
        """Pass over the label of a link, which is kept within a sentence alone: ``see the code for more``."""
        if self._label is not None or not self._found or self._text[self._found[-1][1] : start].strip():
            self.close()
        self._label = (start, end)

    def _may_pass(self, start: int) -> bool:
        return self._label is None or not self._text[self._label[1] : start].strip()

    def close(self) -> None:
        """Say that something else stands here, so that what follows is no part of what was kept."""
        self._is_open, self._label = False, None

    def texts(self) -> list[str]:
        """Return what was kept, on one line each."""
        return [text for start, end in self._found if (text := _balanced(self._widened(start, end)))]

    def _widened(self, start: int, end: int) -> str:
        """Return a stretch with the brackets, quotation marks and the full stop that stand directly at its ends."""
        while start > 0 and self._text[start - 1] in _OPENING:
            start -= 1
        while end < len(self._text) and self._text[end] in f"{_CLOSING}.?!":
            end += 1
        return " ".join(self._text[start:end].split()).lstrip(ENDS).rstrip(_BEHIND)


def _balanced(text: str) -> str:
    """Return a text without brackets at its ends that have no other side, or that hold it whole."""
    for opened, closed in ("()", "[]", "\u201c\u201d"):
        inner = text.rstrip(".")
        if text.startswith(opened) and inner.endswith(closed) and text.count(opened) == text.count(closed) == 1:
            text = inner[1:-1]
        while text.count(closed) > text.count(opened) and inner.endswith(closed):
            text = inner = inner[:-1]
        while text.count(opened) > text.count(closed) and text.startswith(opened):
            text = text[1:]
    return text.strip()
