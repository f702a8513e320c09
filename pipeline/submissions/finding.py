"""Which record a person means by a key, an id, a title or an address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from .. import identifiers
from ..corpus import Corpus
from ..errors import nearest
from ..fields import MAX_TEXT
from ..records import Exclusion, Paper, identities

T = TypeVar("T")


def paper(text: str, corpus: Corpus) -> Paper | None:
    """Return the entry that a text names by key, page, file, id, address or title, or by the id that it had in the log.

    None where none or several could be meant.
    """
    key = _stem(text).casefold()
    if key in corpus.by_key:
        return corpus.by_key[key]
    promoted = (one for one in corpus.papers if one.promoted_from and one.promoted_from.exclusion.id.casefold() == key)
    is_named, folded = _named_by(text), identifiers.folded(text[: MAX_TEXT + 1])
    return next(promoted, None) or _only(one for one in corpus.papers if is_named(one) or folded == identifiers.folded(one.short_name))


def exclusion(text: str, corpus: Corpus) -> Exclusion | None:
    """Return the record of the log that a text names by number, file, id, address or title; None where none or several could be meant."""
    name = _stem(text).upper()
    if name in corpus.by_id:
        return corpus.by_id[name]
    return _only(filter(_named_by(text), corpus.exclusions))


def near(text: str, records: Sequence[Paper | Exclusion]) -> str:
    """Return the records that a text may mean, as a question to put behind a sentence; empty where none is near.

    These are the ones whose title or name begins as the text does, and the one whose key, id or title it most resembles.
    """
    begun, named = identifiers.folded(text[:MAX_TEXT]), {_name(record): record for record in records}
    found = [name for name, record in named.items() if len(begun) >= _SHORTEST and _begins(record, begun)]
    close = nearest(text, list(named))
    alike = nearest(text, [record.title for record in records]) if not (found or close) else None
    found += [name for name, record in named.items() if name == close or record.title == alike]
    told = [f"{name} (“{_cut(named[name].title)}”)" for name in dict.fromkeys(found)]
    more = [f"one of {len(told) - _FEW} more"] if len(told) > _FEW else []
    return f" Did you mean {' or '.join([*told[:_FEW], *more])}?" if told else ""


_SHORTEST, _FEW, _LONGEST = 3, 3, 80
"""Characters of a beginning that means something; records that are named; characters of a title that are shown."""


def _begins(record: Paper | Exclusion, folded: str) -> bool:
    names = (record.title, record.short_name) if isinstance(record, Paper) else (record.title,)
    return any(identifiers.folded(name).startswith(folded) for name in names)


def _name(record: Paper | Exclusion) -> str:
    return record.key if isinstance(record, Paper) else record.id


def _cut(title: str) -> str:
    return title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1].rstrip()}…"


def titled(title: str, corpus: Corpus) -> Paper | Exclusion | None:
    """Return the record whose title is the same but for case, accents and punctuation; None where there is none."""
    folded = identifiers.folded(title)
    records: tuple[Paper | Exclusion, ...] = (*corpus.papers, *corpus.exclusions)
    return next((one for one in records if folded and identifiers.folded(one.title) == folded), None)


def _stem(text: str) -> str:
    """Return the last part of an address or a path without its ending."""
    parts = identifiers.parts_of(text.strip()) if "://" in text else None
    path = parts.path if parts else text.strip()
    return path.rstrip("/").rpartition("/")[2].removesuffix(".yaml").removesuffix(".html")


def _named_by(text: str) -> Callable[[Paper | Exclusion], bool]:
    """Return what says whether a text is an id, an address or the title of a record. A longer one than any of them is none."""
    if len(text) > MAX_TEXT:
        return lambda record: False
    named, folded = identifiers.identity(text), identifiers.folded(text)
    if named:
        return lambda record: named in identities(record)
    return lambda record: bool(folded) and folded == identifiers.folded(record.title)


def _only(found: Iterable[T]) -> T | None:
    several = list(found)
    return several[0] if len(several) == 1 else None
