"""Which record a person means by a key, an id, a title or an address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar
from urllib.parse import urlsplit

from .. import identifiers
from ..corpus import Corpus
from ..errors import nearest
from ..records import Exclusion, Paper

T = TypeVar("T")


def paper(text: str, corpus: Corpus) -> Paper | None:
    """Return the entry that a text names by key, page, file, arXiv id, DOI or title; None where none or several could be meant."""
    key = _stem(text).casefold()
    if key in corpus.by_key:
        return corpus.by_key[key]
    return _only(one for one in corpus.papers if _is_named(text, one) or identifiers.folded(text) == identifiers.folded(one.short_name))


def exclusion(text: str, corpus: Corpus) -> Exclusion | None:
    """Return the record of the log that a text names by id, file, arXiv id, DOI or title; None where none or several could be meant."""
    name = _stem(text).upper()
    if name in corpus.by_id:
        return corpus.by_id[name]
    return _only(one for one in corpus.exclusions if _is_named(text, one))


def near(text: str, names: Iterable[str]) -> str:
    """Return the name that a text most resembles, as a question to put behind a sentence; empty where none is near."""
    best = nearest(text, list(names))
    return f" Did you mean {best}?" if best else ""


def _stem(text: str) -> str:
    """Return the last part of an address or a path without its ending."""
    path = urlsplit(text.strip()).path if "://" in text else text.strip()
    return path.rstrip("/").rpartition("/")[2].removesuffix(".yaml").removesuffix(".html")


def _is_named(text: str, record: Paper | Exclusion) -> bool:
    arxiv_id, doi = identifiers.arxiv_id_in(text), identifiers.bare_doi(text)
    if arxiv_id:
        return identifiers.comparable_arxiv_id(arxiv_id) == identifiers.comparable_arxiv_id(record.arxiv_id)
    return doi == record.doi if doi else bool(identifiers.folded(text)) and identifiers.folded(text) == identifiers.folded(record.title)


def _only(found: Iterable[T]) -> T | None:
    several = list(found)
    return several[0] if len(several) == 1 else None
