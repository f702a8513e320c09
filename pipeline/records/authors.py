"""Names of authors, as entries list them."""

from __future__ import annotations

import re
import sys

from .. import edits
from ..errors import Problem
from ..fields import Fields
from ..located import Mapping, Scalar, Sequence
from .author import Author


def authors_under(fields: Fields, key: str) -> tuple[Author, ...]:
    """Return the authors in a list, in its order; what names none is reported and left out."""
    authors: list[Author] = []
    seen: set[tuple[str, str, bool]] = set()
    for number, item in enumerate(fields.each(key, what="name"), 1):
        where = f"{key}[{number}]"
        author = person(fields, item, where) if isinstance(item, Scalar) else _team(fields, item, where)
        if author is None:
            continue
        same = author.family, author.given, author.team
        if same in seen:
            message = f"{author} stands in this list already"
            fields.problem(item, "repeated-value", message, where, severity="notice")
        seen.add(same)
        authors.append(author)
    return tuple(authors)


def person(fields: Fields, scalar: Scalar, where: str) -> Author | None:
    """Return the person that a text names, as ``Given Family`` or ``Family, Given``; None after reporting that it names none."""
    text = fields.as_scalar(scalar, where)
    name = None if text is None else fields.line(text, where)
    if name is None:
        return None
    if fault := _name_fault(name):
        hint = "write Given Family, or Family, Given; a group is {team: Name}; where not all are known, authors_complete: no"
        fields.problem(scalar, "bad-author", fault, where, hint=hint)
        return None
    named = Author.named(name)
    return Author(sys.intern(named.family), sys.intern(named.given))  # names recur, and of a large pool they are a fifth of the memory


def item(author: Author, *, flow: bool = False) -> str:
    """Return an author as YAML, as ``authors_under`` reads it in an entry's list; ``flow`` where the list stands within brackets."""
    if author.team:
        return f"{{team: {edits.source(author.family, flow=True)}}}"
    return edits.source(author.written, flow=flow)


def is_read_as_written(author: Author) -> bool:
    """Say whether an entry's reader, which has the last word, takes the name of a person as it would be written for this person's."""
    problems: list[Problem] = []
    scalar = Scalar(author.written, 1, 1, quoted=True)
    return person(Fields(Mapping({}, {}, 1, 1), "", problems.append), scalar, "") == author


def _name_fault(name: str) -> str | None:
    if _is_plain_name(name):
        return None
    if not any(map(str.isalpha, name)):
        return "is no name"
    if not _NOT_IN_NAMES.isdisjoint(name) or any(map(str.isdigit, name)):
        return "holds a character that no name has"
    if _NO_AUTHOR.search(name):
        return "is no author"
    if _SEVERAL.search(name):
        return "names more than one author"
    if name.count(",") > 1:
        return "has more than one comma"
    if not all(part.strip() for part in name.split(",")):
        return "has nothing on one side of the comma"
    return None if any(map(str.isalpha, Author.named(name).family)) else "has no letter in the family name"


def _is_plain_name(name: str) -> bool:
    """Say whether a name surely has no fault, as nearly all have none; far quicker than the expressions."""
    words = name.casefold().replace("-", " ").replace(".", " ").split()
    return "".join(words).isalpha() and name[-1:].isalpha() and _IN_FAULTS.isdisjoint(words)


_IN_FAULTS = frozenset({"et", "and", "on", "other", "others"})
"""Of each expression below that has words, one that it cannot do without."""
_NO_AUTHOR = re.compile(r"\b(?:et al|and others|on behalf of)\b|^others?$", re.IGNORECASE)
_SEVERAL = re.compile(r" and |&|;", re.IGNORECASE)
_NOT_IN_NAMES = frozenset('@{}<>()[]"\\|/:*=#%$^_~!?+')


def _team(fields: Fields, item: Sequence | Mapping, where: str) -> Author | None:
    if isinstance(item, Sequence):
        fields.problem(item, "wrong-kind", "must be a name, not a list", where, hint="write one name a line, each after '- '")
        return None
    below = fields.as_fields(item, where)
    if below is None:
        return None
    below.allow(("team",))
    below.require("team")
    name = below.text("team")
    return None if name is None else Author(name, team=True)
