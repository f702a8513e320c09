"""The least number of changes that flips a claim, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .moves import Step

Direction = Literal["more", "fewer", "either"]


@dataclass(frozen=True, slots=True)
class Least:
    """The fewest changes after which a claim is no longer what it is."""

    count: int | None
    """None where no change flips it."""
    direction: Direction
    """Which way the sum moves that is broken or mended; ``either`` where both ways are equally short."""
    bound: int
    """Which of the tally's bounds that is, by position; 0 where empty cells are counted."""
    steps: tuple[Step, ...]
    """One way to do it; empty where only the number is known."""
    cells: int = 0
    """Where empty cells are counted, how many the steps fill or empty."""
