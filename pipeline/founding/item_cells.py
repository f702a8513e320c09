"""What an item of a list was found to say of a paper, and its cells by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Cells = dict[str, str]
"""What is said of a paper, by column."""


@dataclass
class Said:
    """What an item says."""

    title: str = ""
    links: list[str] = field(default_factory=list)
    arxiv_id: str = ""
    doi: str = ""
    names: list[str] = field(default_factory=list)
    others: bool = False
    year: int | None = None
    dated: str = ""
    """The date from which the year was taken, as it stands; empty where it was taken from elsewhere."""
    venue: str = ""
    rest: list[str] = field(default_factory=list)
    """What was recognized as nothing else, in order and as it stands."""
    notes: list[str] = field(default_factory=list)
    """Dates that are not the year of the entry."""
    struck: bool = False
    internal: bool = False
    """Whether its only links lead within the file."""

    @property
    def authors(self) -> str:
        """The names as one cell."""
        return "; ".join([*self.names, *(["others"] if self.others and self.names else [])])


def cells(found: Said) -> Cells:
    """Return what an item says by column; what is left is a summary where it reads like a sentence, else a note."""
    rest = _joined(found.rest)
    is_sentence = len(rest.split()) > 3 and rest[:1].isalpha()
    notes = [*([] if is_sentence or not rest else [rest]), *found.notes]
    notes += ["Struck through in the list."] * found.struck
    return {
        "title": found.title, "authors": found.authors, "year": found.dated or str(found.year or ""), "venue": found.venue,
        "arxiv_id": found.arxiv_id, "doi": found.doi, "links": " ".join(found.links), "summary": rest if is_sentence else "",
        "notes": _joined(notes),
    }  # fmt: skip


def _joined(pieces: Sequence[str]) -> str:
    """Return pieces behind one another; one that ends without a sign gets a full stop, the last as little as any within it."""
    return " ".join(piece if piece.endswith((".", "?", "!", ":", ";")) else f"{piece}." for piece in pieces[:-1]) + (
        (" " if len(pieces) > 1 else "") + pieces[-1] if pieces else ""
    )
