"""One value under a key: a text, a word of a vocabulary, a date, a number, a link."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

from .. import identifiers
from ..errors import Problem
from ..located import Mapping, Scalar, Sequence, Value
from .keys import Keys
from .placeholders import is_placeholder

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"[12][0-9]{3}")
_NULL = {"~", "null", "Null", "NULL"}
_SWITCHES = {"yes", "no", "on", "off", "true", "false"}
"""What other readers of YAML take for a truth value."""
_YES_NO = {"yes": True, "no": False}
MAX_TEXT = 2_000
"""Characters in one line of text; the longest reason in the log has 205."""


class Scalars(Keys):
    """One mapping of one file, asked for one value at a time."""

    def scalar(self, key: str) -> Scalar | None:
        """Return the text that stands under a key, or None where the key is absent or (reported) holds no text."""
        value = self.mapping.items.get(key)
        return None if value is None else self.as_scalar(value, key)

    def as_scalar(self, value: Value, key: str, *, what: str = "text") -> Scalar | None:
        """Return a value as text, or None after reporting that it is a list, a mapping or empty.

        ``what`` is ``text`` where anything may stand, and another word where a quoted bracket would not help.
        """
        if isinstance(value, Scalar) and value.text.strip() and (value.quoted or value.text not in _NULL):
            return value
        if not isinstance(value, Scalar):
            other = "list" if isinstance(value, Sequence) else "mapping"
            hint = _flow_hint(value) if what == "text" else _missing_blank(value) or f"write one {what} alone, without brackets"
            self.problem(value, "wrong-kind", f"must be one {what}, not a {other}", key, hint=hint)
        else:
            self.problem(value, "empty-value", "has no value", key, hint="write a value or delete the line")
        return None

    def text(self, key: str) -> str | None:
        """Return one line of text with its blanks folded, or None."""
        scalar = self.scalar(key)
        return None if scalar is None else self.line(scalar, key)

    def line(self, scalar: Scalar, key: str) -> str | None:
        """Return a scalar as one line of text, or None after reporting a placeholder, a bare yes or an overlong text."""
        folded = " ".join(scalar.text.split())
        if not scalar.quoted and folded.casefold() in _SWITCHES:
            self.problem(
                scalar, "wrong-kind", "must be a text; this reads as a truth value", key, hint="if it is the text, put it in quotes"
            )
            return None
        if len(folded) > MAX_TEXT:
            message = f"has {len(folded):,} characters; at most {MAX_TEXT:,} are allowed"
            self.report(Problem(self.place_of(scalar), "too-long", message, self.name(key)))
            return None
        if is_placeholder(folded):
            self.problem(scalar, "placeholder", "holds a placeholder", key, hint="write it out or delete the line")
            return None
        return folded

    def value_of(self, key: str, allowed: Collection[str]) -> str | None:
        """Return a text from a vocabulary, or None."""
        value = self.mapping.items.get(key)
        scalar = None if value is None else self.as_scalar(value, key, what="value")
        return None if scalar is None else self.among(scalar, key, allowed)

    def among(self, scalar: Scalar, key: str, allowed: Collection[str]) -> str | None:
        """Return a scalar's text if it is allowed, or None after reporting that it is not."""
        if scalar.text in allowed:
            return scalar.text
        self.problem(scalar, "unknown-value", "not in the vocabulary", key, allowed=allowed)
        return None

    def yes_no(self, key: str, absent: bool) -> bool:
        """Return a switch, written ``yes`` or ``no``; ``absent`` where the key is not there."""
        word = self.value_of(key, _YES_NO)
        return absent if word is None else _YES_NO[word]

    def date(self, key: str) -> date | None:
        """Return a calendar date written as YYYY-MM-DD, or None."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        try:
            if _DATE.fullmatch(scalar.text):
                return date.fromisoformat(scalar.text)
        except ValueError:
            pass
        self.problem(scalar, "bad-date", "is no calendar date written as YYYY-MM-DD", key)
        return None

    def year(self, key: str) -> int | None:
        """Return a year written with four digits, or None."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        if _YEAR.fullmatch(scalar.text):
            return int(scalar.text)
        self.problem(scalar, "bad-year", "is no year written with four digits", key)
        return None

    def number(self, key: str) -> int | None:
        """Return a whole number of at least zero and at most nine digits, or None."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        if re.fullmatch(r"[0-9]{1,9}", scalar.text):
            return int(scalar.text)
        fault = "has more than nine digits" if re.fullmatch(r"[0-9]+", scalar.text) else "is no whole number from 0 up"
        self.problem(scalar, "bad-number", fault, key)
        return None

    def link(self, scalar: Scalar, key: str) -> str | None:
        """Return an https address, or None after reporting what is wrong with it."""
        link = identifiers.checked_link(scalar.text)
        if link.fault is None:
            return link.url
        self.problem(scalar, "bad-link", link.fault, key)
        return None


def _flow_hint(value: Sequence | Mapping) -> str:
    if hint := _missing_blank(value):
        return hint
    sign = "[" if isinstance(value, Sequence) else "{"
    return f"a text that begins with {sign} must stand in quotes" if value.flow else ""


def _missing_blank(value: Sequence | Mapping) -> str:
    blank_is_missing = isinstance(value, Mapping) and any(":" in key for key in value.keys)
    return "a blank is missing after a colon" if blank_is_missing else ""
