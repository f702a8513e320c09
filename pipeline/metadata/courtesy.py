"""How the project behaves on the network: what it calls itself, how long it waits, and how it heeds a server's wish."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import NamedTuple

PROJECT = "awesome-llm-mas-rl"


def user_agent(repository: str) -> str:
    """Return the name under which requests are made: project, version, and the repository's address where there is one."""
    return f"{PROJECT}/{version(PROJECT)}" + (f" (+{repository})" if repository else "")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, in seconds, and how often to ask."""

    delay: float = 3.0
    """Between two requests to one server; arXiv asks for three seconds (https://info.arxiv.org/help/api/tou.html)."""
    tries: int = 5
    """Requests for one page, the first one included."""
    first_wait: float = 5.0
    """After the first failure; doubled after each further one."""
    longest_wait: float = 120.0
    """A server that asks for a longer pause is left alone until the next run."""
    connect: float = 10.0
    read: float = 60.0
    """Without a byte."""
    whole: float = 180.0
    """For one answer, from the connection to the last byte."""

    def wait_after(self, failures: int) -> float:
        """Return the pause after some failures in a row."""
        return min(self.first_wait * 2.0 ** (failures - 1), self.longest_wait)


class Clock(NamedTuple):
    """What tells the time and lets it pass."""

    now: Callable[[], float] = time.monotonic
    """Seconds since some moment."""
    sleep: Callable[[float], None] = time.sleep


_SECONDS = re.compile(r"[0-9]+")
_LONGEST = 10**9
"""Seconds, some thirty years: a server that asks for more is understood to ask for as many."""


def retry_after(value: str | None, now: datetime) -> float | None:
    """Return the seconds that a ``Retry-After`` header asks to wait; None where it is absent or says nothing readable.

    Both forms of RFC 9110, 10.2.3: seconds, and a date, which is compared with ``now``.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        digits = text.lstrip("0") or "0"
        return float(digits) if len(digits) < len(str(_LONGEST)) else float(_LONGEST)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())
