"""Messages of the model that a resumed session of Claude Code repeats under an id of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

from ...findings import JSON
from ..moments import stamped
from ..shapes import mapping, text

Lines = Mapping[str, dict[str, JSON]]
"""Key to line."""
_Sign = tuple[str, str, str]
"""By what a line is known in other sessions: its own id, that of the message, and when it was written."""


class Copy(NamedTuple):
    """A message that stands in two sessions."""

    session: str
    """Which repeats it."""
    message: str
    """Its id."""
    origin: str
    """In which it counts."""


def copies(sessions: Mapping[str, Lines]) -> Iterator[Copy]:
    """Yield the messages that several sessions hold. They count in the session that ends first, as it was there to be resumed."""
    holders: dict[_Sign, list[str]] = {}
    for name in sorted(sessions) if len(sessions) > 1 else ():
        for sign in filter(None, map(_sign, sessions[name].values())):
            holders.setdefault(sign, []).append(name)
    shared = {sign: names for sign, names in holders.items() if len(names) > 1}
    ends = {name: _end(sessions[name]) for name in {name for names in shared.values() for name in names}}
    for (_, message, _), names in shared.items():
        origin = min(names, key=lambda name: (ends[name], name))
        yield from (Copy(name, message, origin) for name in names if name != origin)


def _sign(raw: dict[str, JSON]) -> _Sign | None:
    """Return by what a line of the model is known; None where anything of that is missing, so that chance may make two alike."""
    line, message, when = text(raw.get("uuid")), text(mapping(raw.get("message")).get("id")), text(raw.get("timestamp"))
    return (line, message, when) if raw.get("type") == "assistant" and line and message and when else None


def _end(lines: Lines) -> float:
    return max((t for raw in lines.values() if (t := stamped(raw.get("timestamp"))) is not None), default=inf)
