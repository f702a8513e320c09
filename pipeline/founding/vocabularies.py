"""Labels as they stand in a table, or as a person names them, to the values of a field."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from .. import identifiers
from ..drafts import keys
from ..records import PAPER_KEYS
from ..survey import EXTRA_FIELDS, RECORDS

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_LONGEST = 40
"""Characters of a name that is made here."""
_RESERVED = frozenset({*PAPER_KEYS, *EXTRA_FIELDS, *RECORDS, "null", "stage", "reason_codes"})
"""What a field cannot be called, since conditions, columns and counts mean something else by it."""


@dataclass(frozen=True)
class Vocabulary:
    """A field of the new survey."""

    name: str
    label: str
    kind: str
    """``one`` or ``many``."""
    definition: str
    values: Mapping[str, str]
    """Label by name, in the order in which they are shown."""
    definitions: Mapping[str, str]
    """What belongs under each value, by name."""
    required: bool = False
    by_label: Mapping[str, str] = field(default_factory=dict)
    """Name by folded label."""

    def name_of(self, label: str) -> str:
        """Return the name of the value that a label means."""
        return self.by_label[comparable(label)]


def comparable(label: str) -> str:
    """Return a label in the form in which two spellings of one value are equal; signs count where nothing else is there."""
    folded = identifiers.folded(label)
    signs = "".join(c for c in label if c in "+#*")
    return f"{folded} {signs}".strip() or label.casefold()


def value_names(labels: Iterable[str]) -> dict[str, str]:
    """Return a name for each label, by its comparable form, in the order in which the labels come."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for label in labels:
        if (folded := comparable(label)) not in found:
            found[folded] = _free(_value_name(label), taken)
    return found


def _value_name(label: str) -> str:
    if _NAME.fullmatch(label) and len(label) <= _LONGEST and label.casefold() != "null":
        return label
    name = keys.slug(label)[:_LONGEST].strip("-")
    return name if name not in ("", "null") else "value"


def field_name(label: str, taken: Collection[str]) -> str:
    """Return a name for a field that is free, safe, and called like nothing else that conditions can name."""
    name = label if _NAME.fullmatch(label) and label == label.lower() else keys.slug(label).replace("-", "_")
    name = name[:_LONGEST].strip("_") or "field"
    return _free(f"{name}_tag" if name in _RESERVED else name, set(taken), "_")


def _free(name: str, taken: set[str], joint: str = "-") -> str:
    """Return a name that is none of those taken, without regard to case, and take it."""
    option, number = name, 2
    while option.casefold() in taken:
        option, number = f"{name}{joint}{number}", number + 1
    taken.add(option.casefold())
    return option
