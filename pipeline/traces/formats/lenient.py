"""One JSON text, read more leniently than our own: what can be read is read, and what was wrong is counted.

Numbers that no double holds, NaN and Infinity become null, halves of surrogate pairs become U+FFFD, of duplicate keys the last one
counts. Bytes that are no UTF-8 are spelled out, as in ``caf\\xE9``, so that names which differ in them still do.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite

from ...errors import Place, Problem
from .. import encodings
from ..findings import JSON
from ..json_faults import ESCAPE, MAX_DEPTH, MAX_DIGITS

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BLANKS = " \t\r\n"


class Text:
    """One JSON text with what was wrong in it."""

    def __init__(self, data: bytes, place: Place) -> None:
        """Read bytes that begin at a place. Raises nothing for anything that they can be."""
        self.value: JSON = None
        self.problem: Problem | None = None
        """Why there is no value."""
        self.place = place
        self.changed: Counter[str] = Counter()
        """How often what was read otherwise than it stands."""
        text, self.undecoded = encodings.decoded(data, place)
        try:
            self.value = self._read(encodings.spelled_out(text) if self.undecoded else text)
        except json.JSONDecodeError as error:
            self.problem = self.undecoded or self._syntax(error)
        except RecursionError:
            self.problem = self._too_deep()

    def _read(self, text: str) -> JSON:
        whole = ESCAPE.sub(self._escape, text) if _SURROGATE.search(text) else text
        value: JSON = json.loads(
            whole, object_pairs_hook=self._mapping, parse_constant=self._constant, parse_int=self._int, parse_float=self._real
        )
        if text.count("{") + text.count("[") > MAX_DEPTH and _deep(value):
            self.problem = self._too_deep()
            return None
        return value

    def _syntax(self, error: json.JSONDecodeError) -> Problem:
        place = self.place._replace(line=self.place.line + error.lineno - 1, column=error.colno)
        cut = error.msg.startswith("Unterminated string") or error.pos >= len(error.doc.rstrip(_BLANKS))
        return Problem(place, "json-syntax", "is not JSON: it ends in the middle" if cut else "is not JSON")

    def _too_deep(self) -> Problem:
        return Problem(self.place, "too-deep", f"is nested more than {MAX_DEPTH} levels deep")

    def _escape(self, match: re.Match[str]) -> str:
        if match.group(1) is None:
            return match.group()
        self.changed["lone-surrogate"] += 1
        return "\\ufffd"

    def _mapping(self, pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
        found = dict(pairs)
        self.changed.update({"duplicate-key": 1} if len(found) != len(pairs) else {})
        return found

    def _constant(self, _text: str) -> JSON:
        self.changed["not-a-number"] += 1
        return None

    def _int(self, text: str) -> JSON:
        return int(text) if len(text) <= MAX_DIGITS else self._constant(text)

    def _real(self, text: str) -> JSON:
        number = float(text)
        return number if isfinite(number) else self._constant(text)


_CHANGES = {
    "lone-surrogate": "halves of surrogate pairs, which are no characters and were replaced",
    "duplicate-key": "objects that name a key twice, of which the last one counts",
    "not-a-number": "numbers that JSON cannot hold, taken as unknown",
}
"""What is told of what was read otherwise than it stands."""


def _deep(value: JSON) -> bool:
    """Return whether more than MAX_DEPTH containers lie in each other."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [item for outer in level for item in _inner(outer) if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def _inner(value: JSON) -> Iterable[JSON]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def changes(texts: Sequence[Text]) -> list[Problem]:
    """Return one warning for each kind of change, at the first place where it was made."""
    first: dict[str, Place] = {}
    total: Counter[str] = Counter()
    for text in (text for text in texts if text.changed):
        for code in text.changed:
            first.setdefault(code, text.place)
        total.update(text.changed)
    told = [Problem(place, code, f"{_CHANGES[code]}: {total[code]}", severity="warning") for code, place in first.items()]
    undecoded = next((text.undecoded for text in texts if text.undecoded and not text.problem), None)
    return [*told, *([_spelled_out(undecoded)] if undecoded else [])]


def _spelled_out(undecoded: Problem) -> Problem:
    """Return that bytes which are no UTF-8 were kept, given the first of them."""
    return replace(undecoded, message=f"{undecoded.message}; such bytes are kept, spelled out", severity="warning")
