"""Typed access to one mapping: each method returns a good value, or reports why there is none.

A method never raises for what a file holds. It returns None (or an empty collection) after it has reported, so
that one run names every fault of a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date

from . import identifiers
from .errors import Place, Problem, Severity
from .located import Mapping, Report, Scalar, Sequence, Value

_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_YEAR = re.compile(r"^[12]\d{3}$")
_PLACEHOLDERS = {"tbd", "todo", "fixme", "xxx", "n/a", "null", "~", "?", "-", "...", "tba", "placeholder"}
_YES_NO = {"yes": True, "no": False}
MAX_TEXT = 2_000
"""Characters in one line of text; the longest reason in the log has 205."""


class Fields:
    """One mapping of one file, and where its problems go."""

    def __init__(self, mapping: Mapping, path: str, report: Report, prefix: str = "") -> None:
        self.mapping = mapping
        self.path = path
        self.report = report
        self.prefix = prefix

    # -- places and problems

    def place(self, key: str = "") -> Place:
        """Return where ``key``'s value stands, else where the mapping begins."""
        value = self.mapping.items.get(key)
        return self.place_of(value) if value is not None else Place(self.path, self.mapping.line, self.mapping.column)

    def place_of(self, value: Value | Scalar) -> Place:
        """Return where a value of this file stands."""
        return Place(self.path, value.line, value.column)

    def problem(
        self,
        value: Value | Scalar | None,
        code: str,
        message: str,
        key: str = "",
        *,
        allowed: Collection[str] = (),
        hint: str = "",
        severity: Severity = "error",
    ) -> None:
        """Report a problem at ``value``, or at the mapping where value is None."""
        place = self.place_of(value) if value is not None else self.place()
        found = value.text if isinstance(value, Scalar) else None
        self.report(
            Problem(place, code, message, self.name(key), found, tuple(allowed), hint, severity)
        )

    def name(self, key: str) -> str:
        """Return the dotted path of a key."""
        return f"{self.prefix}.{key}" if self.prefix and key else self.prefix or key

    # -- which keys there are

    def __contains__(self, key: str) -> bool:
        return key in self.mapping.items

    def keys(self) -> Iterator[str]:
        """Yield the keys in the order of the file."""
        yield from self.mapping.keys

    def allow(self, allowed: Collection[str]) -> None:
        """Report each key that is not among ``allowed``."""
        for key, scalar in self.mapping.keys.items():
            if key not in allowed:
                self.problem(scalar, "unknown-field", "there is no such field here", key, allowed=allowed)

    def require(self, *keys: str) -> None:
        """Report each of ``keys`` that is absent."""
        for key in keys:
            if key not in self.mapping.keys:
                self.problem(None, "missing-field", "is required", key)

    # -- one value

    def scalar(self, key: str) -> Scalar | None:
        """Return the text that stands under a key, or None where the key is absent or (reported) holds no text."""
        value = self.mapping.items.get(key)
        return None if value is None else self.as_scalar(value, key)

    def as_scalar(self, value: Value, key: str) -> Scalar | None:
        """Return a value as text, or None after reporting that it is a list, a mapping or empty."""
        if isinstance(value, Sequence):
            self.problem(value, "wrong-kind", "must be one text, not a list", key)
        elif isinstance(value, Mapping):
            self.problem(value, "wrong-kind", "must be one text, not a mapping", key, hint=_flow_hint(value))
        elif not value.text.strip() or (not value.quoted and value.text in ("~", "null", "Null", "NULL")):
            self.problem(value, "empty-value", "has no value", key, hint="write a value or delete the line")
        else:
            return value
        return None

    def text(self, key: str) -> str | None:
        """Return one line of text with its blanks folded, or None."""
        scalar = self.scalar(key)
        return None if scalar is None else self.line(scalar, key)

    def line(self, scalar: Scalar, key: str) -> str | None:
        """Return a scalar as one line of text, or None after reporting a placeholder or an overlong text."""
        folded = " ".join(scalar.text.split())
        if folded.casefold() in _PLACEHOLDERS:
            self.problem(scalar, "placeholder", "holds a placeholder", key, hint="write it out or delete the line")
            return None
        if len(folded) > MAX_TEXT:
            message = f"has {len(folded):,} characters; at most {MAX_TEXT:,} are allowed"
            self.report(Problem(self.place_of(scalar), "too-long", message, self.name(key)))
            return None
        return folded

    def value_of(self, key: str, allowed: Collection[str]) -> str | None:
        """Return a text from a vocabulary, or None."""
        scalar = self.scalar(key)
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
            if _DATE.match(scalar.text):
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
        if _YEAR.match(scalar.text):
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
        self.problem(scalar, "bad-number", "is no whole number", key)
        return None

    def link(self, scalar: Scalar, key: str) -> str | None:
        """Return an https address, or None after reporting what is wrong with it."""
        link = identifiers.checked_link(scalar.text)
        if link.fault is None:
            return link.url
        self.problem(scalar, "bad-link", link.fault, key)
        return None

    # -- many values

    def each(self, key: str, *, what: str = "text") -> Iterator[Value]:
        """Yield the items of a list; an absent key yields nothing, another kind of value is reported."""
        value = self.mapping.items.get(key)
        if value is None:
            return
        if not isinstance(value, Sequence):
            hint = f"write one {what} a line, each after '- '" if isinstance(value, Scalar) else ""
            self.problem(value, "wrong-kind", f"must be a list of {what}s", key, hint=hint)
            return
        if not value.items:
            self.problem(value, "empty-value", "is an empty list", key, hint="write a value or delete the line")
        yield from value.items

    def texts(self, key: str, convert: Callable[[Scalar, str], str | None] | None = None) -> tuple[str, ...]:
        """Return the texts of a list; each bad one is reported with its position and left out."""
        found: dict[str, Scalar] = {}
        for number, item in enumerate(self.each(key), 1):
            where = f"{key}[{number}]"
            scalar = self.as_scalar(item, where)
            text = None if scalar is None else (convert or self.line)(scalar, where)
            if scalar is None or text is None:
                continue
            if text in found:
                self.problem(scalar, "repeated-value", f"stands at line {found[text].line} already", where)
                continue
            found[text] = scalar
        return tuple(found)

    def values_of(self, key: str, allowed: Collection[str]) -> tuple[str, ...]:
        """Return the vocabulary's values in a list, in the vocabulary's order."""
        found = set(self.texts(key, lambda scalar, where: self.among(scalar, where, allowed)))
        return tuple(value for value in allowed if value in found)

    def below(self, key: str) -> Fields | None:
        """Return the mapping under a key, or None where it is absent or (reported) something else."""
        value = self.mapping.items.get(key)
        return None if value is None else self.as_fields(value, key)

    def as_fields(self, value: Value, key: str) -> Fields | None:
        """Return a value as a mapping, or None after reporting that it is none."""
        if isinstance(value, Mapping):
            return Fields(value, self.path, self.report, self.name(key))
        self.problem(value, "wrong-kind", "must hold names and values", key)
        return None


def _flow_hint(mapping: Mapping) -> str:
    if any(":" in key for key in mapping.keys):
        return "a blank is missing after a colon"
    if any("{" in key for key in mapping.keys) or not mapping.items:
        return "fill the template in, or quote the value"
    return ""


def top_level(value: Value | None, path: str, report: Report) -> Fields | None:
    """Return a file's content as fields, or None after reporting that it is no mapping."""
    if value is None:
        return None
    if isinstance(value, Mapping):
        return Fields(value, path, report)
    report(
        Problem(Place(path, value.line, value.column), "wrong-kind", "the file must hold names and values", hint="name: value")
    )
    return None
