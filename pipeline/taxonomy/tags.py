"""What an entry holds in a field, and whether it meets conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Kind = Literal["one", "many", "map"]
KINDS: tuple[Kind, ...] = ("one", "many", "map")
Tag = str | tuple[str, ...] | dict[str, str]
"""What an entry holds in a field: a value, several values, or values with a level or a text each."""


def values_in(tag: Tag | None) -> tuple[str, ...]:
    """Return the values that a tag names, whatever its kind; none for an absent one."""
    if tag is None:
        return ()
    return (tag,) if isinstance(tag, str) else tuple(tag)


def hashable(tag: Tag | None) -> object:
    """Return a tag in a form that is equal where tags are, and that can be looked up."""
    return tuple(tag.items()) if isinstance(tag, dict) else tag


def restored(form: object, kind: Kind) -> Tag:
    """Return the tag of a kind of field that ``hashable`` gave this form."""
    return dict(form) if kind == "map" else form  # type: ignore[call-overload,return-value]


def holds(conditions: Mapping[str, tuple[str, ...]], tags: Mapping[str, Tag]) -> bool:
    """Say whether for every field named the tags hold one of the values named."""
    for name, wanted in conditions.items():
        tag = tags.get(name)
        if tag is None or (tag not in wanted if isinstance(tag, str) else not any(value in wanted for value in tag)):
            return False
    return True
