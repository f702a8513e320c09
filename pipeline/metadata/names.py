"""Names as arXiv lists them: cleaned of what is no author, and compared with the authors of an entry.

First author is whoever stands first on the list after cleaning, be it a person or a group.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .. import characters, identifiers
from ..records import Author

_ON_BEHALF = re.compile(r"\b(?:on behalf of|representing)\b(?P<group>.*)$", re.IGNORECASE)
"""What submitters write behind a name; the group that it names is the author where no name stands before it."""
_OTHERS = re.compile(r"(?:and )?(?:et\.? ?al\.?|others?)", re.IGNORECASE)
_NO_WORD = re.compile(r"[\W_\d]*")
_GROUP = re.compile(
    r"\b(?:collaboration|consortium|working group|group|team|lab|laboratory|initiative|project|community)\b\W*$", re.IGNORECASE
)


def cleaned(listed: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are authors, with blanks folded: no colon that follows a collaboration, no ``et al.``.

    A collaboration keeps its place as a group; ``Ana Vell (on behalf of the Foo Team)`` is Ana Vell.
    """
    names = (_cleaned(characters.cleaned(name)) for name in listed)
    return tuple(name for name in names if not (_OTHERS.fullmatch(name) or _NO_WORD.fullmatch(name)))


def _cleaned(name: str) -> str:
    folded = " ".join(name.split()).strip(" ,;:")
    match = _ON_BEHALF.search(folded)
    if match is None:
        return folded
    before = folded[: match.start()].strip(" ,;:([")
    return before or re.sub(r"^the\s+", "", match["group"].strip(" ,;:()[]"), flags=re.IGNORECASE)


def says_and_others(listed: Iterable[str]) -> bool:
    """Say whether a list ends with ``et al.`` or the like, so that authors are missing from it."""
    return any(_OTHERS.fullmatch(" ".join(name.split())) for name in listed)


def is_group(name: str) -> bool:
    """Say whether a name reads as that of a group."""
    return _GROUP.search(name) is not None


def alike(author: Author, name: str) -> bool:
    """Say whether a name as arXiv writes it can be that of an author: the same words, or family and first initial."""
    words, listed = _words(str(author)), _words(name)
    if sorted(words) == sorted(listed) or "".join(words) == "".join(listed):
        return True
    if author.team or not _has_family(author, name):
        return False
    family, given = _words(author.family), _words(author.given)
    rest = [word for word in listed if word not in family]
    return not given or not rest or rest[0][0] == given[0][0]


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    """Return a name's words for comparing; kept, since each is looked at several times."""
    return tuple(identifiers.folded(name).split())


def _has_family(author: Author, name: str) -> bool:
    family, listed = _words(author.family), _words(name)
    return bool(family) and (listed[-len(family) :] == family or listed[: len(family)] == family)


class _Likely:
    """Finds, by a word that they share, which of some names may be alike another: to compare each with each takes minutes."""

    def __init__(self, marks: Iterable[set[str]]) -> None:
        self._positions: defaultdict[str, list[int]] = defaultdict(list)
        for position, several in enumerate(marks):
            for mark in several:
                self._positions[mark].append(position)

    def positions(self, marks: set[str]) -> list[int]:
        """Return the positions of all names that share a mark with these, from the first to the last."""
        return sorted({position for mark in marks for position in self._positions.get(mark, ())})


def _marks(words: tuple[str, ...], family: tuple[str, ...]) -> set[str]:
    """Return what two names that are alike share at least one of: all words in any order, all run together, an end of the family name."""
    ends = {f"end {family[0]}", f"end {family[-1]}"} if family else set()
    return {f"words {' '.join(sorted(words))}", f"letters {''.join(words)}", *ends}


def _marks_of_name(name: str) -> set[str]:
    return _marks(_words(name), _words(name))


def _marks_of_author(author: Author) -> set[str]:
    return _marks(_words(str(author)), () if author.team else _words(author.family))


def places(authors: Sequence[Author], listed: Iterable[str]) -> list[int | None]:
    """Return for each listed name the position of the author that it is, None where it is none; no author is taken twice."""
    likely, taken, found = _Likely(map(_marks_of_author, authors)), set[int](), list[int | None]()
    for name in listed:
        open_ones = (n for n in likely.positions(_marks_of_name(name)) if n not in taken and alike(authors[n], name))
        place = next(open_ones, None)
        found.append(place)
        if place is not None:
            taken.add(place)
    return found


def share_a_surname(authors: Iterable[Author], listed: Sequence[str]) -> bool | None:
    """Say whether one of the authors has the surname of one on the list; None where no person is on one of the sides."""
    people = [author for author in authors if not author.team]
    named = [name for name in listed if not is_group(name)]
    if not people or not named:
        return None
    likely = _Likely(map(_marks_of_name, named))
    return any(_has_family(author, named[n]) for author in people for n in likely.positions(_marks_of_author(author)))


def difference(authors: Sequence[Author], complete: bool, listed: Sequence[str]) -> str:
    """Say in what an entry's authors differ from a list; empty where they are the same.

    Where the entry does not name all, those that it names must stand on the list in the same order, the first one first.
    """
    if not complete:
        return _difference_of_a_part(authors, listed)
    if len(authors) == len(listed) and all(map(alike, authors, listed)):
        return ""
    ours, theirs = _Likely(map(_marks_of_author, authors)), _Likely(map(_marks_of_name, listed))
    lacking = [name for name in listed if not any(alike(authors[n], name) for n in ours.positions(_marks_of_name(name)))]
    surplus = [str(one) for one in authors if not any(alike(one, listed[n]) for n in theirs.positions(_marks_of_author(one)))]
    if not lacking and not surplus:
        return "the order differs" if len(authors) == len(listed) else f"the entry has {len(authors)}, arXiv {len(listed)}"
    parts = [f"only arXiv has {_some(lacking)}"] * bool(lacking) + [f"only the entry has {_some(surplus)}"] * bool(surplus)
    return "; ".join(parts)


def _difference_of_a_part(authors: Sequence[Author], listed: Sequence[str]) -> str:
    if not authors:
        return "the entry names none" if listed else ""
    if not listed or not alike(authors[0], listed[0]):
        return f"the first author differs: arXiv has {listed[0] if listed else 'none'}"
    rest = iter(listed)
    strays = [str(author) for author in authors if not any(alike(author, name) for name in rest)]
    return f"the entry has {_some(strays)} out of order, or alone" if strays else ""


def _some(names: Sequence[str]) -> str:
    """Return names for a sentence; after the third they are only counted."""
    shown = ", ".join(names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
