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

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"[12][0-9]{3}")
_SIGNS = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…\u2013\u2014"
_PLACEHOLDERS = {"", "tbd", "tba", "todo", "fixme", "xxx", "n/a", "null", "undefined", "placeholder"}
"""Words that stand for a text still to come, without the signs about them."""
_TEMPLATE = re.compile(r"(?:todo|fixme|tbd)\b\W|lorem ipsum\b|<[^<>]*>$", re.IGNORECASE)
_MARKS = ("{{", "}}", "${")
"""What a template leaves behind, at the beginning of a text and anywhere in it."""
_NULL = {"~", "null", "Null", "NULL"}
_SWITCHES = {"yes", "no", "on", "off", "true", "false"}
"""What other readers of YAML take for a truth value."""
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
        self.report(Problem(place, code, message, self.name(key), found, tuple(allowed), hint, severity))

    def name(self, key: str) -> str:
        """Return the dotted path of a key."""
        return f"{self.prefix}.{key}" if self.prefix and key else self.prefix or key

    # -- which keys there are

    def __contains__(self, key: str) -> bool:
        return key in self.mapping.items

    def keys(self) -> Iterator[str]:
        """Yield the keys in the order of the file."""
        yield from self.mapping.keys

    def allow(
        self,
        allowed: Collection[str],
        elsewhere: Collection[tuple[Collection[str], str]] = (),
        message: str = "there is no such field here",
    ) -> None:
        """Report each key that is not among ``allowed``.

        ``elsewhere`` pairs keys that belong to another place with the hint that says which.
        """
        for key, scalar in self.mapping.keys.items():
            if key not in allowed:
                hint = next((hint for keys, hint in elsewhere if key in keys), "") or self._comma_hint(key)
                self.problem(scalar, "unknown-field", message, key, allowed=allowed, hint=hint)

    def _comma_hint(self, key: str) -> str:
        """A text with a comma between { and } ends there, and its rest is read as a name without a value."""
        value = self.mapping.items.get(key)
        bare = isinstance(value, Scalar) and not value.text and not value.quoted
        return "between { and } a text that holds a comma must stand in quotes" if bare and " " in key else ""

    def require(self, *keys: str, hint: str = "") -> None:
        """Report each of ``keys`` that is absent."""
        for key in keys:
            if key not in self.mapping.keys:
                self.problem(None, "missing-field", "is required", key, hint=hint)

    # -- one value

    def scalar(self, key: str) -> Scalar | None:
        """Return the text that stands under a key, or None where the key is absent or (reported) holds no text."""
        value = self.mapping.items.get(key)
        return None if value is None else self.as_scalar(value, key)

    def as_scalar(self, value: Value, key: str, *, what: str = "text") -> Scalar | None:
        """Return a value as text, or None after reporting that it is a list, a mapping or empty.

        ``what`` is ``text`` where anything may stand, and another word where a quoted bracket would not help.
        """
        if not isinstance(value, Scalar):
            other = "list" if isinstance(value, Sequence) else "mapping"
            hint = _flow_hint(value) if what == "text" else _missing_blank(value) or f"write one {what} alone, without brackets"
            self.problem(value, "wrong-kind", f"must be one {what}, not a {other}", key, hint=hint)
        elif not value.text.strip() or (not value.quoted and value.text in _NULL):
            self.problem(value, "empty-value", "has no value", key, hint="write a value or delete the line")
        else:
            return value
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
        if _is_placeholder(folded):
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
            self.problem(value, "wrong-kind", f"must be a list of {what}s", key, hint=f"write one {what} a line, each after '- '")
            return
        if not value.items:
            self.problem(value, "empty-value", "is an empty list", key, hint="write a value or delete the line")
        yield from value.items

    def texts(self, key: str, convert: Callable[[Scalar, str], str | None] | None = None, *, what: str = "text") -> tuple[str, ...]:
        """Return the texts of a list; each bad one is reported with its position and left out. ``what`` names one of them."""
        found: dict[str, Scalar] = {}
        for number, item in enumerate(self.each(key, what=what), 1):
            where = f"{key}[{number}]"
            scalar = self.as_scalar(item, where, what=what)
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
        found = set(self.texts(key, lambda scalar, where: self.among(scalar, where, allowed), what="value"))
        return tuple(value for value in allowed if value in found)

    def below(self, key: str) -> Fields | None:
        """Return the mapping under a key, or None where it is absent or (reported) something else."""
        value = self.mapping.items.get(key)
        return None if value is None else self.as_fields(value, key)

    def as_fields(self, value: Value, key: str) -> Fields | None:
        """Return a value as a mapping, or None after reporting that it is none."""
        if isinstance(value, Mapping):
            return Fields(value, self.path, self.report, self.name(key))
        if isinstance(value, Scalar) and not value.text and not value.quoted:
            self.problem(value, "empty-value", "has no value", key, hint="write names and values under it, or delete the line")
        else:
            self.problem(value, "wrong-kind", "must hold names and values", key, hint="write name: value, without - or [ before it")
        return None


def _is_placeholder(text: str) -> bool:
    if text.strip(_SIGNS).casefold() in _PLACEHOLDERS or _TEMPLATE.match(text):
        return True
    first, second, third = _MARKS
    return first in text or second in text or third in text


def _flow_hint(value: Sequence | Mapping) -> str:
    if hint := _missing_blank(value):
        return hint
    sign = "[" if isinstance(value, Sequence) else "{"
    return f"a text that begins with {sign} must stand in quotes" if value.flow else ""


def _missing_blank(value: Sequence | Mapping) -> str:
    blank_is_missing = isinstance(value, Mapping) and any(":" in key for key in value.keys)
    return "a blank is missing after a colon" if blank_is_missing else ""


def top_level(value: Value | None, path: str, report: Report) -> Fields | None:
    """Return a file's content as fields, or None after reporting that it is no mapping."""
    if value is None:
        return None
    if isinstance(value, Mapping):
        return Fields(value, path, report)
    place = Place(path, value.line, value.column)
    hint = "write name: value, with a blank after the colon, and no - before it"
    report(Problem(place, "wrong-kind", "the file must hold names and values", hint=hint))
    return None
