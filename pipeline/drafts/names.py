"""Authors as arXiv lists them to authors as an entry writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .. import records
from ..errors import Problem
from ..fields import Fields
from ..located import Mapping, Scalar
from ..metadata import names as listed_names
from . import yaml_text

_PARTICLES = {
    "af", "al", "av", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "ten", "ter",
    "van", "von", "y", "zu", "zum", "zur",
}  # fmt: skip
"""Lower-case words with which a family name begins."""
_SUFFIXES = {"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"}
"""What stands behind a family name and belongs to it."""
_COMPANY = re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])\S*(?:[a-z][A-Z]|-AI\b)\S*")
"""One word with a capital inside, as companies write themselves."""


class Names(NamedTuple):
    """The authors of a draft."""

    values: tuple[str, ...]
    """Each as a YAML value, in the order of the paper."""
    refused: tuple[str, ...]
    """What stood among them and cannot be written as a name."""
    complete: bool
    """Whether these are all, as far as the list says."""


class Author(NamedTuple):
    """One author."""

    family: str
    """With its particles and suffix; of a team the whole name."""
    given: str
    team: bool


def names(listed: Sequence[str]) -> Names:
    """Return the authors of a list from arXiv. "et al." and what no entry takes for a name leave it incomplete."""
    found = authors(listed)
    good = [author for author in found if _is_taken(author)]
    refused = tuple(f"{author.given} {author.family}".strip() for author in found if author not in good)
    complete = not refused and not listed_names.says_and_others(listed)
    return Names(tuple(yaml_of(author) for author in good), refused, complete)


def authors(listed: Sequence[str]) -> tuple[Author, ...]:
    """Return the authors of a list from arXiv, one for each that is a name at all."""
    return tuple(_author(yaml_text.cleaned(re.sub(r"\([^()]*\)", " ", name))) for name in listed_names.cleaned(listed))


def _author(name: str) -> Author:
    if listed_names.is_group(name) or _COMPANY.fullmatch(name):
        return Author(name, "", True)
    words = name.split() or [""]
    end = len(words) - 1 - (len(words) > 2 and words[-1] in _SUFFIXES)
    begin = next((n for n, word in enumerate(words[1:end], 1) if word in _PARTICLES), end)
    return Author(" ".join(words[begin:]), " ".join(words[:begin]), False)


def yaml_of(author: Author) -> str:
    """Return an author as an item of an entry's list."""
    if author.team:
        return f"{{team: {yaml_text.scalar(author.family, flow=True)}}}"
    return yaml_text.scalar(_text(author))


def _text(author: Author) -> str:
    """Return a person as an entry writes one."""
    plain = " " not in author.family
    return f"{author.given} {author.family}".strip() if plain else f"{author.family}, {author.given}"


def _is_taken(author: Author) -> bool:
    """Ask the reader of entries, which has the last word, whether it reads what is written as this author."""
    if author.team:
        return True
    problems: list[Problem] = []
    scalar = Scalar(_text(author), 1, 1, quoted=True)
    read = records.person(Fields(Mapping({}, {}, 1, 1), "", problems.append), scalar, "")
    return read is not None and (read.family, read.given) == (author.family, author.given)
