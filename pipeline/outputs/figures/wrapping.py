"""Texts to lines that fit: broken at blanks, evened out, or cut short with an ellipsis."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from .lettering import Type, width

ELLIPSIS = "…"
_BREAK_AFTER = "-/_.,;:·|"
"""Where a word may break that is too long for its line."""


def fitted(text: str, kind: Type, room: float) -> str:
    """Return a text, cut short with an ellipsis where it is wider than the room."""
    if width(text, kind) <= room:
        return text
    left = room - width(ELLIPSIS, kind)
    return text[: _fitting(text, kind, left)].rstrip() + ELLIPSIS


def _fitting(text: str, kind: Type, room: float) -> int:
    """Return how many characters of a text fit into the room; marks stay with their letter."""
    used = 0.0
    for number, character in enumerate(text):
        used += width(character, kind)
        if used > room:
            return number
    return len(text)


def wrapped(text: str, kind: Type, room: float, lines: int = 99) -> tuple[str, ...]:
    """Return a text as at most so many lines that fit the room; what is left over ends in an ellipsis."""
    broken = list(_broken(text, kind, room))
    if len(broken) <= lines:
        return tuple(broken)
    last = fitted(f"{broken[lines - 1]}{ELLIPSIS}", kind, room)
    return (*broken[: lines - 1], last)


def balanced(text: str, kind: Type, room: float, lines: int = 99) -> tuple[str, ...]:
    """Return a text wrapped into as few lines as the room asks for, all about equally long."""
    shown = wrapped(text, kind, room, lines)
    low, high = room / 2, room
    while len(shown) > 1 and high - low > 4:
        middle = (low + high) / 2
        narrower = wrapped(text, kind, middle, 99)
        if len(narrower) <= len(shown) and not breaks_words(text, kind, middle):
            shown, high = narrower, middle
        else:
            low = middle
    return shown


def packed(items: Sequence[str], separator: str, kind: Type, room: float, lines: int) -> tuple[str, ...]:
    """Return items as lines that break between items only, unless one is wider than the room.

    What does not fit into so many lines is counted: ``and 4 more``.
    """
    for kept in range(_at_most(items, separator, kind, room, lines), 0, -1):
        left = len(items) - kept
        shown = list(_packed([*items[:kept], *([f"and {left:,} more"] if left else [])], separator, kind, room))
        if len(shown) <= lines:
            return tuple(shown)
    return wrapped(separator.join(items), kind, room, lines) if items else ()


def _at_most(items: Sequence[str], separator: str, kind: Type, room: float, lines: int) -> int:
    """Return more items than so many lines hold, or all: found by doubling, since a prefix never takes more lines than the whole."""
    most = min(len(items), 40 * lines)
    kept = 1
    while kept < most and len(list(_packed([*items[:kept], ""], separator, kind, room))) <= lines:
        kept *= 2
    return min(kept, most)


def _packed(items: Sequence[str], separator: str, kind: Type, room: float) -> Iterator[str]:
    line = ""
    for number, item in enumerate(items):
        piece = item if number == len(items) - 1 else item + separator.rstrip()
        longer = f"{line} {piece}" if line else piece
        if line and width(longer, kind) > room:
            yield line
            longer = piece
        *full, line = _broken(longer, kind, room)
        yield from full
    if line:
        yield line


def breaks_words(text: str, kind: Type, room: float) -> bool:
    """Say whether a word of the text is wider than the room."""
    return any(width(word, kind) > room for word in text.split())


def _broken(text: str, kind: Type, room: float) -> Iterator[str]:
    line = ""
    for piece in _pieces(text, kind, room):
        if line and width((line + piece).rstrip(), kind) > room:
            yield line.rstrip()
            line = piece.lstrip()
        else:
            line += piece
    if line.strip() or not text.strip():
        yield line.rstrip()


def _pieces(text: str, kind: Type, room: float) -> Iterator[str]:
    """Yield the pieces between which a line may break, each with the blank that follows it."""
    for word in _words(text):
        if width(word.rstrip(), kind) <= room:
            yield word
        else:
            yield from _parts(word, kind, room)


def _words(text: str) -> Iterator[str]:
    start = 0
    for number, character in enumerate(text):
        if character == " " or unicodedata.east_asian_width(character) in "WF":
            yield text[start : number + 1]
            start = number + 1
    if start < len(text):
        yield text[start:]


def _parts(word: str, kind: Type, room: float) -> Iterator[str]:
    """Yield the parts of a word that is wider than the room: after a hyphen or the like if there is one, else anywhere."""
    while word and width(word.rstrip(), kind) > room:
        most = max(1, _fitting(word, kind, room))
        good = [n + 1 for n in range(most - 1, most // 3, -1) if word[n] in _BREAK_AFTER]
        end = good[0] if good else most
        yield word[:end]
        word = word[end:]
    if word:
        yield word
