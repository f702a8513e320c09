"""Where the survey's documents contradict each other, and the records that still show it.

Each difference holds checks that are data. They yield evidence as long as the difference stands, and none once the
records were mended, so that a settled one disappears by itself.
"""

from .conditions import Condition, Wanted
from .difference import Check, Difference, standing
from .kinds import Apart, Corrected, Counted, Evidence, State, Tagged, Unread, Unsettled

__all__ = [
    "Apart", "Check", "Condition", "Corrected", "Counted", "Difference", "Evidence", "State", "Tagged", "Unread", "Unsettled", "Wanted",
    "standing",
]  # fmt: skip
