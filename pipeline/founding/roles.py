"""What a column of a table can be to a survey."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import CallFault, guess

FACTS = (
    "title", "authors", "first_author", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links",
    "added", "summary", "notes", "key",
)  # fmt: skip
"""What an entry says beside its tags."""
SEVERAL = ("links",)
"""Facts that more than one column can give."""
TAGS = ("one", "many")
"""A field of the taxonomy: one value a row, or several."""
KEPT = "keep"
"""Nothing of an entry: what stands there goes into a file of its own."""
SEPARATORS = (";", ",", "/", "|")
"""What may stand between the values of a cell."""
INVERTED, PAIRED = "; inverted", ", paired"
"""Separators of names that are written Family, Given: a semicolon, or a comma between any two parts."""
_IN_WORDS = {";": "semicolons", ",": "commas", "/": "slashes", "|": "bars", "and": "the word and"}


@dataclass(frozen=True, slots=True)
class Role:
    """What a column is taken for."""

    kind: str
    """One of FACTS or TAGS, or KEPT."""
    separator: str = ""
    """What stands between the values of a cell; empty where each holds one."""

    def __str__(self) -> str:
        if self.kind in TAGS:
            return f"field, {self.kind} a row{_parted(self.separator)}"
        return "kept aside" if self.kind == KEPT else f"{self.kind}{_parted(self.separator)}"


def _parted(separator: str) -> str:
    if separator == PAIRED:
        return ", as Family, G., Family, G."
    plain = separator.removesuffix(" inverted")
    told = f", parted by {_IN_WORDS[plain]}" if plain in _IN_WORDS else ""
    return f"{told}, as Family, Given" if separator == INVERTED else told


def parse(text: str) -> Role:
    """Return the role that a person names: one of FACTS, ``one``, ``many``, ``many:;`` or ``keep``. Raises CallFault for others."""
    kind, colon, separator = text.strip().partition(":")
    allowed = (*FACTS, *TAGS, KEPT)
    if kind not in allowed:
        raise CallFault(f"{kind!r} is nothing that a column can be{guess(kind, allowed)}; it can be {', '.join(allowed)}")
    if colon and (kind != "many" or separator not in SEPARATORS):
        raise CallFault(f"{text!r}: only many takes a separator, which is one of {' '.join(SEPARATORS)}, as in many:;")
    return Role(kind, separator)
