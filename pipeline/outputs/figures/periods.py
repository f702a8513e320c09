"""The time axis: single months for the latest years, whole years before them, and everything older in one."""

from __future__ import annotations

from typing import NamedTuple

from ..months import in_words, short

_BY_MONTH = 2
"""Whole years before the newest one that are shown month by month."""
_BY_YEAR = 5
"""Whole years before those that stand for themselves; older ones are put together."""


class Period(NamedTuple):
    """A month, a year, or all time up to a year."""

    name: str
    """For people: ``May 2025``, ``2021``, ``to 2016``."""
    first: str
    last: str
    """First and last month, as ``YYYY-MM``."""
    monthly: bool

    @property
    def year(self) -> int:
        """The year in which it ends."""
        return int(self.last[:4])

    @property
    def month(self) -> str:
        """The short name of the month in which it ends."""
        return short(int(self.last[5:]))

    def holds(self, month: str) -> bool:
        """Say whether a month lies in it."""
        return self.first <= month <= self.last


def periods(oldest: str, newest: str) -> list[Period]:
    """Return the periods from the oldest month to the newest, both ``YYYY-MM``, without a hole and without an overlap."""
    start, end = int(oldest[:4]), int(newest[:4])
    monthly = max(start, end - _BY_MONTH)
    yearly = max(start, monthly - _BY_YEAR)
    before = [Period(f"to {yearly - 1}", oldest, f"{yearly - 1:04}-12", False)] if yearly > start else []
    years = [Period(f"{year}", f"{year:04}-01", f"{year:04}-12", False) for year in range(yearly, monthly)]
    months = [f"{year:04}-{month:02}" for year in range(monthly, end + 1) for month in range(1, 13)]
    return [*before, *years, *(Period(in_words(month), month, month, True) for month in months if month <= newest)]
