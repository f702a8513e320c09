"""A person, or a team that signs as one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Author:
    """A person, or a team that signs as one."""

    family: str
    """The family name with its particles; of a team the whole name."""
    given: str = ""
    """Empty for teams and for people with one name."""
    team: bool = False

    def __str__(self) -> str:
        return f"{self.given} {self.family}" if self.given else self.family

    @property
    def inverted(self) -> str:
        """``Family, Given``, as bibliographies sort it."""
        return f"{self.family}, {self.given}" if self.given else self.family
