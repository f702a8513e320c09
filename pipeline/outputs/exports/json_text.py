"""Values as JSON text: the same bytes for the same values, and nothing that a browser would refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date

from ...records import Author

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
"""What a JSON document can hold here. There are no fractions in a survey, hence no float."""


def text(value: Json) -> str:
    """Return a document with one record a line, in the order given, ending with a line break.

    A line holds an item of a list, or a name of an object with its value; two levels are laid out so, and what is deeper
    stands on its line. A changed record is a changed line.
    """
    return "".join(_laid_out(value, 2)) + "\n"


def _laid_out(value: Json, levels: int) -> Iterator[str]:
    if not levels or not value or not isinstance(value, list | dict):
        yield json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return
    named = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield opening
    for number, (name, item) in enumerate(named):
        yield ",\n" if number else "\n"
        yield "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
        yield from _laid_out(item, levels - 1)
    yield f"\n{closing}"


def for_script(value: Json) -> str:
    """Return a value on one line, safe inside ``<script>``: no text in it can end the element or begin a comment."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in _UNSAFE:
        written = written.replace(character, f"\\u{ord(character):04x}")
    return written


_UNSAFE = "<>&\u2028\u2029"


def plain(value: object) -> Json:
    """Return what a record holds in a field as JSON: an author as an object of what is known, a date as YYYY-MM-DD, several as a list."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Author):
        return {"family": value.family} | ({"given": value.given} if value.given else {}) | ({"team": True} if value.team else {})
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else str(value)
