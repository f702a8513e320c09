"""What becomes of a filled-in form: a file as it would be written, or what keeps it from being written."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..corpus import Corpus


@dataclass(frozen=True)
class Answer:
    """What a form comes to."""

    form: str
    """Id of the form; empty where the body is none."""
    title: str
    """Of the pull request: what it does, in one line."""
    path: str = ""
    """Below the survey's root; empty where no file is to be written."""
    old: str = ""
    """The file's text until now; empty where it is new."""
    text: str = ""
    """The file's text from then on."""
    problems: tuple[str, ...] = ()
    """What keeps it from being written, a sentence each."""
    remarks: tuple[str, ...] = ()
    """What is worth a look before it is merged, a sentence each."""
    following: tuple[str, ...] = ()
    """What comes next once the file is written, or instead of it, a sentence each."""
    closes: bool = True
    """Whether nothing is left to do about the issue once the file is merged."""
    after: Corpus | None = field(default=None, repr=False)
    """The survey with the file in it; None where there is none to write."""

    @property
    def good(self) -> bool:
        """Whether a file can be written."""
        return bool(self.path) and not self.problems
