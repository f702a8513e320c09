"""What each column of a table most likely is, and by what evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..errors import CallFault, guess
from . import evidence, headings, people
from .plain_text import plain
from .roles import FACTS, KEPT, SEVERAL, TAGS, Role
from .tables import Table

SAID, HEADINGS = "as you say", "headings of the list say so"
"""Why a column is what it is, where neither its name nor its cells do."""
_SHORT = 400
"""Characters; where one text in ten is longer, the column is no column of summaries."""


class Guess(NamedTuple):
    """What a column is taken for."""

    column: str
    role: Role
    why: str


def guesses(table: Table, said: Mapping[str, Role] | None = None) -> tuple[Guess, ...]:
    """Return what each column is, in the table's order. ``said`` are the roles that a person named, which come first.

    Raises CallFault where a person names a column that is not there, or one fact for several columns.
    """
    chosen = _checked(table, said or {})
    taken = {role.kind for role in chosen.values()}
    by_name = dict(_by_name(table, chosen, taken))
    return tuple(_guess(table, column, chosen, by_name) for column in table.columns)


def _checked(table: Table, said: Mapping[str, Role]) -> dict[str, Role]:
    for column in said:
        if column not in table.columns:
            raise CallFault(f"{table.path} has no column {column!r}{guess(column, table.columns)}; it has {', '.join(table.columns)}")
    kinds = [role.kind for role in said.values() if role.kind in FACTS and role.kind not in SEVERAL]
    if twice := next((kind for kind in kinds if kinds.count(kind) > 1), None):
        raise CallFault(f"only one column can be the {twice.replace('_', ' ')}")
    return {column: said[column] for column in table.columns if column in said}


def _by_name(table: Table, chosen: Mapping[str, Role], taken: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Yield columns with the facts that they give by their names; of several that give one, the surest."""
    free = set(FACTS) - (set(taken) - set(SEVERAL))
    named = [(*found, column) for column in table.columns if column not in chosen and (found := _named(table, column))]
    for kind, _, column in sorted(named, key=lambda one: one[:2]):
        if kind in free and any(map(str.strip, table.cells(column))):
            yield column, kind
            free -= {kind} - set(SEVERAL)


def _named(table: Table, column: str) -> tuple[str, int] | None:
    if column in table.roles:
        kind = table.roles[column].kind
        return (kind, -1) if kind in FACTS else None
    found = headings.fact(column)
    return found if found is None or _fits(found[0], table.cells(column)) else None


def _fits(kind: str, cells: Iterable[str]) -> bool:
    """Say whether cells can be what their column's name says: addresses where it is ``code``, none where it is ``source``."""
    held = [cell.strip() for cell in cells if cell.strip()]
    addresses = sum("://" in cell for cell in held)
    if kind == "links":
        return 2 * addresses >= len(held)
    if kind == "year":
        return 2 * sum(any(map(str.isdigit, cell)) for cell in held) >= len(held)
    return kind in ("arxiv_id", "doi", "notes", "summary") or 2 * addresses < len(held)


def _guess(table: Table, column: str, chosen: Mapping[str, Role], by_name: Mapping[str, str]) -> Guess:
    cells = table.cells(column)
    if column in chosen:
        return Guess(column, _completed(chosen[column], cells), SAID)
    if column in table.roles and table.roles[column].kind not in FACTS:
        return Guess(column, table.roles[column], HEADINGS)
    if column in by_name and not _too_long(column, cells):
        role = table.roles.get(column, Role(by_name[column]))
        return Guess(column, _completed(role, cells), "by its name")
    if not any(map(str.strip, cells)):
        return Guess(column, Role(KEPT), "it is empty")
    found = evidence.identifier(cells)
    if found is None and headings.is_detail(column):
        return Guess(column, Role(KEPT), "it is a detail of the publication")
    found = found or evidence.vocabulary(cells, named=headings.are_tags(column))
    if found and (found.role.kind in TAGS or found.role.kind in SEVERAL or found.role.kind not in by_name.values()):
        return Guess(column, found.role, found.why)
    return Guess(column, Role(KEPT), "it is neither a fact of an entry nor a vocabulary")


def _completed(role: Role, cells: Iterable[str]) -> Role:
    """Return a role with the separator that the cells show, where it has none."""
    held = list(cells)
    if role.separator:
        return role
    if role.kind == "authors":
        return Role("authors", people.separator(held))
    if role.kind == "first_author":
        return Role("first_author", people.order(held))
    if role.kind == "many":
        found = evidence.vocabulary(held, named=True)
        return found.role if found and found.role.kind == "many" else Role("many", ";")
    return role


def _too_long(column: str, cells: Iterable[str]) -> bool:
    """Say whether the texts of a column of summaries are those of abstracts, which would fill the list's front page."""
    if headings.fact(column) is None or headings.fact(column)[0] != "summary":  # type: ignore[index]  # not None here
        return False
    lengths = sorted(len(plain(cell).text) for cell in cells if cell.strip())
    return bool(lengths) and lengths[(9 * len(lengths)) // 10] > _SHORT
