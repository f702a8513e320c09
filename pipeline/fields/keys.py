"""The keys of one mapping: which there are, where their values stand, and where problems with them go."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..errors import Place, Problem, Severity
from ..located import Mapping, Report, Scalar, Value


class Keys:
    """One mapping of one file, asked for its keys, and where its problems go."""

    def __init__(self, mapping: Mapping, path: str, report: Report, prefix: str = "") -> None:
        self.mapping = mapping
        self.path = path
        self.report = report
        self.prefix = prefix

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
        if all(map(allowed.__contains__, self.mapping.keys)):
            return
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
