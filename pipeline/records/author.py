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

    @classmethod
    def named(cls, name: str) -> Author:
        """Return the person that ``Given Family``, or ``Family, Given``, names: without a comma the last word is the family name."""
        if "," in name:
            family, _, given = (part.strip() for part in name.partition(","))
        else:
            given, _, family = name.rpartition(" ")
        return cls(family, given)

    @property
    def inverted(self) -> str:
        """``Family, Given``, as bibliographies sort it."""
        return f"{self.family}, {self.given}" if self.given else self.family

    @property
    def written(self) -> str:
        """As an entry writes the name: inverted where the family name is more than the last word, which ``named`` takes it for."""
        return self.inverted if " " in self.family else str(self)
