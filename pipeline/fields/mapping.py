"""One mapping, asked for single values, lists and what stands below it; and the one at the top of a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from ..errors import Place, Problem
from ..located import Mapping, Report, Scalar, Sequence, Value
from .scalars import Scalars


class Fields(Scalars):
    """One mapping of one file, asked for what a record may hold: one value, several, or names with values of their own."""

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
