"""The day after which nothing can be dated."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta


def last_day() -> date:
    """Return the day that it is where days begin first, at UTC+14: what was dated there today lies ahead of no clock."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
