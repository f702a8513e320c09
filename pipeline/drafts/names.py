"""Authors as arXiv lists them to authors as an entry writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..metadata import names as listed_names
from ..records import Author, author_item, is_read_as_written
from . import yaml_text

_PARTICLES = {
    "af", "al", "av", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "ten", "ter",
    "van", "von", "y", "zu", "zum", "zur",
}  # fmt: skip
"""Lower-case words with which a family name begins."""
SUFFIXES = ("Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV")
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


def names(listed: Sequence[str]) -> Names:
    """Return the authors of a list from arXiv. "et al." and what no entry takes for a name leave it incomplete."""
    found = authors(listed)
    good = [author for author in found if author.team or is_read_as_written(author)]
    refused = tuple(str(author) for author in found if author not in good)
    complete = not refused and not listed_names.says_and_others(listed)
    return Names(tuple(author_item(author) for author in good), refused, complete)


def authors(listed: Sequence[str]) -> tuple[Author, ...]:
    """Return the authors of a list from arXiv, one for each that is a name at all."""
    return tuple(_author(yaml_text.cleaned(re.sub(r"\([^()]*\)", " ", name))) for name in listed_names.cleaned(listed))


def _author(name: str) -> Author:
    if listed_names.is_group(name) or _COMPANY.fullmatch(name):
        return Author(name, team=True)
    words = name.split() or [""]
    end = len(words) - 1 - (len(words) > 2 and words[-1] in SUFFIXES)
    begin = next((n for n, word in enumerate(words[1:end], 1) if word in _PARTICLES), end)
    return Author(" ".join(words[begin:]), " ".join(words[:begin]))
