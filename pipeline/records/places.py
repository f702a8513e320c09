"""Where the fields of a record stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import Place
from ..fields import Fields
from ..located import Mapping as Located
from .paper import TAGS


class Places(Mapping[str, Place]):
    """Where each field of a record stands, each tag too, by dotted name.

    Of a sound record nobody asks, so that only lines and columns are kept, and a place is made where one is asked for.
    """

    __slots__ = ("_found", "_path")

    def __init__(self, path: str, found: dict[str, tuple[int, int]]) -> None:
        self._path = path
        self._found = found

    def __getitem__(self, name: str) -> Place:
        return Place(self._path, *self._found[name])

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def places_in(fields: Fields) -> Places:
    """Return where each field of a record stands."""
    found = {name: (value.line, value.column) for name, value in fields.mapping.items.items()}
    tags = fields.mapping.items.get("tags")
    if isinstance(tags, Located):
        found |= {TAGS + name: (value.line, value.column) for name, value in tags.items.items()}
    return Places(fields.path, found)
