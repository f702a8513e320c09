"""Names and ids of other programs. What does not look like one may be text that somebody wrote, and is carried over in no trace."""

from __future__ import annotations

import hashlib
import re

_CODE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}", re.ASCII)
_WORD = r"[\w(\[][\w.:/@&+()\[\]'-]*"
_NAME = re.compile(rf"{_WORD}(?: {_WORD}){{0,3}}")
_LONGEST = 64
_ID = re.compile(r"\w[\w.:/@+=~|-]{0,127}")


def is_code(text: str) -> bool:
    """Return whether a text is one word such as programs use: letters and digits of ASCII, ``_``, dots and dashes, 64 at most."""
    return _CODE.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Return whether a text may be somebody's or something's name: up to four words and 64 characters, and no punctuation of sentences."""
    return len(text) <= _LONGEST and _NAME.fullmatch(text) is not None


class Identifiers:
    """What a run's names and ids are called in its trace. Where contents were asked for, they stay as they are."""

    def __init__(self, with_content: bool) -> None:
        self._with_content = with_content
        self._given: dict[tuple[str, str], str] = {}
        self._numbers: dict[str, int] = {}

    def name(self, kind: str, text: str | None) -> str | None:
        """Return a name that is declared as one; another one for what looks like none, the same for the same text.

        ``kind`` is what is numbered then, as in ``tool #1``; no name that stays as it is has such a sign. A tool's is one word, as
        models have to write it.
        """
        if text is None or self._with_content or (is_name(text.strip()) and not (kind == "tool" and " " in text.strip())):
            return text
        if (kind, text) not in self._given:
            self._numbers[kind] = self._numbers.get(kind, 0) + 1
            self._given[kind, text] = f"{kind} #{self._numbers[kind]}"
        return self._given[kind, text]

    def id(self, text: str | None) -> str | None:
        """Return an id; sixteen digits of its hash for what looks like none."""
        if text is None or self._with_content or _ID.fullmatch(text):
            return text
        found = "id-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._given["id", text] = found
        return found

    def model(self, text: str | None) -> str | None:
        """Return the name of a language model; None for what looks like none."""
        if text is None or self._with_content or _ID.fullmatch(text) or is_name(text):
            return text
        self._given["model", text] = ""
        return None

    def notes(self) -> list[str]:
        """Return what is to be told of it."""
        return [f"names and ids that look like none are replaced, as they may be content: {len(self._given)}"] if self._given else []
