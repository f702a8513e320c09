"""Finding papers by words, as the list on the site finds them: by the beginnings of words, without regard to case and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W_]+")
_PARTS = 5
"""Parts of a hyphenated word; a longer chain is an address, whose joints nobody leaves out."""
_PLAIN = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "\u0131": "i", "þ": "th"})
"""Letters that Unicode does not take apart, but that people type without their stroke."""


def folded(text: str) -> str:
    """Return a text in which case, accents, ligatures and invisible characters do not count."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) not in ("Mn", "Cf"))
    return plain.lower().translate(_PLAIN)


def found(asked: str, texts: Iterable[str]) -> bool:
    """Say whether each word that is asked for begins a word of one of the texts. Signs within it must stand there too.

    ``m-grpo`` is found by ``m``, ``grpo`` and ``mgrpo``.
    """
    whole = "\n".join(map(folded, texts))
    words = set(_words(whole))
    return all(_is_there(term, words, whole) for term in folded(asked).split())


def _is_there(term: str, words: set[str], whole: str) -> bool:
    parts = _WORD.findall(term)
    if "".join(parts) == term:
        return any(word.startswith(term) for word in words)
    if not parts:
        return term in whole
    joined = any(word.startswith("".join(parts)) for word in words)
    return joined or all(any(word.startswith(part) for word in words) for part in parts)


def _words(text: str) -> Iterator[str]:
    """Yield the words of a folded text; of one with joints the parts, and what each and those behind it make together."""
    for chunk in text.split():
        parts = _WORD.findall(chunk)
        yield from parts
        if 1 < len(parts) <= _PARTS:
            yield from ("".join(parts[first:]) for first in range(len(parts) - 1))
