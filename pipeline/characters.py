"""Characters that no file of a survey may hold, and invisible ones that deserve a look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .errors import Place, Problem

MOST = 20
"""A file that holds more of one sort than this is the wrong file; the rest is not listed."""

REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffd"
    "\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]|\r(?!\n)"
)
"""What no output can hold, or what would act on it: control characters, direction marks and overrides, line
separators, lone surrogates, non-characters, tags, a byte-order mark within the text, the mark of a letter that was
lost; and a carriage return by itself, which YAML takes for the end of a line and editors do not."""
_INVISIBLE = (
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u2064\u2800\u3164\uffa0]"
    "|(?<![\u0590-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\U0010ffff])"
)
"""Characters without a width: two titles that look alike may differ by one. Joiners (U+200C, U+200D) belong to
several scripts and to emoji, and are let be between characters from U+0590 on. Compiled where it is needed, which is
seldom and takes 4 ms."""
_PRINTED = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0\ufffd")
"""Those of both sorts that Python calls printable."""


def _is_plain(text: str) -> bool:
    """Say whether a text surely holds none of either sort; far quicker than the expressions and their compilation."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return True
    held = set(text)
    return held.isdisjoint(_PRINTED) and "".join(held - {"\n", "\t", "\xa0"}).isprintable()


def may_be_written(text: str) -> bool:
    """Say whether a text holds nothing that is refused."""
    return _is_plain(text) or not REFUSED.search(text)


def cleaned(text: str) -> str:
    """Return a text without what is refused; what separates lines becomes a blank."""
    return text if _is_plain(text) else REFUSED.sub(lambda match: " " if match[0].isspace() else "", text)


def problems(text: str, name: str) -> Iterator[Problem]:
    """Yield an error for each character that is refused and a warning for each invisible one, MOST of each at most.

    ``name`` is the path that the problems carry.
    """
    if _is_plain(text):
        return
    for pattern, severe in ((REFUSED, True), (re.compile(_INVISIBLE), False)):
        for match in islice(pattern.finditer(text), MOST):
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            yield _problem(match.group(), Place(name, line, column), "", severe=severe)


def problems_of_escapes(text: str, place: Place, field: str) -> Iterator[Problem]:
    """Yield the first error and the first warning of a text that was written with escapes, at its place."""
    if _is_plain(text):
        return
    for pattern, severe in ((REFUSED, True), (re.compile(_INVISIBLE), False)):
        if match := pattern.search(text):
            yield _problem(match.group(), place, field, severe=severe)


def _problem(character: str, place: Place, field: str, *, severe: bool) -> Problem:
    import unicodedata

    label = unicodedata.name(character, "control character" if character < "\u00a0" else "no character").lower()
    message = f"holds U+{ord(character):04X} ({label})"
    if not severe:
        return Problem(place, "invisible-character", message, field, hint="delete it unless the script needs it", severity="warning")
    return Problem(place, "forbidden-character", message, field, hint=_HINTS.get(character, "delete it"))


_HINTS = {"\r": "end lines with LF or CRLF", "\ufffd": "write the letter that was lost"}
