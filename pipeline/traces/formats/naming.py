"""Names for what a source names alike, or not at all, and for what is not to be shown."""

from __future__ import annotations

import hashlib
import json

from ..findings import JSON


class Names:
    """Names that are given out once each. Blanks around and letter case tell no two apart, as for the checker."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def new(self, wanted: str) -> str:
        """Return a name, with a number behind it where it was given out before."""
        name, number = wanted, self._times.get(_folded(wanted), 0)
        while _folded(name) in self._times:
            number += 1
            name = f"{wanted} {number}"
        self._times[_folded(wanted)] = max(number, 1)
        self._times.setdefault(_folded(name), 1)
        return name


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def digest(value: JSON) -> str:
    """Return sixteen hexadecimal digits that are the same for the same value, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def hashed(content: JSON) -> str | None:
    """Return the SHA-256 of a text in UTF-8, or of other JSON with sorted keys and without blanks; None where there is nothing."""
    if content is None or content in ("", [], {}):
        return None
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
